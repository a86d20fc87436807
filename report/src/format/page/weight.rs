//! Where is base64 much of a message's time, and where next to nothing?

use super::block::{ABSENT, Block, Page, Table, Text};
use crate::finding::{HALF, NEGLIGIBLE, Portion, Weight, Weights};
use crate::format::number;

pub(super) fn absent(weights: &Weights) -> Option<String> {
    let why = "base64's share of the time (no cell was measured with base64 and without)";
    weights.judged.is_empty().then(|| why.to_owned())
}

pub(super) fn write(page: &mut Vec<Block>, weights: &Weights) {
    if weights.judged.is_empty() {
        return;
    }
    page.heading(2, "Where is base64 much of the time?");
    page.paragraph(format!(
        "The range of the tax over the sound codecs, and what its intervals say: {} (tax over \
         {HALF}x), {}, {} (tax under {NEGLIGIBLE}x), or {}: an interval allows two of these. Where \
         codecs differ, the fewer are named.",
        word(Portion::OverHalf),
        word(Portion::UnderHalf),
        word(Portion::Negligible),
        word(Portion::Inconclusive),
    ));
    page.table(table(&weights.judged));
    if !weights.missing.is_empty() {
        page.paragraph(Text::default().missing("Not measured", &weights.missing));
    }
}

fn word(portion: Portion) -> &'static str {
    match portion {
        Portion::OverHalf => "over half",
        Portion::UnderHalf => "under half",
        Portion::Negligible => "negligible",
        Portion::Inconclusive => "inconclusive",
    }
}

fn table(weights: &[Weight]) -> Table {
    let distinct = |pick: fn(&Weight) -> &str| {
        let mut found: Vec<&str> = Vec::new();
        for item in weights.iter().map(pick) {
            if !found.contains(&item) {
                found.push(item);
            }
        }
        found
    };
    let ops = distinct(|weight| &weight.op);
    let mut table = Table::new(1, ["case"]);
    for op in &ops {
        let takes = format!("{op}: base64 takes");
        table.words.push(takes.clone());
        table.titles.extend([format!("{op}: tax"), takes]);
    }
    for case in distinct(|weight| &weight.case) {
        let mut row = vec![case.to_owned()];
        for op in &ops {
            let of = weights.iter().filter(|w| w.case == case && w.op == *op);
            let of: Vec<&Weight> = of.collect();
            row.push(number::ratios(of.iter().map(|w| &w.tax)).unwrap_or(ABSENT.to_owned()));
            row.push(portions(&of));
        }
        table.rows.push(row);
    }
    table
}

/// What goes for most codecs, then the others by name.
fn portions(weights: &[&Weight]) -> String {
    let mut groups: Vec<(Portion, Vec<&str>)> = Vec::new();
    for weight in weights {
        let portion = weight.portion();
        match groups.iter_mut().find(|(found, _)| *found == portion) {
            Some((_, codecs)) => codecs.push(&weight.codec),
            None => groups.push((portion, vec![&weight.codec])),
        }
    }
    groups.sort_by_key(|(portion, codecs)| (std::cmp::Reverse(codecs.len()), *portion));
    let said = groups.iter().enumerate().map(|(place, (portion, codecs))| {
        let word = word(*portion);
        match place {
            0 => word.to_owned(),
            _ => format!("{}: {word}", codecs.join(", ")),
        }
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() {
        return ABSENT.to_owned();
    }
    said.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;
    use crate::stats::Estimate;

    fn weight(case: &str, op: &str, codec: &str, tax: f64) -> Weight {
        let claim = |holds| {
            if holds {
                Verdict::Holds
            } else {
                Verdict::DoesNotHold
            }
        };
        Weight {
            case: case.into(),
            op: op.into(),
            codec: codec.into(),
            tax: Estimate::within(tax, tax, tax),
            over_half: claim(tax > HALF),
            negligible: claim(tax < NEGLIGIBLE),
        }
    }

    #[test]
    fn codecs_are_named_where_they_differ() {
        let mut unsure = weight("b", "encode", "z", 2.0);
        unsure.over_half = Verdict::Inconclusive;
        let weights = [
            weight("a", "encode", "x", 3.0),
            weight("a", "encode", "y", 5.5),
            weight("b", "encode", "w", 1.05),
            weight("b", "encode", "x", 1.5),
            weight("b", "encode", "y", 1.6),
            unsure,
            weight("b", "decode", "x", 1.0),
        ];
        let table = table(&weights);
        let titles = [
            "encode: tax",
            "encode: base64 takes",
            "decode: tax",
            "decode: base64 takes",
        ];
        assert_eq!(table.titles[1..], titles);
        let mixed = "under half; w: negligible; z: inconclusive";
        assert_eq!(
            table.rows,
            [
                ["a", "3.00x to 5.50x", "over half", "-", "-"],
                ["b", "1.05x to 2.00x", mixed, "1.00x", "negligible"],
            ]
        );
    }
}
