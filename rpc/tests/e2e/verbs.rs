//! The verbs that compare: each prints its table and its verdict, from few and short rounds.

use crate::{run, said, text};

#[test]
fn the_flood_prints_the_totals_and_a_verdict() {
    let output = run(&[
        "flood",
        "--client_count",
        "2",
        "--request_count",
        "300",
        "--stream_prefix",
        "hi",
        "--stream_count",
        "5",
        "--max_in_flight",
        "50",
        "--rounds",
        "7",
        "--arms",
        "prost/base64-field,prost/raw",
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let text = text(&output);
    let totals = text
        .lines()
        .filter(|line| line.starts_with("WORKER ") && line.contains("TOTALS:  300 WRITES IN "))
        .count();
    assert_eq!(totals, 2 * 2 * 7, "{text}");
    assert!(text.contains("Beside prost/base64-field"), "{text}");
    assert!(text.contains("end to end: prost/raw"), "{text}");
}

#[test]
fn multi_prints_lines_and_compares_what_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] =
        ["one.json", "other.json"].map(|name| folder.path().join(name).display().to_string());
    for file in [&one, &other] {
        let output = run(&[
            "multi",
            "--requests",
            "200",
            "--depths",
            "20",
            "--sizes",
            "4KiB",
            "--rounds",
            "3",
            "--save",
            file,
        ]);
        assert!(output.status.success(), "{}", said(&output));
        let text = text(&output);
        for call in [
            "SET 4KiB, 20/0 min/max/avg/p95:",
            "GET 4KiB, 20/0 min/max/avg/p95:",
        ] {
            assert_eq!(text.matches(call).count(), 3, "{text}");
        }
    }
    let output = run(&["multi", "compare", &one, &other]);
    assert!(
        output.status.success() && text(&output).contains("SET 4KiB, depth 20"),
        "{}{}",
        text(&output),
        said(&output)
    );
    let output = run(&["multi", "compare", &one, "no-such-file"]);
    assert!(!output.status.success() && said(&output).contains("no-such-file"));
}

#[test]
fn errors_of_each_sort_are_compared() {
    let output = run(&[
        "multi",
        "--bad",
        "--requests",
        "100",
        "--depths",
        "10",
        "--sizes",
        "4KiB",
        "--rounds",
        "2",
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let text = text(&output);
    for sort in ["plain", "backtrace", "printed"] {
        assert_eq!(
            text.matches(&format!("SET 4KiB {sort}, 10/100 min"))
                .count(),
            2,
            "{text}"
        );
    }
    assert!(text.contains("no verdict: 2 rounds of the "), "{text}");
}

#[test]
fn the_matrix_has_a_row_for_each_arm_and_says_what_it_looked_with() {
    let output = run(&[
        "matrix",
        "--codecs",
        "none,prost",
        "--sizes",
        "16",
        "--rounds",
        "2",
        "--turn",
        "30ms",
        "--no-profile",
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let text = text(&output);
    for arm in [
        "none/raw",
        "prost/raw",
        "prost/base64 ",
        "prost/base64-field",
    ] {
        assert!(text.contains(arm), "{arm}: {text}");
    }
    assert!(text.contains("were not asked for"), "{text}");
    let output = run(&["matrix", "--codecs", "prost"]);
    assert!(
        !output.status.success() && said(&output).contains("none"),
        "{}",
        said(&output)
    );
}

#[test]
fn servers_are_set_beside_each_other_and_missing_ones_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().to_str().expect("it is text");
    let output = run(&[
        "servers",
        "-z",
        "50ms",
        "-c",
        "10",
        "--rounds",
        "2",
        "--codecs",
        "prost,none",
        "--folder",
        none,
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let text = text(&output);
    assert!(
        text.contains("ours, prost") && text.contains("ours, none"),
        "{text}"
    );
    assert!(
        text.contains("skipped grpc-js") && text.contains("skipped grpcio"),
        "{text}"
    );
}

#[test]
fn what_fails_has_no_verdict_and_sizes_have_bounds() {
    let long = "x".repeat(20_000);
    let output = run(&[
        "flood",
        "--request_count",
        "20",
        "--rounds",
        "6",
        "--arms",
        "prost/raw,none/raw",
        "--stream_prefix",
        &long,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).contains("FAILED") && text(&output).contains("No verdict"),
        "{}",
        text(&output)
    );
    for arguments in [
        ["matrix", "--sizes", "16EiB"],
        ["multi", "--sizes", "0"],
        ["matrix", "--sizes", "16,2"],
    ] {
        let output = run(&arguments);
        assert!(
            !output.status.success() && said(&output).contains("is not between 3 bytes"),
            "{}",
            said(&output)
        );
    }
}
