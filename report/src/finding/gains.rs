//! Does dropping base64 gain more than changing the codec?
//!
//! The incumbent is the slowest sound codec under the wrap: the client as shipped. Dropping base64
//! takes it from its own base64 cell to its raw cell; changing the codec takes it to the fastest
//! base64 cell of another codec. Both gains start from the same time, so dropping gains more
//! exactly where the incumbent's raw cell is faster than every other codec's base64 cell. That
//! margin is judged, over joint intervals of all the cells in it, so the choice of the fastest is
//! paid for.

use super::evidence::Evidence;
use super::verdict::Verdict;
use crate::run::{CellId, RAW};
use crate::stats::{self, Estimate};

/// The claim under one wrap, over all cases and ops that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Gains {
    /// `base64` or `base64-field`.
    pub wrap: String,
    /// What was judged, in the order of the suite.
    pub judged: Vec<Gain>,
    /// What could not be.
    pub unjudged: Vec<Unjudged>,
}

/// The claim for one case and op.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// Name of the case.
    pub case: String,
    /// The op.
    pub op: String,
    /// The slowest sound codec under the wrap.
    pub incumbent: String,
    /// How many times faster it gets without base64.
    pub drop: Estimate,
    /// The fastest other sound codec under the wrap.
    pub rival: String,
    /// How many times faster the incumbent gets by changing to it.
    pub change: Estimate,
    /// The gain of dropping over the gain of changing: the fastest other codec with base64 over the
    /// incumbent without.
    pub margin: Estimate,
    /// Whether the margin is above one.
    pub verdict: Verdict,
}

/// A case and op of which nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unjudged {
    /// Name of the case.
    pub case: String,
    /// The op.
    pub op: String,
    /// What is missing.
    pub why: String,
}

impl Gains {
    /// Judges the claim wherever the run has the wrap.
    pub(super) fn judge(evidence: &Evidence<'_>, wrap: &str) -> Gains {
        let mut gains = Gains {
            wrap: wrap.to_owned(),
            judged: Vec::new(),
            unjudged: Vec::new(),
        };
        for case in &evidence.run.cases {
            for op in evidence.ops_of(&case.name) {
                if !evidence.cells_of(&case.name, op).any(|id| id.wrap == wrap) {
                    continue;
                }
                match gain(evidence, &case.name, op, wrap) {
                    Ok(gain) => gains.judged.push(gain),
                    Err(why) => gains.unjudged.push(Unjudged {
                        case: case.name.clone(),
                        op: op.to_owned(),
                        why,
                    }),
                }
            }
        }
        gains
    }

    /// What was judged for an op.
    pub fn of_op<'a>(&'a self, op: &'a str) -> impl Iterator<Item = &'a Gain> {
        self.judged.iter().filter(move |gain| gain.op == op)
    }
}

fn gain(evidence: &Evidence<'_>, case: &str, op: &str, wrap: &str) -> Result<Gain, String> {
    let cell = |codec: &str, wrap: &str| CellId::new(case, op, codec, wrap);
    let mut field: Vec<(&str, f64)> = Vec::new();
    for codec in evidence.sound_codecs(case, op) {
        let id = cell(codec, wrap);
        if !evidence.expects(&id) {
            continue;
        }
        let time = evidence
            .time(&id)
            .ok_or(format!("{codec}/{wrap} was not measured"))?;
        field.push((codec, time.value));
    }
    field.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (Some((rival, _)), Some((incumbent, _))) = (field.first(), field.last()) else {
        return Err("no sound codec".to_owned());
    };
    if field.len() < 2 {
        return Err(format!("no sound codec but {incumbent}"));
    }
    let missing = |wrap: &str| format!("{incumbent}/{wrap} was not measured");
    let raw = cell(incumbent, RAW);
    let raw_times = evidence.times(&raw).ok_or_else(|| missing(RAW))?;

    // One joint family: the incumbent's raw cell and every other codec's base64 cell.
    let level = stats::joint_level(field.len());
    let others: Option<Vec<Estimate>> = field
        .iter()
        .filter(|(codec, _)| codec != incumbent)
        .map(|(codec, _)| stats::median(evidence.times(&cell(codec, wrap))?, level))
        .collect();
    let margin = others.and_then(|others| {
        let base = stats::median(raw_times, level)?;
        Estimate::least(&others)?.over(&base)
    });
    let slow = cell(incumbent, wrap);
    let drop = evidence.ratio(&slow, &raw);
    let change = evidence.ratio(&slow, &cell(rival, wrap));
    let (Some(margin), Some(drop), Some(change)) = (margin, drop, change) else {
        return Err("a time of zero".to_owned());
    };
    Ok(Gain {
        case: case.to_owned(),
        op: op.to_owned(),
        incumbent: (*incumbent).to_owned(),
        drop,
        rival: (*rival).to_owned(),
        change,
        margin,
        verdict: Verdict::above(&margin, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{BASE64, BASE64_FIELD, Samples};
    use crate::testing;

    fn judge(samples: &Samples, wrap: &str) -> Gains {
        let run = testing::run();
        Gains::judge(&Evidence::new(&run, samples), wrap)
    }

    fn find<'a>(gains: &'a Gains, case: &str) -> Option<&'a Gain> {
        gains.judged.iter().find(|gain| gain.case == case)
    }

    #[test]
    fn large_bytes_speak_for_dropping() {
        let gains = judge(&testing::samples(), BASE64);
        let large = find(&gains, "append-64Ki").unwrap();
        assert_eq!(large.incumbent, "protobuf");
        assert_eq!(large.rival, "quick-protobuf");
        assert_eq!(large.verdict, Verdict::Holds);
        assert!(large.drop.value > 4.0 && large.change.value < 1.3);
        let product = large.change.value * large.margin.value;
        assert!((large.drop.value / product - 1.0).abs() < 1e-9);
    }

    #[test]
    fn trees_and_tiny_messages_speak_against() {
        let gains = judge(&testing::samples(), BASE64);
        assert_eq!(
            find(&gains, "append-16").unwrap().verdict,
            Verdict::DoesNotHold
        );
        let tree = find(&gains, "tree").unwrap();
        assert_eq!(
            (tree.incumbent.as_str(), tree.verdict),
            ("prost", Verdict::DoesNotHold)
        );
    }

    #[test]
    fn unsound_codecs_are_not_ranked() {
        let gains = judge(&testing::samples(), BASE64);
        assert_eq!(find(&gains, "packed").unwrap().rival, "prost");
    }

    #[test]
    fn only_cases_with_the_wrap_are_judged() {
        let gains = judge(&testing::samples(), BASE64_FIELD);
        assert_eq!(gains.judged.len(), 6);
        assert!(gains.unjudged.is_empty());
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut samples = testing::samples();
        samples
            .cells
            .remove(&"packed/encode/protobuf/raw".parse().unwrap());
        samples
            .cells
            .remove(&"tree/encode/quick-protobuf/base64".parse().unwrap());
        let gains = judge(&samples, BASE64);
        let why: Vec<_> = gains
            .unjudged
            .iter()
            .map(|u| format!("{} {}: {}", u.case, u.op, u.why))
            .collect();
        assert_eq!(
            why,
            [
                "tree encode: quick-protobuf/base64 was not measured",
                "packed encode: protobuf/raw was not measured"
            ]
        );
    }

    #[test]
    fn too_few_samples_are_inconclusive() {
        let mut samples = testing::samples();
        for sample in samples.cells.values_mut() {
            sample.iters.truncate(2);
        }
        let gains = judge(&samples, BASE64);
        assert!(!gains.judged.is_empty());
        assert!(
            gains
                .judged
                .iter()
                .all(|gain| gain.verdict == Verdict::Inconclusive)
        );
    }
}
