//! `wiretax gate` from the outside, over a small suite: every exit code, and what leads to it.

#![cfg(unix)]
#![forbid(unsafe_code)]

mod place;

use std::os::unix::fs::PermissionsExt;

use place::{Answer, Place};

const SUITE: &str = r#"
    [[case]]
    name = "user"
    schema = "a.proto"
    message = "User"
    payload = "user.bin"
    stresses = "a name"
    codecs = ["prost", "protobuf"]
    measure = { encode = ["raw", "base64"], decode = ["raw", "base64"] }
"#;

fn gate(place: &Place, words: &[&str]) -> Answer {
    let gate = ["gate", "--suite", "suite.toml", "--profile", "dev"];
    place.wiretax(&[&gate[..], words].concat())
}

fn accept(place: &Place, words: &[&str]) -> Answer {
    let accept = [
        "gate",
        "accept",
        "--suite",
        "suite.toml",
        "--profile",
        "dev",
    ];
    place.wiretax(&[&accept[..], words].concat())
}

#[track_caller]
fn assert_code(answer: &Answer, code: i32) {
    let said = format!("{}\n{}", answer.stdout, answer.stderr);
    assert_eq!(answer.code, Some(code), "{said}");
}

#[track_caller]
fn assert_says(answer: &Answer, part: &str) {
    // Lines are wrapped where they are printed.
    let text = format!("{} {}", answer.stdout, answer.stderr);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(part), "{part}:\n{text}");
}

/// A payload of one name.
fn user(name: &str) -> Vec<u8> {
    let length = u8::try_from(name.len()).expect("a short name");
    [&[0x0a, length], name.as_bytes()].concat()
}

#[test]
fn every_exit_code_is_reached() {
    let place = Place::new("gate");
    place.write(
        "a.proto",
        "syntax = \"proto3\"; message User { string name = 1; repeated uint32 ids = 2; }",
    );
    place.write("user.bin", user("somebody"));
    place.write("suite.toml", SUITE);
    wrong_arguments_are_told_before_anything_is_built(&place);
    a_side_that_cannot_be_built_is_no_verdict(&place);
    without_a_baseline_nothing_passes(&place);
    what_was_accepted_passes(&place);
    a_claim_that_does_not_hold_is_violated(&place);
    a_missing_valgrind_is_never_green(&place);
    an_edited_baseline_is_found(&place);
    another_payload_is_unaccepted_until_it_is_accepted(&place);
    a_cell_that_vanishes_is_unaccepted(&place);
    place.assert_no_protoc();
}

fn wrong_arguments_are_told_before_anything_is_built(place: &Place) {
    for (words, said) in [
        (&["--lane", "wall"][..], "`wall` is no lane"),
        (
            &["--base", "no-such-revision"],
            "no revision `no-such-revision`",
        ),
        (&["--base", "HEAD", "--base-lock", "x"], "not both"),
        (&["kase:user"], "kase:user"),
    ] {
        let answer = gate(place, words);
        assert_code(&answer, 2);
        assert_says(&answer, said);
    }
    let answer = accept(place, &["--all", "--reason", " "]);
    assert_code(&answer, 2);
    assert_says(&answer, "say why");
    place.write("gate/invariants.toml", "[[claim]]\nname = \"a\"\n");
    let answer = gate(place, &[]);
    assert_code(&answer, 2);
    assert_says(&answer, "invariants.toml");
    std::fs::remove_file(place.path("gate/invariants.toml")).expect("it was just written");
}

fn a_side_that_cannot_be_built_is_no_verdict(place: &Place) {
    place.write(
        "other.lock",
        "version = 4\n\n[[package]]\nname = \"nobody\"\n",
    );
    let path = place.path("other.lock");
    let words = ["--base-lock", &*path.to_string_lossy(), "--lane", "bytes"];
    let answer = gate(place, &words);
    assert_code(&answer, 2);
    assert_says(&answer, "does not build");
    // From before there was a runner to ask.
    let root = std::process::Command::new("git")
        .args(["rev-list", "--max-parents=0", "HEAD"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let root = root.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    let old = |of: &String| !of.is_empty() && !has_a_runner(of);
    let Some(root) = root.ok().filter(old) else {
        println!("skipped: no revision without wiretax in this checkout");
        return;
    };
    let answer = gate(place, &["--base", &root, "--lane", "bytes"]);
    assert_code(&answer, 2);
    assert_says(&answer, "has no wiretax in it");
}

fn has_a_runner(revision: &str) -> bool {
    std::process::Command::new("git")
        .args(["cat-file", "-e", &format!("{revision}:src/runner")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .is_ok_and(|said| said.status.success())
}

fn without_a_baseline_nothing_passes(place: &Place) {
    let answer = gate(place, &["--lane", "bytes"]);
    assert_code(&answer, 4);
    assert_says(&answer, "accept --all");
    let answer = gate(place, &["--lane", "bytes", "case:nobody"]);
    assert_code(&answer, 2);
    assert_says(&answer, "user/encode/prost/raw");
}

fn what_was_accepted_passes(place: &Place) {
    let answer = accept(place, &["--all", "--reason", "first baseline"]);
    assert_code(&answer, 0);
    let answer = gate(place, &[]);
    assert_code(&answer, 0);
    assert_says(&answer, "Gate: pass");
    assert!(answer.stdout.trim_end().ends_with(" passed, 0 failed"));
    let json = gate(place, &["--lane", "bytes", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["verdict"], "pass");
    assert_eq!(json["lanes"][0]["compared"], 2);
}

fn a_claim_that_does_not_hold_is_violated(place: &Place) {
    let claim = |bound: &str| {
        format!(
            "[[claim]]\nname = \"tiny\"\nsays = \"base64 costs nothing\"\n\
             numerator = \"user/decode/prost/base64\"\ndenominator = \"user/decode/prost/raw\"\n{bound}\n"
        )
    };
    place.write("gate/invariants.toml", claim("at_most = 0.01"));
    let answer = gate(place, &["--lane", "invariants"]);
    assert_code(&answer, 3);
    assert_says(&answer, "violated: tiny");
    place.write("gate/invariants.toml", claim("at_least = 0.01"));
    assert_code(&gate(place, &["--lane", "invariants"]), 0);
    // A claim that would hold of anything proves nothing.
    let loose = "at_least = 0.01\nfails_with = \"user/decode/prost/raw\"";
    place.write("gate/invariants.toml", claim(loose));
    let words = ["--lane", "invariants", "--strict"];
    let answer = gate(place, &words);
    assert_code(&answer, 5);
    assert_says(&answer, "the claim is too loose");
    let tight = "at_most = 1000000.0\nat_least = 0.01\nfails_with = \"user/decode/nobody/raw\"";
    place.write("gate/invariants.toml", claim(tight));
    assert_code(&gate(place, &words), 5);
    // Once accepted, a claim cannot become milder without a word.
    place.write("gate/invariants.toml", claim("at_least = 0.01"));
    let reason = ["--cell", "tiny", "--reason", "to be held"];
    assert_code(&accept(place, &reason), 0);
    place.write("gate/invariants.toml", claim("at_least = 0.001"));
    let answer = gate(place, &["--lane", "invariants"]);
    assert_code(&answer, 4);
    assert_says(&answer, "its bounds are others");
    std::fs::remove_file(place.path("gate/invariants.toml")).expect("it was just written");
    let answer = gate(place, &["--lane", "invariants"]);
    assert_code(&answer, 4);
    assert_says(&answer, "not made any more");
    assert_code(&accept(place, &reason), 0);
    assert_code(&gate(place, &["--lane", "invariants"]), 0);
}

fn a_missing_valgrind_is_never_green(place: &Place) {
    place.write("bin/valgrind", "#!/bin/sh\nexit 1\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    let path = place.path("bin/valgrind");
    std::fs::set_permissions(&path, executable).expect("the file is ours");
    let words = ["--lane", "bytes", "--lane", "instructions"];
    let answer = gate(place, &words);
    assert_code(&answer, 0);
    assert_says(&answer, "instructions: inconclusive");
    assert_code(&gate(place, &[&words[..], &["--strict"]].concat()), 5);
    std::fs::remove_file(path).expect("it was just written");
}

fn an_edited_baseline_is_found(place: &Place) {
    let path = place.path("gate/baseline.json");
    let text = std::fs::read_to_string(&path).expect("the baseline is there");
    let edited = text.replacen("\"allocations\":", "\"allocations\":1", 1);
    assert_ne!(edited, text);
    std::fs::write(&path, edited).expect("the file is ours");
    let answer = gate(place, &["--lane", "bytes"]);
    assert_code(&answer, 4);
    assert_says(&answer, "edited by hand");
    std::fs::write(&path, text).expect("the file is ours");
}

fn another_payload_is_unaccepted_until_it_is_accepted(place: &Place) {
    place.write("user.bin", user(&"somebody else".repeat(9)));
    let answer = gate(place, &["--lane", "bytes"]);
    assert_code(&answer, 4);
    assert_says(
        &answer,
        "unaccepted: user/prost, encoded bytes: 10 B -> 119 B",
    );
    assert_says(
        &answer,
        "to accept: cargo wiretax gate accept --suite suite.toml --cell user/prost",
    );
    let has_valgrind = std::process::Command::new("valgrind")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if has_valgrind {
        let answer = gate(place, &["--lane", "bytes", "--lane", "instructions"]);
        assert_code(&answer, 1);
        assert_says(&answer, "regression: user/");
    } else {
        println!("skipped: valgrind cannot be run here, so no regression was planted");
    }
    let answer = accept(
        place,
        &["--cell", "user/prost", "--reason", "a longer name"],
    );
    assert_code(&answer, 0);
    assert_says(&answer, "1 measured, 1 changed, 0 removed");
    let text = std::fs::read_to_string(place.path("gate/baseline.json")).expect("it is there");
    let log = text
        .lines()
        .find(|line| line.contains("a longer name") && line.contains("before"));
    let log = log.expect("what was accepted is written down");
    assert!(
        log.contains("\"bytes\":10") && log.contains("\"bytes\":119"),
        "{log}"
    );
    let answer = accept(place, &["--cell", "nobody/prost", "--reason", "no such"]);
    assert_code(&answer, 2);
    assert_says(&answer, "there is no `nobody/prost`");
    assert_code(&accept(place, &["--all", "--reason", "a longer name"]), 0);
    assert_code(&gate(place, &[]), 0);
}

fn a_cell_that_vanishes_is_unaccepted(place: &Place) {
    place.write("suite.toml", SUITE.replace(", \"protobuf\"", ""));
    let answer = gate(place, &["--lane", "bytes"]);
    assert_code(&answer, 4);
    assert_says(&answer, "user/protobuf");
    assert_says(&answer, "user/decode/protobuf/raw");
    let answer = accept(place, &["--all", "--reason", "one codec is enough"]);
    assert_code(&answer, 0);
    assert_code(&gate(place, &["--lane", "bytes"]), 0);
}
