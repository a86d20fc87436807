//! Where the time of an op on base64 text goes: to the codec, and to base64.

use crate::finding::Standing;
use crate::format::html::cells::{Cell, Cells};
use crate::format::html::figure::{Chart, ROW, Rows, WIDE};
use crate::format::html::svg::axis::Axis;
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::{shortened, slug};
use crate::format::number;
use crate::run::{BASE64, CellId, DEFAULT_ENGINE, RAW};
use crate::stats::{Estimate, Interval};

use super::ranked::tick_words;

/// The op that is split.
const OP: &str = "decode";
/// Where the names end and the bars begin.
const LEFT: f64 = 92.0;
/// Where the bars end and the numbers begin.
const RIGHT: f64 = WIDE - 98.0;
/// Where the rows begin.
const TOP: f64 = 20.0;
/// How high a bar is.
const BAR: f64 = 9.0;

/// One decode of base64 text, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::format::html) struct Parts {
    /// The cell with base64.
    pub id: CellId,
    /// Name of the engine.
    pub engine: String,
    /// Whether its codec is ranked.
    pub sound: bool,
    /// Nanoseconds of the whole, as measured.
    pub whole: Estimate,
    /// Nanoseconds of the same without base64, as measured.
    pub codec: Estimate,
    /// The whole less that: what base64 adds.
    pub base64: Estimate,
    /// What base64 adds as a share of the whole.
    pub share: Estimate,
}

/// All decodes of base64 text that were measured with their raw twins, in the order of the run.
pub(in crate::format::html) fn parts(cells: &Cells<'_>) -> Vec<Parts> {
    cells
        .all
        .iter()
        .filter_map(|cell| taken_apart(cells, cell))
        .collect()
}

fn taken_apart(cells: &Cells<'_>, cell: &Cell) -> Option<Parts> {
    let (wrap, engine) = cell.id.wrap_and_engine();
    if wrap != BASE64 || cell.id.op != OP {
        return None;
    }
    let raw = cell.id.with_wrap(RAW);
    let (whole, codec) = (cell.time?, cells.get(&raw)?.time?);
    let base64 = cells.difference(&cell.id, &raw)?;
    let tax = cells.ratio(&cell.id, &raw)?;
    // One less the inverse of the tax rises with the tax, so the ends of its interval are those of the share's.
    let share = |tax: f64| 1.0 - 1.0 / tax;
    let ends = tax.interval.filter(|tax| tax.low > 0.0);
    let interval = ends.map(|tax| Interval {
        low: share(tax.low),
        high: share(tax.high),
    });
    Some(Parts {
        engine: engine.unwrap_or(DEFAULT_ENGINE).to_owned(),
        sound: cell.standing == Standing::Sound,
        id: cell.id.clone(),
        whole,
        codec,
        base64,
        share: Estimate {
            value: share(tax.value),
            interval,
        },
    })
}

/// A chart for each case.
pub(in crate::format::html) fn split(parts: &[Parts]) -> Vec<Chart> {
    parts
        .chunk_by(|a, b| a.id.case == b.id.case)
        .filter_map(chart)
        .collect()
}

fn chart(parts: &[Parts]) -> Option<Chart> {
    let case = &parts.first()?.id.case;
    let most = parts
        .iter()
        .map(|parts| high(&parts.whole))
        .fold(0.0, f64::max);
    let axis = Axis::linear(most, (LEFT, RIGHT))?;
    let mut rows = Rows::below(Drawing::default(), TOP);
    let mut said = Vec::new();
    for group in parts.chunk_by(|a, b| a.engine == b.engine) {
        let engine = group.first().map_or("", |parts| parts.engine.as_str());
        rows.heading(&format!("engine {engine}"));
        for parts in group {
            row(&mut rows, &axis, parts);
        }
        let listed = group.iter().map(|parts| {
            let share = number::share(&parts.share);
            format!(
                "{} {}, of it base64 {share}",
                parts.id.codec,
                number::time(&parts.whole)
            )
        });
        said.push(format!(
            "engine {engine}: {}",
            listed.collect::<Vec<_>>().join(", ")
        ));
    }
    let down = rows.down + 6.0;
    let mut drawing = Drawing::default();
    for tick in axis.ticks(44.0) {
        let x = axis.at(tick);
        let words = if tick == 0.0 {
            "0".to_owned()
        } else {
            tick_words(tick)
        };
        drawing.line("grid", (x, TOP - 6.0), (x, down));
        drawing.text("tick", (x, 10.0), Anchor::Middle, &words);
    }
    drawing.append(rows.drawing);
    Some(Chart {
        id: format!("split-{}", slug(case)),
        title: format!("{case}, {OP} of base64 text"),
        desc: format!(
            "Stacked bars from zero: the time of the codec, as measured without base64, and what base64 adds to it. {}.",
            said.join("; ")
        ),
        cases: vec![case.clone()],
        op: OP.to_owned(),
        shapes: "",
        size: (WIDE, down),
        drawing,
    })
}

fn row(rows: &mut Rows, axis: &Axis, parts: &Parts) {
    let id = &parts.id;
    let attributes = [
        ("data-codec", id.codec.as_str()),
        ("data-wrap", id.wrap.as_str()),
    ];
    rows.open("row", ROW, &attributes);
    let drawing = &mut rows.drawing;
    let name = format!("{}{}", id.codec, if parts.sound { "" } else { " *" });
    let class = if parts.sound { "name" } else { "name quiet" };
    drawing.text(class, (0.0, 12.0), Anchor::Start, &shortened(&name, 16));
    let (zero, codec, whole) = (
        axis.at(0.0),
        axis.at(parts.codec.value),
        axis.at(parts.whole.value),
    );
    let top = 8.0 - BAR / 2.0;
    drawing.rect("part-base64", (codec, top), (whole - codec, BAR));
    drawing.rect("part-codec", (zero, top), (codec.min(whole) - zero, BAR));
    // That of the codec stands above the bar, that of the whole goes through its end.
    for (of, y) in [(&parts.codec, top - 1.6), (&parts.whole, 8.0)] {
        if let Some(interval) = of.interval {
            let (low, high) = (axis.at(interval.low), axis.at(interval.high));
            drawing.line("whisker", (low.min(high - 1.0), y), (high, y));
        }
    }
    drawing.text(
        "number",
        (WIDE, 12.0),
        Anchor::End,
        &number::share(&parts.share),
    );
    rows.close(ROW);
}

fn high(estimate: &Estimate) -> f64 {
    estimate
        .interval
        .map_or(estimate.value, |interval| interval.high)
}
