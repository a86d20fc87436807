//! What must hold whatever the input: here a few hundred inputs of each kind, in `fuzz/` as many as one has time
//! for.
//!
//! A property is a file with `pub fn holds(input: &[u8])`, which panics where it does not hold. It lives here,
//! and a fuzz target takes it by its path; so it uses the public items of the crate alone, and crates that
//! `fuzz/Cargo.toml` lists too. An input that a fuzzer found becomes a line in the test of its property.

#![forbid(unsafe_code)]

mod descriptors;
mod form;
mod payload;
mod suite;

use proptest::prelude::*;

/// A good suite, to be spoilt.
const SUITE: &str = r#"
[defaults]
ops = ["encode", "decode", "read"]
measure = { encode = ["raw", "base64@base64-simd"], read = ["base64-field"] }
[[case]]
name = "one"
schema = "a.proto"
message = "p.M"
stresses = "this and that"
payload = "a.bin"
engines = ["base64", "base64-turbo"]
[[case]]
name = "two"
schema = "a.proto"
include = ["."]
message = ".p.M"
stresses = "this and that"
codecs = ["prost"]
sweep = { field = "b", bytes = [16, 32] }
[case.generate]
seed = 1
depth = 2
count = [1, 2]
only = ["s", "list.b", "map.value.s"]
[case.generate.fields]
s = { content = "json", chars = 7 }
"M.n" = { range = [0, 9] }
"map.key" = { length = [3, 4] }
d = { value = 0.5 }
e = { skip = true }
[[case]]
name = "three"
schema = "a.proto"
message = "p.M"
stresses = "size"
generate = { seed = 2, size = 300, grow = "packed", extensions = true }
"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_a_suite_or_is_refused(
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..9_usize, "[ -~é\n\u{7f}]{0,4}"), 0..4,
        ),
    ) {
        let mut text = SUITE.to_owned();
        for (at, length, new) in changes {
            let at = at.index(text.len());
            let end = (at + length).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) {
                text.replace_range(at..end, &new);
            }
        }
        suite::holds(text.as_bytes());
    }

    #[test]
    fn any_changed_descriptors_flatten_or_are_refused(
        input in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        descriptors::holds(&[&[1], input.as_slice()].concat());
    }

    #[test]
    fn any_bytes_are_descriptors_or_are_refused(input in prop::collection::vec(any::<u8>(), 0..60)) {
        descriptors::set_holds(&input);
    }

    #[test]
    fn any_changed_file_is_read_or_is_refused(input in prop::collection::vec(any::<u8>(), 2..14)) {
        form::holds(&[&[1], input.as_slice()].concat());
    }

    #[test]
    fn any_two_files_are_read_or_are_refused(input in prop::collection::vec(any::<u8>(), 4..8)) {
        form::holds(&[&[2], input.as_slice()].concat());
    }

    #[test]
    fn any_bytes_are_read_or_are_refused(input in prop::collection::vec(any::<u8>(), 0..200)) {
        form::read_holds(&input);
    }

    #[test]
    fn any_text_is_read_or_is_refused(text in "[ -~\\n\\r\u{fe}-\u{200}]{0,80}") {
        form::read_holds(text.as_bytes());
    }
}

// These are fast.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_changed_payload_is_judged_as_a_codec_does(
        input in prop::collection::vec(any::<u8>(), 2..20),
    ) {
        payload::holds(&[&[1], input.as_slice()].concat());
    }

    #[test]
    fn any_fields_are_judged_as_a_codec_does(input in prop::collection::vec(any::<u8>(), 3..18)) {
        payload::holds(&[&[2], input.as_slice()].concat());
    }

    #[test]
    fn any_bytes_are_judged_as_a_codec_does(input in prop::collection::vec(any::<u8>(), 0..60)) {
        payload::check_holds(&input);
    }
}

#[test]
fn what_the_tests_spoil_is_good() {
    suite::holds(SUITE.as_bytes());
    descriptors::holds(&[1]);
    payload::holds(&[1, 0, 0]);
    payload::holds(&[2, 0, 8, 0]);
    for kind in 0..12 {
        for seed in 0..12 {
            form::holds(&[1, kind, seed]);
        }
    }
}

/// Names from the file itself once broke the one line of an error.
#[test]
fn line_ends_in_names_stay_in_the_line() {
    for (from, to) in [
        ("\"a.proto\"", "\"a\\nb.proto\""),
        ("\"p.M\"", "\"p\\n.M\""),
        ("\"a.bin\"", "\"a\\r.bin\""),
        ("[\".\"]", "[\"\\u2028\"]"),
        ("\"s\", ", "\"s\\n\", "),
        ("\nd = ", "\n\"d\\n\" = "),
        ("value = 0.5", "value = \"x\\ny\""),
        ("name = \"one\"", "\"na\\nme\" = \"one\""),
    ] {
        assert!(SUITE.contains(from), "{from}");
        suite::holds(SUITE.replacen(from, to, 1).as_bytes());
    }
}
