//! tokio-util's codec for frames with a length.

use bytes::{BufMut as _, Bytes, BytesMut};
use tokio_util::codec::{Encoder, LengthDelimitedCodec};

use super::Framer;
use crate::layer::framing::gzip::gzip;
use crate::layer::framing::{FRAMED, FrameError, Rules, length_delimited};

/// [`LengthDelimitedCodec`] into a [`BytesMut`] of 8 KiB to begin with, as a `FramedWrite` has it, from which the frame is split off; the message is copied once. The codec writes its
/// length and the message, and nothing in front of them, whatever `length_field_offset` it was given; so the flag is put there
/// before. A compressed message is compressed into a vector first.
#[derive(Debug)]
pub struct TokioUtilFramer {
    rules: Rules,
    codec: LengthDelimitedCodec,
    buffer: BytesMut,
}

impl Framer for TokioUtilFramer {
    type Frame = Bytes;

    const BY: &'static str = "tokio-util";

    fn new(rules: Rules) -> Self {
        TokioUtilFramer {
            rules,
            codec: length_delimited(rules),
            buffer: BytesMut::with_capacity(FRAMED),
        }
    }

    #[inline]
    fn frame(&mut self, message: &Bytes) -> Result<Bytes, FrameError> {
        match self.rules.gzip {
            true => self.put(&gzip(message)),
            false => self.put(message),
        }
    }
}

impl TokioUtilFramer {
    #[inline]
    fn put(&mut self, message: &[u8]) -> Result<Bytes, FrameError> {
        self.buffer.put_u8(self.rules.gzip.into());
        match self.codec.encode(message, &mut self.buffer) {
            Ok(()) => Ok(self.buffer.split().freeze()),
            Err(_) => {
                self.buffer.clear();
                Err(FrameError::TooLong {
                    length: message.len() as u64,
                    limit: self.rules.limit,
                })
            }
        }
    }
}
