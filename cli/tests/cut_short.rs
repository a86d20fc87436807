//! Verbs over records that are bad, and over those of runs that did not come to their end.

#![forbid(unsafe_code)]

mod records;

use records::{Records, run};
use wiretax_report::Run;

#[test]
fn a_copy_of_a_killed_run_has_its_rounds() {
    let mut killed = run(|_| 1.0);
    let id = killed.planned[0].clone();
    killed.complete = false;
    (killed.cells, killed.totals) = (Vec::new(), None);
    let records = Records::new().with("a", &killed);
    let line = |round: u64| {
        let taken = wiretax_report::Taken {
            id: id.clone(),
            iterations: 3,
            nanos: 300 + round,
            anchor: 1.0,
        };
        serde_json::to_string(&taken).unwrap() + "\n"
    };
    let rounds: String = (0..8).map(line).collect();
    std::fs::write(records.path("a/rounds.jsonl"), rounds).unwrap();
    let answer = records.wiretax(&["report", "--format", "csv", "a"]);
    assert!(answer.stderr.contains("1 of 30 cells"), "{}", answer.stderr);
    assert!(
        answer.stdout.contains(&format!("{id},")),
        "{}",
        answer.stdout
    );
}

#[test]
fn bad_records_end_with_one_line() {
    let whole = run(|_| 1.0);
    let text = serde_json::to_string(&whole).expect("JSON");
    let mut edited = whole.clone();
    edited.cells[0].nanos[0] += 1;
    let mut empty = Run {
        cells: Vec::new(),
        totals: None,
        sampling: wiretax_report::Sampling::default(),
        complete: false,
        ..whole
    };
    empty.started = 4_000_000_000;
    let records = Records::new()
        .with("edited", &edited)
        .with("empty", &empty)
        .with_file("cut/record.json", &text[..text.len() / 2])
        .with_file("newer/record.json", "{\"format\": 99}")
        .with_file("other/file", "");
    for verb in ["report", "rank", "list"] {
        let refuses = |record: &str, parts: &[&str]| records.refuses(&[verb, record], parts);
        refuses(
            "edited",
            &[
                "edited/record.json was changed after it was written",
                "run `cargo bench` again",
            ],
        );
        refuses("cut", &["cut/record.json is not a run's record", "line 1"]);
        refuses(
            "newer",
            &["has layout 99, this version reads layouts 1 to 2"],
        );
        refuses(
            "other",
            &[
                "other: there is no record.json in this folder",
                "reports/latest",
            ],
        );
        refuses(
            "missing",
            &[
                "cannot read the run's record missing",
                "`cargo bench` writes it",
            ],
        );
    }
    for verb in ["report", "rank"] {
        records.refuses(
            &[verb, "empty"],
            &[
                "empty: nothing of this run is measured yet",
                "run `cargo bench` again",
            ],
        );
    }
    records.refuses(
        &["cmp", "empty", "empty"],
        &["nothing of this run is measured yet"],
    );
    // What was planned is known all the same.
    assert!(
        records
            .prints(&["list", "empty"])
            .ends_with("\n30 cells of 2 cases\n")
    );
}

#[test]
fn a_run_that_was_cut_short_is_shown_and_said_to_be() {
    let mut cut = run(|_| 1.0);
    cut.cells.truncate(7);
    cut.totals = Some(wiretax_report::run::Totals::of(&cut.cells));
    cut.complete = false;
    let records = Records::new().with("a", &cut);
    let answer = records.wiretax(&["report", "a"]);
    assert_eq!(answer.code, Some(0));
    assert_eq!(
        answer.stderr,
        "wiretax: a is not whole: 7 of 30 cells measured\n"
    );
    assert!(
        answer
            .stdout
            .contains("7 of 30 cells of suite made-up.toml"),
        "{}",
        answer.stdout
    );
}

#[test]
fn a_run_that_was_stopped_behind_its_cells_says_what_is_missing() {
    let mut stopped = run(|_| 1.0);
    stopped.complete = false;
    let mut counted = stopped.clone();
    counted.environment.set("instructions", "callgrind");
    let records = Records::new().with("a", &stopped).with("b", &counted);
    let said = |name: &str| records.wiretax(&["report", name]).stderr;
    let lead = "is not whole: it was stopped before its end, when each of its cells had samples";
    let race = "; what is missing: the rounds, the race, if its suite has one";
    assert_eq!(
        said("a"),
        format!("wiretax: a {lead}{race}, the instructions\n")
    );
    assert_eq!(said("b"), format!("wiretax: b {lead}{race}\n"));
}

#[test]
fn what_a_killed_run_has_measured_is_taken_from_criterion() {
    let mut killed = run(|_| 1.0);
    (killed.cells, killed.totals, killed.complete) = (Vec::new(), None, false);
    let cell = "x/criterion/orders_encode/prost_raw/new";
    let records = Records::new()
        .with("x/report", &killed)
        .with_file(
            &format!("{cell}/sample.json"),
            "{\"iters\": [10.0, 10.0, 10.0], \"times\": [1900.0, 2000.0, 2100.0]}",
        )
        .with_file(
            &format!("{cell}/benchmark.json"),
            "{\"full_id\": \"orders/encode/prost/raw\"}",
        );
    let answer = records.wiretax(&["report", "--format", "json", "x/report"]);
    assert_eq!(
        answer.stderr,
        "wiretax: x/report is not whole: 1 of 30 cells measured\n"
    );
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(json["cells"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        json["cells"][0]["ns"],
        serde_json::json!({"value": 200.0, "low": null, "high": null})
    );
}
