//! Does dropping base64 gain more than changing the codec?

use super::block::{Block, Page, Table, Text};
use super::names::Names;
use crate::finding::{Gain, Gains};
use crate::format::number;
use crate::run::{BASE64, BASE64_FIELD};
use crate::stats;

pub(super) const CLAIM: &str = "dropping base64 gains more than changing the codec";

pub(super) fn absent(gains: &[Gains]) -> Option<String> {
    let why = if gains.is_empty() {
        "no cells with base64"
    } else if gains.iter().all(|gains| gains.judged.is_empty()) {
        "no case has all its cells"
    } else {
        return None;
    };
    Some(format!("whether {CLAIM} ({why})"))
}

pub(super) fn write(page: &mut Vec<Block>, gains: &[Gains], names: &Names<'_>) {
    if absent(gains).is_some() {
        return;
    }
    page.heading(2, "Does dropping base64 gain more than changing the codec?");
    page.paragraph(
        "The incumbent is the slowest sound codec with base64. Dropping takes it to its own time \
         without base64, \
         changing takes it to the fastest other sound codec, still with base64.",
    );
    for gains in gains.iter().filter(|gains| !gains.judged.is_empty()) {
        page.heading(3, title(&gains.wrap));
        for op in ops(gains) {
            let judged: Vec<&Gain> = gains.of_op(op).collect();
            let unjudged = gains.unjudged.iter().filter(|unjudged| unjudged.op == op);
            let unjudged: Vec<_> = unjudged
                .map(|unjudged| format!("{} ({})", unjudged.case, unjudged.why))
                .collect();
            let mut text = Text::from(format!("{op}: {CLAIM}:"));
            let lead = if judged.is_empty() {
                "not judged"
            } else {
                let tally = judged.iter().map(|gain| (gain.verdict, gain.case.as_str()));
                text = text.say(" ").tally(tally, names).say(".");
                "Not judged"
            };
            if let Some((drop, change)) = means(&judged) {
                text = text.say(format!(
                    " In the geometric mean of these {} cases dropping gains {}x, changing {}x.",
                    judged.len(),
                    number::plain(drop),
                    number::plain(change)
                ));
            }
            page.paragraph(text.missing(lead, &unjudged));
            page.table(table(&judged));
        }
    }
}

fn title(wrap: &str) -> String {
    match wrap {
        BASE64 => "The whole message as base64 text".to_owned(),
        BASE64_FIELD => "Bytes fields held as base64 text".to_owned(),
        other => other.to_owned(),
    }
}

/// The ops of a claim, judged or not.
pub(super) fn ops(gains: &Gains) -> Vec<&str> {
    let mut ops = Vec::new();
    let judged = gains.judged.iter().map(|gain| gain.op.as_str());
    for op in judged.chain(gains.unjudged.iter().map(|unjudged| unjudged.op.as_str())) {
        if !ops.contains(&op) {
            ops.push(op);
        }
    }
    ops
}

/// The mean gains, where there is more than one case to take them of.
fn means(judged: &[&Gain]) -> Option<(f64, f64)> {
    if judged.len() < 2 {
        return None;
    }
    let mean = |pick: fn(&Gain) -> f64| {
        stats::geometric_mean(&judged.iter().map(|gain| pick(gain)).collect::<Vec<_>>())
    };
    mean(|gain| gain.drop.value).zip(mean(|gain| gain.change.value))
}

fn table(judged: &[&Gain]) -> Table {
    // The verdict is a key: it stays beside the case where the table is split.
    let mut table = Table::new(
        2,
        [
            "case",
            "verdict",
            "incumbent",
            "dropping gains",
            "fastest other",
            "changing gains",
            "dropping over changing",
        ],
    );
    table.words = ["incumbent", "fastest other"].map(str::to_owned).into();
    table.rows = judged
        .iter()
        .map(|gain| {
            vec![
                gain.case.clone(),
                gain.verdict.to_string(),
                gain.incumbent.clone(),
                number::ratio(&gain.drop),
                gain.rival.clone(),
                number::ratio(&gain.change),
                number::ratio(&gain.margin),
            ]
        })
        .collect();
    table
}
