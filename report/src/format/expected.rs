//! The made-up run in every format, against what it read like when somebody last looked.
//!
//! `UPDATE_EXPECTED=1 cargo test -p wiretax-report` writes the files anew; look at the difference
//! before keeping it.

use std::fs;
use std::path::PathBuf;

use super::{Style, markdown, terminal, terminal_answer};
use crate::run::Samples;
use crate::{Finding, finding, testing};

fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/format/expected")
        .join(name);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    // A checkout may have turned the ends of lines.
    let expected = expected.replace("\r\n", "\n");
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of {name}", number + 1);
    }
    assert_eq!(
        found.lines().count(),
        expected.lines().count(),
        "lines of {name}"
    );
}

fn whole() -> Finding {
    finding(&testing::run(), &testing::samples())
}

/// What an interrupted `--quick` run leaves: two samples a cell, the last third missing.
fn poor() -> Finding {
    let mut run = testing::run();
    run.complete = false;
    let mut samples = testing::samples();
    let kept = run.planned.len() * 2 / 3;
    for id in &run.planned[kept..] {
        samples.cells.remove(id);
    }
    for sample in samples.cells.values_mut() {
        sample.iters.truncate(2);
    }
    samples
        .warnings
        .push("an/example.json was passed over".into());
    finding(&run, &samples)
}

#[test]
fn markdown_reads_as_expected() {
    compare("whole.md", &markdown(&whole()));
}

#[test]
fn terminal_reads_as_expected() {
    compare("whole.txt", &terminal(&whole(), &Style::plain(100)));
}

#[test]
fn a_poor_run_reads_as_expected() {
    compare("poor.txt", &terminal(&poor(), &Style::plain(80)));
}

/// What somebody reads who brought one message.
fn one() -> Finding {
    let mut run = testing::one("append-4Ki");
    let versions = "prost 0.14.6, base64 0.23.1, base64-simd 0.8.0, base64-turbo 0.5.0";
    run.environment.set("codecs and engines", versions);
    let mut samples = testing::samples();
    samples.cells.retain(|id, _| run.planned.contains(id));
    finding(&run, &samples)
}

#[test]
fn one_message_reads_as_expected() {
    compare("one.txt", &terminal(&one(), &Style::plain(100)));
}

#[test]
fn the_answer_again_says_that_it_is_the_same() {
    for finding in [whole(), one()] {
        let page = terminal(&finding, &Style::plain(100));
        let again = terminal_answer(&finding, &Style::plain(100));
        let (title, answer) = again.split_once("\n\n").unwrap();
        assert!(title.starts_with("In short, again\n"), "{title}");
        assert!(page.contains(answer), "{answer}");
    }
}

#[test]
fn no_line_is_wider_than_the_style() {
    for width in [80, 100, 120] {
        let text = terminal(&whole(), &Style::plain(width));
        let widest = text.lines().map(textwrap::core::display_width).max();
        assert!(widest <= Some(width), "{widest:?} at {width}");
    }
}

#[test]
fn without_colour_there_are_no_escape_codes() {
    assert!(!terminal(&whole(), &Style::plain(100)).contains('\u{1b}'));
    let color = Style {
        color: true,
        width: 100,
    };
    assert!(terminal(&whole(), &color).contains("\u{1b}[32mholds\u{1b}[0m"));
}

#[test]
fn nothing_at_all_is_said_to_be_nothing() {
    let mut run = testing::run();
    run.cases.clear();
    run.planned.clear();
    run.proofs.clear();
    run.race = None;
    let text = markdown(&finding(&run, &Samples::default()));
    assert_eq!(text.matches("Not judged").count(), 1, "{text}");
    assert_eq!(text.matches("\n## ").count(), 2, "{text}");
}
