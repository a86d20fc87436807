//! What the finding says, before it is laid out: headings, sentences, tables.
//!
//! One file a section, in the order in which they appear.

mod block;
mod cases;
mod claims;
mod crossover;
mod engines;
mod header;
mod notes;
mod price;
mod race;
mod weight;

use crate::finding::Finding;

pub(super) use block::{Block, Span, Table, Text};

/// The whole page.
pub(super) fn page(finding: &Finding) -> Vec<Block> {
    let mut page = Vec::new();
    header::write(&mut page, &finding.header);
    claims::write(&mut page, &finding.gains);
    crossover::write(&mut page, &finding.crossovers);
    price::write(&mut page, &finding.additive);
    weight::write(&mut page, &finding.weights);
    engines::write(&mut page, &finding.engines);
    race::write(&mut page, finding.race.as_ref());
    cases::write(&mut page, &finding.cases);
    notes::write(&mut page, &finding.notes, &finding.warnings);
    page
}
