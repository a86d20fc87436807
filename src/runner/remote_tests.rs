//! Runners that die or chatter while they measure, played by shell scripts.

use std::os::unix::fs::PermissionsExt;

use super::{Lost, Remote};
use crate::runner::OpWrap;
use crate::wrap::{Op, Wrap};

const RAN: &str = r#"{"event":"ran","nanos":7,"anchor":null}"#;
const CELL: OpWrap = OpWrap {
    op: Op::Decode,
    wrap: Wrap::Raw,
};

/// A runner that does `then` at each line that it is given.
fn remote(then: &str) -> (tempfile::TempDir, Remote) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("runner");
    let script = format!("#!/bin/sh\nwhile read line; do\n{then}\ndone\n");
    std::fs::write(&path, script).expect("it can be written");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, executable).expect("the file is ours");
    let remote = Remote::new(&path);
    (folder, remote)
}

#[test]
fn what_a_codec_prints_is_no_answer() {
    let (_folder, mut remote) = remote(&format!("echo chatter\necho '{RAN}'"));
    assert_eq!(remote.run(0, 1, false).expect("it answers").nanos, 7);
}

#[test]
fn one_that_dies_says_how_and_the_next_question_starts_another() {
    let then = format!("case $line in *open*) echo oops >&2; kill -6 $$;; *) echo '{RAN}';; esac");
    let (_folder, mut remote) = remote(&then);
    let lost = remote.open(0, "case", "codec", CELL).expect_err("it dies");
    assert!(matches!(lost, Lost::Died(_)));
    assert_eq!(lost.to_string(), "its process was killed by signal 6: oops");
    assert_eq!(remote.run(0, 1, false).expect("another answers").nanos, 7);
}

#[test]
fn a_cell_that_cannot_be_had_is_no_death() {
    let failed = r#"{"event":"failed","why":"no such case"}"#;
    let (_folder, mut remote) = remote(&format!("echo '{failed}'"));
    let lost = remote
        .open(0, "case", "codec", CELL)
        .expect_err("it refuses");
    assert!(
        matches!(&lost, Lost::Failed(why) if why == "no such case"),
        "{lost}"
    );
}

#[test]
fn a_runner_can_be_run_under_another_program_with_an_environment_of_its_own() {
    let (folder, plain) = remote(&format!("echo '{RAN}'"));
    let seen = folder.path().join("seen");
    let wrapper = folder.path().join("under");
    let script = format!("#!/bin/sh\nenv >{}\nshift\nexec \"$@\"\n", seen.display());
    std::fs::write(&wrapper, script).expect("it can be written");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&wrapper, executable).expect("the file is ours");
    let mut remote = Remote::launched(super::Launch {
        under: vec![wrapper.into(), "argument".into()],
        environment: Some(vec![("ONLY".into(), "this".into())]),
        ..plain.launch
    });
    assert_eq!(remote.run(0, 1, false).expect("it answers").nanos, 7);
    let seen = std::fs::read_to_string(seen).expect("the wrapper ran");
    assert!(seen.contains("ONLY=this"), "{seen}");
    assert!(!seen.contains("CARGO"), "{seen}");
}

#[test]
fn what_does_not_count_says_so() {
    let (_folder, mut remote) = remote(r#"echo '{"event":"counted","per_op":null}'"#);
    assert_eq!(remote.count(0).expect("it answers"), None);
    let per_op = r#"{"event":"counted","per_op":{"count":2.0,"bytes":10.5}}"#;
    let (_folder, mut remote) = self::remote(&format!("echo '{per_op}'"));
    let counted = remote.count(0).expect("it answers").expect("it counts");
    assert_eq!((counted.count, counted.bytes), (2.0, 10.5));
}
