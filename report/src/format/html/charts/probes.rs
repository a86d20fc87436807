//! What probes found, as a strip for each topic: a row for each codec, a shape for each input.

use crate::format::html::figure::{Chart, WIDE};
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::{shortened, slug};
use crate::probes::{Matrix, Probes, Row, Verdict};

/// Where the shapes begin.
const LEFT: f64 = 108.0;
/// How wide the place of a shape is.
const STEP: f64 = 11.0;
/// How high a row is.
const HIGH: f64 = 14.0;
/// How many shapes fit in a row.
const MOST: usize = ((WIDE - LEFT) / STEP) as usize;

/// A shape for each verdict, in the order of [`Verdict::ALL`]; no two differ in colour alone.
pub(in crate::format::html) const SHAPES: &str = concat!(
    "<circle id=\"v0\" r=\"1.6\"/>",
    "<path id=\"v1\" class=\"open\" d=\"M0 -4L4 3.2H-4Z\"/>",
    "<path id=\"v2\" class=\"open\" d=\"M-3.5 -3.5H3.5V3.5H-3.5Z\"/>",
    "<path id=\"v3\" class=\"open thick\" d=\"M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5\"/>",
    "<path id=\"v4\" class=\"open thick\" d=\"M-4 0H4\"/>",
    "<path id=\"v5\" d=\"M-4 -4H4V4H-4Z\"/>",
    "<circle id=\"v6\" class=\"open thick\" r=\"3.8\"/>",
);

fn index(verdict: Verdict) -> usize {
    Verdict::ALL
        .iter()
        .position(|known| *known == verdict)
        .unwrap_or(0)
}

/// Class of a verdict: what is as specified is quiet.
fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Spec => "v-spec",
        Verdict::Lenient | Verdict::Lossy => "v-mild",
        Verdict::Wrong | Verdict::Refused | Verdict::Abort | Verdict::Hang => "v-bad",
    }
}

/// A chart for each matrix.
pub(in crate::format::html) fn probes(probes: &Probes) -> Vec<Chart> {
    probes
        .matrices
        .iter()
        .enumerate()
        .filter_map(|(at, matrix)| chart(at, matrix))
        .collect()
}

/// The shapes with their words, one drawing each.
pub(in crate::format::html) fn verdict_key(probes: &Probes) -> Vec<(String, &'static str)> {
    let cells = || {
        probes
            .matrices
            .iter()
            .flat_map(|matrix| &matrix.rows)
            .flat_map(|row| &row.cells)
    };
    let used = |verdict: &Verdict| cells().any(|cell| cell.verdict == *verdict);
    let entry = |verdict: Verdict| {
        let mut drawing = Drawing::default();
        drawing.mark(&format!("v{}", index(verdict)), class(verdict), (7.0, 7.0));
        (drawing.into_text(), verdict.word())
    };
    Verdict::ALL.into_iter().filter(used).map(entry).collect()
}

fn chart(at: usize, matrix: &Matrix) -> Option<Chart> {
    let mut drawing = Drawing::default();
    let mut down = 0.0;
    for topic in matrix.rows.chunk_by(|a, b| a.topic == b.topic) {
        let name = topic.first().map_or("", |row| row.topic.as_str());
        let words = format!("{name} ({})", topic.len());
        drawing.text("group-name", (0.0, down + 13.0), Anchor::Start, &words);
        down += 20.0;
        for inputs in topic.chunks(MOST) {
            for column in &matrix.columns {
                strip(&mut drawing, inputs, column, down);
                down += HIGH;
            }
            down += 4.0;
        }
        down += 6.0;
    }
    let said = matrix.columns.iter().map(|column| {
        let of = || {
            matrix
                .rows
                .iter()
                .flat_map(|row| &row.cells)
                .filter(|cell| cell.column == *column)
        };
        let counts = Verdict::ALL.into_iter().filter_map(|verdict| {
            let count = of().filter(|cell| cell.verdict == verdict).count();
            (count > 0).then(|| format!("{count} {}", verdict.word()))
        });
        format!("{column}: {}", counts.collect::<Vec<_>>().join(", "))
    });
    let said = said.collect::<Vec<_>>().join("; ");
    (!matrix.rows.is_empty()).then(|| Chart {
        id: format!("probes-{at}-{}", slug(&matrix.title)),
        title: format!("What each {} did with odd inputs", matrix.title),
        desc: format!("A shape for each input, by topic. {said}."),
        shapes: SHAPES,
        size: (WIDE, down),
        drawing,
        ..Chart::default()
    })
}

fn strip(drawing: &mut Drawing, inputs: &[Row], column: &str, down: f64) {
    drawing.open("strip", &[("data-codec", column)]);
    drawing.text(
        "cell",
        (0.0, down + 10.0),
        Anchor::Start,
        &shortened(column, 18),
    );
    for (at, input) in inputs.iter().enumerate() {
        let Some(cell) = input.cells.iter().find(|cell| cell.column == column) else {
            continue;
        };
        let place = (LEFT + STEP * (at as f64 + 0.5), down + 6.5);
        let told = cell.verdict != Verdict::Spec;
        if told {
            drawing.open(class(cell.verdict), &[]);
            drawing.title(&format!(
                "{}: {}: {}",
                input.input,
                cell.verdict.word(),
                cell.detail
            ));
        }
        drawing.mark(
            &format!("v{}", index(cell.verdict)),
            class(cell.verdict),
            place,
        );
        if told {
            drawing.close();
        }
    }
    drawing.close();
}
