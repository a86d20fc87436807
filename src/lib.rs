//! Where the time goes when a protobuf message crosses the wire.
//!
//! The map of the house, from what is timed to who asks for it:
//!
//! - [`codec`]: the [`codec::Codec`] trait and one adapter a crate.
//! - [`wrap`]: base64 around the message or inside it, one engine a file.
//! - [`layer`]: what a message goes through beside its codec: framing, metadata, errors (feature `layer`, on by
//!   default).
//! - [`verify`]: proof that a codec carries the same value, before anything is timed.
//! - [`measure`]: the CPU clock and the timed loops.
//! - [`runner`](mod@runner): a suite of cases with its generated codecs, and what it is asked.
//! - [`criterion`](mod@criterion): cells as criterion benches (feature `criterion`, on by default).
//!
//! It works without generated code: adapt your own type and take its cells.
//!
//! ```
//! use wiretax::{codec::Prost, measure::Cell, wrap::{Op, Wrap}};
//!
//! let wire = b"\x0a\x05hello"; // google.protobuf.StringValue, for which prost uses String
//! let mut cell = Cell::new(Prost::<String>::new(), Op::Decode, Wrap::Raw, wire).unwrap();
//! let nanoseconds = cell.run(1_000);
//! # let _ = nanoseconds;
//! ```

// Not `forbid`: the counting allocator in `measure::alloc` cannot do without.
#![deny(unsafe_code)]

pub mod codec;
#[cfg(feature = "criterion")]
pub mod criterion;
pub mod layer;
pub mod measure;
pub mod runner;
pub mod verify;
pub mod wrap;

/// Includes the code that the build script generated from the suite: afterwards there is a function
/// `suite()` that gives the [`runner::Suite`].
///
/// Only a runner does this: a program that can be asked to list, verify or measure its cases.
///
/// With a name it is another suite of this package: `wiretax::runner!("failure")` gives the one that
/// `runner::damaged` measures damaged input with, from `proto/failure.toml`.
#[macro_export]
macro_rules! runner {
    () => {
        include!(concat!(env!("OUT_DIR"), "/wiretax/suite.rs"));
    };
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/wiretax-", $name, "/suite.rs"));
    };
}
