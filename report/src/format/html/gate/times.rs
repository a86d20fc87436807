//! Forest plots of the lane of times: head over base less one, cell by cell, on one axis for all.

use super::strip::{PLACES, TOP, strip};
use crate::format::html::figure::{Chart, Rows, WIDE};
use crate::format::html::svg::axis::Axis;
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::slug;
use crate::gate::{Check, Verdict, timing};
use crate::stats::{Estimate, Sorted};

/// The axis ends here at the latest: a cell far off would leave no room for the others.
const MOST: f64 = 0.12;

/// What is not green in a chart of its own, then a chart for each case.
pub(super) fn charts(checks: &[Check]) -> Vec<Chart> {
    let all: Vec<(&Check, Estimate)> = checks
        .iter()
        .filter_map(|check| Some((check, check.change?)))
        .collect();
    let Some(axis) = axis(&all) else {
        return Vec::new();
    };
    let (open, green): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(check, _)| check.verdict != Verdict::Pass);
    let mut charts = Vec::new();
    if !open.is_empty() {
        charts.push(chart("not green", &open, &axis, |id| id));
    }
    let mut cases: Vec<(&str, Vec<(&Check, Estimate)>)> = Vec::new();
    for of in green {
        let case = of.0.of.split('/').next().unwrap_or_default();
        match cases.iter_mut().find(|(name, _)| *name == case) {
            Some((_, cells)) => cells.push(of),
            None => cases.push((case, vec![of])),
        }
    }
    charts.extend(
        cases
            .iter()
            .map(|(case, cells)| chart(case, cells, &axis, within)),
    );
    charts
}

/// An id without its case.
fn within(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, rest)| rest)
}

/// One axis for all, from the least to the greatest of the intervals and of nearly all launches, with 0 and the threshold.
fn axis(all: &[(&Check, Estimate)]) -> Option<Axis> {
    let launches = all.iter().flat_map(|(check, _)| &check.launches);
    let launches = Sorted::new(launches.map(|of| of - 1.0).filter(|of| of.is_finite()));
    let most = [launches.quantile(0.005), launches.quantile(0.995)];
    let ends = all.iter().flat_map(|(_, change)| {
        let ends = change.interval.map(|of| [of.low, of.high]);
        ends.into_iter().flatten().chain([change.value])
    });
    let fixed = [-0.01, timing::SLOWER + 0.005];
    let values = ends.chain(most.into_iter().flatten()).chain(fixed);
    let (low, high) = values
        .filter(|of| of.is_finite())
        .fold((0.0_f64, 0.0_f64), |(low, high), of| {
            (low.min(of), high.max(of))
        });
    (!all.is_empty()).then_some(())?;
    Axis::between((low.max(-MOST), high.min(MOST)), PLACES)
}

fn chart(title: &str, cells: &[(&Check, Estimate)], axis: &Axis, named: fn(&str) -> &str) -> Chart {
    let mut rows = Rows::below(Drawing::default(), TOP);
    let mut said = Vec::new();
    for (check, change) in cells {
        let name = named(&check.of);
        let number = number(change);
        let launches = check.launches.iter().map(|of| of - 1.0);
        strip(&mut rows, axis, (name, &number), check, change, launches);
        said.push(format!(
            "{name} {number}, launches: {}, {}",
            check.launches.len(),
            check.verdict.name()
        ));
    }
    let high = rows.down + 2.0;
    let mut drawing = Drawing::default();
    for tick in axis.ticks(40.0) {
        let x = axis.at(tick);
        let class = if tick.abs() < 1e-9 { "axis" } else { "grid" };
        drawing.line(class, (x, TOP - 6.0), (x, high));
        drawing.text("tick", (x, 10.0), Anchor::Middle, &tick_words(tick));
    }
    let threshold = axis.at(timing::SLOWER);
    drawing.line("crossover", (threshold, TOP - 6.0), (threshold, high));
    drawing.append(rows.drawing);
    Chart {
        id: format!("times-{}", slug(title)),
        title: title.to_owned(),
        desc: format!(
            "Time of the head over that of the base, less one, with {} % intervals; a median above {:+.0} % is too slow. {}.",
            timing::CONFIDENT * 100.0,
            timing::SLOWER * 100.0,
            said.join("; ")
        ),
        size: (WIDE, high),
        drawing,
        ..Chart::default()
    }
}

/// A change in per cent, short enough to stand beside its plot.
fn number(change: &Estimate) -> String {
    let percent = |of: f64| format!("{:+.1}", of * 100.0 + 0.0).replace("-0.0", "+0.0");
    let ends = change
        .interval
        .map(|of| (percent(of.low), percent(of.high)));
    let ends = ends.map(|(low, high)| format!(" [{low}, {high}]"));
    format!("{} %{}", percent(change.value), ends.unwrap_or_default())
}

fn tick_words(tick: f64) -> String {
    let percent = (tick * 1000.0).round() / 10.0;
    match percent == 0.0 {
        true => "0".to_owned(),
        false => format!("{percent:+} %"),
    }
}
