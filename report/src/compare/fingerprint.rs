//! What two runs differ in beside their times.

use crate::run::Run;

/// A fact that is not the same in both runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about, such as `rustc`.
    pub label: String,
    /// Its value in each; `None` where the record does not say.
    pub values: [Option<String>; 2],
}

/// What differs from run to run anyway, and is told as noise.
const LOADS: [&str; 2] = ["load at start", "load at end"];

/// Everything that a record says of where, with what and over what it was made, and that is not the same in both.
pub(super) fn differences(earlier: &Run, later: &Run) -> Vec<Difference> {
    let runs = [earlier, later];
    let mut labels: Vec<&str> = Vec::new();
    for (label, _) in runs.iter().flat_map(|run| run.environment.iter()) {
        if !labels.contains(&label) && !LOADS.contains(&label) {
            labels.push(label);
        }
    }
    let of_machine = labels.into_iter().map(|label| {
        let value = |run: &Run| run.environment.get(label).map(str::to_owned);
        (label, runs.map(value))
    });
    let of_run = [
        ("suite", runs.map(|run| Some(run.suite.clone()))),
        ("filter", runs.map(|run| run.filter.clone())),
        (
            "complete",
            runs.map(|run| Some(if run.complete { "yes" } else { "no" }.to_owned())),
        ),
    ];
    of_machine
        .chain(of_run)
        .filter(|(_, [a, b])| a != b)
        .map(|(label, values)| Difference {
            label: label.to_owned(),
            values,
        })
        .collect()
}
