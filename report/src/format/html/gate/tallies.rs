//! How often the gate was wrong about pairs whose answer is known, over all runs so far.

use askama::Template;

use super::rendered;
use crate::format::number::thousands;
use crate::gate::{Rate, Tally};

#[derive(Template)]
#[template(path = "gate/tallies.html")]
struct Table {
    rows: Vec<(&'static str, [String; 3], [String; 3])>,
}

/// A table with a row a lane; nothing where no lane was ever tried.
pub(super) fn table(tallies: &[Tally]) -> String {
    let row = |of: &Tally| (of.lane.name(), cells(&of.false_alarms), cells(&of.misses));
    match tallies.is_empty() {
        true => String::new(),
        false => rendered(&Table {
            rows: tallies.iter().map(row).collect(),
        }),
    }
}

/// How many, of how many, and between which shares that puts the truth.
fn cells(of: &Rate) -> [String; 3] {
    let interval = of.interval().map_or("not tried".to_owned(), |of| {
        format!("{:.1} to {:.1} %", of.low * 100.0, of.high * 100.0)
    });
    [thousands(of.wrong), thousands(of.of), interval]
}
