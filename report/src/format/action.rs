//! Cells as `customSmallerIsBetter` of github-action-benchmark: a list of names with values, the smaller the better.
//!
//! Source: <https://github.com/benchmark-action/github-action-benchmark>, section on custom benchmarks.

use serde_json::{Value, json};

use super::cells::{rounded, standing};
use super::json::printed;
use super::number;
use crate::finding::CellSummary;

/// The cells as the document that `tool: customSmallerIsBetter` takes.
pub fn github_action_benchmark(cells: &[CellSummary]) -> String {
    printed(&cells.iter().map(entry).collect())
}

fn entry(cell: &CellSummary) -> Value {
    let case = &cell.case;
    let half = cell.time.interval.map(|i| (i.high - i.low) / 2.0);
    let mut entry = json!({
        "name": cell.id.to_string(),
        "unit": "ns/op",
        "value": rounded(cell.time.value),
        "extra": format!(
            "{}\n{}, {}",
            number::size_of(case, &cell.id.op),
            number::counted(cell.samples as u64, "sample"),
            standing(cell.standing)
        ),
    });
    if let Some(half) = half {
        entry["range"] = format!("± {}", number::plain(half)).into();
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::summaries;
    use crate::testing;

    #[test]
    fn a_cell_is_an_entry() {
        let mut run = testing::measured();
        let mut sample = testing::sample(100.0);
        sample.iters.truncate(2);
        sample.nanos.truncate(2);
        run.cells[1] = crate::Measured::of(run.cells[1].id.clone(), &sample, None);
        let text = github_action_benchmark(&summaries(&run, &run.samples()));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read.as_array().unwrap().len(), run.cells.len());
        assert_eq!(read[0]["name"], "append-16/encode/prost/raw");
        assert_eq!(read[0]["unit"], "ns/op");
        assert!(read[0]["value"].as_f64().unwrap() > 60.0);
        assert!(read[0]["range"].as_str().unwrap().starts_with("± 0."));
        assert_eq!(read[0]["extra"], "80 wire bytes\n50 samples, sound");
        assert_eq!(read[1].get("range"), None, "two samples have no interval");
    }
}
