//! Mixes: what a suite may say of several payloads, and what it is refused with.

use super::Source;
use super::tests::{Folder, case};
use crate::limits::{MAX_PASS, MAX_PAYLOAD, MAX_PAYLOADS};
use crate::load;
use crate::schema::Schemas;

/// A case with this value of `payloads` and no `payload`.
fn mix(payloads: &str) -> String {
    case(&[("payload", ""), ("payloads", payloads)])
}

/// A folder with `1.bin`, `2.bin`, ... beside the rest: users with names of that many letters.
fn folder(files: usize) -> Folder {
    let folder = Folder::new();
    for letters in 1..=files {
        let name = "x".repeat(letters % 100 + 1);
        let wire = [&[0x0a, name.len() as u8], name.as_bytes()].concat();
        std::fs::write(folder.path(&format!("{letters}.bin")), wire).unwrap();
    }
    folder
}

fn weights(folder: &Folder, payloads: &str) -> Vec<u32> {
    match &folder.load(&mix(payloads)).cases[0].source {
        Source::Mix(parts) => parts.iter().map(|part| part.weight).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn weights_are_reduced_to_the_shortest_pass() {
    let folder = folder(3);
    let three = |a: &str, b: &str, c: &str| {
        format!("[{{ file = \"1.bin\"{a} }}, {{ file = \"2.bin\"{b} }}, {{ file = \"3.bin\"{c} }}]")
    };
    let of = |text: String| weights(&folder, &text);
    assert_eq!(of(three("", "", "")), [1, 1, 1]);
    assert_eq!(of(three(", weight = 3", "", "")), [3, 1, 1]);
    let hundreds = three(", weight = 600", ", weight = 300", ", weight = 100");
    assert_eq!(of(hundreds), [6, 3, 1]);
    let huge = ", weight = 9223372036854775807";
    assert_eq!(of(three(huge, huge, huge)), [1, 1, 1]);
    assert_eq!(weights(&folder, "[{ file = \"1.bin\", weight = 7 }]"), [1]);
}

#[test]
fn every_payload_of_a_mix_is_read_and_watched() {
    let folder = folder(2);
    let text = mix("[{ file = \"2.bin\" }, { file = \"1.bin\", weight = 4 }]");
    let suite = folder.load(&text);
    let case = &suite.cases[0];
    let message = Schemas::new().load(case).unwrap().message(case).unwrap();
    let payloads = load::payloads(case, &message).unwrap();
    let read: Vec<(usize, u32)> = payloads
        .iter()
        .map(|of| (of.bytes.len(), of.weight))
        .collect();
    assert_eq!(read, [(5, 1), (4, 4)], "in the order of the suite");
    for file in ["1.bin", "2.bin", "a.proto", "suite.toml"] {
        assert!(suite.files().contains(&folder.path(file)), "{file}");
    }
}

#[test]
fn bad_mixes_are_refused_with_place_and_remedy() {
    let folder = folder(2);
    let refused = |payloads: &str| folder.refusal(&mix(payloads));
    let with = |key: &str, value: &str| {
        let good = "[{ file = \"1.bin\" }]";
        folder.refusal(&case(&[("payload", ""), ("payloads", good), (key, value)]))
    };
    for (got, expected) in [
        (
            refused("[]"),
            "suite.toml:4:12: case `one`: `payloads` is empty; add some, as in { file =",
        ),
        (
            refused("[{ file = \"1.bin\", weight = 0 }]"),
            "suite.toml:4:40: case `one`: a weight of 0; give 1 or more, or remove the payload",
        ),
        (
            refused("[{ file = \"1.bin\", weight = -1 }]"),
            "suite.toml:4:40: invalid value: integer `-1`",
        ),
        (
            refused("[{ file = \"1.bin\", wieght = 2 }]"),
            "suite.toml:4:31: unknown key `wieght`; did you mean `weight`?",
        ),
        (
            refused("[\"1.bin\"]"),
            "suite.toml:4:13: invalid type: string \"1.bin\"",
        ),
        (
            refused("[{ weight = 2 }]"),
            "suite.toml:4:13: missing field `file`",
        ),
        (
            refused("[{ file = \"1.bin\" }, { file = \"9.bin\" }]"),
            "suite.toml:4:42: case `one`: payload 9.bin does not exist; give a path relative",
        ),
        (
            refused("[{ file = \"1.bin\" }, { file = \"sub/../1.bin\" }]"),
            "suite.toml:4:42: case `one`: payload `sub/../1.bin` is listed twice; list it once, with the sum",
        ),
        (
            refused("[{ file = \"1.bin\", weight = 10000 }, { file = \"2.bin\" }]"),
            "suite.toml:4:12: case `one`: a pass over the mix has 10001 messages, more than 10000; give rounder",
        ),
        (
            with("payload", "\"user.bin\""),
            "suite.toml:4:11: case `one` has both `payload` and `payloads`; keep one of them",
        ),
        (
            with("generate", "{ seed = 1 }"),
            "suite.toml:5:12: case `one` has both `payloads` and `generate`; keep one of them",
        ),
        (
            with("sweep", "{ field = \"name\", bytes = [1] }"),
            "suite.toml:7:9: case `one`: a sweep needs `generate`",
        ),
        // The file is named as that of a single payload is.
        (
            refused("[{ file = \"1.bin\" }, { file = \"empty.bin\" }]"),
            "empty.bin: case `one`: empty payload: nothing to measure; give a payload",
        ),
        (
            refused("[{ file = \"cut.bin\" }, { file = \"1.bin\" }]"),
            "cut.bin: case `one`: not a valid `p.User`: at offset 1, field `name`",
        ),
        (
            refused("[{ file = \"1.bin\" }, { file = \"sub\" }]"),
            "sub: cannot read this payload: ",
        ),
    ] {
        assert!(got.starts_with(expected), "\n got {got}\nwant {expected}");
    }
    std::fs::write(folder.path("foreign.bin"), b"\x10\x01").unwrap();
    let line = refused("[{ file = \"1.bin\" }, { file = \"foreign.bin\" }]");
    let expected =
        "foreign.bin: case `one`: `p.User` knows none of the 1 fields in this payload; give";
    assert!(line.starts_with(expected), "{line}");
}

#[test]
fn a_mix_above_the_limits_is_refused() {
    let folder = folder(MAX_PAYLOADS + 1);
    let many = |files: usize| {
        let files: Vec<String> = (1..=files)
            .map(|n| format!("{{ file = \"{n}.bin\" }}"))
            .collect();
        format!("[{}]", files.join(", "))
    };
    assert_eq!(weights(&folder, &many(MAX_PAYLOADS)).len(), MAX_PAYLOADS);
    let line = folder.refusal(&mix(&many(MAX_PAYLOADS + 1)));
    assert!(
        line.starts_with(
            "suite.toml:4:12: case `one` has 1001 payloads, more than 1000; take a sample"
        ),
        "{line}"
    );
    let most = format!(
        "[{{ file = \"1.bin\", weight = {} }}, {{ file = \"2.bin\" }}]",
        MAX_PASS - 1
    );
    assert_eq!(weights(&folder, &most).len(), 2);
}

#[test]
fn a_mix_of_too_many_bytes_is_refused() {
    let folder = folder(2);
    // A name that fills a file of so many bytes, its length in four bytes.
    let grow = |file: &str, bytes: u64| {
        let name = bytes - 5;
        let mut wire = vec![0x0a];
        wire.extend(
            (0..4).map(|at| (name >> (7 * at)) as u8 & 0x7f | if at < 3 { 0x80 } else { 0 }),
        );
        wire.resize(bytes as usize, b'x');
        std::fs::write(folder.path(file), wire).unwrap();
    };
    grow("1.bin", 8 << 20);
    let weighs = |weight: usize| {
        format!("[{{ file = \"1.bin\", weight = {weight} }}, {{ file = \"2.bin\" }}]")
    };
    assert_eq!(weights(&folder, &weighs(512)).len(), 2);
    let line = folder.refusal(&mix(&weighs(513)));
    let expected = "suite.toml:4:22: case `one`: up to this payload a pass over the mix has 4303355904 bytes, \
                    more than 4294967296; give smaller weights, smaller payloads or fewer";
    assert!(line.starts_with(expected), "{line}");

    grow("1.bin", MAX_PAYLOAD);
    let line = folder.refusal(&mix(&weighs(1)));
    let expected = "suite.toml:4:54: case `one`: up to this one the payloads have 268435461 bytes, more than \
                    268435456; give smaller ones, or fewer";
    assert!(line.starts_with(expected), "{line}");
}

/// `[[case.payloads]]` is the same as a list of inline tables.
#[test]
fn payloads_may_be_tables() {
    let folder = folder(2);
    let tables =
        "[[case.payloads]]\nfile = \"1.bin\"\n[[case.payloads]]\nfile = \"2.bin\"\nweight = 2\n";
    let suite = folder.load(&format!("{}{tables}", case(&[("payload", "")])));
    assert!(matches!(&suite.cases[0].source, Source::Mix(parts) if parts[1].weight == 2));
    let line = folder.refusal(&format!("{}{tables}", case(&[])));
    assert!(
        line.contains("case `one` has both `payload` and `payloads`"),
        "{line}"
    );
}
