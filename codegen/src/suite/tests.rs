//! The built-in suite, and what suites say.

use std::collections::BTreeMap;
use std::path::Path;

use super::*;
use crate::load;
use crate::schema::Schemas;

/// A folder with a small schema, a payload, and the suite under test.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write(
            "a.proto",
            b"syntax = \"proto3\"; package p; message User { string name = 1; }",
        );
        write(
            "sub/b.proto",
            b"syntax = \"proto3\"; import \"c.proto\"; message B { C c = 1; }",
        );
        write(
            "sub/c.proto",
            b"syntax = \"proto3\"; message C { bytes b = 1; }",
        );
        write("user.bin", b"\x0a\x01x");
        write("cut.bin", b"\x0a\x05x");
        write("empty.bin", b"");
        Self(dir)
    }

    pub(super) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn parse(&self, text: &str) -> Result<Suite, Error> {
        Suite::parse(&self.0.path().join("suite.toml"), text)
    }

    pub(super) fn load(&self, text: &str) -> Suite {
        self.parse(text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What a suite is refused with, from its reading to its payloads; the folder left out.
    pub(super) fn refusal(&self, text: &str) -> String {
        let error = self
            .parse(text)
            .and_then(|suite| {
                let mut schemas = Schemas::new();
                for case in &suite.cases {
                    let message = schemas.load(case)?.message(case)?;
                    load::payloads(case, &message)?;
                }
                Ok(())
            })
            .expect_err(text);
        let line = error.to_string();
        assert!(!line.contains('\n'), "{line}");
        line.replace(&format!("{}/", self.0.path().display()), "")
    }
}

/// A case with these keys in place of, or in addition to, good ones.
pub(super) fn case(keys: &[(&str, &str)]) -> String {
    let mut all = BTreeMap::from([
        ("name", "\"one\""),
        ("schema", "\"a.proto\""),
        ("message", "\"p.User\""),
        ("payload", "\"user.bin\""),
        ("stresses", "\"strings\""),
    ]);
    for (key, value) in keys {
        all.insert(key, value);
    }
    let mut text = "[[case]]\n".to_owned();
    for (key, value) in all.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("{key} = {value}\n"));
    }
    text
}

fn cells(keys: &[(&str, &str)]) -> Vec<String> {
    let suite = Folder::new().load(&case(keys));
    suite.cases[0].cells.iter().map(Cell::to_string).collect()
}

#[test]
fn the_built_in_suite_is_what_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proto/suite.toml");
    let suite = Suite::load(&path).unwrap();
    let mut schemas = Schemas::new();
    let mut sizes = BTreeMap::new();
    for case in &suite.cases {
        let message = schemas.load(case).unwrap().message(case).unwrap();
        let payloads = load::payloads(case, &message).unwrap_or_else(|error| panic!("{error}"));
        let [payload] = &payloads[..] else {
            panic!("{}", case.name);
        };
        assert_eq!(payload.checked.unknown_fields, 0);
        assert!(case.cells.iter().any(|cell| cell.wrap == Wrap::Raw));
        sizes.insert(case.name.as_str(), payload.bytes.len());
    }
    let near = |name: &str, size: usize, percent: usize| {
        let got = sizes[name];
        assert!(got.abs_diff(size) * 100 <= size * percent, "{name}: {got}");
    };
    near("append", 3060, 1);
    near("append-1Mi", 1 << 20, 1);
    near("scalars", 20, 10);
    near("strings", 180, 5);
    near("packed-doubles", 8192, 1);
    near("packed-varints", 8192, 5);
    near("tree", 800, 5);
    near("submessages", 2800, 5);
    near("logs", 900_000, 1);
    assert_eq!(suite.cases.len(), 17);
    let cells: usize = suite.cases.iter().map(|case| case.cells.len()).sum();
    // The head of proto/suite.toml and the README say 400, with four codecs.
    assert_eq!(cells * 4, 400);
}

#[test]
fn cells_are_ops_by_wraps_by_engines() {
    assert_eq!(
        cells(&[]),
        [
            "encode/raw",
            "encode/base64@base64",
            "decode/raw",
            "decode/base64@base64"
        ]
    );
    let all = [
        ("ops", "[\"encode\", \"read\"]"),
        ("wraps", "[\"raw\", \"base64\", \"base64-field\"]"),
        ("engines", "[\"base64-simd\", \"base64\"]"),
    ];
    let expected = [
        "encode/raw",
        "encode/base64@base64-simd",
        "encode/base64@base64",
        "encode/base64-field@base64-simd",
        "read/raw",
    ];
    assert_eq!(cells(&all), expected);
    let measure =
        "{ encode = [\"raw\", \"base64-field@base64-turbo\", \"raw\"], decode = [\"base64\"] }";
    let expected = [
        "encode/raw",
        "encode/base64-field@base64-turbo",
        "decode/base64@base64",
    ];
    assert_eq!(cells(&[("measure", measure)]), expected);
}

#[test]
fn defaults_hold_unless_a_case_says_otherwise() {
    let defaults = "[defaults]\nops = [\"decode\"]\nwraps = [\"raw\"]\ncodecs = [\"prost\"]\n";
    let text = format!(
        "{defaults}{}{}",
        case(&[]),
        case(&[
            ("name", "\"two\""),
            ("ops", "[\"encode\"]"),
            ("codecs", "[\"protobuf\"]")
        ])
    );
    let suite = Folder::new().load(&text);
    assert_eq!(suite.cases[0].cells.len(), 1);
    assert_eq!(suite.cases[0].cells[0].op, Op::Decode);
    assert_eq!(
        suite.cases[0].codecs.as_deref(),
        Some(&["prost".to_owned()][..])
    );
    assert_eq!(suite.cases[1].cells[0].op, Op::Encode);
    assert_eq!(
        suite.cases[1].codecs.as_deref(),
        Some(&["protobuf".to_owned()][..])
    );
}

#[test]
fn paths_are_found_from_the_suite() {
    let folder = Folder::new();
    let text = case(&[
        ("schema", "\"b.proto\""),
        ("include", "[\"sub\"]"),
        ("message", "\".B\""),
        ("payload", ""),
        ("generate", "{ seed = 1 }"),
    ]);
    let suite = folder.load(&text);
    let here = folder.0.path();
    assert_eq!(
        suite.cases[0].schema,
        here.join("sub/b.proto"),
        "searched in the roots"
    );
    assert_eq!(suite.cases[0].include, [here.join("sub")]);
    assert_eq!(suite.cases[0].message, "B");
    let mut schemas = Schemas::new();
    schemas.load(&suite.cases[0]).unwrap();
    assert_eq!(
        schemas.files(),
        [here.join("sub/b.proto"), here.join("sub/c.proto")]
    );
    assert_eq!(
        suite.files(),
        [here.join("sub/b.proto"), here.join("suite.toml")]
    );

    let outside = case(&[
        ("schema", "\"../sub/c.proto\""),
        ("payload", "\"../user.bin\""),
    ]);
    let below = here.join("below");
    let suite = Suite::parse(&below.join("suite.toml"), &outside).unwrap();
    assert_eq!(suite.cases[0].schema, here.join("sub/c.proto"));
    assert_eq!(
        suite.cases[0].include,
        [here.join("sub")],
        "a schema elsewhere is its own root"
    );
    let Source::File(payload) = &suite.cases[0].source else {
        panic!()
    };
    assert_eq!(*payload, here.join("user.bin"));
}

#[test]
fn a_sweep_becomes_cases() {
    let text = case(&[
        ("payload", ""),
        ("generate", "{ seed = 1 }"),
        ("sweep", "{ field = \"name\", bytes = [16, 4096, 1048576] }"),
    ]);
    let folder = Folder::new();
    let suite = folder.load(&format!("{text}{}", case(&[])));
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(
        names,
        ["one-16", "one-4Ki", "one-1Mi", "one"],
        "its own name is free for a case"
    );
    let sweep = Sweep {
        family: "one".to_owned(),
        bytes: 4096,
    };
    assert_eq!(suite.cases[1].sweep, Some(sweep));
    let mut schemas = Schemas::new();
    let message = schemas
        .load(&suite.cases[1])
        .unwrap()
        .message(&suite.cases[1])
        .unwrap();
    let payloads = load::payloads(&suite.cases[1], &message).unwrap();
    assert_eq!(payloads[0].bytes.len(), 4096 + 3);
}
