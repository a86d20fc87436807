//! What is not green, with the commands that show it again and accept it; and what is green with a remark.

use askama::Template;

use super::{class, is_void, rendered, shown};
use crate::format::gate::{interval, is_ratio, is_shown, quantity, share};
use crate::format::html::words::plain;
use crate::gate::{Check, Gate, LaneResult, Quantity, Verdict};

#[derive(Template)]
#[template(path = "gate/checks.html")]
struct Table {
    title: &'static str,
    rows: Vec<Row>,
}

struct Row {
    verdict: &'static str,
    class: &'static str,
    lane: &'static str,
    of: String,
    what: String,
    base: String,
    head: String,
    change: String,
    threshold: String,
    /// As HTML.
    note: Option<String>,
    /// Its lane does not count.
    void: bool,
    reproduce: String,
    accept: Option<String>,
}

/// A table of all checks that are not green, the worst first; nothing where all are.
pub(super) fn failing(gate: &Gate) -> String {
    table(gate, "checks-title", |check| check.verdict != Verdict::Pass)
}

/// A table of green checks of which something is to be said, such as why somebody accepted them.
pub(super) fn noted(gate: &Gate) -> String {
    table(gate, "notes-title", |check| {
        check.verdict == Verdict::Pass && check.note.is_some()
    })
}

fn table(gate: &Gate, title: &'static str, kept: impl Fn(&Check) -> bool) -> String {
    let of = |lane: &'_ LaneResult| -> Vec<(Verdict, Row)> {
        let shown = lane
            .checks
            .iter()
            .filter(|check| is_shown(check, lane.lane));
        let kept = shown.filter(|check| kept(check));
        kept.map(|check| (check.verdict, row(check, lane)))
            .collect()
    };
    let mut rows: Vec<(Verdict, Row)> = gate.lanes.iter().flat_map(of).collect();
    // What counts first, then the worst; the order of the lanes and cells stays.
    rows.sort_by_key(|(verdict, row)| (row.void, std::cmp::Reverse(*verdict)));
    match rows.is_empty() {
        true => String::new(),
        false => rendered(&Table {
            title,
            rows: rows.into_iter().map(|(_, row)| row).collect(),
        }),
    }
}

fn row(check: &Check, lane: &LaneResult) -> Row {
    let value = |of: &Quantity| match of {
        Quantity::Missing => String::new(),
        of => shown(&quantity(of)),
    };
    let change = check.change.map(|change| match is_ratio(check, &change) {
        true => interval(&change, 1.0, "x").trim_start().to_owned(),
        false => share(&change),
    });
    let green = check.verdict == Verdict::Pass;
    Row {
        verdict: check.verdict.name(),
        class: class(check.verdict),
        lane: lane.lane.name(),
        of: shown(&check.of),
        what: shown(&check.what),
        base: value(&check.base),
        head: value(&check.head),
        change: change.unwrap_or_default(),
        threshold: match green {
            true => String::new(),
            false => shown(&check.threshold),
        },
        note: check.note.as_deref().map(plain),
        void: is_void(lane),
        reproduce: shown(&check.reproduce),
        accept: check.accept.as_deref().map(shown),
    }
}
