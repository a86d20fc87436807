//! What could not be judged of one message.

use super::super::block::Text;
use super::super::claims::CLAIM;
use super::super::{engines, race};
use crate::finding::{Finding, Gains};
use crate::format::number::{counted, thousands};
use crate::run::BASE64;

/// In a line. What one message cannot show, such as the size from which something holds, is not
/// missing.
pub(super) fn line(finding: &Finding) -> Option<Text> {
    let header = &finding.header;
    if header.measured == 0 {
        return Some(Text::from("Not judged: any cell, since none was measured."));
    }
    let mut items: Vec<String> = unjudged(&finding.gains);
    if finding.gains.is_empty() {
        items.push(format!("whether {CLAIM} (no cells with base64)"));
    }
    items.extend(engines::unjudged(&finding.engines));
    if finding.race.is_some() {
        items.extend(race::absent(finding.race.as_ref()));
    }
    if header.measured < header.planned {
        let missing = header.planned.saturating_sub(header.measured) as u64;
        let (missing, planned) = (thousands(missing), counted(header.planned as u64, "cell"));
        items.push(format!("{missing} of {planned} (not measured)"));
    }
    (!items.is_empty()).then(|| Text::from(format!("Not judged: {}.", items.join("; "))))
}

/// The main claim where an op lacks something: `encode, base64-field encode and decode: whether ...`.
/// Whatever lacks the same shares an item.
fn unjudged(gains: &[Gains]) -> Vec<String> {
    let mut found: Vec<(&str, Vec<String>)> = Vec::new();
    for gains in gains {
        for (why, ops) in by_reason(gains) {
            let wrap = match gains.wrap.as_str() {
                BASE64 => String::new(),
                other => format!("{other} "),
            };
            let said = format!("{wrap}{}", ops.join(" and "));
            add(&mut found, why, said);
        }
    }
    let items = found.into_iter().map(|(why, wraps)| {
        let wraps = wraps.join(", ");
        format!("{wraps}: whether {CLAIM} ({why})")
    });
    items.collect()
}

/// The ops under one wrap that lack something, by what they lack.
fn by_reason(gains: &Gains) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    for unjudged in &gains.unjudged {
        add(&mut found, unjudged.why.as_str(), unjudged.op.as_str());
    }
    found
}

/// Adds to those with the same reason.
fn add<'a, T>(found: &mut Vec<(&'a str, Vec<T>)>, why: &'a str, what: T) {
    match found.iter_mut().find(|(known, _)| *known == why) {
        Some((_, all)) => all.push(what),
        None => found.push((why, vec![what])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Run, Samples};
    use crate::testing;

    fn said(run: &Run, samples: &Samples) -> String {
        let line = line(&crate::finding(run, samples));
        line.map(|line| line.words()).unwrap_or_default()
    }

    #[test]
    fn what_one_message_cannot_show_is_not_missing() {
        let run = testing::one("append-4Ki");
        assert_eq!(said(&run, &testing::samples()), "");
        assert_eq!(said(&testing::one("tree"), &testing::samples()), "");
    }

    #[test]
    fn what_is_missing_is_named_with_its_reason() {
        let mut run = testing::one("tree");
        let nothing = said(&run, &Samples::default());
        assert_eq!(nothing, "Not judged: any cell, since none was measured.");

        let mut samples = testing::samples();
        let missing = "tree/decode/prost/raw".parse().unwrap();
        samples.cells.remove(&missing);
        assert_eq!(
            said(&run, &samples),
            "Not judged: decode: whether dropping base64 gains more than changing the codec \
             (prost/raw was not measured); 1 of 8 cells (not measured)."
        );

        run.planned.retain(|id| id.wrap == "raw");
        samples.cells.retain(|id, _| id.wrap == "raw");
        assert!(
            said(&run, &samples).starts_with(
                "Not judged: whether dropping base64 gains more than changing the codec (no cells"
            ),
            "{}",
            said(&run, &samples)
        );
    }

    #[test]
    fn a_reason_is_given_once_for_all_wraps() {
        let mut run = testing::one("append-4Ki");
        run.race = None;
        run.planned.retain(|id| id.codec == "prost");
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| id.codec == "prost");
        assert_eq!(
            said(&run, &samples),
            "Not judged: encode and decode, base64-field encode and decode: whether dropping base64 \
             gains more than changing the codec (no sound codec but prost)."
        );
    }

    #[test]
    fn ops_that_lack_the_same_are_named_together() {
        let mut run = testing::one("tree");
        run.planned.retain(|id| id.codec == "prost");
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| id.codec == "prost");
        assert_eq!(
            said(&run, &samples),
            "Not judged: encode and decode: whether dropping base64 gains more than changing the \
             codec (no sound codec but prost)."
        );
    }
}
