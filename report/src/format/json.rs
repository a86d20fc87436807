//! A run as JSON for other programs: what was found of every cell, without its samples. docs/FORMATS.md explains the
//! fields.

use serde_json::{Map, Value, json};

use super::cells::{rounded, standing};
use crate::finding::CellSummary;
use crate::run::{Outcome, Proof, Run};
use crate::stats::Estimate;

/// Version of the layout; it grows when a field goes or changes its meaning.
const FORMAT: u32 = 1;

/// The run and its cells as a JSON document.
pub fn json(run: &Run, cells: &[CellSummary]) -> String {
    let environment: Map<String, Value> = run
        .environment
        .iter()
        .map(|(label, value)| (label.to_owned(), value.into()))
        .collect();
    let document = json!({
        "format": FORMAT,
        "suite": run.suite,
        "started": run.started,
        "filter": run.filter,
        "complete": run.complete,
        "environment": environment,
        "cells": cells.iter().map(cell).collect::<Vec<_>>(),
        "not_sound": run.proofs.iter().filter_map(not_sound).collect::<Vec<_>>(),
        "warnings": run.warnings,
    });
    printed(&document)
}

/// An indented document, with a line end.
pub(super) fn printed(document: &Value) -> String {
    format!("{document:#}\n")
}

/// A number with the ends of its interval: `{"value": 1, "low": null, "high": null}`.
pub(super) fn estimate(estimate: &Estimate) -> Value {
    json!({
        "value": rounded(estimate.value),
        "low": estimate.interval.map(|i| rounded(i.low)),
        "high": estimate.interval.map(|i| rounded(i.high)),
    })
}

fn cell(cell: &CellSummary) -> Value {
    let (id, case) = (&cell.id, &cell.case);
    json!({
        "id": id.to_string(),
        "case": id.case,
        "op": id.op,
        "codec": id.codec,
        "wrap": id.wrap_and_engine().0,
        "engine": id.engine(),
        "standing": standing(cell.standing),
        "samples": cell.samples,
        "ns": estimate(&cell.time),
        "noisy": cell.time.is_noisy(),
        "ns_per_byte": cell.nanos_per_byte().map(rounded),
        "ops_per_s": rounded(cell.ops().value),
        "tax": cell.tax.as_ref().map(estimate),
        "allocations": cell.allocated.map(|all| rounded(all.count)),
        "allocated_bytes": cell.allocated.map(|all| rounded(all.bytes)),
        "instructions": cell.instructions.map(rounded),
        "message": case.message,
        "messages": case.messages,
        "tags": case.tags,
        "wire_bytes": case.bytes(&id.op),
        "base64_bytes": case.base64_bytes,
        "field_bytes": case.field_bytes,
        "compressed": case.compressed,
    })
}

fn not_sound(proof: &Proof) -> Option<Value> {
    let (outcome, why) = match &proof.outcome {
        Outcome::Proven { .. } => return None,
        Outcome::Unsound { why, .. } => ("unsound", why.clone()),
        Outcome::Refused { stage, reason } => ("refused", format!("{stage}: {reason}")),
        Outcome::Wrong { path, detail } => ("wrong", format!("{path}: {detail}")),
        Outcome::Aborted { how } => ("aborted", how.clone()),
    };
    Some(json!({"case": proof.case, "codec": proof.codec, "outcome": outcome, "why": why}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::summaries;
    use crate::testing;

    #[test]
    fn a_cell_is_an_object() {
        let run = testing::measured();
        let text = json(&run, &summaries(&run, &run.samples()));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["format"], 1);
        assert_eq!(read["environment"]["cpu"], "an example");
        let cells = read["cells"].as_array().unwrap();
        assert_eq!(cells.len(), run.cells.len());
        assert_eq!(cells[0]["id"], "append-16/encode/prost/raw");
        assert_eq!(
            (&cells[0]["engine"], &cells[0]["tax"]),
            (&Value::Null, &Value::Null)
        );
        assert!(cells[1]["tax"]["low"].as_f64() < cells[1]["tax"]["value"].as_f64());
        assert!(text.find("samples\": [").is_none());
        let others = read["not_sound"].as_array().unwrap();
        assert_eq!(others.len(), 2);
        assert_eq!(others[0]["outcome"], "refused");
        assert_eq!(others[1]["why"], "builds an unaligned slice");
    }
}
