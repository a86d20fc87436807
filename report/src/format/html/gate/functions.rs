//! The functions whose instructions changed, with bars.

use askama::Template;

use super::{class, rendered, shown};
use crate::format::gate::{quantity, share};
use crate::format::html::svg::Drawing;
use crate::format::number;
use crate::gate::{Check, Function, Gate};

/// How wide and how high a bar's place is.
const PLACE: (f64, f64) = (100.0, 12.0);

#[derive(Template)]
#[template(path = "gate/functions.html")]
struct Tables {
    checks: Vec<Table>,
}

struct Table {
    of: String,
    class: &'static str,
    verdict: &'static str,
    total: String,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    base: String,
    head: String,
    more: String,
    bar: String,
}

/// A table for each check that names functions.
pub(super) fn tables(gate: &Gate) -> String {
    let all = gate.lanes.iter().flat_map(|lane| &lane.checks);
    let named = all.filter(|check| !check.functions.is_empty());
    let checks: Vec<Table> = named.map(table).collect();
    match checks.is_empty() {
        true => String::new(),
        false => rendered(&Tables { checks }),
    }
}

fn table(check: &Check) -> Table {
    let most = check.functions.iter().map(|of| (of.head - of.base).abs());
    let most = most.filter(|of| of.is_finite()).fold(0.0, f64::max);
    let change = check.change.as_ref().map(|of| format!(" ({})", share(of)));
    Table {
        of: shown(&check.of),
        class: class(check.verdict),
        verdict: check.verdict.name(),
        total: format!(
            "{} -> {}{}",
            quantity(&check.base),
            quantity(&check.head),
            change.unwrap_or_default()
        ),
        rows: check.functions.iter().map(|of| row(of, most)).collect(),
    }
}

fn row(of: &Function, most: f64) -> Row {
    let more = of.head - of.base;
    let sign = if more < 0.0 { "-" } else { "+" };
    Row {
        name: shown(&of.name),
        base: number::count(of.base),
        head: number::count(of.head),
        more: format!("{sign}{}", number::count(more.abs())),
        bar: bar(more, most),
    }
}

/// From the middle to the right for more, to the left for less.
fn bar(more: f64, most: f64) -> String {
    let (wide, high) = PLACE;
    let middle = wide / 2.0;
    let part = if most > 0.0 { more / most } else { 0.0 };
    let long = part.abs().min(1.0) * (middle - 1.0);
    let mut drawing = Drawing::default();
    match more < 0.0 {
        true => drawing.rect("less", (middle - long, 2.0), (long, high - 4.0)),
        false => drawing.rect("added", (middle, 2.0), (long, high - 4.0)),
    }
    drawing.line("axis", (middle, 0.0), (middle, high));
    drawing.into_text()
}
