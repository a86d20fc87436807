//! A buffer that messages are split off from.

use bytes::{Buf as _, Bytes, BytesMut};

use super::{Deframer, ended};
use crate::layer::framing::gzip::Gunzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// Collects into a [`BytesMut`] and splits messages off.
///
/// Every byte is copied once, into the buffer; a message is a handle to a part of it. Where a message is not complete, what it
/// lacks is reserved at once, which moves what is there if the buffer has not the room. The buffer is used again when no message that was split off is left, and a new one is allocated
/// otherwise: so one message that is kept keeps all that came with it.
#[derive(Debug)]
pub struct BytesMutDeframer {
    rules: Rules,
    buffer: BytesMut,
    /// Of the message that is awaited, its prefix taken from the buffer already.
    head: Option<Head>,
    gunzip: Gunzip,
    failed: Option<FrameError>,
}

impl Deframer for BytesMutDeframer {
    type Message = Bytes;

    const BY: &'static str = "bytes-mut";

    fn new(rules: Rules) -> Self {
        BytesMutDeframer {
            rules,
            buffer: BytesMut::new(),
            head: None,
            gunzip: Gunzip::default(),
            failed: None,
        }
    }

    #[inline]
    fn advance(&mut self, chunk: Bytes, mut each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        self.buffer.extend_from_slice(&chunk);
        loop {
            let head = match (self.head, self.buffer.first_chunk()) {
                (Some(head), _) => head,
                (None, Some(prefix)) => {
                    let head = Head::read(*prefix, self.rules)?;
                    self.buffer.advance(PREFIX);
                    *self.head.insert(head)
                }
                (None, None) => return Ok(()),
            };
            let length = head.length as usize;
            if let Some(missing @ 1..) = length.checked_sub(self.buffer.len()) {
                self.buffer.reserve(missing);
                return Ok(());
            }
            let message = self.buffer.split_to(length).freeze();
            self.head = None;
            each(match head.compressed {
                true => self.gunzip.message(message, self.rules.limit)?.into(),
                false => message,
            });
        }
    }

    fn end(&mut self) -> Result<(), FrameError> {
        ended(self.head, self.buffer.len())
    }

    fn held(&self) -> Option<usize> {
        Some(self.buffer.capacity())
    }

    fn failure(&mut self) -> &mut Option<FrameError> {
        &mut self.failed
    }
}
