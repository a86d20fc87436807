//! What it costs when something goes wrong.
//!
//! - `kinds`: an error itself, made at the bottom of a call stack and handed up to the caller, by what it carries;
//! - [`codecs`]: codecs on damaged input. They need generated types, so whoever has a suite asks for them.
//!
//! The first follows a report about another RPC system (tchannel, change 1333): a process spent 15 % of its time on error objects
//! with stack traces, and a plain error with a code in it took them away.

pub mod codecs;
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
