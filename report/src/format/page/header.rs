//! What ran, where, and how to read the rest.

use super::block::{Block, Page, Text};
use crate::finding::Header;
use crate::format::number::{self, NOISY, thousands};
use crate::stats::{LEVEL, NOISE_LIMIT};

pub(super) fn write(page: &mut Vec<Block>, header: &Header) {
    page.heading(1, "Where the time goes");
    let mut what = format!("Suite: {}", header.suite);
    if let Some(filter) = &header.filter {
        what += &format!(", filter: {filter}");
    }
    what += &format!(". Started {}. ", number::moment(header.started));
    what += &format!(
        "{} of {} cells measured",
        thousands(header.measured as u64),
        thousands(header.planned as u64)
    );
    what += &match header.samples {
        Some((fewest, most)) if fewest == most => format!(", {fewest} samples each"),
        Some((fewest, most)) => format!(", {fewest} to {most} samples each"),
        None => String::new(),
    };
    what += if header.interrupted() {
        ": interrupted. What could not be judged is named below."
    } else {
        "."
    };
    page.paragraph(what);
    let facts = header.environment.iter();
    page.list(
        facts
            .map(|(label, value)| Text::from(format!("{label}: {value}")))
            .collect(),
    );
    page.paragraph(format!(
        "Times are medians for one message. ± is half the width of the {level} interval as a \
         share of the time; ratios have their interval in brackets. {NOISY} marks a number that is \
         too noisy to quote: its half width is over {limit}, or there were too few samples for an \
         interval. Every verdict follows from an interval: inconclusive means that it allows both. \
         Codecs marked unsound rest on undefined behaviour: they are shown, never ranked.",
        level = number::percent(LEVEL),
        limit = number::percent(NOISE_LIMIT),
    ));
}
