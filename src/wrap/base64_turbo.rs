//! `base64-turbo`: chooses AVX-512, AVX2 or scalar code when it runs.

use base64_turbo::STANDARD;

use super::{Engine, TextError, room};

/// `base64_turbo::STANDARD`.
#[derive(Debug)]
pub struct Turbo;

impl Engine for Turbo {
    #[inline]
    fn encode(bytes: &[u8], text: &mut Vec<u8>) -> usize {
        let room = room(text, STANDARD.encoded_len(bytes.len()));
        STANDARD
            .encode_slice(bytes, room)
            .expect("room for the text was made")
    }

    #[inline]
    fn decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextError> {
        let room = room(bytes, STANDARD.decoded_len_estimate(text.len()));
        STANDARD
            .decode_slice(text, room)
            .map_err(|error| TextError(error.to_string()))
    }

    #[inline]
    fn encode_fresh(bytes: &[u8]) -> String {
        STANDARD.encode(bytes)
    }

    #[inline]
    fn decode_fresh(text: &[u8]) -> Result<Vec<u8>, TextError> {
        STANDARD
            .decode(text)
            .map_err(|error| TextError(error.to_string()))
    }
}
