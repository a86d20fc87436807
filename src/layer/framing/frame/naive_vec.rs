//! What one writes first: a fresh vector for each frame.

use bytes::Bytes;

use super::Framer;
use crate::layer::framing::gzip::gzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// A vector of the frame's size, into which the message is copied once; a compressed one is compressed into a vector
/// before.
#[derive(Debug)]
pub struct NaiveVecFramer(Rules);

impl Framer for NaiveVecFramer {
    type Frame = Vec<u8>;

    const BY: &'static str = "naive-vec";

    fn new(rules: Rules) -> Self {
        NaiveVecFramer(rules)
    }

    #[inline]
    fn frame(&mut self, message: &Bytes) -> Result<Vec<u8>, FrameError> {
        let of = |message: &[u8]| {
            let head = Head::of(message, self.0.gzip, self.0.limit)?;
            let mut frame = Vec::with_capacity(PREFIX + message.len());
            frame.extend_from_slice(&head.bytes());
            frame.extend_from_slice(message);
            Ok(frame)
        };
        match self.0.gzip {
            true => of(&gzip(message)),
            false => of(message),
        }
    }
}
