//! A forest plot of claims: the ratio that each is about, with its interval, its launches and its bounds.

use super::strip::{PLACES, TOP, strip};
use crate::format::html::figure::{Chart, Rows, WIDE};
use crate::format::html::svg::axis::Axis;
use crate::format::html::svg::{Anchor, Drawing};
use crate::gate::{Check, Quantity};
use crate::stats::Estimate;

/// Launches stretch the axis up to this factor from the median.
const FAR: f64 = 3.0;

/// Claims about ratios in one chart on a logarithmic axis; `None` where there are none.
pub(super) fn chart(checks: &[Check]) -> Option<Chart> {
    let claims: Vec<(&Check, Estimate)> = checks
        .iter()
        .filter_map(|check| Some((check, check.change?)))
        .collect();
    (!claims.is_empty()).then_some(())?;
    let values = claims.iter().flat_map(|(check, of)| {
        let ends = of.interval.map(|of| [of.low, of.high]);
        let ends = ends.into_iter().flatten().chain([of.value]);
        // A launch far off would leave no room for the others; it is drawn at the edge.
        let near = |ratio: &f64| (of.value / FAR..=of.value * FAR).contains(ratio);
        let launches = check.launches.iter().copied().filter(near);
        ends.chain(check.bounds.into_iter().flatten())
            .chain(launches)
    });
    // With the line where both are equal.
    let axis = Axis::log(values.chain([1.0]), PLACES, 0.03)?;
    let mut rows = Rows::below(Drawing::default(), TOP);
    let mut said = Vec::new();
    for (check, of) in &claims {
        let top = rows.down;
        let number = number(of);
        // Bounds lie behind the row.
        for bound in check.bounds.into_iter().flatten() {
            let x = axis.at(bound);
            let (from, to) = (top + 14.0, top + 36.0);
            rows.drawing.line("crossover", (x, from), (x, to));
        }
        let launches = check.launches.iter().copied();
        strip(&mut rows, &axis, (&check.of, &number), check, of, launches);
        let wanted = match &check.base {
            Quantity::Word(words) => format!(", wanted {words}"),
            _ => String::new(),
        };
        said.push(format!(
            "{} {number}{wanted}, {}",
            check.of,
            check.verdict.name()
        ));
    }
    let high = rows.down + 2.0;
    let mut drawing = Drawing::default();
    for tick in axis.ticks(32.0) {
        let x = axis.at(tick);
        let class = if tick == 1.0 { "axis" } else { "grid" };
        drawing.line(class, (x, TOP - 6.0), (x, high));
        drawing.text("tick", (x, 10.0), Anchor::Middle, &format!("{tick}x"));
    }
    drawing.append(rows.drawing);
    Some(Chart {
        id: "claims-forest".to_owned(),
        title: "Ratios that are claimed".to_owned(),
        desc: format!(
            "Ratios on a logarithmic axis with their intervals and bounds. {}.",
            said.join("; ")
        ),
        size: (WIDE, high),
        drawing,
        ..Chart::default()
    })
}

fn number(of: &Estimate) -> String {
    let ends = of
        .interval
        .map(|of| format!(" [{:.2}, {:.2}]", of.low, of.high));
    format!("{:.2}x{}", of.value, ends.unwrap_or_default())
}
