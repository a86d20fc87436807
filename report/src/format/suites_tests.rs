//! The suites at fixed widths.

use super::*;
use crate::Measured;
use crate::filter::{Filter, Selected};
use crate::finding::summaries;
use crate::testing;

fn shown(filter: &str, style: &Style, glyphs: Glyphs) -> String {
    let mut run = testing::measured();
    run.environment.set("system", "linux x86_64, 6.1");
    run.environment.set("cores", "2");
    run.cases[3].tags = vec!["nested".into(), "small".into()];
    // One that is too noisy to quote, and one as fast as another.
    let wide: Vec<f64> = (0..50).map(|i| 600.0 + 20.0 * f64::from(i)).collect();
    let noisy = crate::Sample {
        iters: vec![1.0; 50],
        nanos: wide,
    };
    for cell in &mut run.cells {
        if cell.id.to_string() == "packed/encode/protobuf/raw" {
            *cell = Measured::of(cell.id.clone(), &noisy, None);
        }
    }
    let part = Selected::whole(run)
        .part(&Filter::parse(filter).unwrap(), "it")
        .unwrap();
    let cells = summaries(&part.run, &part.samples);
    let style = *style;
    suites(&part.run, &cells, Screen { style, glyphs })
}

#[test]
fn a_suite_at_a_hundred_columns() {
    let text = shown("case:tree op:encode", &Style::plain(100), Glyphs::Blocks);
    let (_, suite) = text.split_once("\n\nSuite: ").unwrap();
    let lines: Vec<&str> = suite.lines().collect();
    assert_eq!(
        lines,
        [
            "tree/encode [nested, small], 800 wire bytes",
            "   prost/raw               164,490 ops/sec",
            "   prost/base64            153,743 ops/sec",
            " * quick-protobuf/raw      249,029 ops/sec",
            "   quick-protobuf/base64   225,198 ops/sec",
            "",
            " * quick-protobuf/raw        0.00 %   (249,029 ops/sec)   (avg: 4.02 us)",
            "   quick-protobuf/base64    -9.57 %   (225,198 ops/sec)   (avg: 4.44 us)",
            "   prost/raw               -33.95 %   (164,490 ops/sec)   (avg: 6.08 us)",
            "   prost/base64            -38.26 %   (153,743 ops/sec)   (avg: 6.50 us)",
            "",
            "   ┌───────────────────────┬────────────────────────────────────────────────────┐",
            "   │ quick-protobuf/raw    │ ██████████████████████████████████████████████████ │",
            "   │ quick-protobuf/base64 │ █████████████████████████████████████████████▎     │",
            "   │ prost/raw             │ █████████████████████████████████                  │",
            "   │ prost/base64          │ ██████████████████████████████▉                    │",
            "   └───────────────────────┴────────────────────────────────────────────────────┘",
            "   protobuf has no time: refused by codegen: does not know | this",
        ]
    );
    let platform: Vec<&str> = text.lines().take(6).collect();
    assert_eq!(
        platform[..4],
        [
            "Platform",
            "========",
            "   linux x86_64, 6.1",
            "   an example, cores: 2"
        ]
    );
    assert!(
        platform[5]
            .starts_with("4 cells of suite built-in, filter `case:tree op:encode`, 2023-11-14")
    );
}

#[test]
fn columns_go_one_by_one_as_the_terminal_gets_narrow() {
    let suite = |width| {
        let text = shown("case:tree op:encode", &Style::plain(width), Glyphs::Ascii);
        text.split_once("\n\nSuite: ").unwrap().1.to_owned()
    };
    assert!(suite(72).contains("   -9.57 %   (225,198 ops/sec)   (avg: 4.44 us)\n"));
    assert!(suite(71).contains("   -9.57 %   (avg: 4.44 us)\n"));
    assert!(suite(51).contains("quick-protobuf/base64    -9.57 %\n"));
    let narrow = suite(40);
    assert!(
        narrow.contains("   quick-protobuf/base64\n      225,198 ops/sec\n"),
        "{narrow}"
    );
    assert!(
        narrow.contains(" * quick-protobuf/raw        0.00 %\n"),
        "{narrow}"
    );
    assert!(
        narrow.contains("   prost/raw\n      ######################\n"),
        "{narrow}"
    );
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [30, 35, 40, 45, 60, 80, 100, 200] {
        for glyphs in [Glyphs::Blocks, Glyphs::Ascii] {
            for line in shown("", &Style::plain(width), glyphs).lines() {
                let wide = textwrap::core::display_width(line);
                assert!(wide <= width, "{wide} of {width}: {line}");
            }
        }
    }
    assert!(shown("", &Style::plain(60), Glyphs::Ascii).is_ascii());
}

#[test]
fn unsound_is_set_apart_and_never_the_fastest() {
    let text = shown(
        "case:packed op:encode wrap:raw",
        &Style::plain(100),
        Glyphs::Blocks,
    );
    let lines: Vec<&str> = text.lines().collect();
    let at = |of: &str| lines.iter().position(|line| line.contains(of)).unwrap();
    let apart = at("unsound, shown and never ranked:");
    // It is the fastest by far.
    assert!(
        lines[apart + 1].starts_with(" ! quick-protobuf/raw   +"),
        "{text}"
    );
    let best = lines.iter().find(|line| line.contains("0.00 %")).unwrap();
    assert!(best.starts_with(" * prost/raw"), "{text}");
    let chart: Vec<&&str> = lines.iter().filter(|line| line.contains('│')).collect();
    assert!(
        chart.len() == 2 && !chart.iter().any(|line| line.contains("quick")),
        "{text}"
    );
    assert!(
        text.contains("(~") && text.contains("(avg: ~1.09 us)"),
        "{text}"
    );
}

#[test]
fn colour_changes_no_words() {
    let color = Style {
        width: 45,
        color: true,
    };
    let painted = shown("", &color, Glyphs::Blocks);
    assert!(painted.contains("\u{1b}[32m") && painted.contains("\u{1b}[33m"));
    let plain = painted.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
    let plain = plain.replace("\u{1b}[32m", "").replace("\u{1b}[33m", "");
    assert_eq!(plain, shown("", &Style::plain(45), Glyphs::Blocks));
}

#[test]
fn slow_rates_keep_their_digits() {
    assert_eq!(
        [1_588_332.4, 100.2, 99.5, 0.25].map(rate),
        ["1,588,332", "100", "99.5", "0.250"]
    );
    assert_eq!(
        broken("a/base64@base64-simd", 12, 1),
        " a/base64\n @base64-simd\n"
    );
}
