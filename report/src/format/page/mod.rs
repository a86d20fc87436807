//! What the finding says, before it is laid out: headings, sentences, tables.
//!
//! One file a section. A section without anything to show is left out; `short` says so.

mod block;
mod cases;
mod claims;
mod crossover;
mod engines;
mod header;
mod names;
mod notes;
mod outcomes;
mod price;
mod race;
mod short;
mod single;
mod weight;

use crate::finding::Finding;
use names::Names;

pub(super) use block::{Block, Page, Span, Table, Text};
pub(super) use cases::outcome;

/// The answer alone.
pub(super) fn answer(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    short::write(&mut page, finding, &Names::of(&finding.cases));
    page
}

/// The whole page.
pub(super) fn page(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    header::title(&mut page);
    let names = Names::of(&finding.cases);
    short::write(&mut page, finding, &names);
    header::scope(&mut page, &finding.header);
    outcomes::write(&mut page, &finding.outcomes);
    claims::write(&mut page, &finding.gains, &names);
    crossover::write(&mut page, &finding.crossovers);
    price::write(&mut page, &finding.additive);
    weight::write(&mut page, &finding.weights);
    engines::write(&mut page, &finding.engines);
    race::write(&mut page, finding.race.as_ref());
    header::place(&mut page, &finding.header);
    cases::write(&mut page, &finding.cases);
    notes::write(&mut page, &finding.notes, &finding.warnings);
    page
}
