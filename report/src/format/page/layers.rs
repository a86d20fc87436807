//! What a run over layers says: the claims, what they are judged by, and what refusing damaged input costs.

use super::block::{ABSENT, Block, Page, Table, Text};
use crate::finding::{Finding, LayerClaim, LayerRow, Layers, Refusal, Wanted};
use crate::format::number;
use crate::run::Allocated;

/// The answer: a line a claim.
pub(super) fn short(layers: &Layers) -> Vec<Text> {
    let claims = layers.claims.iter();
    claims.map(|claim| said(claim).join(span(claim))).collect()
}

/// The sections, one a layer.
pub(super) fn write(page: &mut Vec<Block>, finding: &Finding, layers: &Layers) {
    let mut layer = "";
    for claim in &layers.claims {
        if claim.layer != layer {
            layer = claim.layer;
            page.heading(2, heading(layer));
        }
        let text = said(claim).say(".");
        page.paragraph(text.missing("Not measured", &claim.missing));
        page.table(rows(&claim.rows));
    }
    if !layers.refusals.is_empty() {
        page.heading(2, "Damaged input");
        page.paragraph(
            "What each codec takes to refuse it, dropping the error included, and that over what it takes to decode the intact message. \
             Allocations are calls that give memory, with the bytes that they ask for.",
        );
        page.table(refused(&layers.refusals));
    }
    if !layers.free.is_empty() {
        page.heading(2, "No time to measure");
        let free = layers.free.iter();
        let told = free.map(|of| Text::from(format!("{}, {}: {}", of.task, of.by, of.why)));
        page.list(told.collect());
    }
    let warnings: Vec<Text> = finding.warnings.iter().cloned().map(Text::from).collect();
    if !warnings.is_empty() {
        page.heading(2, "Warnings");
        page.list(warnings);
    }
}

fn heading(layer: &str) -> &str {
    match layer {
        "framing" => "Framing",
        "metadata" => "Metadata",
        "failure" => "Errors",
        other => other,
    }
}

/// The claim and its verdict.
fn said(claim: &LayerClaim) -> Text {
    let mut says = claim.says.to_owned();
    if let Some(first) = says.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Text::from(format!("{says}: ")).verdict(claim.verdict)
}

/// The ratios in a few words.
fn span(claim: &LayerClaim) -> Text {
    let ratios = claim.rows.iter().map(|row| &row.ratio);
    match number::ratios(ratios) {
        Some(span) => Text::from(format!(" ({span}).")),
        None => Text::from("."),
    }
}

fn rows(rows: &[LayerRow]) -> Table {
    let mut table = Table::new(
        2,
        [
            "this",
            "against",
            "takes",
            "more",
            "wanted",
            "verdict",
            "in the report",
        ],
    );
    table.words = ["wanted", "verdict"].map(str::to_owned).into();
    for row in rows {
        table.rows.push(vec![
            row.slower.to_string(),
            row.faster.to_string(),
            number::ratio(&row.ratio),
            row.more
                .as_ref()
                .map_or(ABSENT.to_owned(), |more| number::nanos(more.value)),
            match row.wanted {
                Wanted::Above(bound) => format!("over {}x", number::plain(bound)),
                Wanted::Below(bound) => format!("at most {}x", number::plain(bound)),
            },
            row.verdict.to_string(),
            row.theirs
                .map_or(ABSENT.to_owned(), |ratio| format!("{ratio:.2}x")),
        ]);
    }
    table.without_empty_columns()
}

fn refused(refusals: &[Refusal]) -> Table {
    let mut table = Table::new(
        3,
        [
            "input",
            "codec",
            "as",
            "time",
            "over intact",
            "allocations",
            "intact's",
        ],
    );
    let allocated = |of: Option<Allocated>| {
        of.map_or(ABSENT.to_owned(), |of| {
            format!("{}, {}", number::count(of.count), number::size(of.bytes))
        })
    };
    for of in refusals {
        table.rows.push(vec![
            of.cell.case.clone(),
            of.cell.codec.clone(),
            of.cell.wrap.clone(),
            number::time(&of.time),
            of.against.as_ref().map_or(ABSENT.to_owned(), number::ratio),
            allocated(of.allocated),
            allocated(of.intact),
        ]);
    }
    table.without_empty_columns()
}
