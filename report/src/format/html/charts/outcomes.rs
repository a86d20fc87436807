//! What became of each codec on each case, as a matrix.

use crate::count::counted;
use crate::format::html::figure::{Chart, ROW, Rows, WIDE};
use crate::format::html::svg::{Anchor, Drawing};
use crate::format::html::text::shortened;
use crate::run::{Outcome, Run};

/// Where the columns begin.
const LEFT: f64 = 112.0;
/// How wide a column is.
const COLUMN: f64 = 96.0;
/// Where the rows begin.
const TOP: f64 = 24.0;

/// The matrix; `None` where nothing was proven, and for tasks, which have each their own ways.
pub(in crate::format::html) fn outcomes(run: &Run, codecs: &[String]) -> Option<Chart> {
    let proven = |case: &str| run.proofs.iter().any(|proof| proof.case == case);
    let cases: Vec<&str> = run.cases.iter().map(|case| case.name.as_str()).collect();
    let cases: Vec<&str> = cases.into_iter().filter(|case| proven(case)).collect();
    if cases.is_empty() || codecs.is_empty() || run.is_of_tasks() {
        return None;
    }
    let middle = |column: usize| LEFT + COLUMN * column as f64;
    let mut drawing = Drawing::default();
    for (column, codec) in codecs.iter().enumerate() {
        drawing.text(
            "name",
            (middle(column) - 4.0, 12.0),
            Anchor::Start,
            &shortened(codec, 15),
        );
    }
    let mut rows = Rows::below(drawing, TOP);
    let mut said = Vec::new();
    for case in &cases {
        rows.open("row", ROW, &[("data-case", case)]);
        rows.drawing.line(
            "grid",
            (0.0, 0.0),
            (LEFT + COLUMN * codecs.len() as f64, 0.0),
        );
        rows.drawing
            .text("name", (0.0, 12.0), Anchor::Start, &shortened(case, 18));
        for (column, codec) in codecs.iter().enumerate() {
            let of = run
                .proofs
                .iter()
                .find(|proof| proof.case == *case && proof.codec == *codec);
            let (word, shape) = word(of.map(|proof| &proof.outcome));
            rows.drawing
                .mark(shape, &format!("v-{word}"), (middle(column), 8.5));
            let class = if word == "measured" {
                "cell quiet"
            } else {
                "cell"
            };
            rows.drawing
                .text(class, (middle(column) + 10.0, 12.0), Anchor::Start, word);
            if word != "measured" {
                said.push(format!("{case} with {codec}: {word}"));
            }
        }
        rows.close(ROW);
    }
    let rest = if said.is_empty() {
        "All were measured".to_owned()
    } else {
        said.join("; ")
    };
    Some(Chart {
        id: "outcomes".to_owned(),
        title: "What became of each codec on each case".to_owned(),
        desc: format!(
            "A matrix of {} and {}. {rest}.",
            counted(cases.len() as u64, "case"),
            counted(codecs.len() as u64, "codec")
        ),
        cases: cases.into_iter().map(str::to_owned).collect(),
        op: String::new(),
        shapes: super::probes::SHAPES,
        size: (
            (LEFT + COLUMN * codecs.len() as f64).max(WIDE),
            rows.down + 4.0,
        ),
        drawing: rows.drawing,
    })
}

/// An outcome in a word, and its shape.
fn word(outcome: Option<&Outcome>) -> (&'static str, &'static str) {
    match outcome {
        Some(Outcome::Proven { .. }) => ("measured", "v0"),
        Some(Outcome::Unsound { .. }) => ("unsound", "v1"),
        Some(Outcome::Refused { .. }) => ("refused", "v4"),
        Some(Outcome::Wrong { .. }) => ("wrong", "v3"),
        Some(Outcome::Aborted { .. }) => ("aborted", "v5"),
        None => ("unknown", "v0"),
    }
}
