//! Cells in the Bencher Metric Format, which `bencher run --adapter json` takes: benchmark, measure, metric.
//!
//! Source: <https://bencher.dev/docs/reference/bencher-metric-format/>. `latency` (nanoseconds) and `throughput` (operations
//! a second) are measures that every project there has.

use serde_json::{Map, Value, json};

use super::cells::rounded;
use super::json::printed;
use crate::finding::CellSummary;
use crate::stats::Estimate;

/// The cells as a document of the Bencher Metric Format.
pub fn bencher(cells: &[CellSummary]) -> String {
    let benchmark = |cell: &CellSummary| (cell.id.to_string(), Value::Object(measures(cell)));
    printed(&Value::Object(cells.iter().map(benchmark).collect()))
}

fn measures(cell: &CellSummary) -> Map<String, Value> {
    let counted = |x: f64| metric(&Estimate::bare(x));
    let measures = [
        ("latency", Some(metric(&cell.time))),
        ("throughput", Some(metric(&cell.ops()))),
        ("allocations", cell.allocated.map(|all| counted(all.count))),
        (
            "allocated-bytes",
            cell.allocated.map(|all| counted(all.bytes)),
        ),
        ("instructions", cell.instructions.map(counted)),
    ];
    let known = measures.into_iter();
    known
        .filter_map(|(slug, metric)| Some((slug.to_owned(), metric?)))
        .collect()
}

/// A value, and where it is known, between which others it lies.
fn metric(estimate: &Estimate) -> Value {
    match estimate.interval {
        None => json!({"value": rounded(estimate.value)}),
        Some(ends) => json!({
            "value": rounded(estimate.value),
            "lower_value": rounded(ends.low),
            "upper_value": rounded(ends.high),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::summaries;
    use crate::run::Allocated;
    use crate::testing;

    #[test]
    fn a_cell_is_a_benchmark_with_measures() {
        let mut run = testing::measured();
        run.cells[0].allocated = Some(Allocated::default());
        let text = bencher(&summaries(&run, &run.samples()));
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read.as_object().unwrap().len(), run.cells.len());
        let cell = &read["append-16/encode/prost/raw"];
        assert_eq!(cell["allocations"], json!({"value": 0.0}));
        assert_eq!(cell["instructions"], Value::Null);
        for slug in ["latency", "throughput"] {
            let number = |name: &str| cell[slug][name].as_f64().unwrap();
            assert!(number("lower_value") <= number("value"), "{cell}");
            assert!(number("value") <= number("upper_value"), "{cell}");
        }
    }
}
