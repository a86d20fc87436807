//! How much of the tax would a faster engine win back?

use super::block::{Block, Page, Text};
use crate::finding::{Engine, LeftOut, NEGLIGIBLE, SHARE_LIMIT, Verdict};
use crate::format::number;
use crate::run::DEFAULT_ENGINE;

/// Why no engine can be judged though the section has something to show.
pub(super) fn unjudged(engines: &[Engine]) -> Option<String> {
    let judged = |engine: &Engine| engine.verdicts().next().is_some();
    let none = absent(engines).is_none() && !engines.iter().any(judged);
    none.then(|| "what a faster engine would win back (no cell has a clear share)".to_owned())
}

pub(super) fn absent(engines: &[Engine]) -> Option<String> {
    let why = if engines.is_empty() {
        "no cells with another one"
    } else if engines.iter().all(|engine| engine.shares.is_empty()) {
        "none measured"
    } else {
        return None;
    };
    Some(format!("what a faster engine would win back ({why})"))
}

pub(super) fn write(page: &mut Vec<Block>, engines: &[Engine]) {
    if absent(engines).is_some() {
        return;
    }
    page.heading(2, "How much of the tax would a faster engine win back?");
    page.paragraph(format!(
        "The tax is that of the `{DEFAULT_ENGINE}` crate's STANDARD engine. All of it won back \
         would be the time without base64. Judged are cells whose tax is clearly above \
         {NEGLIGIBLE}x and whose share is known within {limit} of the tax either way: the smaller a tax, the \
         wilder its shares.",
        limit = number::percent(SHARE_LIMIT),
    ));
    for engine in engines {
        page.paragraph(sentence(engine));
    }
}

fn sentence(engine: &Engine) -> Text {
    let mut text = match engine.range() {
        Some((low, middle, high)) => Text::from(format!(
            "{} wins back {} of the tax (median of {}; {} to {}), more than half: ",
            engine.name,
            number::percent(middle),
            cells(engine.verdicts().count()),
            number::percent(low),
            number::percent(high),
        )),
        None => Text::from(format!("{}: no cell can be judged", engine.name)),
    };
    let mut lead = "";
    for verdict in Verdict::ALL {
        let count = engine.verdicts().filter(|found| *found == verdict).count();
        if count > 0 {
            text = text
                .say(lead)
                .verdict(verdict)
                .say(format!(" in {}", cells(count)));
            lead = ", ";
        }
    }
    text.say(".")
        .join(left_out(engine))
        .missing("Not judged", &engine.missing)
}

/// How many cells the summary does not rest on, and why.
fn left_out(engine: &Engine) -> Text {
    let reasons = [
        (LeftOut::SmallTax, "with too small a tax"),
        (LeftOut::Wide, "with too wide a share"),
    ];
    let reasons: Vec<String> = reasons
        .into_iter()
        .map(|(why, words)| (engine.left_out(why), words))
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{} {words}", cells(count)))
        .collect();
    if reasons.is_empty() {
        return Text::default();
    }
    let list = reasons.join(" and ");
    Text::from(format!(" Left out: {list}; the tables have them."))
}

fn cells(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} cell{s}")
}
