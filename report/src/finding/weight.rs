//! Where is base64 much of a message's time, and where next to nothing?

use super::evidence::Evidence;
use super::verdict::Verdict;
use crate::run::{BASE64, CellId, RAW};
use crate::stats::Estimate;

/// Above this tax base64 takes more than half of the time.
pub const HALF: f64 = 2.0;
/// Below this tax base64 is negligible.
pub const NEGLIGIBLE: f64 = 1.1;

/// How base64 weighs in every sound cell that has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// What was judged, in the order of the suite.
    pub judged: Vec<Weight>,
    /// Cells that are missing.
    pub missing: Vec<String>,
}

/// How base64 weighs in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Name of the case.
    pub case: String,
    /// The op.
    pub op: String,
    /// Name of the codec.
    pub codec: String,
    /// Base64 over raw.
    pub tax: Estimate,
    /// Whether base64 takes more than half of the time.
    pub over_half: Verdict,
    /// Whether the tax stays below [`NEGLIGIBLE`].
    pub negligible: Verdict,
}

/// How base64 weighs in every cell that has it.
pub(super) fn weights(evidence: &Evidence<'_>) -> Weights {
    let mut found = Weights::default();
    for case in &evidence.run.cases {
        for op in evidence.ops_of(&case.name) {
            for codec in evidence.sound_codecs(&case.name, op) {
                let base64 = CellId::new(&case.name, op, codec, BASE64);
                if !evidence.expects(&base64) {
                    continue;
                }
                let raw = base64.with_wrap(RAW);
                let Some(tax) = evidence.ratio(&base64, &raw) else {
                    found.missing.extend(evidence.unmeasured([&base64, &raw]));
                    continue;
                };
                found.judged.push(Weight {
                    case: case.name.clone(),
                    op: op.to_owned(),
                    codec: codec.to_owned(),
                    tax,
                    over_half: Verdict::above(&tax, HALF),
                    negligible: below(&tax, NEGLIGIBLE),
                });
            }
        }
    }
    found
}

/// What part of a message's time base64 takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Portion {
    /// More than half: the tax lies above [`HALF`].
    OverHalf,
    /// Less than half and not negligible.
    UnderHalf,
    /// Next to nothing: the tax lies below [`NEGLIGIBLE`].
    Negligible,
    /// The interval allows two of these.
    Inconclusive,
}

impl Weight {
    /// Both verdicts in one.
    pub fn portion(&self) -> Portion {
        match (self.over_half, self.negligible) {
            (Verdict::Holds, _) => Portion::OverHalf,
            (_, Verdict::Holds) => Portion::Negligible,
            (Verdict::DoesNotHold, Verdict::DoesNotHold) => Portion::UnderHalf,
            _ => Portion::Inconclusive,
        }
    }
}

fn below(tax: &Estimate, threshold: f64) -> Verdict {
    match Verdict::above(tax, threshold) {
        Verdict::Holds => Verdict::DoesNotHold,
        Verdict::DoesNotHold => Verdict::Holds,
        Verdict::Inconclusive => Verdict::Inconclusive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn weighs_every_sound_cell() {
        let (run, samples) = (testing::run(), testing::samples());
        let weights = weights(&Evidence::new(&run, &samples)).judged;
        let find =
            |case: &str, codec: &str| weights.iter().find(|w| w.case == case && w.codec == codec);
        let tree = find("tree", "prost").unwrap();
        assert_eq!(
            (tree.over_half, tree.negligible),
            (Verdict::DoesNotHold, Verdict::Holds)
        );
        let large = find("append-64Ki", "prost").unwrap();
        assert_eq!(
            (large.over_half, large.negligible),
            (Verdict::Holds, Verdict::DoesNotHold)
        );
        assert_eq!(tree.portion(), Portion::Negligible);
        assert_eq!(large.portion(), Portion::OverHalf);
        let small = find("append-16", "protobuf").unwrap();
        assert_eq!(small.portion(), Portion::UnderHalf);
        assert!(find("packed", "quick-protobuf").is_none());
    }

    #[test]
    fn what_is_missing_is_named() {
        let (run, mut samples) = (testing::run(), testing::samples());
        samples
            .cells
            .remove(&"tree/encode/prost/raw".parse().unwrap());
        let weights = weights(&Evidence::new(&run, &samples));
        assert_eq!(weights.missing, ["tree/encode/prost/raw"]);
    }
}
