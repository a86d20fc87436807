//! A comparison as JSON; docs/FORMATS.md explains the fields.

use serde_json::{Value, json};

use super::Compare;
use crate::compare::{Cell, Verdict};
use crate::format::cells::rounded;
use crate::format::json::{estimate, printed};
use crate::run::CellId;

/// As JSON for other programs.
pub fn compare_json(compare: &Compare<'_>) -> String {
    let found = compare.found;
    let records = [0, 1].map(|at| json!({"name": compare.names[at], "started": found.started[at]}));
    let differences = found
        .differences
        .iter()
        .map(|of| json!({"label": of.label, "a": of.values[0], "b": of.values[1]}));
    let cell = |cell: &Cell| {
        json!({
            "id": cell.id.to_string(),
            "verdict": word(cell.verdict),
            "ratio": estimate(&cell.compared.plain),
            "beyond_shift": estimate(&cell.compared.beyond_shift),
            "a_ns": estimate(&cell.times[0]),
            "b_ns": estimate(&cell.times[1]),
            "why": cell.why.as_ref().map(ToString::to_string),
        })
    };
    let counted = found.counted.changed.iter().map(
        |of| json!({"id": of.id.to_string(), "what": of.what.word(), "a": of.values[0], "b": of.values[1]}),
    );
    let unlike = found.unlike.iter();
    let unlike = unlike.map(|(id, why)| json!({"id": id.to_string(), "why": why}));
    let ids = |ids: &[CellId]| -> Vec<String> { ids.iter().map(ToString::to_string).collect() };
    printed(&json!({
        "format": 1,
        "a": records[0],
        "b": records[1],
        "differences": differences.collect::<Vec<_>>(),
        "machine": found.machine.map(rounded),
        "shift": found.shift.map(|shift| estimate(&shift.ratio)),
        "stray": found.stray.map(rounded),
        "threshold": found.threshold,
        "counts": Value::Object(VERDICTS.map(|of| (word(of).to_owned(), found.count(of).into())).into_iter().collect()),
        "cells": found.cells.iter().map(cell).collect::<Vec<_>>(),
        "counted": counted.collect::<Vec<_>>(),
        "not_compared": unlike.collect::<Vec<_>>(),
        "only_in_a": ids(&found.alone[0]),
        "only_in_b": ids(&found.alone[1]),
        "noise": found.noise,
    }))
}

const VERDICTS: [Verdict; 5] = [
    Verdict::Slower,
    Verdict::Faster,
    Verdict::Less,
    Verdict::Same,
    Verdict::Noisy,
];

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Slower => "slower",
        Verdict::Faster => "faster",
        Verdict::Less => "below-threshold",
        Verdict::Same => "same",
        Verdict::Noisy => "noisy",
    }
}
