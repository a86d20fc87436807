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

/// The engine that wins back the most, by the median.
pub(super) fn best(engines: &[Engine]) -> Option<&Engine> {
    let ranged = engines
        .iter()
        .filter_map(|engine| Some((engine, engine.range()?.1)));
    let (engine, _) = ranged.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Some(engine)
}

/// `80 % of the tax (median of 18 cells; 72 % to 80 %)`, or plainly where all are alike or one.
fn wins_back(engine: &Engine) -> Option<String> {
    let of = cells(engine.verdicts().count());
    share(engine, "the tax", &format!("median of {of}"))
}

/// The same with other words for the tax, and for what the middle is.
pub(super) fn share(engine: &Engine, tax: &str, middle_is: &str) -> Option<String> {
    let (low, middle, high) = engine.range()?;
    let [low, middle, high] = [low, middle, high].map(number::percent);
    Some(match low == high {
        true => format!("{middle} of {tax}"),
        false => format!("{middle} of {tax} ({middle_is}; {low} to {high})"),
    })
}

/// In how many cells it is so.
pub(super) fn verdicts(mut text: Text, engine: &Engine) -> Text {
    let mut lead = "";
    for verdict in Verdict::ALL {
        let count = engine.verdicts().filter(|found| *found == verdict).count();
        if count == 0 {
            continue;
        }
        let found = match engine.verdicts().count() {
            1 => " in the one cell judged".to_owned(),
            _ => format!(" in {}", cells(count)),
        };
        text = text.say(lead).verdict(verdict).say(found);
        lead = ", ";
    }
    text
}

fn sentence(engine: &Engine) -> Text {
    let text = match wins_back(engine) {
        Some(share) => Text::from(format!(
            "{} wins back {share}, more than half: ",
            engine.name
        )),
        None => Text::from(format!("{}: no cell can be judged", engine.name)),
    };
    verdicts(text, engine)
        .say(".")
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

pub(super) fn cells(count: usize) -> String {
    number::counted(count as u64, "cell")
}
