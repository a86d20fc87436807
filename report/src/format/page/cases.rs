//! What was measured, case by case.

use super::block::{ABSENT, Block, Page, Table, Text};
use crate::finding::{CaseFinding, OpTable, Remark, Slot, Standing};
use crate::format::number::{self, sizes, thousands};
use crate::run::{Case, Outcome};
use crate::stats::Estimate;

pub(super) fn absent(cases: &[CaseFinding]) -> Option<String> {
    let none = cases.iter().all(|found| found.ops.is_empty());
    none.then(|| "any case (no cells)".to_owned())
}

pub(super) fn write(page: &mut Vec<Block>, cases: &[CaseFinding]) {
    let (measured, rest): (Vec<_>, Vec<_>) = cases.iter().partition(|found| found.measured());
    if cases.is_empty() {
        return;
    }
    page.heading(2, "Case by case");
    for found in measured {
        section(page, found);
    }
    // Planned and not measured: a table would show nothing else.
    let missing: Vec<_> = rest
        .iter()
        .filter(|found| !found.ops.is_empty())
        .map(|found| found.case.name.clone())
        .collect();
    if !missing.is_empty() {
        page.paragraph(format!("Cases not measured: {}.", missing.join(", ")));
    }
    let failures = rest.iter().flat_map(|found| {
        let failures = found.remarks.iter().filter(|remark| remark.is_failure());
        failures.map(|failure| Text::from(format!("{}, ", found.case.name)).join(remark(failure)))
    });
    page.list(failures.collect());
}

/// The same for a run about one message, which needs no list of cases.
pub(super) fn write_one(page: &mut Vec<Block>, found: &CaseFinding) {
    if found.ops.is_empty() {
        return;
    }
    page.heading(2, "All times");
    let text = sized(&found.case, &found.case.name);
    page.paragraph(text);
    body(page, found, 3);
}

fn section(page: &mut Vec<Block>, found: &CaseFinding) {
    page.heading(3, found.case.name.clone());
    page.paragraph(sized(&found.case, "Stresses"));
    body(page, found, 4);
}

/// What the case is, behind a lead, and its lengths.
fn sized(case: &Case, lead: &str) -> String {
    format!(
        "{lead}: {}. {}, {} as base64 text, {} in bytes fields.{}",
        case.stresses.trim_end_matches('.'),
        sizes(case.messages, case.wire_bytes),
        thousands(case.base64_bytes),
        thousands(case.field_bytes),
        if case.messages > 1 {
            " A time is that of a whole pass."
        } else {
            ""
        }
    )
}

/// The tables of every op, each under a heading of a level, and the remarks.
fn body(page: &mut Vec<Block>, found: &CaseFinding, level: u8) {
    for op in &found.ops {
        page.heading(level, format!("{}, {}", found.case.name, op.op));
        if op.measured() {
            page.table(codecs(op));
            page.table(engines(op));
        } else {
            page.paragraph("Not measured.");
        }
    }
    page.list(found.remarks.iter().map(remark).collect());
}

fn codecs(op: &OpTable) -> Table {
    let titles = [
        "codec",
        "raw",
        "base64",
        "tax",
        "tax ns/byte",
        "base64-field",
        "its tax",
        "its tax ns/field byte",
    ];
    let mut table = Table::new(1, titles);
    for row in &op.rows {
        table.rows.push(vec![
            named(&row.codec, row.standing),
            show(row.raw, number::time),
            show(row.base64, number::time),
            show(row.tax, number::ratio),
            show(row.tax_per_byte, number::interval),
            show(row.field, number::time),
            show(row.field_tax, number::ratio),
            show(row.field_tax_per_byte, number::interval),
        ]);
    }
    table.without_empty_columns()
}

fn engines(op: &OpTable) -> Table {
    let mut table = Table::new(
        3,
        ["engine", "codec", "wrap", "time", "tax", "tax won back"],
    );
    for row in &op.engines {
        table.rows.push(vec![
            row.engine.clone(),
            named(&row.codec, row.standing),
            row.wrap.clone(),
            show(row.time, number::time),
            show(row.tax, number::ratio),
            show(row.won_back, number::share),
        ]);
    }
    table
}

fn named(codec: &str, standing: Standing) -> String {
    match standing {
        Standing::Sound => codec.to_owned(),
        Standing::Unsound => format!("{codec} (unsound)"),
        Standing::Out => format!("{codec} (not proven)"),
    }
}

fn show(slot: Slot, number: fn(&Estimate) -> String) -> String {
    match slot {
        Slot::Absent => ABSENT.to_owned(),
        Slot::Unmeasured => "not measured".to_owned(),
        Slot::Number(estimate) => number(&estimate),
    }
}

fn remark(remark: &Remark) -> Text {
    Text::from(format!("{}: {}", remark.codec, outcome(&remark.outcome)))
}

/// What a proof came to, in words.
pub(in crate::format) fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Proven { .. } => "proven".to_owned(),
        Outcome::Unsound { why, .. } => format!("unsound, not ranked: {why}"),
        Outcome::Refused { stage, reason } => format!("refused by {stage}: {reason}"),
        Outcome::Wrong { path, detail } => format!("wrong value, not timed: {path}: {detail}"),
        Outcome::Aborted { how } => format!("aborted, not timed: {how}"),
    }
}
