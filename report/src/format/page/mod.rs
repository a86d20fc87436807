//! What the finding says, before it is laid out: headings, sentences, tables.
//!
//! One file a section. A section without anything to show is left out; `short` says so. A run over
//! one message has an answer and sections of its own in `one`.

mod block;
mod cases;
mod claims;
mod counts;
mod crossover;
mod engines;
mod header;
mod layers;
mod names;
mod notes;
mod one;
mod outcomes;
mod price;
mod race;
mod short;
mod weight;
mod wraps;

use crate::finding::Finding;
use names::Names;

pub(super) use block::{ABSENT, Block, NO_BREAK, Page, Span, Table, Text};
pub(super) use cases::outcome;

/// The answer alone, said to be that of the page, which it follows.
pub(super) fn answer(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    short(&mut page, "In short, again", finding);
    page
}

/// The answer alone, where nothing has said it before.
pub(super) fn in_short(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    short(&mut page, "In short", finding);
    page
}

/// The lines of the race alone, where one was run.
pub(super) fn race_lines(finding: &Finding) -> Option<Block> {
    race::lines(finding.race.as_ref()?)
}

/// The whole page.
pub(super) fn page(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    header::title(&mut page);
    short(&mut page, "In short", finding);
    if let Some(layers) = &finding.layers {
        header::scope(&mut page, &finding.header, None);
        if !finding.outcomes.others.is_empty() {
            outcomes::write(&mut page, &finding.outcomes);
        }
        layers::write(&mut page, finding, layers);
        header::place(&mut page, &finding.header);
        return page;
    }
    let only = one::case(finding);
    header::scope(
        &mut page,
        &finding.header,
        Some(only.map_or(1, |only| only.case.messages)),
    );
    match only {
        Some(_) => one::write(&mut page, finding),
        None => {
            outcomes::write(&mut page, &finding.outcomes);
            claims::write(&mut page, &finding.gains, &Names::of(&finding.cases));
        }
    }
    crossover::write(&mut page, &finding.crossovers);
    price::write(&mut page, &finding.additive);
    weight::write(&mut page, &finding.weights);
    let messages = only.map(|only| only.case.messages);
    counts::write(&mut page, &finding.counts, messages);
    engines::write(&mut page, &finding.engines);
    let anchored = finding.header.drift.is_some();
    race::write(&mut page, finding.race.as_ref(), anchored);
    header::place(&mut page, &finding.header);
    match only {
        Some(only) => {
            cases::write_one(&mut page, only);
            notes::write(&mut page, &one::notes(finding, only), &finding.warnings);
        }
        None => {
            cases::write(&mut page, &finding.cases);
            notes::write(&mut page, &finding.notes, &finding.warnings);
        }
    }
    page
}

fn short(page: &mut Vec<Block>, title: &str, finding: &Finding) {
    page.heading(2, title);
    page.list(match (&finding.layers, one::case(finding)) {
        (Some(layers), _) => layers::short(layers),
        (None, Some(only)) => one::short(finding, only),
        (None, None) => short::lines(finding, &Names::of(&finding.cases)),
    });
}
