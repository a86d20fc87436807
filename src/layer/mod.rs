//! What a message goes through beside its codec.
//!
//! A [`Task`] is work that can be done in several ways, each with real parts: our own and those of `http`, `tokio-util` and
//! `tonic`. Before a way is timed, it is proven to give what the others give.
//!
//! - [`framing`]: gRPC's length-prefixed messages, cut from chunks as they come and put together again;
//! - [`metadata`]: headers, and the base64 that gRPC puts into those whose names end with `-bin`;
//! - [`failure`]: what it costs when something goes wrong.

#[cfg(feature = "layer")]
pub mod failure;
#[cfg(feature = "layer")]
pub mod framing;
#[cfg(feature = "layer")]
pub mod metadata;
mod task;

pub use task::{Id, Task, Way};

/// An id and its tags each, of all that `cargo bench --bench layers` may measure; codecs on damaged input are [`runner::damaged`](mod@crate::runner::damaged)'s.
#[cfg(feature = "layer")]
pub fn ids() -> Vec<(String, &'static [&'static str])> {
    let mut ids = Vec::new();
    for task in tasks() {
        ids.extend(
            task.ways
                .iter()
                .map(|way| (task.id(way).to_string(), task.tags)),
        );
    }
    ids
}

/// Every task of every layer, in order.
#[cfg(feature = "layer")]
pub fn tasks() -> Vec<Task> {
    let mut tasks = framing::tasks();
    tasks.extend(metadata::tasks());
    tasks.extend(failure::tasks());
    tasks
}
