//! A buffer that frames are split off from.

use bytes::{BufMut as _, Bytes, BytesMut};

use super::Framer;
use crate::layer::framing::gzip::gzip_into;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// Reserves a frame's size in a [`BytesMut`], copies the message there once and splits the frame off. The buffer is used again
/// when no frame is left. A compressed message is compressed right into the buffer, and its prefix written when its length is
/// known.
#[derive(Debug)]
pub struct BytesMutFramer {
    rules: Rules,
    buffer: BytesMut,
}

impl Framer for BytesMutFramer {
    type Frame = Bytes;

    const BY: &'static str = "bytes-mut";

    fn new(rules: Rules) -> Self {
        BytesMutFramer {
            rules,
            buffer: BytesMut::new(),
        }
    }

    #[inline]
    fn frame(&mut self, message: &Bytes) -> Result<Bytes, FrameError> {
        let Rules { limit, gzip } = self.rules;
        if gzip {
            self.buffer.put_bytes(0, PREFIX);
            gzip_into(message, (&mut self.buffer).writer());
            let mut frame = self.buffer.split();
            let head = Head::of(&frame[PREFIX..], gzip, limit)?;
            frame[..PREFIX].copy_from_slice(&head.bytes());
            return Ok(frame.freeze());
        }
        let head = Head::of(message, gzip, limit)?;
        self.buffer.reserve(PREFIX + message.len());
        self.buffer.put_slice(&head.bytes());
        self.buffer.put_slice(message);
        Ok(self.buffer.split().freeze())
    }
}
