//! Arbitrary bytes as a stream of gRPC frames, and frames with arbitrary changes, cut in arbitrary ways.

#![no_main]

#[path = "../../tests/properties/frames.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::holds(input));
