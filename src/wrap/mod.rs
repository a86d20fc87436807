//! Wraps: how wire bytes travel. One file an engine.
//!
//! `raw` is the bytes themselves. `base64` is the whole message as text. `base64-field` keeps the
//! message but holds its bytes fields as text: decoded before every encode, encoded after every decode.

mod base64;
mod base64_simd;
mod base64_turbo;
mod field;
mod name;

pub use self::base64::{Standard, StandardSimd};
pub use base64_simd::Simd;
pub use base64_turbo::Turbo;
pub use field::{FromText, Texts, ToText};
pub use name::{EngineName, Op, UnknownName, Wrap};

/// Text that is not base64.
#[derive(Debug, Clone, thiserror::Error)]
#[error("invalid base64 text: {0}")]
pub struct TextError(pub String);

/// A base64 implementation: the standard alphabet, padded, strict.
///
/// Each operation comes in two forms, since both are what people write: into a buffer that is reused,
/// and into a fresh one.
pub trait Engine: 'static {
    /// Encodes into `text`, which grows as needed; returns how many bytes of it are the text.
    fn encode(bytes: &[u8], text: &mut Vec<u8>) -> usize;

    /// Decodes into `bytes`, which grows as needed; returns how many bytes of it are the value.
    fn decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextError>;

    /// Encodes into a fresh string.
    fn encode_fresh(bytes: &[u8]) -> String;

    /// Decodes into a fresh vector.
    fn decode_fresh(text: &[u8]) -> Result<Vec<u8>, TextError>;
}

/// Length of the padded base64 text of `bytes` bytes: `4 * ceil(n / 3)` (RFC 4648, section 4).
pub const fn text_len(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// Makes room without giving any back: a reused buffer is filled with zeros once, not at every call.
#[inline]
fn room(buffer: &mut Vec<u8>, length: usize) -> &mut [u8] {
    if buffer.len() < length {
        buffer.resize(length, 0);
    }
    &mut buffer[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<E: Engine>(name: &str) {
        let (mut text, mut back) = (Vec::new(), Vec::new());
        for length in (0..200).chain([1_481, 4_096, 65_537]) {
            let bytes: Vec<u8> = (0..length).map(|at| (at * 131 + length) as u8).collect();
            let expected = Standard::encode_fresh(&bytes);
            assert_eq!(expected.len(), text_len(length));
            let written = E::encode(&bytes, &mut text);
            assert_eq!(
                &text[..written],
                expected.as_bytes(),
                "{name}, {length} bytes"
            );
            assert_eq!(E::encode_fresh(&bytes), expected, "{name}, {length} bytes");
            let read = E::decode(expected.as_bytes(), &mut back).unwrap();
            assert_eq!(&back[..read], bytes, "{name}, {length} bytes");
            assert_eq!(
                E::decode_fresh(expected.as_bytes()).unwrap(),
                bytes,
                "{name}, {length} bytes"
            );
        }
    }

    #[test]
    fn engines_agree_at_every_length() {
        agrees::<Standard>("base64");
        agrees::<StandardSimd>("base64-simd-engine");
        agrees::<Simd>("base64-simd");
        agrees::<Turbo>("base64-turbo");
    }

    fn refuses<E: Engine>(name: &str) {
        let mut buffer = Vec::new();
        for text in [
            "=AAA", "AAA", "AA=A", "A", "AAA!", "AA AA", "AAAA\n", "QUJD=", "Zm9_",
        ] {
            assert!(
                E::decode(text.as_bytes(), &mut buffer).is_err(),
                "{name} took {text:?}"
            );
            assert!(
                E::decode_fresh(text.as_bytes()).is_err(),
                "{name} took {text:?}"
            );
        }
    }

    #[test]
    fn invalid_text_is_an_error_and_not_a_panic() {
        refuses::<Standard>("base64");
        refuses::<StandardSimd>("base64-simd-engine");
        refuses::<Simd>("base64-simd");
        refuses::<Turbo>("base64-turbo");
    }
}
