//! Headers of a call: from the wire, what is done with them, and back; and the bytes that gRPC hides in some of them as
//! base64.
//!
//! - [`receive()`] goes through the raw pairs of a request and sets the pseudo headers apart;
//! - [`Metadata`] is what holds the others: [`http::HeaderMap`], [`tonic::metadata::MetadataMap`] and [`Flat`], a vector;
//! - [`bin`] is base64 under names that end with `-bin`.
//!
//! Tasks with headers are those of a benchmark of grpc-js (its change 2733): raw pairs to metadata, the same and what
//! is the transport's taken out, and metadata to raw pairs. There `-bin` values are decoded as they come. Nobody does
//! that here: tonic decodes one when it is asked for, and so do the others; what that costs is a task of its own.

pub mod bin;
mod calls;
mod error;
mod flat;
mod forms;
mod headers;
mod proof;
mod receive;
mod store;
#[cfg(test)]
mod tests;
mod values;

pub use error::{Base64Fault, MetadataError};
pub use flat::{Flat, Key};
pub use receive::{Limit, Pair, Pseudo, receive};
pub use store::{Metadata, Room};

use super::Task;

/// The tasks of this layer.
pub fn tasks() -> Vec<Task> {
    let mut tasks = headers::tasks();
    tasks.extend(values::tasks());
    tasks
}
