//! Does dropping base64 gain more than changing the codec, for one message?

use super::super::block::{Block, Page, Text};
use super::super::claims::{CLAIM, ops};
use super::super::wraps;
use crate::finding::{Gain, Gains};
use crate::format::number;
use crate::run::BASE64;
use crate::stats::Estimate;

/// A line for each op on the whole message as text, and one for all else.
pub(super) fn short(gains: &[Gains]) -> Vec<Text> {
    let mut lines = Vec::new();
    for gains in gains {
        if gains.wrap == BASE64 {
            let line = |gain: &Gain| verdict(Text::from(format!("{}: {CLAIM}: ", gain.op)), gain);
            lines.extend(gains.judged.iter().map(|gain| line(gain).say(".")));
            continue;
        }
        let lead = match lines.is_empty() {
            true => format!("{}{}, {CLAIM}: ", gains.wrap, wraps::reminder(&gains.wrap)),
            false => format!(
                "The same for {}{}: ",
                gains.wrap,
                wraps::reminder(&gains.wrap)
            ),
        };
        let op = |gain: &Gain| verdict(Text::from(format!("{} ", gain.op)), gain);
        let said = gains.judged.iter().map(op);
        let joined = said.reduce(|line, next| line.say("; ").join(next));
        lines.extend(joined.map(|said| Text::from(lead).join(said).say(".")));
    }
    lines
}

fn verdict(text: Text, gain: &Gain) -> Text {
    let said = gained(gain, number::bare_ratio);
    text.verdict(gain.verdict).say(format!(": {said}"))
}

/// `from prost, the slowest, dropping base64 gains 4.51x, changing to quick-protobuf 1.21x`.
fn gained(gain: &Gain, ratio: fn(&Estimate) -> String) -> String {
    format!(
        "from {}, the slowest, dropping base64 gains {}, changing to {} {}",
        gain.incumbent,
        ratio(&gain.drop),
        gain.rival,
        ratio(&gain.change)
    )
}

/// The same with all intervals: one row would be no table.
pub(super) fn write(page: &mut Vec<Block>, gains: &[Gains]) {
    if gains.iter().all(|gains| gains.judged.is_empty()) {
        return;
    }
    page.heading(2, "Does dropping base64 gain more than changing the codec?");
    page.paragraph(
        "From the slowest sound codec with base64: dropping takes it to its own time without \
         base64, changing takes it to the fastest other sound codec, still with base64.",
    );
    for gains in gains.iter().filter(|gains| !gains.judged.is_empty()) {
        let meaning = wraps::meaning(&gains.wrap);
        page.heading(3, format!("{}{meaning}", gains.wrap));
        for op in ops(gains) {
            for gain in gains.of_op(op) {
                let text = Text::from(format!("{op}: {CLAIM}: ")).verdict(gain.verdict);
                page.paragraph(text.say(format!(
                    ": {}; dropping over changing: {}.",
                    gained(gain, number::ratio),
                    number::ratio(&gain.margin)
                )));
            }
            for unjudged in gains.unjudged.iter().filter(|unjudged| unjudged.op == op) {
                page.paragraph(format!("{op}: {CLAIM}: not judged: {}.", unjudged.why));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Samples;
    use crate::testing;

    fn said(case: &str, samples: &Samples) -> Vec<String> {
        let finding = crate::finding(&testing::one(case), samples);
        short(&finding.gains).iter().map(Text::words).collect()
    }

    #[test]
    fn the_claim_is_said_of_the_message() {
        assert_eq!(
            said("append-4Ki", &testing::samples()),
            [
                "encode: dropping base64 gains more than changing the codec: holds: from protobuf, \
                 the slowest, dropping base64 gains 4.51x, changing to quick-protobuf 1.21x.",
                "decode: dropping base64 gains more than changing the codec: holds: from protobuf, \
                 the slowest, dropping base64 gains 3.63x, changing to quick-protobuf 1.26x.",
                "The same for base64-field (bytes fields as text): encode holds: from protobuf, the slowest, dropping base64 \
                 gains 4.51x, changing to quick-protobuf 1.21x; decode holds: from protobuf, the \
                 slowest, dropping base64 gains 3.63x, changing to quick-protobuf 1.26x.",
            ]
        );
    }

    #[test]
    fn bytes_fields_alone_are_not_the_same_as_anything() {
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| id.wrap != BASE64);
        let said = said("append-4Ki", &samples);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("base64-field (bytes fields"),
            "{said:?}"
        );
    }

    #[test]
    fn what_is_not_judged_says_why_in_its_place() {
        let mut samples = testing::samples();
        let missing = "tree/decode/prost/raw".parse().unwrap();
        samples.cells.remove(&missing);
        let finding = crate::finding(&testing::one("tree"), &samples);
        let mut page = Vec::new();
        write(&mut page, &finding.gains);
        let last = Block::Paragraph(Text::from(
            "decode: dropping base64 gains more than changing the codec: not judged: prost/raw was \
             not measured.",
        ));
        assert_eq!(page.last(), Some(&last));
    }
}
