//! What one writes first: all bytes go into a vector, and each message out of it into one of its own.

use bytes::Bytes;

use super::{Deframer, ended};
use crate::layer::framing::gzip::gunzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// Collects into a vector.
///
/// Every byte is copied twice, into the vector and out of it. What was read stays in front until the next chunk comes, and is
/// then removed in one go; so only the bytes of a message that is not complete are moved. The vector grows as vectors do,
/// to twice of what is in it at most. A compressed message is inflated from where it lies, by a fresh decoder.
#[derive(Debug)]
pub struct NaiveVec {
    rules: Rules,
    buffer: Vec<u8>,
    /// Bytes in front that have been handed on.
    read: usize,
    failed: Option<FrameError>,
}

impl Deframer for NaiveVec {
    type Message = Vec<u8>;

    const BY: &'static str = "naive-vec";

    fn new(rules: Rules) -> Self {
        NaiveVec {
            rules,
            buffer: Vec::new(),
            read: 0,
            failed: None,
        }
    }

    #[inline]
    fn advance(&mut self, chunk: Bytes, mut each: impl FnMut(Vec<u8>)) -> Result<(), FrameError> {
        self.buffer.drain(..self.read);
        self.read = 0;
        self.buffer.extend_from_slice(&chunk);
        while let Some((prefix, rest)) = self.buffer[self.read..].split_first_chunk() {
            let head = Head::read(*prefix, self.rules)?;
            let Some(message) = rest.get(..head.length as usize) else {
                break;
            };
            let message = match head.compressed {
                true => gunzip(message, self.rules.limit)?,
                false => message.to_vec(),
            };
            self.read += PREFIX + head.length as usize;
            each(message);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), FrameError> {
        match self.buffer[self.read..].split_first_chunk() {
            Some((prefix, rest)) => ended(Some(Head::read(*prefix, self.rules)?), rest.len()),
            None => ended(None, self.buffer.len() - self.read),
        }
    }

    fn held(&self) -> Option<usize> {
        Some(self.buffer.capacity())
    }

    fn failure(&mut self) -> &mut Option<FrameError> {
        &mut self.failed
    }
}
