//! How much of the tax would a faster engine win back?

use super::block::{Block, Page, Text};
use crate::finding::{Engine, LeftOut, NEGLIGIBLE, SHARE_LIMIT, Verdict};
use crate::format::number::{self, NOISY};
use crate::run::DEFAULT_ENGINE;
use crate::stats::Estimate;

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
        .filter_map(|engine| Some((engine, engine.range()?[1].value)));
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
    let [low, middle, high] = engine.range()?;
    let alike = number::percent(low.value) == number::percent(high.value);
    // Shares that differ in their marks alone are one number, as rough as the roughest of them.
    let rough = alike && [low, middle, high].iter().any(Estimate::is_noisy);
    let middle = match rough {
        true => format!("{NOISY}{}", number::percent(middle.value)),
        false => marked(&middle),
    };
    Some(match alike {
        true => format!("{middle} of {tax}"),
        false => format!(
            "{middle} of {tax} ({middle_is}; {} to {})",
            marked(&low),
            marked(&high)
        ),
    })
}

/// A share as it stands in its table, without the interval.
fn marked(share: &Estimate) -> String {
    let mark = if share.is_noisy() { NOISY } else { "" };
    format!("{mark}{}", number::percent(share.value))
}

/// The same as [`verdicts`] for who reads no further: in how many of all cells that have the engine, and
/// why the others are not judged.
pub(super) fn verdicts_of_all(mut text: Text, engine: &Engine) -> Text {
    let small = engine.left_out(LeftOut::SmallTax);
    let wide = engine.left_out(LeftOut::Wide);
    let why = match (wide, small) {
        (0, 0) => return verdicts(text, engine),
        (_, 0) => "too noisy to judge".to_owned(),
        (0, _) => "of too small a tax to judge".to_owned(),
        _ => format!("too noisy ({wide}) or of too small a tax ({small}) to judge"),
    };
    let mut of = format!(" of {}", cells(engine.shares.len()));
    let mut lead = "";
    for verdict in Verdict::ALL {
        let count = engine.verdicts().filter(|found| *found == verdict).count();
        if count > 0 {
            let found = format!(" in {count}{of}");
            text = text.say(lead).verdict(verdict).say(found);
            lead = ", ";
            of.clear();
        }
    }
    let others = match small + wide {
        1 => "the other is".to_owned(),
        several => format!("the other {several} are"),
    };
    text.say(format!("; {others} {why}"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn engine(left_out: &[LeftOut]) -> Engine {
        let finding = crate::finding(&testing::one("append-4Ki"), &testing::samples());
        let mut engine = finding.engines[0].clone();
        for (share, why) in engine.shares.iter_mut().zip(left_out) {
            share.judged = Err(*why);
        }
        engine
    }

    #[test]
    fn what_is_not_judged_is_counted_with_its_reason() {
        use LeftOut::{SmallTax, Wide};
        let said = |left_out: &[LeftOut]| {
            let text = verdicts_of_all(Text::default(), &engine(left_out));
            text.words()
        };
        assert_eq!(said(&[]), "holds in 6 cells");
        assert_eq!(
            said(&[Wide]),
            "holds in 5 of 6 cells; the other is too noisy to judge"
        );
        assert_eq!(
            said(&[SmallTax; 5]),
            "holds in 1 of 6 cells; the other 5 are of too small a tax to judge"
        );
        assert_eq!(
            said(&[Wide, SmallTax, Wide]),
            "holds in 3 of 6 cells; the other 3 are too noisy (2) or of too small a tax (1) to judge"
        );
        let mut mixed = engine(&[Wide]);
        mixed.shares[5].judged = Ok(Verdict::Inconclusive);
        assert_eq!(
            verdicts_of_all(Text::default(), &mixed).words(),
            "holds in 4 of 6 cells, inconclusive in 1; the other is too noisy to judge"
        );
    }

    #[test]
    fn a_share_keeps_the_mark_of_its_table() {
        let mut engine = engine(&[]);
        let said = |engine: &Engine| share(engine, "the tax", "median").unwrap_or_default();
        assert_eq!(said(&engine), "80 % of the tax");
        engine.shares[0].share = Some(Estimate::within(0.8, 0.68, 0.92));
        assert_eq!(said(&engine), "~80 % of the tax");
        engine.shares[0].share = Some(Estimate::within(0.9, 0.78, 0.98));
        assert_eq!(said(&engine), "80 % of the tax (median; 80 % to ~90 %)");
    }
}
