//! What a run over layers says: the claims, what they are judged by, and what refusing damaged input costs.

use super::block::{ABSENT, Block, Page, Table, Text};
use crate::finding::{Finding, Kind, LayerClaim, LayerRow, Layers, Refusal, Verdict, Wanted};
use crate::format::number;
use crate::run::Allocated;
use crate::stats::Estimate;

/// The heading of the table of damaged input.
const DAMAGED: &str = "Damaged input";

/// The answer: a line a claim.
pub(super) fn short(layers: &Layers) -> Vec<Text> {
    let claims = layers.claims.iter();
    claims.map(|claim| said(claim).join(span(claim))).collect()
}

/// The sections, one a layer.
pub(super) fn write(page: &mut Vec<Block>, finding: &Finding, layers: &Layers) {
    let (mut layer, mut warned) = ("", false);
    for claim in &layers.claims {
        if claim.layer != layer {
            layer = claim.layer;
            page.heading(2, heading(layer));
        }
        if layer == "framing"
            && claim.rows.iter().any(is_naive)
            && !std::mem::replace(&mut warned, true)
        {
            page.paragraph(
                "Part of what naive-vec takes for large messages is the processor: on AMD's Zen a copy is several times slower where its ends lie a few bytes off \
                 each other modulo a page. docs/METHODOLOGY.md tells how to see it without.",
            );
        }
        let apart = match claim.told_apart {
            true => format!("; the table is below, under \"{DAMAGED}\"."),
            false => ".".to_owned(),
        };
        let text = said(claim).say(apart);
        page.paragraph(text.missing("Not measured", &claim.missing));
        if !claim.told_apart {
            page.table(rows(&claim.rows));
        }
    }
    let suites = suites(layers);
    if !suites.rows.is_empty() {
        page.heading(2, "The suites of the report");
        page.paragraph(
            "Ops a second before and after a change to another implementation of gRPC (grpc-js 2733), and here of two ways that differ as that \
             implementation did. Only the gains can be compared: there it was another machine and another language.",
        );
        page.table(suites);
    }
    if !layers.kinds.is_empty() {
        page.heading(2, "What an error costs");
        page.paragraph(
            "Made at the bottom of a stack of so many calls, handed up through all of them, looked at and dropped; and how much of that is more than \
             the same calls take where nothing fails.",
        );
        page.table(kinds(&layers.kinds));
    }
    if !layers.refusals.is_empty() {
        page.heading(2, DAMAGED);
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

fn is_naive(row: &LayerRow) -> bool {
    row.slower.codec == "naive-vec" && row.slower.case.starts_with("large")
}

fn heading(layer: &str) -> &str {
    match layer {
        "framing" => "Framing",
        "metadata" => "Metadata",
        "failure" => "Errors",
        other => other,
    }
}

/// The claim and its verdict; and where that is not the same in every row, in how many it holds and how the others ended.
fn said(claim: &LayerClaim) -> Text {
    let text = Text::from(format!("{}: ", claim.says)).verdict(claim.verdict);
    let count = |verdict| {
        claim
            .rows
            .iter()
            .filter(|row| row.verdict == verdict)
            .count()
    };
    let ends = [
        ("holds", count(Verdict::Holds)),
        ("is inconclusive", count(Verdict::Inconclusive)),
        ("does not", count(Verdict::DoesNotHold)),
    ];
    let ends: Vec<String> = ends
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(words, count)| format!("{words} in {count}"))
        .collect();
    match ends.len() {
        0 | 1 => text,
        _ => text.say(format!(
            ", for of {} rows it {}",
            claim.rows.len(),
            ends.join(", ")
        )),
    }
}

/// The ratios in a few words, and where they stand if not below the claim.
fn span(claim: &LayerClaim) -> Text {
    let ratios = claim.rows.iter().map(|row| &row.ratio);
    let apart = match claim.told_apart {
        true => format!(", see \"{DAMAGED}\""),
        false => String::new(),
    };
    match number::ratios(ratios) {
        Some(span) => Text::from(format!(" ({span}{apart}).")),
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
            row.more.as_ref().map_or(ABSENT.to_owned(), number::more),
            match row.wanted {
                Wanted::Above(bound) => format!("over {}x", number::plain(bound)),
                Wanted::Below(bound) => format!("at most {}x", number::plain(bound)),
            },
            row.verdict.to_string(),
            row.theirs
                .map_or(ABSENT.to_owned(), |of| format!("{:.2}x", of.gain())),
        ]);
    }
    table.without_empty_columns()
}

/// The suites of the report with what became of them here.
fn suites(layers: &Layers) -> Table {
    let titles = [
        "suite",
        "there, before",
        "after",
        "gain",
        "here, before",
        "after, here",
        "gain here",
        "verdict",
    ];
    let mut table = Table::new(1, titles);
    table.words = vec!["verdict".to_owned()];
    let rate = |time: &Estimate| number::thousands((1e9 / time.value).round() as u64);
    for row in layers.claims.iter().flat_map(|claim| &claim.rows) {
        let Some(theirs) = row.theirs else {
            continue;
        };
        let [slower, faster] = &row.times;
        table.rows.push(vec![
            theirs.suite.to_owned(),
            number::thousands(theirs.before as u64),
            number::thousands(theirs.after as u64),
            format!("{:.2}x", theirs.gain()),
            rate(slower),
            rate(faster),
            number::ratio(&row.ratio),
            row.verdict.to_string(),
        ]);
    }
    table
}

fn kinds(kinds: &[Kind]) -> Table {
    let titles = ["task", "error", "how", "time", "more", "allocations"];
    let mut table = Table::new(3, titles);
    for of in kinds {
        table.rows.push(vec![
            of.cell.case.clone(),
            of.cell.codec.clone(),
            of.cell.wrap.clone(),
            number::time(&of.time),
            of.more.as_ref().map_or(ABSENT.to_owned(), number::more),
            allocated(of.allocated),
        ]);
    }
    table.without_empty_columns()
}

fn allocated(of: Option<Allocated>) -> String {
    of.map_or(ABSENT.to_owned(), |of| {
        format!("{}, {}", number::count(of.count), number::size(of.bytes))
    })
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
