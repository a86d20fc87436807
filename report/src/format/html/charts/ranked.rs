//! The codecs of a case under one op in order, with their intervals.

use crate::finding::Standing;
use crate::format::html::cells::{Cell, Cells, wrap_words};
use crate::format::html::figure::{Chart, ROW, Rows, WIDE};
use crate::format::html::svg::axis::Axis;
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::{shortened, slug};
use crate::format::number;
use crate::stats::Estimate;

/// Where the names begin, behind the ranks.
const NAMES: f64 = 13.0;
/// Where the names end and the axis begins.
const LEFT: f64 = 108.0;
/// Where the axis ends and the numbers begin.
const RIGHT: f64 = WIDE - 104.0;
/// Where the rows begin.
const TOP: f64 = 20.0;
/// How many characters of a codec's name fit.
const NAME: usize = 15;

/// A chart for each case and op that has a time.
pub(in crate::format::html) fn ranked(cells: &Cells<'_>) -> Vec<Chart> {
    cells
        .blocks()
        .filter_map(|block| chart(cells, block))
        .collect()
}

fn chart(cells: &Cells<'_>, block: &[Cell]) -> Option<Chart> {
    let first = block.first()?;
    let times = || block.iter().filter_map(|cell| Some((cell, cell.time?)));
    let ends = times().flat_map(|(_, time)| ends(&time));
    let axis = Axis::log(ends, (LEFT, RIGHT), 0.04)?;
    let mut rows = Rows::below(Drawing::default(), TOP);
    let mut said = Vec::new();
    for group in block.chunk_by(|a, b| a.id.wrap == b.id.wrap) {
        let mut ranked: Vec<(&Cell, Estimate)> = group
            .iter()
            .filter_map(|cell| Some((cell, cell.time?)))
            .collect();
        let Some((head, _)) = ranked.first() else {
            continue;
        };
        let words = wrap_words(&head.id.wrap);
        rows.heading(&words);
        ranked.sort_by(|a, b| {
            let last = |cell: &Cell| cell.standing != Standing::Sound;
            let places = (last(a.0)).cmp(&last(b.0));
            places.then(a.1.value.total_cmp(&b.1.value))
        });
        let sound: Vec<&Cell> = ranked
            .iter()
            .map(|(cell, _)| *cell)
            .filter(|cell| cell.standing == Standing::Sound)
            .collect();
        let ranks = cells
            .ranks(&sound)
            .into_iter()
            .chain(std::iter::repeat(None));
        let mut listed = Vec::new();
        for ((cell, time), rank) in ranked.iter().zip(ranks) {
            let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
            row(&mut rows, &axis, cell, time, &rank);
            let words = format!(
                "{rank} {}{} {}",
                cell.id.codec,
                remark(cell),
                number::time(time)
            );
            listed.push(words.trim_start().to_owned());
        }
        said.push(format!("{words}: {}", listed.join(", ")));
    }
    let high = rows.down + 6.0;
    let mut drawing = Drawing::default();
    for tick in axis.ticks(40.0) {
        let x = axis.at(tick);
        drawing.line("grid", (x, TOP - 6.0), (x, high));
        drawing.text("tick", (x, 10.0), Anchor::Middle, &tick_words(tick));
    }
    drawing.append(rows.drawing);
    Some(Chart {
        id: format!("ranked-{}-{}", slug(&first.id.case), slug(&first.id.op)),
        title: format!("{}, {}", first.id.case, first.id.op),
        desc: format!(
            "Time for one op on a logarithmic axis, with 95 % intervals and ranks, the fastest first. {}.",
            said.join("; ")
        ),
        cases: vec![first.id.case.clone()],
        op: first.id.op.clone(),
        shapes: "",
        size: (WIDE, high),
        drawing,
    })
}

fn row(rows: &mut Rows, axis: &Axis, cell: &Cell, time: &Estimate, rank: &str) {
    let id = &cell.id;
    let attributes = [
        ("data-codec", id.codec.as_str()),
        ("data-wrap", id.wrap.as_str()),
    ];
    rows.open("row", ROW, &attributes);
    let drawing = &mut rows.drawing;
    let words = number::time(time);
    let sound = cell.standing == Standing::Sound;
    let (class, star) = if sound {
        ("name", "")
    } else {
        ("name quiet", " *")
    };
    let name = shortened(&format!("{}{star}", id.codec), NAME + 1);
    drawing.text("number quiet", (0.0, 12.0), Anchor::Start, rank);
    drawing.text(class, (NAMES, 12.0), Anchor::Start, &name);
    if let Some(interval) = time.interval {
        let (low, high) = (axis.at(interval.low), axis.at(interval.high));
        // As wide as a hair at least.
        drawing.line("interval", (low.min(high - 1.0), 8.0), (high, 8.0));
    }
    let shape = if sound { "dot" } else { "dot hollow" };
    drawing.mark("m0", shape, (axis.at(time.value), 8.0));
    drawing.text("number", (WIDE, 12.0), Anchor::End, &words);
    rows.close(ROW);
}

fn remark(cell: &Cell) -> &'static str {
    match cell.standing {
        Standing::Sound => "",
        Standing::Unsound => " (unsound, not ranked)",
        Standing::Out => " (not proven, not ranked)",
    }
}

/// The value and the ends of its interval.
fn ends(time: &Estimate) -> Vec<f64> {
    let ends = time.interval.map(|interval| [interval.low, interval.high]);
    ends.into_iter().flatten().chain([time.value]).collect()
}

/// A round time: `100 ns`, `2 us`.
pub(super) fn tick_words(nanos: f64) -> String {
    let units = [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0)];
    let unit = units.iter().find(|(_, scale)| nanos >= scale * 0.9999);
    let (unit, scale) = unit.unwrap_or(&("ns", 1.0));
    let rounded = (nanos / scale * 100.0).round() / 100.0;
    format!("{rounded} {unit}")
}
