//! Decodes that fail, over and over.
//!
//! Each is what the loops of [`Cell`](super::Cell) time for `decode`, `raw` or `base64` by the default engine, up to the error. It is left as
//! it comes, since what a caller does with it differs (a line in a log, a status to send); dropping it is included, as is what the
//! codec had decoded so far.

use std::hint::black_box;

use base64::DecodeSliceError;

use super::looped::Loop;
use super::{MakeError, timed};
use crate::codec::{Codec, Input};
use crate::wrap::Standard;

/// An input that is to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damaged<'a> {
    /// Wire bytes.
    Wire(&'a [u8]),
    /// Base64 text, which is not what is wrong where the wire bytes in it are.
    Text(&'a [u8]),
}

/// What found the damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The base64 engine; the codec was not asked.
    Text,
    /// The codec.
    Wire,
}

/// A decode that fails each time.
#[derive(Debug)]
pub struct Failing {
    /// What found the damage.
    pub stage: Stage,
    /// The error in words.
    pub error: String,
    /// Its loop.
    pub looped: Loop,
}

/// What went wrong.
enum Error<E> {
    Text(DecodeSliceError),
    Wire(E),
}

impl Failing {
    /// Decodes of a damaged input, which has been shown to fail.
    ///
    /// # Errors
    /// [`MakeError::Accepted`] where it does not.
    pub fn new<C: Codec>(codec: C, damaged: Damaged<'_>) -> Result<Self, MakeError> {
        match damaged {
            Damaged::Wire(wire) => Failing::wire(codec, wire.to_vec()),
            Damaged::Text(text) => Failing::text(codec, text.to_vec()),
        }
    }

    fn wire<C: Codec>(codec: C, wire: Vec<u8>) -> Result<Self, MakeError> {
        let home = C::Input::place(&wire, 0);
        let mut scratch = C::Scratch::default();
        let told = wire_fails(&codec, C::Input::at(&home), &mut scratch, tell);
        drop((scratch, home));
        Failing::told(told, move || {
            Loop::new(move |iterations, place| {
                let home = C::Input::place(&wire, place.offset(0));
                let input = C::Input::at(&home);
                let mut scratch = C::Scratch::default();
                let _pad = place.pad(0);
                timed(iterations, || {
                    let input = black_box(input);
                    shown(wire_fails(&codec, input, &mut scratch, look));
                })
            })
        })
    }

    fn text<C: Codec>(codec: C, text: Vec<u8>) -> Result<Self, MakeError> {
        let mut scratch = C::Scratch::default();
        let mut buffer = <C::Input as Input>::Decoded::default();
        let told = text_fails(&codec, &text, &mut buffer, &mut scratch, tell);
        drop((scratch, buffer));
        Failing::told(told, move || {
            Loop::new(move |iterations, place| {
                let home = <[u8] as Input>::place(&text, place.offset(0));
                let text = <[u8] as Input>::at(&home);
                let mut scratch = C::Scratch::default();
                let _pad = place.pad(0);
                let mut buffer = <C::Input as Input>::Decoded::default();
                // A reused buffer has its size already.
                shown(text_fails(&codec, text, &mut buffer, &mut scratch, look));
                timed(iterations, || {
                    let text = black_box(text);
                    shown(text_fails(&codec, text, &mut buffer, &mut scratch, look));
                })
            })
        })
    }

    fn told(
        told: Option<(Stage, String)>,
        looped: impl FnOnce() -> Loop,
    ) -> Result<Self, MakeError> {
        let (stage, error) = told.ok_or(MakeError::Accepted)?;
        Ok(Failing {
            stage,
            error,
            looped: looped(),
        })
    }
}

/// One decode of wire bytes; what `see` makes of its error, which is dropped then. `None` where there is none.
#[inline(always)]
fn wire_fails<C: Codec, R>(
    codec: &C,
    input: &C::Input,
    scratch: &mut C::Scratch,
    see: impl FnOnce(&Error<C::Error>) -> R,
) -> Option<R> {
    match codec.decode(input, scratch) {
        Ok(_) => None,
        Err(error) => Some(see(&Error::Wire(error))),
    }
}

/// The same of base64 text.
#[inline(always)]
fn text_fails<C: Codec, R>(
    codec: &C,
    text: &[u8],
    buffer: &mut <C::Input as Input>::Decoded,
    scratch: &mut C::Scratch,
    see: impl FnOnce(&Error<C::Error>) -> R,
) -> Option<R> {
    let input = C::Input::decoded(
        buffer,
        |bytes| Standard::try_decode(text, bytes),
        || Standard::try_decode_fresh(text),
    );
    match input {
        Ok(input) => wire_fails(codec, black_box(input), scratch, see),
        Err(error) => Some(see(&Error::Text(error))),
    }
}

/// What a loop does with an error.
#[inline(always)]
fn look<E>(error: &Error<E>) {
    match error {
        Error::Text(error) => {
            black_box(error);
        }
        Error::Wire(error) => {
            black_box(error);
        }
    }
}

fn tell<E: std::fmt::Display>(error: &Error<E>) -> (Stage, String) {
    match error {
        Error::Text(error) => (Stage::Text, error.to_string()),
        Error::Wire(error) => (Stage::Wire, error.to_string()),
    }
}

/// The error of a call that has been shown to fail on this very input.
#[inline(always)]
fn shown(seen: Option<()>) {
    match seen {
        Some(()) => {}
        None => unreachable!("the same call on the same input failed before"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Prost, ProstBytes};
    use crate::wrap::Engine;

    /// `google.protobuf.StringValue` whose string is cut.
    const CUT: &[u8] = b"\x0a\x05hell";
    const WHOLE: &[u8] = b"\x0a\x05hello";

    fn fails(damaged: Damaged<'_>, stage: Stage, says: &str) {
        let both = [
            Failing::new(Prost::<String>::new(), damaged),
            Failing::new(ProstBytes::<String>::new(), damaged),
        ];
        for failing in both {
            let mut failing = failing.expect("it fails");
            assert_eq!(failing.stage, stage, "{damaged:?}");
            assert!(failing.error.contains(says), "{}", failing.error);
            assert!(failing.looped.run(100) > 0);
        }
    }

    #[test]
    fn what_is_damaged_fails_where_it_is_damaged() {
        let text = Standard::encode_fresh(CUT);
        fails(Damaged::Wire(CUT), Stage::Wire, "buffer underflow");
        fails(
            Damaged::Text(text.as_bytes()),
            Stage::Wire,
            "buffer underflow",
        );
        fails(Damaged::Text(b"Cg!oZWxs"), Stage::Text, "offset 2");
        fails(Damaged::Text(b"CgVoZWxsb"), Stage::Text, "length");
    }

    #[test]
    fn what_is_not_damaged_makes_no_loop() {
        let text = Standard::encode_fresh(WHOLE);
        for damaged in [Damaged::Wire(WHOLE), Damaged::Text(text.as_bytes())] {
            let error = Failing::new(Prost::<String>::new(), damaged).expect_err("it decodes");
            assert_eq!(error, MakeError::Accepted, "{damaged:?}");
        }
    }
}
