//! Arbitrary text as a suite file.

#![no_main]

#[path = "../../codegen/tests/properties/suite.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::holds(input));
