//! `base64-simd`: a crate of its own, vectorised for x86, ARM and WebAssembly.

use base64_simd::{Out, STANDARD};

use super::{Engine, TextError, room, text_len};

/// `base64_simd::STANDARD`.
#[derive(Debug)]
pub struct Simd;

impl Engine for Simd {
    #[inline]
    fn encode(bytes: &[u8], text: &mut Vec<u8>) -> usize {
        let room = room(text, text_len(bytes.len()));
        STANDARD.encode(bytes, Out::from_slice(room)).len()
    }

    #[inline]
    fn decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextError> {
        let room = room(bytes, STANDARD.estimated_decoded_length(text.len()));
        let value = STANDARD.decode(text, Out::from_slice(room));
        value
            .map(|value| value.len())
            .map_err(|error| TextError(error.to_string()))
    }

    #[inline]
    fn encode_fresh(bytes: &[u8]) -> String {
        STANDARD.encode_to_string(bytes)
    }

    #[inline]
    fn decode_fresh(text: &[u8]) -> Result<Vec<u8>, TextError> {
        STANDARD
            .decode_to_vec(text)
            .map_err(|error| TextError(error.to_string()))
    }
}
