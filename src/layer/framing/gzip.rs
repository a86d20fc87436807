//! gzip of single messages, with flate2 as tonic has it too.

use std::io::{BufRead, Read as _, Write as _};

use bytes::buf::Reader;
use bytes::{Buf as _, Bytes};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::FrameError;

/// The level that tonic has too.
const LEVEL: Compression = Compression::new(6);
/// Bytes of the header and the trailer of a member, the least that there are (RFC 1952, section 2.3).
const LEAST: usize = 18;
/// A byte of deflate gives no more than this: a match gives 258 bytes at most, and costs two bits at least (RFC 1951).
const EXPANDS: u64 = 258 * 4;

/// Inflates messages one after another, with the state of one decoder.
#[derive(Debug, Default)]
pub struct Gunzip {
    decoder: Option<GzDecoder<Reader<Bytes>>>,
}

impl Gunzip {
    /// As [`gunzip`], and what the decoder allocated is kept for the next message.
    ///
    /// # Errors
    /// As [`gunzip`].
    pub fn message(&mut self, compressed: Bytes, limit: u32) -> Result<Vec<u8>, FrameError> {
        let size = size(&compressed, limit)?;
        let mut decoder = match self.decoder.take() {
            None => GzDecoder::new(compressed.reader()),
            Some(mut decoder) => {
                decoder.reset(compressed.reader());
                decoder
            }
        };
        let message = inflate(&mut decoder, size)?;
        // Or the compressed message would stay as long as the decoder.
        decoder.reset(Bytes::new().reader());
        self.decoder = Some(decoder);
        Ok(message)
    }
}

/// Inflates a message into a buffer of exactly the size that its gzip member names, which is asked for only where it keeps to the
/// limit and the compressed bytes could give as much.
///
/// tonic differs: it writes into a buffer that grows, notices the limit when it is reached, and passes over whatever follows the
/// first member. Here that is refused.
///
/// # Errors
/// [`FrameError::InflatesTooLong`] or [`FrameError::Gzip`].
pub fn gunzip(compressed: &[u8], limit: u32) -> Result<Vec<u8>, FrameError> {
    let size = size(compressed, limit)?;
    inflate(&mut GzDecoder::new(compressed), size)
}

/// What the member says of its size.
fn size(compressed: &[u8], limit: u32) -> Result<u32, FrameError> {
    let size = match compressed.last_chunk() {
        Some(size) if compressed.len() >= LEAST => u32::from_le_bytes(*size),
        _ => return Err(FrameError::Gzip),
    };
    if size > limit {
        return Err(FrameError::InflatesTooLong { size, limit });
    }
    if u64::from(size) > EXPANDS * compressed.len() as u64 {
        return Err(FrameError::Gzip);
    }
    Ok(size)
}

fn inflate<R: BufRead>(decoder: &mut GzDecoder<R>, size: u32) -> Result<Vec<u8>, FrameError> {
    let mut message = Vec::with_capacity(size as usize);
    let read = decoder.by_ref().take(size.into()).read_to_end(&mut message);
    // The checksum is compared where the decoder comes to the end, so it is asked for one byte more.
    let more = read.and_then(|_| decoder.read(&mut [0]));
    let rest = more.and_then(|more| Ok(more > 0 || !decoder.get_mut().fill_buf()?.is_empty()));
    match rest {
        Ok(false) if message.len() == size as usize => Ok(message),
        _ => Err(FrameError::Gzip),
    }
}

/// Compresses a message into a fresh vector.
pub fn gzip(message: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    gzip_into(message, &mut compressed);
    compressed
}

/// Compresses a message to the end of whatever is written to, which must not fail.
pub(super) fn gzip_into(message: &[u8], out: impl std::io::Write) {
    let mut encoder = GzEncoder::new(out, LEVEL);
    let written = encoder.write_all(message).and_then(|()| encoder.finish());
    assert!(written.is_ok(), "memory takes whatever is written to it");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways, which must agree; the second one twice with one decoder, and with a good message after it.
    fn inflated(compressed: &[u8], limit: u32) -> Result<Vec<u8>, FrameError> {
        let once = gunzip(compressed, limit);
        let mut reused = Gunzip::default();
        for _ in 0..2 {
            assert_eq!(
                reused.message(Bytes::copy_from_slice(compressed), limit),
                once
            );
            let good = Bytes::from(gzip(b"good"));
            assert_eq!(reused.message(good.clone(), 4).as_deref(), Ok(&b"good"[..]));
            assert!(good.is_unique(), "the decoder keeps what it has inflated");
        }
        once
    }

    #[test]
    fn what_is_compressed_inflates_up_to_the_limit() {
        for length in [0, 1, 31, 32, 33, 1_000, 100_000] {
            let message: Vec<u8> = (0..length).map(|at: u32| (at / 7) as u8).collect();
            let compressed = gzip(&message);
            let found = inflated(&compressed, length).expect("it is at the limit");
            assert_eq!(found, message);
            assert!(
                found.capacity() <= message.len().max(64),
                "no more than the size is reserved"
            );
            if let Some(limit) = length.checked_sub(1) {
                let error = FrameError::InflatesTooLong {
                    size: length,
                    limit,
                };
                assert_eq!(inflated(&compressed, limit), Err(error));
            }
        }
    }

    #[test]
    fn a_damaged_member_is_refused_wherever_the_damage_is() {
        let message = b"one two three one two three";
        let compressed = gzip(message);
        for end in 0..compressed.len() {
            assert!(inflated(&compressed[..end], 1_000).is_err(), "cut at {end}");
        }
        // Time, extra flags and system (RFC 1952, section 2.3.1) carry nothing that is checked.
        for at in (0..4).chain(10..compressed.len()) {
            let mut damaged = compressed.clone();
            damaged[at] ^= 0x55;
            assert!(inflated(&damaged, 1_000).is_err(), "changed at {at}");
        }
        let twice = [&compressed[..], &compressed].concat();
        assert_eq!(inflated(&twice, 1_000), Err(FrameError::Gzip));
        assert_eq!(
            inflated(&[&compressed[..], &[0; 4]].concat(), 1_000),
            Err(FrameError::Gzip)
        );
    }

    /// The size at its end is the sender's word, for less than there is and for more.
    #[test]
    fn a_member_that_lies_about_its_size_is_refused() {
        let mut bomb = gzip(&vec![0; 1 << 20]);
        let end = bomb.len() - 4;
        for size in [0_u32, 1, 1_000, (1 << 20) - 1, (1 << 20) + 1, 1 << 22] {
            bomb[end..].copy_from_slice(&size.to_le_bytes());
            assert_eq!(inflated(&bomb, 1 << 22), Err(FrameError::Gzip), "{size}");
        }
    }
}
