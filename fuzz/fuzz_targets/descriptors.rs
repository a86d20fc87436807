//! Arbitrary bytes as a descriptor set, and valid sets with arbitrary changes.

#![no_main]

#[path = "../../codegen/tests/properties/descriptors.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|input: &[u8]| property::holds(input));
