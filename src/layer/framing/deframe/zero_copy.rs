//! Messages are sliced out of the chunks that they came in.

use bytes::{Buf as _, Bytes};

use super::{Deframer, ended};
use crate::layer::framing::gzip::Gunzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FrameError, Rules};

/// Slices, and assembles only what spans chunks.
///
/// A message that lies whole in a chunk is a handle to its part of it, and none of its bytes is copied or looked at; its prefix may
/// have come before. A message that spans chunks is copied once, into a buffer of exactly its size that becomes the message. A prefix
/// that spans chunks is collected in five bytes of its own. As a message keeps the chunk that it came in, who keeps small messages
/// for long should copy them.
#[derive(Debug)]
pub struct ZeroCopy {
    rules: Rules,
    state: State,
    gunzip: Gunzip,
    failed: Option<FrameError>,
}

#[derive(Debug)]
enum State {
    /// So many bytes of a prefix are there.
    Prefix([u8; PREFIX], usize),
    /// The prefix is there; of its message what came, or nothing yet and nothing reserved.
    Message(Head, Vec<u8>),
}

impl State {
    const START: State = State::Prefix([0; PREFIX], 0);
}

impl ZeroCopy {
    /// The next message, if it lies whole in the chunk with its prefix: nothing of it is collected.
    ///
    /// It is small enough to become part of the loop around it, so that a handle never passes through a result in memory.
    #[inline(always)]
    fn whole(&self, chunk: &mut Bytes) -> Result<Option<(Head, Bytes)>, FrameError> {
        let State::Prefix(_, 0) = self.state else {
            return Ok(None);
        };
        let Some((prefix, rest)) = chunk.split_first_chunk::<PREFIX>() else {
            return Ok(None);
        };
        let head = Head::read(*prefix, self.rules)?;
        let length = head.length as usize;
        if rest.len() < length {
            return Ok(None);
        }
        let mut message = chunk.split_to(PREFIX + length);
        message.advance(PREFIX);
        Ok(Some((head, message)))
    }

    /// The next message, if this chunk completes one that began before it or has only its beginning.
    #[inline(never)]
    fn assembled(&mut self, chunk: &mut Bytes) -> Result<Option<(Head, Bytes)>, FrameError> {
        if let State::Prefix(prefix, got) = &mut self.state {
            let part = chunk.len().min(PREFIX - *got);
            prefix[*got..*got + part].copy_from_slice(&chunk[..part]);
            chunk.advance(part);
            *got += part;
            if *got < PREFIX {
                return Ok(None);
            }
            self.state = State::Message(Head::read(*prefix, self.rules)?, Vec::new());
        }
        let State::Message(head, assembled) = &mut self.state else {
            unreachable!("the prefix is complete")
        };
        let (head, length) = (*head, head.length as usize);
        let message = if assembled.is_empty() && chunk.len() >= length {
            chunk.split_to(length)
        } else {
            if assembled.is_empty() && !chunk.is_empty() {
                assembled.reserve_exact(length);
            }
            let part = chunk.len().min(length - assembled.len());
            assembled.extend_from_slice(&chunk[..part]);
            chunk.advance(part);
            if assembled.len() < length {
                return Ok(None);
            }
            Bytes::from(std::mem::take(assembled))
        };
        self.state = State::START;
        Ok(Some((head, message)))
    }
}

impl Deframer for ZeroCopy {
    type Message = Bytes;

    const BY: &'static str = "zero-copy";

    fn new(rules: Rules) -> Self {
        ZeroCopy {
            rules,
            state: State::START,
            gunzip: Gunzip::default(),
            failed: None,
        }
    }

    #[inline]
    fn advance(&mut self, mut chunk: Bytes, mut each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        loop {
            let (head, message) = match self.whole(&mut chunk)? {
                Some(whole) => whole,
                None => match self.assembled(&mut chunk)? {
                    Some(assembled) => assembled,
                    None => return Ok(()),
                },
            };
            each(match head.compressed {
                true => self.gunzip.message(message, self.rules.limit)?.into(),
                false => message,
            });
        }
    }

    fn end(&mut self) -> Result<(), FrameError> {
        match &self.state {
            State::Prefix(_, got) => ended(None, *got),
            State::Message(head, assembled) => ended(Some(*head), assembled.len()),
        }
    }

    fn held(&self) -> Option<usize> {
        match &self.state {
            State::Prefix(..) => Some(0),
            State::Message(_, assembled) => Some(assembled.capacity()),
        }
    }

    fn failure(&mut self) -> &mut Option<FrameError> {
        &mut self.failed
    }
}
