//! `wiretax report`, `rank`, `list` and `cmp` over records that are made up here.

#![forbid(unsafe_code)]

mod records;

use std::io::Read;
use std::process::Stdio;

use records::{Records, run};
use serde_json::Value;
use wiretax_report::Run;

fn one() -> Records {
    Records::new().with("a", &run(|_| 1.0))
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_terminal_form_shows_suites_and_the_answer() {
    let text = one().prints(&["report", "a"]);
    for part in [
        "   linux x86_64, 6.1\n   rustc 1.95.0\n   AMD EPYC, cores: 2\n",
        "\nSuite: orders/encode [bytes, small], 3,000 wire bytes\n",
        " * quick-protobuf/raw                    0.00 %   (6,634,599 ops/sec)    (avg: 151 ns)\n",
        "   │ quick-protobuf/raw                │ ██████████████",
        "   unsound, shown and never ranked:\n ! quick-protobuf/raw",
        "   protobuf has no time: refused by codegen: no groups\n",
        "\nIn short\n--------\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no escape codes into a pipe");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
}

#[test]
fn a_terminal_without_unicode_gets_ascii() {
    let records = one();
    for (name, value) in [("LC_ALL", "C"), ("TERM", "dumb")] {
        let mut command = records.command(&["report", "a", "--filter", "case:orders"]);
        let output = command
            .env(name, value)
            .output()
            .expect("the command starts");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("| ####") && text.is_ascii(), "{text}");
    }
}

#[test]
fn no_verb_needs_more_than_ascii() {
    let records = one();
    for words in [
        &["finding", "--run", "a"][..],
        &["report", "a"],
        &["rank", "a"],
        &["cmp", "a", "a", "--all"],
    ] {
        let mut command = records.command(words);
        let output = command.env("LC_ALL", "C").output().expect("it starts");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.is_ascii(), "{words:?}: {text}");
        let utf8 = records.prints(words);
        assert_eq!(text.contains("+/-"), utf8.contains('±'), "{text}");
    }
}

/// What a terminal would obey: paint, ring, go back in the line, and turn the direction of writing.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}1A\u{202e}\r";

/// A run whose every text ends with that.
fn hostile() -> Run {
    let mut hostile = run(|_| 1.0);
    let spoil = |text: &mut String| text.push_str(HOSTILE);
    for case in &mut hostile.cases {
        spoil(&mut case.name);
        spoil(&mut case.stresses);
        spoil(&mut case.message);
        case.tags.iter_mut().for_each(spoil);
    }
    let spoil_id = |id: &mut wiretax_report::CellId| {
        for part in [&mut id.case, &mut id.op, &mut id.codec, &mut id.wrap] {
            spoil(part);
        }
    };
    hostile.planned.iter_mut().for_each(spoil_id);
    hostile.cells.iter_mut().for_each(|of| spoil_id(&mut of.id));
    for proof in &mut hostile.proofs {
        spoil(&mut proof.case);
        spoil(&mut proof.codec);
        if let wiretax_report::Outcome::Refused { stage, reason } = &mut proof.outcome {
            spoil(stage);
            spoil(reason);
        }
    }
    spoil(&mut hostile.suite);
    hostile.filter = Some(HOSTILE.into());
    hostile.environment.set("cpu", HOSTILE);
    hostile.environment.set(HOSTILE, HOSTILE);
    hostile.warnings.push(HOSTILE.into());
    hostile
}

#[test]
fn nothing_in_a_record_is_obeyed_by_a_terminal() {
    let (hostile, mut damaged) = (hostile(), hostile());
    damaged.planned.truncate(1);
    let records = Records::new().with("a", &hostile).with("b", &damaged);
    let unsafe_ones = |text: &str| -> Vec<char> {
        let obeyed = |c: &char| (c.is_control() && *c != '\n') || *c == '\u{202e}';
        text.chars().filter(obeyed).collect()
    };
    for words in [
        &["report", "a"][..],
        &["report", "a", "--format", "markdown"],
        &["rank", "a"],
        &["cmp", "a", "a", "--all"],
        &["list", "a"],
        &["finding", "--run", "a"],
    ] {
        let text = records.prints(words);
        assert_eq!(unsafe_ones(&text), [], "{words:?}: {text}");
        assert!(text.contains(r"\u{1b}[2J"), "{words:?}: {text}");
    }
    for words in [
        &["list", "b"][..],
        &["report", "a", "--filter", "case:nothing"],
    ] {
        let said = records.wiretax(words).stderr;
        assert_eq!(unsafe_ones(&said), [], "{words:?}: {said}");
        assert!(said.contains(r"\u{1b}[2J"), "{words:?}: {said}");
    }
}

#[test]
fn every_format_has_every_cell() {
    let records = one();
    let form = |format: &str| records.prints(&["report", "--format", format, "a"]);
    assert!(form("markdown").starts_with("# Where the time goes\n"));

    let csv = form("csv");
    assert_eq!(csv.matches("\r\n").count(), 31, "{csv}");
    assert_eq!(csv.matches('\n').count(), 31, "no line ends with LF alone");
    assert!(csv.starts_with("id,case,op,codec,wrap,engine,standing,samples,median_ns,"));
    assert!(csv.contains("\"a, \"\"orders\"\"\"\r\n"), "{csv}");

    let json = read(&form("json"));
    assert_eq!(json["cells"].as_array().map(Vec::len), Some(30));
    assert_eq!(json["cells"][0]["id"], "orders/encode/prost/raw");
    assert_eq!(json["not_sound"].as_array().map(Vec::len), Some(2));

    let bencher = read(&form("bencher"));
    assert_eq!(bencher.as_object().map(serde_json::Map::len), Some(30));
    let latency = &bencher["tree/decode/prost/base64"]["latency"];
    assert!(
        latency["lower_value"].as_f64() < latency["upper_value"].as_f64(),
        "{latency}"
    );

    let action = read(&form("github-action-benchmark"));
    assert_eq!(action.as_array().map(Vec::len), Some(30));
    assert_eq!(action[0]["unit"], "ns/op");
}

#[test]
fn an_answer_does_not_replace_its_record() {
    let records = one();
    let before = std::fs::read(records.path("a/record.json")).unwrap();
    let words = ["report", "--format", "csv", "--out", "a/record.json", "a"];
    let answer = records.wiretax(&words);
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(
        answer.stderr.contains("give another file"),
        "{}",
        answer.stderr
    );
    assert_eq!(
        std::fs::read(records.path("a/record.json")).unwrap(),
        before
    );
}

#[test]
fn a_filter_leaves_its_cells_and_their_times() {
    let records = one();
    let cells = |filter: &str| {
        let text = records.prints(&["report", "--format", "json", "--filter", filter, "a"]);
        read(&text)["cells"].clone()
    };
    let all = cells("");
    let some = cells("tag:bytes codec:prost !engine:base64-simd");
    assert_eq!(some.as_array().map(Vec::len), Some(4));
    assert_eq!(some[0], all[0]);
}

#[test]
fn the_record_may_be_its_file_and_the_answer_go_into_one() {
    let records = one();
    let printed = records.prints(&["report", "--format", "csv", "a"]);
    let quiet = records.prints(&[
        "report",
        "--format",
        "csv",
        "--out",
        "x/y.csv",
        "a/record.json",
    ]);
    assert_eq!(quiet, "");
    let written = std::fs::read_to_string(records.path("x/y.csv")).expect("the file is there");
    assert_eq!(written, printed);
    records.refuses(
        &["report", "--out", "a/record.json/y.csv", "a"],
        &["cannot write a/record.json/y.csv", "folder can be written"],
    );
    records.refuses(&["report", "--out", "x", "a"], &["cannot write x"]);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let records = one();
    let mut command = records.command(&["report", "--format", "json", "a"]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the command starts");
    // Closed before anything is read.
    drop(child.stdout.take());
    let mut said = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut said).expect("text");
    let status = child.wait().expect("it ends");
    assert_eq!((status.code(), said.as_str()), (Some(0), ""));
}

#[test]
fn bad_filters_end_with_one_line_in_every_verb() {
    let records = one();
    for verb in [
        &["report", "a"][..],
        &["rank", "a"],
        &["list", "a"],
        &["cmp", "a", "a"],
    ] {
        let refuses = |filter: &str, parts: &[&str]| {
            records.refuses(&[verb, &["--filter", filter]].concat(), parts);
        };
        refuses(
            "orders kodec:prost",
            &["`kodec:prost`", "did you mean `codec:`?"],
        );
        refuses("case:", &["`case:`", "an alternative is empty"]);
        refuses("(", &["`(`", "no regular expression"]);
        refuses(
            "case:order op:encode",
            &[
                "no cell of a matches",
                "`orders/encode/prost/raw`",
                "cargo wiretax list",
            ],
        );
    }
}

#[test]
fn a_kept_run_may_be_named_by_its_file() {
    let whole = run(|_| 1.0);
    let text = serde_json::to_string(&whole).expect("JSON");
    let place = "<!-- wiretax: made-by -->\n<!-- /wiretax -->\n";
    let records = Records::new()
        .with("a", &whole)
        .with_file("record.json", &text)
        .with_file("doc.md", place);
    let said = records.prints(&["reference", "--run", "a/record.json", "--into", "kept"]);
    assert_eq!(said, "kept/2023-11-14-amd-epyc\n");
    for (run, link) in [
        ("a/record.json", "(a/record.json)"),
        ("a", "(a/record.json)"),
        ("record.json", "(./record.json)"),
    ] {
        records.prints(&["splice", "--run", run, "doc.md"]);
        let document = std::fs::read_to_string(records.path("doc.md")).expect("it is there");
        assert!(document.contains(link), "{document}");
    }
    records.refuses(
        &["reference", "--run", "missing.json"],
        &["cannot read the run's record missing.json"],
    );
}

#[test]
fn codecs_are_ranked_and_the_others_named() {
    let text = one().prints(&["rank", "a"]);
    let titles: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("encode, ") || line.starts_with("decode, "))
        .collect();
    assert_eq!(
        titles,
        [
            "encode, raw",
            "encode, base64",
            "decode, raw",
            "decode, base64"
        ]
    );
    for part in [
        "1     quick-protobuf  1.00x [1.00, 1.00]     1   1\n",
        "3     protobuf        1.73x [1.72, 1.74]     3   3\n",
        "Over 1 case: orders.\n",
        "- does not count: tree: protobuf is refused (codegen: no groups); quick-protobuf is unsound",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let tree = one().prints(&[
        "rank",
        "--filter",
        "case:tree wrap:raw op:read,decode",
        "a",
        "--markdown",
    ]);
    assert!(
        tree.contains("- not ranked: protobuf is refused (codegen: no groups) in tree"),
        "{tree}"
    );
    assert!(
        tree.contains("| 1 | prost |") && !tree.contains("| quick-protobuf"),
        "{tree}"
    );
}

#[test]
fn cells_are_listed() {
    let records = one();
    let text = records.prints(&["list", "a", "--filter", "case:tree codec:prost op:encode"]);
    assert_eq!(
        text,
        "tree [nested]: shop.v1.Order, 800 wire bytes\n  tree/encode/prost/raw\n  tree/encode/prost/base64\n  \
         tree/encode/prost/base64@base64-simd\n\n3 cells of 1 case\n"
    );
    let json = records.prints(&["list", "a/record.json", "--json"]);
    let lines: Vec<Value> = json.lines().map(read).collect();
    assert_eq!(lines.len(), 30);
    assert_eq!(
        (&lines[1]["engine"], &lines[2]["engine"]),
        (&"base64".into(), &"base64-simd".into())
    );
    assert_eq!(
        (&lines[0]["tags"][0], &lines[0]["wire_bytes"]),
        (&"bytes".into(), &3_000.into())
    );
}
