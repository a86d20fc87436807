//! A row of a forest plot: its name, a median with its interval, and below these a small dot for each launch.

use crate::format::html::figure::{Rows, WIDE};
use crate::format::html::svg::Anchor;
use crate::format::html::svg::axis::Axis;
use crate::format::html::text::shortened;
use crate::gate::{Check, Verdict};
use crate::stats::Estimate;

/// Where the axis begins and ends.
pub(super) const PLACES: (f64, f64) = (4.0, WIDE - 136.0);
/// Where the rows begin.
pub(super) const TOP: f64 = 20.0;
/// How high a row is.
const HIGH: f64 = 38.0;
/// How many characters of a name fit.
const NAME: usize = 54;
/// The height of the median, and between which heights launches are spread.
const MEDIAN: f64 = 20.0;
const LAUNCHES: (f64, f64) = (25.5, 33.5);

/// A row on an axis; `launches` are on the same scale as the estimate.
pub(super) fn strip(
    rows: &mut Rows,
    axis: &Axis,
    (name, number): (&str, &str),
    of: &Check,
    estimate: &Estimate,
    launches: impl Iterator<Item = f64>,
) {
    rows.open("row", HIGH, &[]);
    let drawing = &mut rows.drawing;
    drawing.title(&format!("{}: {number}, {}", of.of, of.verdict.name()));
    let class = match of.verdict.fails() {
        true => "name bad",
        false => "name",
    };
    drawing.text(class, (0.0, 11.0), Anchor::Start, &shortened(name, NAME));
    if let Some(of) = estimate.interval {
        let (low, high) = (axis.at(of.low), axis.at(of.high));
        // As wide as a hair at least.
        drawing.line("interval", (low.min(high - 1.0), MEDIAN), (high, MEDIAN));
    }
    let (shape, class) = match of.verdict {
        Verdict::Pass => ("m0", "dot"),
        of if of.fails() => ("m1", "dot bad"),
        _ => ("m3", "dot"),
    };
    let class = match axis.holds(estimate.value) {
        true => class.to_owned(),
        false => format!("{class} hollow"),
    };
    drawing.mark(shape, &class, (axis.at(estimate.value), MEDIAN));
    drawing.dots("launch", &places(axis, launches));
    drawing.text("number", (WIDE, MEDIAN + 4.0), Anchor::End, number);
    rows.close(HIGH);
}

/// A place for each launch, from top to bottom in the order in which they ran.
fn places(axis: &Axis, launches: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let launches: Vec<f64> = launches.filter(|of| of.is_finite()).collect();
    let step = (LAUNCHES.1 - LAUNCHES.0) / (launches.len().saturating_sub(1)).max(1) as f64;
    let place = |(at, of): (usize, &f64)| (axis.at(*of), LAUNCHES.0 + step * at as f64);
    launches.iter().enumerate().map(place).collect()
}
