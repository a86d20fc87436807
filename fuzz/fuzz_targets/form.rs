//! Arbitrary bytes as a payload file in any form, and files in each form with arbitrary changes.

#![no_main]

#[path = "../../codegen/tests/properties/form.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::holds(input));
