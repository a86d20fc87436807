//! What makes a comparison unsure, in words.

use crate::filter::Selected;
use crate::stats::{ALIKE, Estimate, LEVEL, NOISE_LIMIT, Shift, Sorted, joint_level, lower_rank};

/// The machine strayed when the anchors of nine samples of ten do not stay within this share of their typical time.
const STRAYED: f64 = NOISE_LIMIT;
/// Load before a run that is worth telling; the run itself adds one until its end.
const BUSY: f64 = 0.5;

/// Why a cell is too noisy to say anything, the first reason that suffices.
pub(super) fn of_cell(
    times: &[Estimate; 2],
    sorted: &[Sorted; 2],
    shift: Option<&Shift>,
) -> String {
    let Some(reach) = shift.and_then(|shift| shift.reach(1.0 - LEVEL)) else {
        return "fewer than six cells in common: how far runs differ is not known".into();
    };
    for (side, of) in ["A", "B"].iter().zip(sorted) {
        if lower_rank(of.len(), joint_level(2)).is_none() {
            return format!("too few samples in {side}: {}", of.len());
        }
    }
    let wide = |time: &Estimate| time.relative_half_width().unwrap_or(0.0);
    let [a, b] = [wide(&times[0]), wide(&times[1])];
    if reach.exp_m1() > ALIKE && reach.exp_m1() > a.max(b) {
        return format!(
            "cells stray up to {:.0} % between these runs",
            reach.exp_m1() * 100.0
        );
    }
    match a > b {
        true => format!("its samples in A: ±{:.1} %", a * 100.0),
        false => format!("its samples in B: ±{:.1} %", b * 100.0),
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
            "with {cells} cells in common, how far unchanged ones differ from run to run cannot be told: six are needed"
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
    let cores = cores.map_or(String::new(), |cores| format!(", on {cores} cores"));
    busy.then(|| {
        let (start, end) = (said(start), said(end));
        format!("{name} was not alone: load {start} at its start and {end} at its end{cores}")
    })
}

fn samples(side: &Selected, name: &str, cells: usize) -> Option<String> {
    let counts = side.samples.cells.values().map(|sample| sample.nanos.len());
    let fewest = counts.min()?;
    lower_rank(fewest, joint_level(2 * cells)).is_none().then(|| {
        format!("{name} has cells with {fewest} samples: too few to tell a change among {cells} cells")
    })
}
