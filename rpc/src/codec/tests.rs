//! Every arm carries the same bytes.

use bytes::Bytes;
use wiretax::wrap::{Engine, Standard, Wrap};

use super::*;
use crate::payload;

fn carried<A: Arm>(arm: &A, wire: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let message = arm.read(Bytes::copy_from_slice(wire)).expect("it is whole");
    let message = arm.answer(message).expect("it is whole");
    arm.write(&message, &mut out).expect("it was read");
    out
}

fn carried_again<A: Arm>(arm: &A, wire: &[u8]) -> [Vec<u8>; 2] {
    let mut message = arm.read(Bytes::copy_from_slice(wire)).expect("it is whole");
    [(); 2].map(|()| {
        let mut out = Vec::new();
        arm.write_again(&mut message, &mut out)
            .expect("it was read");
        out
    })
}

#[test]
fn what_is_read_is_written() {
    for size in [0, 3, 16, 700, 70_000] {
        let wire = payload::note(size).expect("there is such a note");
        let text = Standard::encode_fresh(&wire).into_bytes();
        for codec in CodecName::PARSING.into_iter().chain([CodecName::None]) {
            for wrap in Wrap::all() {
                let travels = match wrap {
                    Wrap::Base64(_) => &text,
                    _ => &wire,
                };
                with_family!(codec, F => {
                    let arm = F::note(wrap);
                    assert_eq!(&carried(&arm, travels), travels, "{codec} {wrap} {size}");
                    for out in carried_again(&arm, travels) {
                        assert_eq!(&out, travels, "{codec} {wrap} {size}");
                    }
                });
            }
        }
    }
}

#[test]
fn text_that_is_none_and_wire_that_is_cut_are_faults() {
    let wire = payload::note(700).expect("there is such a note");
    for codec in CodecName::PARSING {
        with_family!(codec, F => {
            let of = |wrap, bytes: &[u8]| {
                let arm = F::note(wrap);
                let message = arm.read(Bytes::copy_from_slice(bytes))?;
                arm.answer(message).map(drop)
            };
            let raw = of(Wrap::Raw, &wire[..400]).expect_err("it is cut");
            assert!(raw.to_string().starts_with("the codec: "), "{codec}: {raw}");
            let text = of(Wrap::Base64(wiretax::wrap::EngineName::Base64), b"****").expect_err("it is no text");
            assert!(text.to_string().starts_with("base64: "), "{codec}: {text}");
        });
    }
}

#[test]
fn the_event_crosses_in_every_codec() {
    let wire = payload::proposed();
    for codec in CodecName::PARSING {
        with_family!(codec, F => {
            let out = carried(&F::proposed(Wrap::Raw), wire);
            // A map may be written in another order: the same fields, so as many bytes, and it reads back.
            assert_eq!(out.len(), wire.len(), "{codec}");
            let again = carried(&super::Prost::proposed(Wrap::Raw), &out);
            assert_eq!(again, carried(&super::Prost::proposed(Wrap::Raw), wire), "{codec}");
        });
    }
}
