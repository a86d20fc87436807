//! `wiretax finding` with a record that is absent or no record: one line and exit code 2.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::{Command, Output};

fn finding(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wiretax"))
        .arg("finding")
        .arg("--run")
        .arg(folder)
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("the command starts")
}

/// Refuses this `record.json` in one line that names it and says how to get a better one.
#[track_caller]
fn assert_refused(record: Option<&str>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("record.json");
    if let Some(record) = record {
        std::fs::write(&path, record).expect("the folder can be written");
    }
    let output = finding(folder.path());
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("error: "), "{said}");
    let folder = folder.path().display().to_string();
    assert!(
        said.contains(&folder) && said.contains("record.json"),
        "{said}"
    );
    assert!(said.contains("cargo bench"), "{said}");
}

#[test]
fn without_a_record_it_says_what_writes_one() {
    assert_refused(None);
}

#[test]
fn a_truncated_record_is_refused() {
    assert_refused(Some(""));
    assert_refused(Some("{\"format\": 1, \"suite\": \"buil"));
}

#[test]
fn the_json_of_another_program_is_refused() {
    assert_refused(Some("[]"));
    assert_refused(Some("{\"name\": \"left-pad\", \"version\": \"1.3.0\"}"));
    assert_refused(Some("{\"format\": 4000000000}"));
}
