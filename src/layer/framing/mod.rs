//! gRPC's length-prefixed messages: a flag, the length in four bytes, and the message, one after another in a stream that
//! HTTP/2 cuts wherever it likes ("gRPC over HTTP2", Length-Prefixed-Message).
//!
//! [`Deframer`]s take chunks and give messages, [`Framer`]s the other way round; each file of [`deframe`] and [`frame`] is
//! one way, and says how often a byte is copied. All are held to the same: how a stream was cut changes nothing, a message over the
//! limit is refused by its prefix, before memory is reserved for it, and a stream that ends inside a frame is an error. What the
//! ways of `tokio-util` and `tonic` lack of this by themselves is written at each.
//!
//! The tasks follow the stream decoder benchmarks of grpc-js (its change 2733), whose finding was that a decoder without copies is
//! far ahead where a message lies whole in a chunk, and not where it must be assembled.

pub mod deframe;
mod error;
pub mod frame;
mod gzip;
mod head;
mod prove;
mod scene;
mod slot;
mod tasks;

pub use deframe::Deframer;
pub use error::FrameError;
pub use frame::{Framer, Slices};
pub use gzip::{Gunzip, gunzip, gzip};
pub use head::{DEFAULT_LIMIT, Head, PREFIX, Rules};
pub use tasks::tasks;

/// Bytes of the buffers that tokio-util's `FramedRead` and `FramedWrite` begin with.
const FRAMED: usize = 8 * 1024;

/// tokio-util's codec for gRPC's prefix.
fn length_delimited(rules: Rules) -> tokio_util::codec::LengthDelimitedCodec {
    tokio_util::codec::LengthDelimitedCodec::builder()
        .length_field_offset(1)
        .length_field_length(4)
        .max_frame_length(rules.limit as usize)
        .new_codec()
}
