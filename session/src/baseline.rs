//! Criterion panics on a baseline that is not there; this says so beforehand, and which there are.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;

use crate::plan::Plan;

/// A named baseline that lacks cells of the plan.
#[derive(Debug, thiserror::Error)]
#[error(
    "baseline `{name}` has no `{cell}`, and {missing} of {planned} cells are missing in all; there are: {known}; \
     make it with `cargo bench -- --save-baseline {name}`, or narrow the filter"
)]
pub struct Missing {
    name: String,
    cell: String,
    missing: usize,
    planned: usize,
    known: String,
}

/// Whether baseline `name` in criterion's folder has every cell of the plan.
pub fn check(name: &str, plan: &Plan, criterion: &Path) -> Result<(), Missing> {
    let baselines = baselines(criterion);
    let none = BTreeSet::new();
    let has = baselines.get(name).unwrap_or(&none);
    let missing: Vec<String> = plan
        .cells
        .iter()
        .map(|cell| cell.id())
        .filter(|id| !has.contains(id))
        .collect();
    let Some(cell) = missing.first().cloned() else {
        return Ok(());
    };
    let known: Vec<&str> = baselines
        .keys()
        .map(String::as_str)
        .filter(|known| *known != "new")
        .collect();
    Err(Missing {
        name: name.to_owned(),
        cell,
        missing: missing.len(),
        planned: plan.cells.len(),
        known: if known.is_empty() {
            "none".to_owned()
        } else {
            known.join(", ")
        },
    })
}

/// The ids that each baseline has: criterion keeps one in `<group>/<function>/<baseline>/benchmark.json`.
fn baselines(criterion: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let below = |folder: &Path| {
        std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
    };
    for baseline in below(criterion)
        .flat_map(|group| below(&group))
        .flat_map(|cell| below(&cell))
    {
        let Ok(text) = std::fs::read_to_string(baseline.join("benchmark.json")) else {
            continue;
        };
        let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else {
            continue;
        };
        let (Some(name), Some(id)) = (baseline.file_name(), json["full_id"].as_str()) else {
            continue;
        };
        found
            .entry(name.to_string_lossy().into_owned())
            .or_default()
            .insert(id.to_owned());
    }
    found
}
