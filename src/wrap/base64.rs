//! `base64` and `base64-simd-engine`: the `base64` crate's `STANDARD`, which people use, and its
//! `engine::Simd`, which has been in the same crate since 0.23.

use base64::DecodeSliceError;
use base64::Engine as _;
use base64::engine::general_purpose::{PAD, STANDARD};

use super::{Engine, TextError, room, text_len};

/// `base64::engine::general_purpose::STANDARD`, scalar.
#[derive(Debug)]
pub struct Standard;

/// `base64::engine::Simd`, AVX2 or NEON where the machine has it.
#[derive(Debug)]
pub struct StandardSimd;

macro_rules! engine {
    ($name:ident, $engine:expr) => {
        impl Engine for $name {
            #[inline]
            fn encode(bytes: &[u8], text: &mut Vec<u8>) -> usize {
                let room = room(text, text_len(bytes.len()));
                $engine
                    .encode_slice(bytes, room)
                    .expect("room for the text was made")
            }

            #[inline]
            fn decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextError> {
                let room = room(bytes, base64::decoded_len_estimate(text.len()));
                $engine
                    .decode_slice(text, room)
                    .map_err(|error| TextError(error.to_string()))
            }

            #[inline]
            fn encode_fresh(bytes: &[u8]) -> String {
                $engine.encode(bytes)
            }

            #[inline]
            fn decode_fresh(text: &[u8]) -> Result<Vec<u8>, TextError> {
                $engine
                    .decode(text)
                    .map_err(|error| TextError(error.to_string()))
            }
        }
    };
}

engine!(Standard, STANDARD);

/// The same calls with the crate's own errors, which are plain values: as a text, an error costs more than finding it did.
impl Standard {
    /// As [`Engine::decode`].
    #[inline]
    pub(crate) fn try_decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, DecodeSliceError> {
        let room = room(bytes, base64::decoded_len_estimate(text.len()));
        STANDARD.decode_slice(text, room)
    }

    /// As [`Engine::decode_fresh`].
    #[inline]
    pub(crate) fn try_decode_fresh(text: &[u8]) -> Result<Vec<u8>, DecodeSliceError> {
        Ok(STANDARD.decode(text)?)
    }
}
engine!(StandardSimd, simd());

/// The engine finds out once what the machine can do.
#[inline]
fn simd() -> &'static base64::engine::Simd {
    static ENGINE: std::sync::LazyLock<base64::engine::Simd> =
        std::sync::LazyLock::new(|| base64::engine::Simd::standard(PAD));
    &ENGINE
}
