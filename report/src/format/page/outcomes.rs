//! What became of each codec.

use super::block::{Block, Page, Table, Text};
use super::cases::outcome;
use crate::finding::Outcomes;
use crate::format::number;

pub(super) fn write(page: &mut Vec<Block>, found: &Outcomes) {
    if found.codecs.is_empty() {
        return;
    }
    page.heading(2, "What became of each codec?");
    if found.others.is_empty() {
        page.paragraph(format!(
            "Measured: all {} pairs of case and codec carry the same value, which was proven first.",
            found.pairs()
        ));
        return;
    }
    page.paragraph(
        "Pairs of case and codec. Measured is what was proven to carry the same value; what is \
         unsound is measured, marked and not ranked; the others have no times.",
    );
    page.table(table(found));
    let line = |pair: &crate::finding::Pair| {
        let lead = format!("{} with {}: ", pair.case, pair.codec);
        Text::from(format!("{lead}{}", outcome(&pair.outcome)))
    };
    page.list(found.others.iter().map(line).collect());
}

fn table(found: &Outcomes) -> Table {
    let titles = [
        "codec", "measured", "unsound", "refused", "wrong", "aborted",
    ];
    let mut table = Table::new(1, titles);
    for of in &found.codecs {
        let counts = [of.measured, of.unsound, of.refused, of.wrong, of.aborted];
        let mut row = vec![of.codec.clone()];
        row.extend(counts.map(|count| count.to_string()));
        table.rows.push(row);
    }
    table
}

/// In a line, where not every pair was measured.
pub(super) fn short(found: &Outcomes) -> Option<Text> {
    let pairs = number::counted(found.pairs() as u64, "pair");
    let said = || Text::from(format!("Of {pairs} of case and codec: {}.", tallied(found)));
    (!found.others.is_empty()).then(said)
}

/// `13 measured, 1 unsound, 1 refused`: what there is none of is left out.
pub(super) fn tallied(found: &Outcomes) -> String {
    let total = |pick: fn(&crate::finding::Tally) -> usize| -> usize {
        found.codecs.iter().map(pick).sum()
    };
    let counts = [
        ("measured", total(|of| of.measured)),
        ("unsound", total(|of| of.unsound)),
        ("refused", total(|of| of.refused)),
        ("wrong", total(|of| of.wrong)),
        ("aborted", total(|of| of.aborted)),
    ];
    let said = counts.iter().filter(|(_, count)| *count > 0);
    let said: Vec<String> = said
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    said.join(", ")
}
