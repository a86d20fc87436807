//! `wiretax verify` from the outside: the real command, which has cargo build real runners.
//!
//! The runners have a target folder of their own, `target/e2e`, and it holds one suite at a time. So this is
//! one test whose steps are ordered by suite. A `protoc` that fails stands first on the path throughout.

#![cfg(unix)]
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A working folder far from the checkout, with suites and a `protoc` that must not be called.
struct Place(TempDir);

/// What the command answered.
struct Answer {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        std::fs::create_dir(place.path("bin")).expect("the folder can be written");
        place.write("bin/protoc", "#!/bin/sh\ntouch \"$0.called\"\nexit 1\n");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.path("bin/protoc"), executable).expect("the file is ours");
        place
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, content: &str) {
        std::fs::write(self.path(file), content).expect("the folder can be written");
    }

    /// Runs `wiretax verify --profile dev` in this folder.
    fn verify(&self, arguments: &[&str]) -> Answer {
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = [self.path("bin")]
            .into_iter()
            .chain(std::env::split_paths(&inherited));
        let path: OsString = std::env::join_paths(folders).expect("folders without a colon");
        let output = Command::new(env!("CARGO_BIN_EXE_wiretax"))
            .args(["verify", "--profile", "dev"])
            .args(arguments)
            .current_dir(self.0.path())
            .env("CARGO_TARGET_DIR", target())
            .env("PATH", path)
            .env("PROTOC", self.path("bin/protoc"))
            .env("RUST_BACKTRACE", "1")
            .env_remove("WIRETAX_SUITE")
            .output()
            .expect("the command starts");
        Answer {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("e2e")
}

impl Answer {
    /// The proofs of `--json`: case, codec, outcome.
    fn proofs(&self) -> Vec<(String, String, Value)> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        self.stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a document a line"))
            .map(|proof| {
                (
                    text(&proof["case"]),
                    text(&proof["codec"]),
                    proof["outcome"].clone(),
                )
            })
            .collect()
    }

    #[track_caller]
    fn assert_one_error(&self, begins: &str, contains: &str) {
        let said = &self.stderr;
        assert_eq!(self.code, Some(2), "{said}");
        assert_eq!(self.stdout, "", "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with(&format!("error: {begins}")), "{said}");
        assert!(said.contains(contains), "{said}");
    }
}

#[test]
fn verify_answers_for_good_and_bad_suites() {
    let place = Place::new();
    a_bad_suite_is_one_error_with_file_and_place(&place);
    an_outside_suite_is_proven(&place);
    the_built_in_suite_goes_on_behind_an_abort(&place);
    let called = place.path("bin/protoc.called").exists();
    assert!(!called, "protoc was called");
}

fn a_bad_suite_is_one_error_with_file_and_place(place: &Place) {
    let bad = |file: &str, content: &str, at: &str, remedy: &str| {
        place.write(file, content);
        let begins = format!("{}{at}", place.path(file).display());
        place
            .verify(&["--suite", file])
            .assert_one_error(&begins, remedy);
    };
    bad("toml.toml", "[[case]\n", ":1:", "shows the format");
    bad(
        "key.toml",
        "[[case]]\nmesage = \"M\"\n",
        ":2:1: unknown key `mesage`",
        "did you mean `message`?",
    );
    place.write(
        "a.proto",
        "syntax = \"proto3\"; message User { string name = 1; }",
    );
    place.write("cut.bin", "\u{a}\u{5}x");
    let case = |message: &str| {
        format!(
            "[[case]]\nname = \"one\"\nschema = \"a.proto\"\nmessage = \"{message}\"\npayload = \"cut.bin\"\n\
             stresses = \"nothing\"\n"
        )
    };
    bad(
        "message.toml",
        &case("Usr"),
        ":4:11: case `one`: message `Usr` is not in ",
        "did you mean `User`?",
    );
    place.write("payload.toml", &case("User"));
    let begins = format!("{}: case `one`: ", place.path("cut.bin").display());
    place.verify(&["--suite", "payload.toml"]).assert_one_error(
        &begins,
        "at offset 1, field `name`: a length of 5 where 1 bytes are left",
    );
    for absent in ["absent.toml", "bin"] {
        let begins = format!(
            "{}: cannot read this suite file",
            place.path(absent).display()
        );
        place
            .verify(&["--suite", absent])
            .assert_one_error(&begins, "give the path of a suite.toml");
    }
}

/// A schema that only boxes make finite: oneofs that hold themselves, directly and by way of each other.
const LOOP: &str = "syntax = \"proto3\"; package mine;
    message Node { oneof kind { string leaf = 1; Node inner = 2; Pair pair = 3; } }
    message Pair { oneof side { Node left = 1; bytes right = 2; Pair both = 3; } repeated Node more = 4; }";

const LOOP_CASE: &str = "[[case]]\nname = \"loop\"\nschema = \"loop.proto\"\nmessage = \"mine.Pair\"\n\
    generate = { seed = 1 }\nstresses = \"types that hold themselves\"\n";

const MIX_CASE: &str = "[[case]]\nname = \"mix\"\nschema = \"loop.proto\"\nmessage = \"mine.Pair\"\n\
    payloads = [{ file = \"leaf.bin\", weight = 4 }, { file = \"right.bin\", weight = 2 }]\n\
    stresses = \"several messages\"\n";

/// Captured payloads of other people's schemas. Two codecs know no groups, which the second has.
const CAPTURED: [&str; 4] = [
    "google_message1_proto3",
    "google_message2",
    "otlp_traces",
    "gtfs_rt_nyct",
];

/// The cases of `../shared/corpus`; none, and a line that says so, where it is not there.
fn captured() -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(corpus) = corpus.canonicalize() else {
        println!("skipped: ../shared/corpus is not here");
        return Vec::new();
    };
    let case = |name: &str| {
        let folder = corpus.join(name);
        let message = std::fs::read_to_string(folder.join("message")).expect("the message's name");
        format!(
            "[[case]]\nname = \"{name}\"\nschema = {schema:?}\nmessage = {message:?}\npayload = {payload:?}\n\
             stresses = \"a captured payload\"\n",
            message = message.trim(),
            schema = folder.join("schema.binpb"),
            payload = folder.join("payload.bin"),
        )
    };
    CAPTURED.map(case).to_vec()
}

/// Types nested so deeply that rustc needs more than its usual depth of recursion for them.
const DEPTH: usize = 60;

const DEEP_CASE: &str = r#"
[[case]]
name = "deep"
schema = "deep.proto"
message = "Level0"
stresses = "the compiler"

[case.generate]
seed = 1
depth = 100
"#;

fn deep_schema() -> String {
    let levels = (0..DEPTH).map(|level| {
        format!(
            "message Level{level} {{ int32 value = 1; Level{} next = 2; }}\n",
            level + 1
        )
    });
    let levels: String = levels.collect();
    format!("syntax = \"proto3\";\n{levels}message Level{DEPTH} {{ int32 value = 1; }}\n")
}

fn an_outside_suite_is_proven(place: &Place) {
    let captured = captured();
    std::fs::create_dir(place.path("mine")).expect("the folder can be written");
    place.write("mine/loop.proto", LOOP);
    place.write("mine/leaf.bin", "\x0a\x03\x0a\x01x");
    place.write("mine/right.bin", "\x12\x02xy");
    place.write("mine/deep.proto", &deep_schema());
    place.write(
        "mine/suite.toml",
        &format!("{LOOP_CASE}{MIX_CASE}{DEEP_CASE}{}", captured.concat()),
    );

    let answer = place.verify(&["--suite", "mine/suite.toml", "--json"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.stdout, answer.stderr);
    let proofs = answer.proofs();
    assert_eq!(proofs.len(), 4 * (3 + captured.len()));
    for (case, codec, outcome) in &proofs {
        if case == "mix" {
            // Two of five bytes and one of four: a pass over the reduced weights.
            assert_eq!(outcome["wire_bytes"], 14, "{codec}: {outcome}");
        }
        let group = case == "google_message2" && !codec.starts_with("prost");
        let expected = if group { "refused" } else { "proven" };
        assert_eq!(outcome["is"], expected, "{case} {codec}: {outcome}");
        if group {
            let reason = outcome["reason"].as_str().unwrap_or_default();
            assert!(reason.contains("GoogleMessage2.Group1"), "{reason}");
        }
    }

    let table = place.verify(&["--suite", "mine/suite.toml"]);
    assert_eq!(table.code, Some(0), "{}", table.stderr);
    let expected = match captured.len() {
        0 => "12 pairs of case and codec: 12 proven",
        _ => "28 pairs of case and codec: 26 proven, 2 refused",
    };
    assert_eq!(table.stdout.lines().last(), Some(expected));
}

/// In a dev build the standard library checks what `unsafe` code promises, and ends quick-protobuf where it
/// breaks its promise. That costs the runner, and nothing else.
fn the_built_in_suite_goes_on_behind_an_abort(place: &Place) {
    let answer = place.verify(&["--json"]);
    assert_eq!(answer.code, Some(1), "{}", answer.stderr);
    let proofs = answer.proofs();
    assert_eq!(proofs.len(), 64, "sixteen cases in four codecs");
    for (case, codec, outcome) in &proofs {
        if case == "packed-doubles" && codec == "quick-protobuf" {
            assert_eq!(outcome["is"], "aborted", "{outcome}");
            let how = outcome["how"].as_str().unwrap_or_default();
            assert!(how.starts_with("was killed by signal 6"), "{how}");
        } else {
            assert_eq!(outcome["is"], "proven", "{case} {codec}: {outcome}");
        }
    }
    let last = proofs
        .last()
        .map(|(case, codec, _)| (case.as_str(), codec.as_str()));
    assert_eq!(
        last,
        Some(("logs", "quick-protobuf")),
        "the last case is there too"
    );

    let table = place.verify(&[]);
    assert_eq!(table.code, Some(1), "{}", table.stderr);
    let last = table.stdout.lines().last();
    assert_eq!(
        last,
        Some("64 pairs of case and codec: 63 proven, 1 aborted")
    );
}
