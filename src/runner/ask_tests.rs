//! Runners that misbehave, played by shell scripts.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{AskError, How, Lost, Question, ask, child};

/// A runner whose script sees in `$3` where it is to begin.
struct Fake(tempfile::TempDir);

impl Fake {
    fn new(script: &str) -> Self {
        let fake = Fake(tempfile::tempdir().expect("a temporary folder"));
        std::fs::write(fake.path(), format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(fake.path(), executable).expect("the file is ours");
        fake
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("runner")
    }

    /// What came of all pairs, in words.
    fn asked(&self, limit: Duration, stdin: Option<Vec<u8>>) -> Result<Vec<String>, AskError> {
        let question = Question {
            verb: "probe",
            input: stdin.map_or(child::Input::None, |text| {
                child::Input::Text(Arc::new(text))
            }),
            limit,
        };
        let lost = |lost: Lost| {
            let how = match lost.how {
                How::Garbled => "garbled".to_owned(),
                How::Died(how) => how,
                How::Silent => "silent".to_owned(),
            };
            let step = lost.step.unwrap_or_default();
            Said(format!("{}/{} {step} {how}", lost.subject, lost.codec))
        };
        let answers = ask(&self.path(), &question, lost)?;
        Ok(answers.into_iter().map(|said| said.0).collect())
    }
}

/// An answer of a fake is an object with one text.
struct Said(String);

impl<'de> serde::Deserialize<'de> for Said {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(from)?;
        Ok(Said(value["said"].as_str().unwrap_or_default().to_owned()))
    }
}

const BEGIN: &str = r#"begin() { echo "{\"event\":\"begin\",\"index\":$1,\"subject\":\"$2\",\"codec\":\"c\"}"; }
step() { echo "{\"event\":\"step\",\"step\":\"$1\"}"; }
answer() { echo "{\"event\":\"answer\",\"said\":\"$1\"}"; }
end() { echo '{"event":"end"}'; }
"#;

const PATIENT: Duration = Duration::from_secs(60);

#[test]
fn one_that_hangs_is_killed_and_another_goes_on() {
    let script = r#"if [ "$3" = 0 ]; then begin 0 a; step decode; exec sleep 1000; fi
        begin 1 b; answer fine; end"#;
    let begun = Instant::now();
    let fake = Fake::new(&format!("{BEGIN}{script}"));
    let answers = fake
        .asked(Duration::from_millis(500), None)
        .expect("answers");
    assert_eq!(answers, ["a/c decode silent", "fine"]);
    assert!(begun.elapsed() < PATIENT, "it was not waited for");
}

#[test]
fn one_that_dies_tells_its_step_and_its_last_word() {
    let script = r#"if [ "$3" = 0 ]; then
            begin 0 a; step decode; step drop; echo "why" >&2
            echo "thread caused non-unwinding panic. aborting." >&2; kill -9 $$; fi
        begin 1 b; answer fine; end"#;
    let fake = Fake::new(&format!("{BEGIN}{script}"));
    let answers = fake.asked(PATIENT, None).expect("answers");
    assert_eq!(answers, ["a/c drop was killed by signal 9: why", "fine"]);
}

#[test]
fn one_that_says_nothing_is_an_error() {
    let error = Fake::new("echo broken >&2; exit 7").asked(PATIENT, None);
    let text = error.expect_err("it said nothing").to_string();
    assert!(
        text.ends_with("exited with code 7 before it answered: broken"),
        "{text}"
    );
    let fault = Fake::new(r#"echo '{"event":"fault","why":"no such case"}'"#);
    let text = fault.asked(PATIENT, None).expect_err("a fault").to_string();
    assert_eq!(text, "no such case");
}

#[test]
fn full_pipes_hold_nobody_up() {
    // It reads nothing of four megabytes, and prints more than any pipe holds, on both streams.
    let script = "begin 0 a; head -c 3000000 /dev/zero | tr '\\0' x >&2; \
        head -c 3000000 /dev/zero | tr '\\0' x; echo; answer fine; end";
    let fake = Fake::new(&format!("{BEGIN}{script}"));
    let answers = fake.asked(PATIENT, Some(vec![b'i'; 4_000_000]));
    assert_eq!(answers.expect("answers"), ["fine"]);
}

#[test]
fn an_answer_that_cannot_be_read_is_none() {
    let script = "begin 0 a; echo '{\"event\":\"answ'; begin 1 b; answer fine; end";
    let fake = Fake::new(&format!("{BEGIN}{script}"));
    assert_eq!(
        fake.asked(PATIENT, None).expect("answers"),
        ["a/c  garbled", "fine"]
    );
}
