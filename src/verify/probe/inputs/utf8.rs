//! Strings that are no UTF-8, in every position; and bytes, which are never checked.

use super::{Input, PROTO2, Topic, Wire};

const LATIN1: &[u8] = b"caf\xe9";

/// What a string can be instead of UTF-8.
const BROKEN: [(&str, &str, &[u8]); 9] = [
    ("latin1", "a Latin-1 letter", LATIN1),
    ("continuation", "a continuation byte alone", b"\x80"),
    ("overlong-2", "a slash in two bytes", b"\xc0\xaf"),
    ("overlong-3", "a slash in three bytes", b"\xe0\x80\xaf"),
    (
        "surrogate",
        "half of a surrogate pair (U+D800)",
        b"\xed\xa0\x80",
    ),
    (
        "truncated",
        "three bytes of a character of four",
        b"\xf0\x9f\x98",
    ),
    (
        "above-10ffff",
        "a character beyond U+10FFFF",
        b"\xf4\x90\x80\x80",
    ),
    ("byte-ff", "the byte FF", b"\xff"),
    (
        "after-64",
        "a bad byte behind 64 good ones",
        b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\xe9",
    ),
];

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("utf-8");
    for (name, what, text) in BROKEN {
        let says = format!("{what} in a proto3 string: to be rejected");
        let wire = Wire::new().len(1, text);
        all.reject(&format!("utf8-{name}"), &says, wire);
    }
    let entry = |key: &[u8], value: &[u8]| Wire::new().len(1, key).len(2, value);
    let w = Wire::new;
    let positions = [
        (
            "repeated-first",
            "the first of two strings",
            w().len(2, LATIN1).len(2, "b"),
        ),
        (
            "repeated-last",
            "the last of two strings",
            w().len(2, "a").len(2, LATIN1),
        ),
        ("map-key", "a map key", w().message(3, entry(LATIN1, b"v"))),
        (
            "map-value",
            "a map value",
            w().message(3, entry(b"k", LATIN1)),
        ),
        ("oneof", "a member of a oneof", w().len(30, LATIN1)),
        ("optional", "an optional string", w().len(27, LATIN1)),
        (
            "nested",
            "a string of a sub-message",
            w().message(18, w().len(5, LATIN1)),
        ),
        (
            "overwritten",
            "a string that a good one follows",
            w().len(1, LATIN1).len(1, "b"),
        ),
    ];
    for (name, what, wire) in positions {
        let says = format!("Latin-1 in {what}: to be rejected in proto3");
        all.reject(&format!("utf8-{name}"), &says, wire);
    }
    all.same(
        "utf8-fine",
        "NUL, a byte order mark, U+FFFF and U+10FFFF are all UTF-8",
        Wire::new().len(1, "\0\u{feff}\u{ffff}\u{10ffff}"),
    );
    let every: Vec<u8> = (0..=255).collect();
    all.same(
        "bytes-any",
        "a bytes field may hold anything",
        Wire::new().len(4, &every).len(5, LATIN1),
    );
    all.on(PROTO2);
    for (name, what, text) in BROKEN {
        if matches!(name, "latin1" | "overlong-2" | "surrogate" | "truncated") {
            all.either(
                &format!("utf8-proto2-{name}"),
                &format!("{what} in a proto2 string: need not be checked"),
                Wire::new().len(1, text),
                Wire::new().len(1, text),
            );
        }
    }
    let positions = [
        (
            "repeated",
            "a repeated string",
            w().len(2, "a").len(2, LATIN1),
        ),
        (
            "map-value",
            "a map value",
            w().message(3, entry(b"k", LATIN1)),
        ),
        ("oneof", "a member of a oneof", w().len(12, LATIN1)),
        (
            "nested",
            "a string of a sub-message",
            w().message(11, w().len(1, LATIN1)),
        ),
    ];
    for (name, what, wire) in positions {
        let says = format!("Latin-1 in {what} of proto2: need not be checked");
        all.either(&format!("utf8-proto2-{name}"), &says, wire.clone(), wire);
    }
    all.list
}
