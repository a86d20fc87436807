//! The calculator: what it says is what Rust computes from the same run.

use std::collections::BTreeMap;

use wiretax_report::stats::{self, Sorted};
use wiretax_report::{CellId, Run};

use crate::devtools::{Browser, Page};
use crate::{made_up, whole};

/// Median nanoseconds of every cell.
type Times = BTreeMap<CellId, f64>;

fn times(run: &Run) -> Times {
    let samples = run.samples().cells.into_iter();
    let medians =
        samples.map(|(id, sample)| Some((id, Sorted::new(sample.per_iteration()).median()?)));
    medians.flatten().collect()
}

/// A line through the sizes of the sweep: bytes of a case, and nanoseconds of it.
fn line(
    run: &Run,
    bytes: fn(&wiretax_report::Case) -> u64,
    of: impl Fn(&str) -> Option<f64>,
) -> impl Fn(f64) -> f64 {
    let sized = run.cases.iter().filter(|case| case.sweep.is_some());
    let points: Vec<_> = sized
        .filter_map(|case| Some((bytes(case) as f64, of(&case.name)?)))
        .collect();
    assert_eq!(points.len(), 6);
    let line = stats::relative_line(&points).unwrap();
    move |x| (line.fixed + line.slope * x).max(0.0)
}

fn set(page: &mut Page, name: &str, value: &str) {
    page.value(&format!(
        "(() => {{ const field = document.getElementById('calc-{name}'); field.value = {value:?}; \
         field.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
    ));
}

fn number(page: &mut Page, name: &str) -> f64 {
    let value = page.value(&format!("document.getElementById('calc-{name}').value"));
    value.as_str().unwrap().parse().unwrap_or(f64::NAN)
}

fn text(page: &mut Page, name: &str) -> String {
    page.value(&format!(
        "document.getElementById('calc-{name}').textContent"
    ))
    .as_str()
    .unwrap()
    .to_owned()
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs()
}

#[test]
fn it_computes_what_rust_computes() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let run = made_up::run();
    let times = times(&run);
    let mut page = browser.open(&whole(&run));
    for (codec, op, wrap) in [
        ("prost", "encode", "base64"),
        ("quick-protobuf", "decode", "base64-field"),
        ("protobuf", "decode", "base64"),
    ] {
        let id = |case: &str, wrap: &str| CellId::new(case, op, codec, wrap);
        let raw = line(
            &run,
            |case| case.wire_bytes,
            |case| times.get(&id(case, "raw")).copied(),
        );
        let bytes = if wrap == "base64" {
            |case: &wiretax_report::Case| case.wire_bytes
        } else {
            |case: &wiretax_report::Case| case.field_bytes
        };
        let added = line(&run, bytes, |case| {
            Some(times.get(&id(case, wrap)).copied()? - times.get(&id(case, "raw")).copied()?)
        });
        let tree = run.cases.iter().find(|case| case.name == "tree").unwrap();
        let price = times[&id("tree", "raw")] / tree.wire_bytes as f64;
        for (size, share, rate) in [
            (4_096.0, 1.0, 100_000.0),
            (50_000.0, 0.4, 2_500.0),
            (700.0, 0.0, 1e6),
        ] {
            set(&mut page, "codec", codec);
            set(&mut page, "op", op);
            set(&mut page, "wrap", wrap);
            set(&mut page, "rest", "tree");
            set(&mut page, "size", &size.to_string());
            set(&mut page, "share", &(share * 100.0).to_string());
            set(&mut page, "rate", &rate.to_string());
            let bare = share * raw(size) + (1.0 - share) * price * size;
            let base64 = added(if wrap == "base64" { size } else { share * size });
            let (cores, part) = (number(&mut page, "cores"), number(&mut page, "part"));
            let expected = rate * (bare + base64) / 1e9;
            assert!(
                close(cores, expected),
                "{codec} {op} {wrap} {size} {share}: {cores} and {expected}"
            );
            assert!(
                close(part, base64 / (bare + base64)),
                "{codec} {op} {wrap} {size} {share}: {part}"
            );
            assert!(close(number(&mut page, "bare"), rate * bare / 1e9));
            assert_eq!(text(&mut page, "range").is_empty(), share == 1.0);
        }
    }
    assert!(text(&mut page, "residual").contains("at worst"));
}

#[test]
fn an_engine_that_the_sweep_lacks_is_scaled_and_said_to_be() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let run = made_up::run();
    let times = times(&run);
    let mut page = browser.open(&whole(&run));
    set(&mut page, "codec", "prost");
    set(&mut page, "op", "encode");
    set(&mut page, "wrap", "base64");
    let (whole, bare) = (number(&mut page, "cores"), number(&mut page, "bare"));
    set(&mut page, "wrap", "base64@base64-turbo");
    let faster = number(&mut page, "cores");
    let at = |wrap: &str| times[&CellId::new("append", "encode", "prost", wrap)];
    let factor = (at("base64@base64-turbo") - at("raw")) / (at("base64") - at("raw"));
    assert!(
        close(faster - bare, factor * (whole - bare)),
        "{faster} {bare} {whole}"
    );
    assert!(
        text(&mut page, "residual").contains("as measured at append"),
        "{}",
        text(&mut page, "residual")
    );
    assert!(text(&mut page, "cores").starts_with('~'));
}

#[test]
fn it_says_when_it_extrapolates_and_when_it_cannot_compute() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut page = browser.open(&whole(&made_up::run()));
    assert_eq!(text(&mut page, "warning"), "");
    for size in ["20", "99999999"] {
        set(&mut page, "size", size);
        assert!(
            text(&mut page, "warning").contains("extrapolates"),
            "{size}"
        );
        assert!(number(&mut page, "cores") > 0.0);
    }
    for (name, value) in [
        ("size", ""),
        ("size", "-1"),
        ("share", "101"),
        ("rate", "-5"),
    ] {
        set(&mut page, "size", "4096");
        set(&mut page, "share", "100");
        set(&mut page, "rate", "1000");
        set(&mut page, name, value);
        assert!(
            text(&mut page, "warning").starts_with("Enter a size"),
            "{name} {value}"
        );
        assert_eq!(text(&mut page, "cores"), "-");
        let invalid = page.value(&format!(
            "document.getElementById('calc-{name}').getAttribute('aria-invalid')"
        ));
        assert_eq!(invalid, "true");
    }
    // This codec is unsound in packed-doubles, so that case cannot price its other data.
    set(&mut page, "rate", "1000");
    set(&mut page, "codec", "quick-protobuf");
    set(&mut page, "share", "50");
    set(&mut page, "rest", "packed-doubles");
    assert!(
        text(&mut page, "warning").contains("choose another"),
        "{}",
        text(&mut page, "warning")
    );
    assert_eq!(page.complaints(), Vec::<&serde_json::Value>::new());
}
