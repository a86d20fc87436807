//! The tax against the size of the message, and where dropping base64 begins to gain more than changing the codec.

use crate::finding::{Crossover, Finding, Standing, THRESHOLDS};
use crate::format::html::cells::Cells;
use crate::format::html::figure::{Chart, MARKERS};
use crate::format::html::svg::axis::Axis;
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::{shortened, slug};
use crate::format::number;
use crate::format::page::Table;
use crate::run::{BASE64, CellId, RAW};
use crate::stats::{Estimate, Reach};

/// Width and height.
const SIZE: (f64, f64) = (360.0, 300.0);
/// Left, right, top and bottom of the field.
const FIELD: (f64, f64, f64, f64) = (38.0, 250.0, 32.0, 258.0);
/// How far apart labels stand, at the least.
const LABEL: f64 = 14.0;

/// One codec over the sizes of a family.
struct Series<'a> {
    codec: &'a str,
    place: usize,
    /// Sizes and taxes, ascending by size.
    points: Vec<(f64, Estimate)>,
}

/// A chart for each family of sizes and op.
pub(in crate::format::html) fn sweeps(cells: &Cells<'_>, finding: &Finding) -> Vec<Chart> {
    let charts = finding.crossovers.iter();
    charts
        .filter_map(|crossover| chart(cells, crossover))
        .collect()
}

/// The taxes of all charts in numbers: a row for each size.
pub(in crate::format::html) fn table(cells: &Cells<'_>, finding: &Finding) -> Table {
    let mut table = Table::new(3, ["sizes", "op", "size"]);
    table.titles.extend(cells.codecs.iter().cloned());
    for crossover in &finding.crossovers {
        let series = series(cells, crossover);
        for (bytes, _) in sizes(cells, &crossover.family) {
            let mut row = vec![
                crossover.family.clone(),
                crossover.op.clone(),
                number::size(bytes),
            ];
            row.extend(cells.codecs.iter().map(|codec| {
                let of = series.iter().find(|series| series.codec == codec);
                let point = of.and_then(|of| of.points.iter().find(|(size, _)| *size == bytes));
                point.map_or("-".to_owned(), |(_, tax)| number::ratio(tax))
            }));
            table.rows.push(row);
        }
    }
    table.without_empty_columns()
}

/// The sizes of a family, ascending, with the names of their cases.
fn sizes<'a>(cells: &Cells<'a>, family: &str) -> Vec<(f64, &'a str)> {
    let of = cells.cases.iter().filter_map(|case| {
        let sweep = case.sweep.as_ref().filter(|sweep| sweep.family == family)?;
        Some((sweep.bytes as f64, case.name.as_str()))
    });
    let mut sizes: Vec<_> = of.collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    sizes
}

fn series<'a>(cells: &'a Cells<'_>, crossover: &Crossover) -> Vec<Series<'a>> {
    let sizes = sizes(cells, &crossover.family);
    let of = cells
        .codecs
        .iter()
        .enumerate()
        .map(|(place, codec)| Series {
            codec,
            place,
            points: sizes
                .iter()
                .filter_map(|(bytes, case)| {
                    let base64 = CellId::new(*case, &crossover.op, codec, BASE64);
                    let sound = cells.get(&base64)?.standing == Standing::Sound;
                    let tax = cells
                        .ratio(&base64, &base64.with_wrap(RAW))
                        .filter(|_| sound)?;
                    (*bytes > 0.0 && tax.value > 0.0).then_some((*bytes, tax))
                })
                .collect(),
        });
    of.filter(|series| !series.points.is_empty()).collect()
}

fn chart(cells: &Cells<'_>, crossover: &Crossover) -> Option<Chart> {
    let series = series(cells, crossover);
    let points = || series.iter().flat_map(|series| &series.points);
    let (left, right, top, bottom) = FIELD;
    let across = Axis::log(points().map(|(bytes, _)| *bytes), (left, right), 0.03)?;
    let taxes = points().flat_map(|(_, tax)| {
        let ends = tax.interval.map(|interval| [interval.low, interval.high]);
        ends.into_iter().flatten().chain([tax.value])
    });
    // One, where base64 costs nothing, is always in sight.
    let up = Axis::log(taxes.chain([1.0]), (bottom, top), 0.03)?;
    let mut drawing = Drawing::default();
    frame(&mut drawing, &across, &up);
    let crossing = crossing(&mut drawing, &across, crossover);
    for series in &series {
        draw(&mut drawing, &across, &up, series);
    }
    labels(&mut drawing, &up, &series);
    let said = series.iter().map(|series| {
        let taxes = series.points.iter();
        let taxes =
            taxes.map(|(bytes, tax)| format!("{} at {}", number::ratio(tax), number::size(*bytes)));
        format!("{}: {}", series.codec, taxes.collect::<Vec<_>>().join(", "))
    });
    let (family, op) = (&crossover.family, &crossover.op);
    Some(Chart {
        id: format!("tax-{}-{}", slug(family), slug(op)),
        title: format!("Tax against size: {family}, {op}"),
        desc: format!(
            "Time with base64 over time without, by the size that varies, both axes logarithmic, with 95 % intervals. \
             {crossing} {}.",
            said.collect::<Vec<_>>().join("; ")
        ),
        cases: sizes(cells, family)
            .into_iter()
            .map(|(_, case)| case.to_owned())
            .collect(),
        op: op.clone(),
        shapes: "",
        size: SIZE,
        drawing,
    })
}

fn frame(drawing: &mut Drawing, across: &Axis, up: &Axis) {
    let (left, right, top, bottom) = FIELD;
    for tick in across.binary_ticks(38.0) {
        let x = across.at(tick);
        drawing.line("grid", (x, top), (x, bottom));
        drawing.text(
            "tick",
            (x, bottom + 16.0),
            Anchor::Middle,
            &number::size(tick),
        );
    }
    for tick in up.ticks(20.0) {
        let y = up.at(tick);
        drawing.line(
            if tick == 1.0 { "axis" } else { "grid" },
            (left, y),
            (right, y),
        );
        let words = format!("{}x", (tick * 100.0).round() / 100.0);
        drawing.text("tick", (left - 6.0, y + 4.0), Anchor::End, &words);
    }
    for threshold in THRESHOLDS
        .into_iter()
        .filter(|threshold| up.holds(*threshold))
    {
        drawing.line(
            "threshold",
            (left, up.at(threshold)),
            (right, up.at(threshold)),
        );
    }
    drawing.text(
        "axis-name",
        (0.0, 10.0),
        Anchor::Start,
        "tax: time with base64 over time without",
    );
    let words = "size that varies, bytes";
    drawing.text(
        "axis-name",
        ((left + right) / 2.0, bottom + 36.0),
        Anchor::Middle,
        words,
    );
}

/// Draws the crossover and says it.
fn crossing(drawing: &mut Drawing, across: &Axis, crossover: &Crossover) -> String {
    let (left, right, top, bottom) = FIELD;
    let Some(dropping) = &crossover.dropping else {
        return "Where dropping base64 begins to gain more than changing the codec was not judged."
            .to_owned();
    };
    let place = |reach: Reach| match reach {
        Reach::Smallest => left,
        Reach::At(size) => across.at(size),
        Reach::Nowhere => right,
    };
    if let Some((earliest, latest)) = dropping.crossing.range {
        let (from, to) = (place(earliest), place(latest));
        drawing.rect("band", (from, top), (to - from, bottom - top));
    }
    let words = match dropping.crossing.reach {
        Reach::Smallest => "dropping gains more at every size".to_owned(),
        Reach::At(size) => format!("dropping gains more from {}", number::size(size)),
        Reach::Nowhere => "dropping gains more at no size".to_owned(),
    };
    let words = words
        + if dropping.crossing.falls_back {
            ", with gaps"
        } else {
            ""
        };
    if let Reach::At(_) = dropping.crossing.reach {
        let x = place(dropping.crossing.reach);
        drawing.line("crossover", (x, top - 4.0), (x, bottom));
    }
    let x = match dropping.crossing.reach {
        Reach::At(_) => place(dropping.crossing.reach),
        _ => left,
    };
    let anchor = if x > (left + right) / 2.0 {
        Anchor::End
    } else {
        Anchor::Start
    };
    let aside = if anchor == Anchor::End { 3.0 } else { -3.0 };
    drawing.text("crossover-name", (x + aside, top - 7.0), anchor, &words);
    format!(
        "Crossover: {words} than changing the codec, {} by the intervals.",
        dropping.verdict
    )
}

fn draw(drawing: &mut Drawing, across: &Axis, up: &Axis, series: &Series<'_>) {
    let colour = format!("s{}", series.place % MARKERS);
    drawing.open(&colour, &[("data-codec", series.codec)]);
    let places: Vec<_> = series
        .points
        .iter()
        .map(|(x, y)| (across.at(*x), up.at(y.value)))
        .collect();
    drawing.path("series", &places);
    for ((x, tax), place) in series.points.iter().zip(&places) {
        if let Some(interval) = tax.interval {
            let x = across.at(*x);
            let (low, high) = (up.at(interval.low), up.at(interval.high));
            drawing.line("interval", (x, low.max(high + 1.0)), (x, high));
            for y in [low, high] {
                drawing.line("interval", (x - 2.5, y), (x + 2.5, y));
            }
        }
        drawing.mark(&format!("m{}", series.place % MARKERS), "marker", *place);
    }
    drawing.close();
}

/// Names at the right end, moved apart where they would overlap, each joined to its line.
fn labels(drawing: &mut Drawing, up: &Axis, series: &[Series<'_>]) {
    let (_, right, top, bottom) = FIELD;
    let ends = series
        .iter()
        .filter_map(|series| Some((series, up.at(series.points.last()?.1.value))));
    let mut ends: Vec<_> = ends.collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut places: Vec<f64> = Vec::new();
    for (_, wanted) in &ends {
        let free = places.last().map_or(top, |last| last + LABEL);
        places.push(wanted.max(free));
    }
    // What was pushed below the field goes up again, as far as its neighbours let it.
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - LABEL;
    }
    for ((series, end), y) in ends.iter().zip(places) {
        let colour = format!("s{}", series.place % MARKERS);
        drawing.open(&colour, &[("data-codec", series.codec)]);
        drawing.line("leader", (right, *end), (right + 7.0, y));
        let marker = format!("m{}", series.place % MARKERS);
        drawing.mark(&marker, "marker", (right + 12.0, y));
        drawing.text(
            "name",
            (right + 20.0, y + 4.0),
            Anchor::Start,
            &shortened(series.codec, 15),
        );
        drawing.close();
    }
}
