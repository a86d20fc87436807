//! From messages to frames, as they are handed to whoever writes them to the wire. One file a way; each says who copies what.

mod bytes_mut;
mod naive_vec;
mod tokio_util;
mod tonic;
mod two_buffers;

#[cfg(test)]
mod tests;

use ::bytes::Bytes;

pub use self::bytes_mut::BytesMutFramer;
pub use self::naive_vec::NaiveVecFramer;
pub use self::tokio_util::TokioUtilFramer;
pub use self::tonic::TonicFramer;
pub use self::two_buffers::{TwoBuffers, Vectored};

use super::{FrameError, Rules};

/// Makes frames of messages. With [`Rules::gzip`] it compresses each, by a compressor of its own, as tonic does.
pub trait Framer: Sized {
    /// A whole frame.
    type Frame: Slices;

    /// The name of the way.
    const BY: &'static str;

    /// One for a stream that begins.
    fn new(rules: Rules) -> Self;

    /// The frame of a message. A way that must own its message clones the handle.
    ///
    /// # Errors
    /// [`FrameError::TooLong`], or the status that tonic has for it.
    fn frame(&mut self, message: &Bytes) -> Result<Self::Frame, FrameError>;
}

/// What is written: one slice or, after one another, two.
pub trait Slices {
    /// They; the second is empty where there is one.
    fn slices(&self) -> [&[u8]; 2];
}

impl Slices for Vec<u8> {
    #[inline]
    fn slices(&self) -> [&[u8]; 2] {
        [self, &[]]
    }
}

impl Slices for Bytes {
    #[inline]
    fn slices(&self) -> [&[u8]; 2] {
        [self, &[]]
    }
}
