//! What ran, where, and how to read the rest.

use super::block::{Block, Page, Text};
use crate::Sampling;
use crate::finding::Header;
use crate::format::number::{self, NOISY, counted, thousands};
use crate::stats::{LEVEL, NOISE_LIMIT};

pub(super) fn title(page: &mut Vec<Block>) {
    page.heading(1, "Where the time goes");
}

/// `messages` is how many one op goes through; 1 for a suite, each of whose mixes says it at its tables, and `None` where an op is no
/// codec's work.
pub(super) fn scope(page: &mut Vec<Block>, header: &Header, messages: Option<u64>) {
    let mut text = Text::from(format!("Suite: {}", header.suite));
    if let Some(filter) = &header.filter {
        text = text.say(", filter: ").code(filter);
    }
    let mut what = format!(
        ". Started {}. {} of {} measured",
        number::moment(header.started),
        thousands(header.measured as u64),
        counted(header.planned as u64, "cell")
    );
    what += &match header.samples {
        Some((fewest, most)) if fewest == most => {
            format!(", {} each", counted(fewest as u64, "sample"))
        }
        Some((fewest, most)) => format!(", {fewest} to {most} samples each"),
        None => String::new(),
    };
    what += if header.interrupted() {
        ": interrupted."
    } else if header.lost() {
        ": the samples of the others are not in criterion's folder."
    } else if !header.complete {
        ": it was stopped before its end, so there are fewer samples than it meant to take, or what comes behind the cells is missing."
    } else {
        "."
    };
    page.paragraph(text.say(what));
    if let Some(drift) = header.drift {
        page.paragraph(format!(
            "A fixed piece of work, run before and after every sample, took between {low} and {high} of \
             its typical time for nine samples of ten. That is what the machine itself did; it is taken \
             out of every sample, as far as it hits all work alike.",
            low = number::percent(drift.low),
            high = number::percent(drift.high),
        ));
    }
    page.paragraph(match header.sampling {
        Sampling::Rounds => {
            "Cells were measured in rounds: every cell once in each, in random order, each sample in a \
             process of its own. So intervals count what differs from minute to minute and from process \
             to process on this machine; another build lays code out anew, which they do not."
        }
        Sampling::Criterion => {
            "Cells were measured one after the other. What lasts longer than one is measured, about half \
             a second, and hits its work more than others is in no interval: repeat what matters."
        }
    });
    page.paragraph(format!(
        "Times are medians for {of}{tax}. \
         ± is half the width of the {level} interval as a share of the time; ratios have their \
         interval in brackets. {NOISY} marks a number that is too noisy to quote: its half width is \
         over {limit}, or there were too few samples for an interval. Every verdict follows from an \
         interval: inconclusive means that it allows both.{unsound}",
        tax = match messages {
            Some(_) => ", the tax is the time with base64 over the time without",
            None => "",
        },
        unsound = match messages {
            Some(_) => {
                " Codecs marked unsound rest on undefined behaviour: they are shown, never ranked."
            }
            None => "",
        },
        of = match messages {
            None => "one op".to_owned(),
            Some(1) => "one message".to_owned(),
            Some(many) => format!("one pass of {} messages", thousands(many)),
        },
        level = number::percent(LEVEL),
        limit = number::percent(NOISE_LIMIT),
    ));
}

/// Where the run took place: it matters less than what was found.
pub(super) fn place(page: &mut Vec<Block>, header: &Header) {
    let facts = header.environment.iter();
    let facts: Vec<Text> = facts
        .map(|(label, value)| Text::from(format!("{label}: {value}")))
        .collect();
    if !facts.is_empty() {
        page.heading(2, "Where this ran");
        page.list(facts);
    }
}
