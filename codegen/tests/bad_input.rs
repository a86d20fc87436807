//! Bad input, from the suite file down to the payload's bytes: a build ends with one line that names file and
//! place and says what to do, and never with a panic.

#![forbid(unsafe_code)]

use std::path::PathBuf;

use tempfile::TempDir;
use wiretax_codegen::build::build;

const USER: &str = "syntax = \"proto3\"; package shop;
    message User { string name = 1; }
    message Order { User buyer = 1; repeated fixed32 prices = 2; }";

/// A folder with a suite that builds, until a test spoils it.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Project(tempfile::tempdir().expect("a temporary folder"));
        project.write("shop.proto", USER);
        project.write("user.bin", b"\x0a\x03ann");
        project.write("suite.toml", case(&[]));
        project
    }

    fn with(file: &str, content: impl AsRef<[u8]>) -> Self {
        let project = Project::new();
        project.write(file, content);
        project
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(file), content).expect("the folder can be written");
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn build(&self, suite: &str) -> Result<(), String> {
        match build("test", &self.path(suite), &self.path("out"), &[]) {
            Ok(built) => {
                assert!(built.glue.is_file());
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// What the build ends with, the folder left out of its paths.
    fn refusal_of(&self, suite: &str) -> String {
        let line = self.build(suite).expect_err("the input is bad");
        assert!(!line.contains('\n'), "more than one line: {line}");
        let folder = format!("{}/", self.0.path().display());
        let at_start = line.starts_with(&folder);
        assert!(at_start, "does not begin with the file: {line}");
        line.replace(&folder, "")
    }

    fn refusal(&self) -> String {
        self.refusal_of("suite.toml")
    }
}

/// A case of the suite, with these lines in place of its own or after them.
fn case(changes: &[(&str, &str)]) -> String {
    let mut keys = vec![
        ("name", "\"one\""),
        ("schema", "\"shop.proto\""),
        ("message", "\"shop.User\""),
        ("payload", "\"user.bin\""),
        ("stresses", "\"strings\""),
    ];
    for &(key, value) in changes {
        match keys.iter_mut().find(|(known, _)| *known == key) {
            Some(found) => found.1 = value,
            None => keys.push((key, value)),
        }
    }
    let lines: Vec<String> = keys
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"))
        .collect();
    format!("[[case]]\n{}", lines.concat())
}

/// What the build of a suite of one such case ends with.
fn refusal(changes: &[(&str, &str)]) -> String {
    Project::with("suite.toml", case(changes)).refusal()
}

/// What the build ends with when `user.bin` holds these bytes.
fn refusal_of_payload(message: &str, bytes: &[u8]) -> String {
    let project = Project::with("user.bin", bytes);
    project.write("suite.toml", case(&[("message", message)]));
    project.refusal()
}

/// What the build ends with when `shop.proto` holds this text.
fn refusal_of_schema(text: &str) -> String {
    Project::with("shop.proto", text).refusal()
}

#[track_caller]
fn assert_starts(line: &str, expected: &str) {
    assert!(
        line.starts_with(expected),
        "\n got {line}\nwant {expected}..."
    );
}

#[test]
fn the_input_that_the_tests_spoil_is_good() {
    assert_eq!(Project::new().build("suite.toml"), Ok(()));
}

#[test]
fn an_unknown_key_is_named_with_the_nearest() {
    assert_starts(
        &refusal(&[("paylod", "\"user.bin\"")]),
        "suite.toml:7:1: unknown key `paylod`; did you mean `payload`? (known: name, schema,",
    );
}

#[test]
fn a_missing_schema_is_named_where_the_suite_names_it() {
    assert_starts(
        &refusal(&[("schema", "\"shap.proto\"")]),
        "suite.toml:3:10: case `one`: schema shap.proto does not exist; give a path relative to",
    );
}

#[test]
fn a_missing_payload_is_named_where_the_suite_names_it() {
    assert_starts(
        &refusal(&[("payload", "\"usr.bin\"")]),
        "suite.toml:5:11: case `one`: payload usr.bin does not exist; give a path relative to",
    );
}

#[test]
fn a_payload_that_is_a_folder_is_refused() {
    let project = Project::with("suite.toml", case(&[("payload", "\"user\"")]));
    std::fs::create_dir(project.path("user")).expect("the folder can be written");
    let line = project.refusal();
    assert_starts(&line, "user: cannot read this payload: ");
    assert!(line.ends_with("; give a file that can be read"), "{line}");
}

#[test]
fn a_missing_import_is_named_with_the_folders_searched() {
    let line = refusal_of_schema("syntax = \"proto3\";\nimport \"far.proto\";\nmessage User {}");
    assert_starts(&line, "shop.proto:2:");
    assert!(line.contains("far.proto"), "{line}");
    assert!(
        line.contains("name the proto roots (`include` in a suite"),
        "{line}"
    );
}

#[test]
fn a_message_that_is_not_in_the_schema_comes_with_the_nearest_names() {
    assert_starts(
        &refusal(&[("message", "\"shop.Usr\"")]),
        "suite.toml:4:11: case `one`: message `shop.Usr` is not in shop.proto; did you mean `shop.User` or",
    );
    assert_starts(
        &refusal(&[("message", "\"Zzyzx\"")]),
        "suite.toml:4:11: case `one`: message `Zzyzx` is not in shop.proto; it has `shop.User` or `shop.Order`",
    );
}

#[test]
fn a_payload_that_does_not_parse_is_placed_by_offset_and_field() {
    assert_starts(
        &refusal_of_payload("\"shop.User\"", b"\x0a\x05ann"),
        "user.bin: case `one`: not a valid `shop.User`: at offset 1, field `name`: a length of 5 where 3 bytes \
         are left; give the wire bytes of this message",
    );
    assert_starts(
        &refusal_of_payload("\"shop.Order\"", b"\x0a\x03\x08\x96\x01"),
        "user.bin: case `one`: not a valid `shop.Order`: at offset 2, field `buyer.name`: wire type 0",
    );
    assert_starts(
        &refusal_of_payload("\"shop.Order\"", b"\x12\x03abc"),
        "user.bin: case `one`: not a valid `shop.Order`: at offset 1, field `prices[0]`: a packed length of 3, \
         no multiple of 4; give",
    );
    assert_starts(
        &refusal_of_payload("\"shop.User\"", b"\x0a\x02\xff\xfe"),
        "user.bin: case `one`: not a valid `shop.User`: at offset 2, field `name`: a string is not UTF-8",
    );
}

#[test]
fn an_empty_payload_is_refused() {
    assert_starts(
        &refusal_of_payload("\"shop.User\"", b""),
        "user.bin: case `one`: empty payload: nothing to measure; give a payload with at least one field",
    );
}

#[test]
fn a_payload_of_which_the_message_knows_nothing_is_refused() {
    assert_starts(
        &refusal_of_payload("\"shop.User\"", b"\x98\x06\x01\xa0\x06\x02"),
        "user.bin: case `one`: `shop.User` knows none of the 2 fields in this payload; give the message",
    );
}

#[test]
fn two_cases_of_one_name_are_refused_at_the_second() {
    let twice = case(&[]) + &case(&[]);
    assert_starts(
        &Project::with("suite.toml", twice).refusal(),
        "suite.toml:8:8: case `one` is named twice, first on line 2; rename one of them",
    );
}

#[test]
fn an_unknown_word_is_named_with_those_that_there_are() {
    for (key, value, expected) in [
        (
            "codecs",
            "[\"prost\", \"protobuff\"]",
            "unknown codec `protobuff`; did you mean `protobuf`? (known: prost, prost-bytes, protobuf, quick-protobuf)",
        ),
        (
            "ops",
            "[\"raed\"]",
            "unknown op `raed`; did you mean `read`? (known: encode, decode, read)",
        ),
        (
            "wraps",
            "[\"bse64\"]",
            "unknown wrap `bse64`; did you mean `base64`? (known: raw, base64, base64-field)",
        ),
        (
            "engines",
            "[\"base64-tubro\"]",
            "unknown engine `base64-tubro`; did you mean `base64-turbo`? (known: base64,",
        ),
    ] {
        let line = refusal(&[(key, value)]);
        assert_starts(&line, "suite.toml:7:");
        assert!(line.contains(expected), "\n got {line}\nwant {expected}");
    }
}

#[test]
fn an_editions_schema_is_refused_as_such() {
    let expected = "shop.proto: shop.proto is written in edition 2023, and editions cannot be read yet; give the \
                    same messages with syntax = \"proto3\" or \"proto2\"";
    for text in [
        "edition = \"2023\"; package shop; message User { string name = 1; }",
        "// A comment first.\nedition = '2023';\npackage shop;\nmessage User { string name = 1; }",
    ] {
        assert_eq!(refusal_of_schema(text), expected);
    }
}

#[test]
fn a_schema_that_does_not_compile_is_placed() {
    let line =
        refusal_of_schema("syntax = \"proto3\";\npackage shop;\nmessage User { strng name = 1; }");
    assert_starts(&line, "shop.proto:3:16: ");
    assert!(line.contains("strng"), "{line}");
}

#[test]
fn a_descriptor_set_that_is_none_is_refused() {
    let project = Project::with("shop.binpb", b"\x0a\x7fno set");
    project.write("suite.toml", case(&[("schema", "\"shop.binpb\"")]));
    let line = project.refusal();
    assert_starts(&line, "shop.binpb: not a descriptor set: ");
    assert!(line.contains("protoc --include_imports"), "{line}");
}

#[test]
fn a_suite_that_is_no_toml_is_placed() {
    for text in [
        "{\"case\": []}",
        "[[case]\nname = 1",
        "name: one\n",
        "\u{0}",
    ] {
        let line = Project::with("suite.toml", text).refusal();
        assert_starts(&line, "suite.toml:1:");
        assert!(line.ends_with("shows the format"), "{line}");
    }
}

#[test]
fn a_suite_that_is_no_text_is_refused() {
    let line = Project::with("suite.toml", b"\xff\xfe\x00").refusal();
    assert_starts(&line, "suite.toml: cannot read this suite file: ");
    assert!(line.contains("UTF-8"), "{line}");
}

#[test]
fn a_suite_without_a_case_is_refused() {
    assert_starts(
        &Project::with("suite.toml", "").refusal(),
        "suite.toml:1:1: the suite has no case; add a [[case]]",
    );
}

#[test]
fn a_suite_that_is_a_folder_or_absent_is_refused() {
    let project = Project::new();
    std::fs::create_dir(project.path("folder")).expect("the folder can be written");
    for suite in ["folder", "absent.toml"] {
        let line = project.refusal_of(suite);
        let expected = format!("{suite}: cannot read this suite file: ");
        assert_starts(&line, &expected);
        assert!(line.ends_with("; give the path of a suite.toml"), "{line}");
    }
}

#[test]
fn a_message_without_fields_is_refused() {
    let project = Project::with(
        "shop.proto",
        "syntax = \"proto3\"; package shop; message User {}",
    );
    assert_starts(
        &project.refusal(),
        "suite.toml:4:11: case `one`: message `shop.User` has no fields: nothing to measure; name a message",
    );
}

#[cfg(unix)]
#[test]
fn links_that_run_in_a_circle_are_no_trap() {
    use std::os::unix::fs::symlink;
    let project = Project::with("suite.toml", case(&[("include", "[\".\"]")]));
    symlink(".", project.path("again")).expect("the folder can be written");
    symlink("loop", project.path("loop")).expect("the folder can be written");
    assert_eq!(project.build("suite.toml"), Ok(()));

    project.write("suite.toml", case(&[("include", "[\".\", \"loop\"]")]));
    assert_starts(
        &project.refusal(),
        "suite.toml:7:17: case `one`: include loop does not exist; give a folder",
    );
    project.write("suite.toml", case(&[("schema", "\"loop\"")]));
    assert_starts(
        &project.refusal(),
        "suite.toml:3:10: case `one`: schema loop does not exist; give a path",
    );
    project.write("suite.toml", case(&[]));
    project.write(
        "shop.proto",
        "syntax = \"proto3\";\nimport \"loop/a.proto\";",
    );
    assert_starts(
        &project.refusal(),
        "shop.proto:2:1: import 'loop/a.proto' not found; looked in",
    );
}

#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_no_text_is_as_good_as_any() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new();
    let odd = project.0.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
    // Some file systems refuse such a name; then nobody can have one.
    if std::fs::create_dir(&odd).is_err() {
        return;
    }
    for file in ["shop.proto", "user.bin", "suite.toml"] {
        std::fs::copy(project.path(file), odd.join(file)).expect("the folder can be written");
    }
    let built = build("test", &odd.join("suite.toml"), &project.path("out"), &[]);
    assert!(built.expect("the suite is good").glue.is_file());
    std::fs::write(odd.join("suite.toml"), "").expect("the folder can be written");
    let line =
        build("test", &odd.join("suite.toml"), &project.path("out"), &[]).expect_err("no case");
    assert!(
        line.to_string()
            .contains("\u{fffd}/suite.toml:1:1: the suite has no case"),
        "{line}"
    );
}

#[test]
fn a_refused_suite_leaves_what_was_built_before() {
    let project = Project::new();
    project.build("suite.toml").expect("the input is good");
    let before = std::fs::read(project.path("out/suite.rs")).expect("the glue is there");
    project.write("suite.toml", "nonsense");
    project.refusal();
    let after = std::fs::read(project.path("out/suite.rs")).expect("the glue is still there");
    assert_eq!(before, after);
}
