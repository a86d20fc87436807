//! How much of the tax would a faster engine win back?

use super::block::{Block, Page, Text};
use crate::finding::{Engine, Verdict};
use crate::format::number;
use crate::run::DEFAULT_ENGINE;

pub(super) fn write(page: &mut Vec<Block>, engines: &[Engine]) {
    page.heading(2, "How much of the tax would a faster engine win back?");
    if engines.is_empty() {
        page.paragraph("Not judged: this run has no cells with another engine.");
        return;
    }
    page.paragraph(format!(
        "The tax is that of the `{DEFAULT_ENGINE}` crate's STANDARD engine. All of it won back \
         would be the time without base64.",
    ));
    for engine in engines {
        page.paragraph(sentence(engine));
    }
}

fn sentence(engine: &Engine) -> Text {
    let sure = engine.sure().count();
    let mut text = match engine.range() {
        Some((low, middle, high)) => Text::from(format!(
            "{} wins back {} to {} of the tax over {sure} cells, the median being {}. ",
            engine.name,
            number::percent(low),
            number::percent(high),
            number::percent(middle),
        )),
        None => Text::from(format!("{}: no cell with a sure result. ", engine.name)),
    };
    if !engine.shares.is_empty() {
        text = text.say("It wins back more than half of the tax: ");
        let counts = [Verdict::Holds, Verdict::DoesNotHold, Verdict::Inconclusive].map(|verdict| {
            let cells = engine
                .shares
                .iter()
                .filter(|share| share.verdict == verdict);
            (verdict, cells.count())
        });
        let mut lead = "";
        for (verdict, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            let noun = if count == 1 { "cell" } else { "cells" };
            text = text
                .say(lead)
                .verdict(verdict)
                .say(format!(" in {count} {noun}"));
            lead = ", ";
        }
        text = text.say(".");
    }
    text.missing("Not judged", &engine.missing)
}
