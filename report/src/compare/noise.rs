//! What makes a comparison unsure, in words.

use std::fmt;

use crate::count::{counted, counted_fact};
use crate::filter::Selected;
use crate::stats::{LEVEL, Shift, Sorted, joint_level, lower_rank, median};

/// The machine strayed when the anchors of nine samples of ten do not stay within this share of their typical time.
const STRAYED: f64 = 0.05;
/// Load before a run that is worth telling; the run itself adds one until its end.
const BUSY: f64 = 0.5;

/// Why nothing can be said of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// How far runs differ is not known for want of cells.
    FewCells,
    /// So many samples in a record, too few for an interval.
    FewSamples(&'static str, usize),
    /// The runs differ too much from cell to cell: by this share.
    Runs(f64),
    /// Its samples scatter in a record: half the width of the interval as a share.
    Samples(&'static str, f64),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::FewCells => write!(f, "fewer than six cells in common"),
            Why::FewSamples(side, count) => write!(f, "too few samples in {side}: {count}"),
            Why::Runs(share) => write!(f, "unchanged cells stray up to {:.0} %", share * 100.0),
            Why::Samples(side, share) => {
                write!(f, "its samples in {side}: ±{:.1} %", share * 100.0)
            }
        }
    }
}

impl Why {
    /// The reason without its numbers, which cells share.
    pub fn kind(&self) -> &'static str {
        match self {
            Why::FewCells => {
                "fewer than six cells in common: how far runs differ from cell to cell is not known"
            }
            Why::FewSamples(..) => "too few samples for an interval",
            Why::Runs(_) => "unchanged cells stray too far between these runs",
            Why::Samples(..) => "their own samples scatter too much in one of the runs",
        }
    }
}

/// Why a cell, one of `count`, is too noisy to say anything: what widens its interval most, at the level at which cells
/// are named.
pub(super) fn of_cell(sorted: &[Sorted; 2], shift: Option<&Shift>, count: usize) -> Why {
    let chance = (1.0 - LEVEL) / 2.0 / count.max(1) as f64;
    let Some(reach) = shift.and_then(|shift| shift.reach(chance)) else {
        return Why::FewCells;
    };
    for (side, of) in ["A", "B"].into_iter().zip(sorted) {
        if lower_rank(of.len(), joint_level(2)).is_none() {
            return Why::FewSamples(side, of.len());
        }
    }
    let wide = |of: &Sorted| {
        let time = median(of, joint_level(2 * count));
        time.and_then(|time| time.relative_half_width())
    };
    let [a, b] = match sorted.each_ref().map(wide) {
        [Some(a), Some(b)] => [a, b],
        [None, _] => return Why::FewSamples("A", sorted[0].len()),
        [_, None] => return Why::FewSamples("B", sorted[1].len()),
    };
    let stray = reach.exp_m1();
    if stray > a.max(b) {
        return Why::Runs(stray);
    }
    match a > b {
        true => Why::Samples("A", a),
        false => Why::Samples("B", b),
    }
}

/// What is known of each run, and of both together.
pub(super) fn of_runs(sides: &[&Selected; 2], shift: Option<&Shift>, cells: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (side, name) in sides.iter().zip(["A", "B"]) {
        lines.extend(strayed(side, name));
        lines.extend(loads(side, name));
        lines.extend(samples(side, name, cells));
    }
    match shift.and_then(|shift| Some((shift, shift.spread?))) {
        Some((shift, spread)) => {
            let chance = (1.0 - LEVEL) / 2.0 / cells as f64;
            let reach = shift.reach(chance).unwrap_or_default();
            lines.push(format!(
                "half of the cells stay within {:.1} % of what the runs have in common; by that, one of {cells} unchanged \
                 cells may stray {:.0} % by chance",
                spread.exp_m1() * 100.0,
                reach.exp_m1() * 100.0
            ));
        }
        None => lines.push(format!(
            "with {} in common, how far unchanged ones differ from run to run cannot be told: six are needed",
            counted(cells as u64, "cell")
        )),
    }
    lines
}

fn strayed(side: &Selected, name: &str) -> Option<String> {
    let Some(drift) = side.samples.drift else {
        return Some(format!(
            "{name} has no anchors: what the machine did to single samples is in them"
        ));
    };
    (drift.low < 1.0 - STRAYED || drift.high > 1.0 + STRAYED).then(|| {
        format!(
            "the machine's speed strayed in {name}: the anchor took {:.0} % to {:.0} % of its typical time",
            drift.low * 100.0,
            drift.high * 100.0
        )
    })
}

fn loads(side: &Selected, name: &str) -> Option<String> {
    let load = |label: &str| -> Option<f64> {
        let text = side.run.environment.get(label)?;
        text.split_whitespace().next()?.parse().ok()
    };
    let (start, end) = (load("load at start"), load("load at end"));
    let busy = start.is_some_and(|load| load >= BUSY) || end.is_some_and(|load| load >= 1.0 + BUSY);
    let said = |load: Option<f64>| load.map_or("unknown".to_owned(), |load| format!("{load:.2}"));
    let cores = side.run.environment.get("cores");
    let cores = cores.map_or(String::new(), |cores| {
        format!(", on {}", counted_fact(cores, "core"))
    });
    busy.then(|| {
        let (start, end) = (said(start), said(end));
        format!("{name} was not alone: load {start} at its start and {end} at its end{cores}")
    })
}

fn samples(side: &Selected, name: &str, cells: usize) -> Option<String> {
    let counts = side.samples.cells.values().map(|sample| sample.nanos.len());
    let fewest = counts.min()?;
    lower_rank(fewest, joint_level(2 * cells))
        .is_none()
        .then(|| {
            let (fewest, cells) = (
                counted(fewest as u64, "sample"),
                counted(cells as u64, "cell"),
            );
            format!("{name} has cells with {fewest}: too few to tell a change among {cells}")
        })
}
