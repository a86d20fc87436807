//! `wiretax verify` from the outside: the real command, which has cargo build real runners.
//!
//! One test, whose steps share folder and runners, and one for a suite that a codec cannot encode. A `protoc` that fails stands first on the path throughout.

#![cfg(unix)]
#![forbid(unsafe_code)]

mod place;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use place::{Place, shared};

#[test]
fn verify_answers_for_good_and_bad_suites() {
    let place = Place::new("verify");
    a_bad_suite_is_one_error_with_file_and_place(&place);
    an_outside_suite_is_proven(&place);
    an_unchanged_suite_rebuilds_nothing(&place);
    code_that_does_not_compile_is_refused(&place);
    the_built_in_suite_goes_on_behind_an_abort(&place);
    place.assert_no_protoc();
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
    place.write("payload.toml", case("User"));
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

/// The cases of `../shared/corpus`; none where it is not there.
fn captured() -> Vec<String> {
    let Some(corpus) = shared("corpus") else {
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

/// Messages that hold one another, so many levels deep.
fn chain(depth: usize) -> String {
    let levels = (0..depth).map(|level| {
        format!(
            "message Level{level} {{ int32 value = 1; Level{} next = 2; }}\n",
            level + 1
        )
    });
    let levels: String = levels.collect();
    format!("syntax = \"proto3\";\n{levels}message Level{depth} {{ int32 value = 1; }}\n")
}

fn an_outside_suite_is_proven(place: &Place) {
    let captured = captured();
    place.write("mine/loop.proto", LOOP);
    place.write("mine/leaf.bin", "\x0a\x03\x0a\x01x");
    place.write("mine/right.bin", "\x12\x02xy");
    place.write("mine/deep.proto", chain(DEPTH));
    place.write(
        "mine/suite.toml",
        format!("{LOOP_CASE}{MIX_CASE}{DEEP_CASE}{}", captured.concat()),
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

/// Deeper than rustc follows the types of one codec, at five steps a level; those of the others cost it less.
const TOO_DEEP: usize = 210;

/// What rustc does not take is refused, for that message and codec alone.
fn code_that_does_not_compile_is_refused(place: &Place) {
    place.write("deeper/loop.proto", LOOP);
    place.write("deeper/deep.proto", chain(TOO_DEEP));
    let deep = DEEP_CASE.replace("depth = 100", "depth = 3");
    place.write("deeper/suite.toml", format!("{deep}{LOOP_CASE}"));
    let answer = place.verify(&["--suite", "deeper/suite.toml", "--json"]);
    assert_eq!(answer.code, Some(0), "{}{}", answer.stdout, answer.stderr);
    assert_eq!(
        answer.errors(),
        [""; 0],
        "what rustc says is in the outcome"
    );
    let proofs = answer.proofs();
    assert_eq!(proofs.len(), 8);
    for (case, codec, outcome) in &proofs {
        if (case.as_str(), codec.as_str()) == ("deep", "protobuf") {
            assert_eq!(outcome["is"], "refused", "{outcome}");
            assert_eq!(outcome["stage"], "rustc", "{outcome}");
            let reason = outcome["reason"].as_str().unwrap_or_default();
            let begins = "its generated code does not compile: overflow evaluating";
            assert!(reason.starts_with(begins), "{reason}");
        } else {
            assert_eq!(outcome["is"], "proven", "{case} {codec}: {outcome}");
        }
    }
}

/// rust-protobuf counts five bytes for a negative enum in a packed field, and writes ten: what it encodes is no message at all.
#[test]
fn a_field_whose_bytes_are_garbled_is_named() {
    let place = Place::new("garbled");
    let schema = "syntax = \"proto3\"; package mine; message Log { uint32 id = 1; repeated State states = 2; string end = 3; }
        enum State { ZERO = 0; ONE = 1; MINUS = -1; }";
    place.write("log.proto", schema);
    let minus = [&[0xff; 9][..], &[1]].concat();
    let states = [&[0x12, 21, 1][..], &minus, &minus].concat();
    place.write(
        "log.bin",
        [&[0x08, 7][..], &states, b"\x1a\x03end"].concat(),
    );
    place.write(
        "suite.toml",
        "[[case]]\nname = \"log\"\nschema = \"log.proto\"\nmessage = \"mine.Log\"\npayload = \"log.bin\"\n\
         stresses = \"a negative enum\"\ncodecs = [\"prost\", \"protobuf\"]\n",
    );
    let answer = place.verify(&["--suite", "suite.toml", "--json"]);
    assert_eq!(answer.code, Some(1), "{}{}", answer.stdout, answer.stderr);
    let proofs = answer.proofs();
    assert_eq!(proofs[0].2["is"], "proven", "{proofs:?}");
    let wrong = &proofs[1].2;
    assert_eq!(wrong["is"], "wrong", "{proofs:?}");
    assert_eq!(wrong["path"], "states[1]", "{wrong}");
    let detail = wrong["detail"].as_str().unwrap_or_default();
    let says = "expected enum value -1; by itself it becomes 12 05 ff ff ff ff ff ff ff ff ff 01, which cannot be read: ";
    assert!(detail.starts_with(says), "{detail}");
}

/// Two runs over the same suite leave the same files, to the time; an edit leaves those that it does not reach.
fn an_unchanged_suite_rebuilds_nothing(place: &Place) {
    let before = built(place);
    let again = place.verify(&["--suite", "mine/suite.toml"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(built(place) == before, "something was built again");

    place.write("mine/loop.proto", LOOP.replace("leaf = 1", "leaf = 9"));
    let edited = place.verify(&["--suite", "mine/suite.toml"]);
    assert_eq!(edited.code, Some(0), "{}", edited.stderr);
    let changed: Vec<PathBuf> = built(place)
        .into_iter()
        .filter(|(path, time)| before.get(path) != Some(time))
        .map(|(path, _)| path)
        .collect();
    let deep = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "m1");
    assert!(!changed.is_empty(), "the runner is another");
    assert!(!changed.iter().any(deep), "{changed:?}");
}

/// The runner of `mine/suite.toml` and all files of its package, with their times. What is locked does not decide
/// what cargo builds: it prunes the one that it is given.
fn built(place: &Place) -> BTreeMap<PathBuf, SystemTime> {
    let built = place.wiretax(&["build", "--profile", "dev", "--suite", "mine/suite.toml"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let runner = PathBuf::from(built.stdout.trim_end());
    let package = runner.file_name().expect("an executable has a name");
    let mut files = BTreeMap::new();
    let mut todo = vec![place::target().join("wiretax").join(package), runner];
    while let Some(path) = todo.pop() {
        let kind = std::fs::metadata(&path).expect("it is there");
        if kind.is_dir() {
            let entries = std::fs::read_dir(&path).expect("it is ours");
            todo.extend(entries.map(|entry| entry.expect("it is ours").path()));
        } else if !["lock", "Cargo.lock"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            files.insert(path, kind.modified().expect("a file has a time"));
        }
    }
    files
}

/// In a dev build the standard library checks what `unsafe` code promises, and ends quick-protobuf where it
/// breaks its promise. That costs the runner, and nothing else.
fn the_built_in_suite_goes_on_behind_an_abort(place: &Place) {
    let answer = place.verify(&["--json"]);
    assert_eq!(answer.code, Some(1), "{}", answer.stderr);
    let proofs = answer.proofs();
    assert_eq!(proofs.len(), 68, "seventeen cases in four codecs");
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
        Some("68 pairs of case and codec: 67 proven, 1 aborted")
    );
}
