//! What it costs when something goes wrong.
//!
//! `kinds` has an error itself, made at the bottom of a call stack and handed up to the caller, by what it carries. What codecs make of
//! damaged input needs generated types, so that is in [`runner::damaged`](mod@crate::runner::damaged).
//!
//! It follows a report about another RPC system (tchannel, change 1333): a process spent 15 % of its time on error objects
//! with stack traces, and a plain error with a code in it took them away.

mod kinds;

use super::Task;

/// Environment variables that must be unset where this layer is proven or measured; `RUST_LIB_BACKTRACE` may be `0` instead.
///
/// By them the standard library decides, once a process, whether an error of `anyhow` captures a backtrace as it is made
/// (`std::backtrace::Backtrace::capture`). So whoever starts the process pins them: the ways that capture one do it in any case,
/// and the proof of the others fails where the environment has them capture.
pub const PINNED: [&str; 2] = ["RUST_BACKTRACE", "RUST_LIB_BACKTRACE"];

/// The tasks of this layer that need no generated code.
pub fn tasks() -> Vec<Task> {
    kinds::tasks()
}
