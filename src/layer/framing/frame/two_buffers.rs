//! The prefix and the message, each where it is.

use bytes::Bytes;

use super::{Framer, Slices};
use crate::layer::framing::gzip::gzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// Copies nothing of the message: the frame is five bytes and a handle, for a vectored write. A compressed message is compressed
/// into a vector that the handle is made of.
#[derive(Debug)]
pub struct TwoBuffers(Rules);

/// A frame in two pieces.
#[derive(Debug)]
pub struct Vectored {
    prefix: [u8; PREFIX],
    message: Bytes,
}

impl Slices for Vectored {
    #[inline]
    fn slices(&self) -> [&[u8]; 2] {
        [&self.prefix, &self.message]
    }
}

impl Framer for TwoBuffers {
    type Frame = Vectored;

    const BY: &'static str = "two-buffers";

    fn new(rules: Rules) -> Self {
        TwoBuffers(rules)
    }

    #[inline]
    fn frame(&mut self, message: &Bytes) -> Result<Vectored, FrameError> {
        let message = match self.0.gzip {
            true => gzip(message).into(),
            false => message.clone(),
        };
        Ok(Vectored {
            prefix: Head::of(&message, self.0.gzip, self.0.limit)?.bytes(),
            message,
        })
    }
}
