//! Arbitrary bytes as a payload, and valid payloads with arbitrary changes.

#![no_main]

#[path = "../../codegen/tests/properties/payload.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::holds(input));
