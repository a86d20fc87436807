//! tokio-util's codec for frames with a length.

use bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder as _, LengthDelimitedCodec};

use super::{Deframer, ended};
use crate::layer::framing::gzip::Gunzip;
use crate::layer::framing::head::{Head, PREFIX};
use crate::layer::framing::{FRAMED, FrameError, Rules, length_delimited};

/// [`LengthDelimitedCodec`] on a [`BytesMut`].
///
/// Every byte is copied once, into the buffer: a `FramedRead` would have read it there from its socket. The buffer has 8 KiB to
/// begin with, as there; growing moves what is in it. A message is split off. When it is, the codec asks for room for the next
/// prefix, so that a message that fills the buffer costs a new one at once, while the message is still there.
///
/// The codec knows lengths alone, so this adds what it lacks:
///
/// - it skips the flag, which is therefore looked at before;
/// - its error does not say which length it was; that is read from the prefix, which it has left in the buffer;
/// - at the end of a stream it complains of bytes that are left, and by then has taken the prefix: where nothing follows that,
///   it takes the stream for complete. So the prefix is remembered here.
#[derive(Debug)]
pub struct TokioUtil {
    rules: Rules,
    codec: LengthDelimitedCodec,
    buffer: BytesMut,
    /// Of the message that the codec awaits.
    head: Option<Head>,
    gunzip: Gunzip,
    failed: Option<FrameError>,
}

impl Deframer for TokioUtil {
    type Message = Bytes;

    const BY: &'static str = "tokio-util";

    fn new(rules: Rules) -> Self {
        TokioUtil {
            rules,
            codec: length_delimited(rules),
            buffer: BytesMut::with_capacity(FRAMED),
            head: None,
            gunzip: Gunzip::default(),
            failed: None,
        }
    }

    #[inline]
    fn advance(&mut self, chunk: Bytes, mut each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        self.buffer.extend_from_slice(&chunk);
        loop {
            if let (None, Some([flag, length @ ..])) =
                (self.head, self.buffer.first_chunk::<PREFIX>())
            {
                self.head = Some(Head {
                    compressed: Head::flag(*flag, self.rules)?,
                    length: u32::from_be_bytes(*length),
                });
            }
            let decoded = self.codec.decode(&mut self.buffer);
            let Some(head) = self.head else {
                return Ok(());
            };
            match decoded {
                Ok(None) => return Ok(()),
                Ok(Some(message)) => {
                    self.head = None;
                    let message = message.freeze();
                    each(match head.compressed {
                        true => self.gunzip.message(message, self.rules.limit)?.into(),
                        false => message,
                    });
                }
                // There is one error that this configuration can come to.
                Err(_) => {
                    return Err(FrameError::TooLong {
                        length: head.length.into(),
                        limit: self.rules.limit,
                    });
                }
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page above says of the codec alone; when it changes, the page should.
    #[test]
    fn the_codec_alone_passes_over_the_flag_and_over_an_end_after_a_prefix() {
        let mut codec = length_delimited(Rules::default());
        let mut buffer = BytesMut::from(&[7, 0, 0, 0, 1, b'x'][..]);
        let message = codec.decode(&mut buffer).expect("it looks at no flag");
        assert_eq!(message.as_deref(), Some(&b"x"[..]));
        let mut buffer = BytesMut::from(&[0, 0, 0, 0, 1][..]);
        assert!(matches!(codec.decode(&mut buffer), Ok(None)));
        assert!(matches!(codec.decode_eof(&mut buffer), Ok(None)));
    }
}
