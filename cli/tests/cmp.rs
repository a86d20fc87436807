//! `wiretax cmp` over records that are made up here.

#![forbid(unsafe_code)]

mod records;

use records::{Records, run};
use serde_json::Value;

/// The odd one out.
const ODD: &str = "orders/decode/prost/raw";

/// Two runs of one build on a machine that was 7 % slower the second time, and a third in which one cell takes half more.
fn three() -> Records {
    let mut second = run(|_| 1.07);
    second.started += 3_600;
    Records::new()
        .with("first", &run(|_| 1.0))
        .with("second", &second)
        .with("third", &run(|id| if id == ODD { 1.5 } else { 1.0 }))
}

#[test]
fn two_runs_of_one_build_show_no_difference() {
    let text = three().prints(&["cmp", "first", "second"]);
    for part in [
        "- A: first, 2023-11-14 22:13 UTC\n- B: second, 2023-11-14 23:13 UTC\n",
        "- no difference is shown for 30 of 30 cells; all of them are the same within 10 %\n",
        "- surely slower: 0, surely faster: 0\n",
        "B takes 1.070x",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("What else differs"), "{text}");
}

#[test]
fn a_cell_that_changed_stands_out() {
    let records = three();
    let text = records.prints(&["cmp", "second", "third"]);
    assert!(text.contains("Slower: 1\n---------\n"), "{text}");
    assert!(text.contains("orders/decode  prost  raw"), "{text}");
    let text = records.prints(&["cmp", "third", "second", "--all", "--format", "markdown"]);
    assert!(
        text.contains("## Faster: 1\n") && text.contains("## The same: 29\n"),
        "{text}"
    );
}

#[test]
fn a_threshold_decides_the_exit_code() {
    let records = three();
    let code = |words: &[&str]| records.wiretax(&[&["cmp"], words].concat()).code;
    assert_eq!(code(&["first", "third"]), Some(0));
    assert_eq!(code(&["first", "third", "--threshold", "5"]), Some(1));
    assert_eq!(code(&["first", "third", "--threshold", "80%"]), Some(0));
    assert_eq!(
        code(&["third", "first", "--threshold", "5"]),
        Some(0),
        "faster is no failure"
    );
    assert_eq!(
        code(&[
            "first",
            "third",
            "--threshold",
            "5",
            "--filter",
            "!case:orders"
        ]),
        Some(0)
    );
    assert_eq!(code(&["first", "third", "--threshold", "-1"]), Some(2));
    assert_eq!(code(&["first", "third", "--threshold", "much"]), Some(2));
}

#[test]
fn json_tells_the_same_to_programs() {
    let records = three();
    records.prints(&[
        "cmp", "first", "third", "--format", "json", "--out", "cmp.json",
    ]);
    let text = std::fs::read_to_string(records.path("cmp.json")).expect("the file is there");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["counts"]["slower"], 1);
    assert_eq!(json["a"]["name"], "first");
    let cells = json["cells"].as_array().expect("a list");
    let odd = cells
        .iter()
        .find(|cell| cell["id"] == ODD)
        .expect("the cell is there");
    assert_eq!(odd["verdict"], "slower");
    assert!(
        (odd["ratio"]["value"].as_f64().expect("a number") - 1.5).abs() < 0.02,
        "{odd}"
    );
}

#[test]
fn other_machines_and_other_messages_are_not_compared() {
    let mut elsewhere = run(|_| 0.5);
    elsewhere.environment.set("cpu", "Apple M4");
    elsewhere.environment.set("rustc", "rustc 1.96.0");
    let mut other = run(|_| 1.0);
    other.cases[0].wire_bytes = 3_001;
    let mut neither = other.clone();
    neither.cases[1].message = "shop.v2.Order".into();
    let records = three()
        .with("elsewhere", &elsewhere)
        .with("other", &other)
        .with("neither", &neither);
    records.refuses(
        &["cmp", "first", "elsewhere"],
        &["A ran on `AMD EPYC`, B on `Apple M4`", "--across-machines"],
    );
    let text = records.prints(&["cmp", "first", "elsewhere", "--across-machines"]);
    for part in [
        "- cpu: AMD EPYC in A, Apple M4 in B\n",
        "- rustc: rustc 1.95.0 in A, rustc 1.96.0 in B\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = records.prints(&["cmp", "first", "other"]);
    assert!(text.contains("Not compared: 18\n"), "{text}");
    assert!(
        text.contains("not the same message: 3,000 wire bytes in A, 3,001 wire bytes in B (18"),
        "{text}"
    );
    records.refuses(
        &["cmp", "first", "neither"],
        &[
            "30 cells in common and none can be compared",
            "not the same message",
        ],
    );
}

#[test]
fn runs_of_unknown_machines_are_not_compared() {
    let mut nowhere = run(|_| 1.0);
    nowhere.environment = [("cores", "2")].into_iter().collect();
    let records = three().with("nowhere", &nowhere);
    records.refuses(
        &["cmp", "nowhere", "nowhere"],
        &["neither A nor B records the processor", "--across-machines"],
    );
    records.prints(&["cmp", "nowhere", "nowhere", "--across-machines"]);
}

#[test]
fn runs_without_a_common_cell_say_what_each_has() {
    let mut left = run(|_| 1.0);
    let mut right = left.clone();
    left.cells
        .retain(|cell| cell.id.case == "orders" && cell.id.codec == "prost");
    right.cells.retain(|cell| cell.id.case == "tree");
    for side in [&mut left, &mut right] {
        side.totals = Some(wiretax_report::run::Totals::of(&side.cells));
        side.planned = side.cells.iter().map(|cell| cell.id.clone()).collect();
    }
    let records = three().with("left", &left).with("right", &right);
    records.refuses(
        &["cmp", "left", "right"],
        &[
            "A has 6 cells (orders; prost)",
            "B has 12 cells (tree; prost, quick-protobuf)",
        ],
    );
    let text = records.prints(&["cmp", "first", "right"]);
    assert!(text.contains("- A: 18 cells; --all names them\n"), "{text}");
    let text = records.prints(&["cmp", "first", "right", "--all"]);
    assert!(
        text.contains("- A: 18 cells: orders/encode/prost/raw,"),
        "{text}"
    );
    // The filter is at fault in the record that has none of its cells.
    records.refuses(
        &["cmp", "left", "first", "--filter", "tree"],
        &["no cell of left matches"],
    );
}

#[test]
fn times_of_zero_compare_nothing_and_pass_nothing() {
    let mut zero = run(|_| 1.0);
    for cell in &mut zero.cells {
        cell.nanos.iter_mut().for_each(|nanos| *nanos = 0);
    }
    zero.totals = Some(wiretax_report::run::Totals::of(&zero.cells));
    let records = Records::new().with("a", &run(|_| 1.0)).with("b", &zero);
    for sides in [["a", "b"], ["b", "a"]] {
        let words = ["cmp", "--threshold", "5", sides[0], sides[1]];
        records.refuses(&words, &["none can be compared"]);
    }
}
