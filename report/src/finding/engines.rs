//! How much of the tax would a faster engine win back?

use super::evidence::{Evidence, distinct};
use super::verdict::Verdict;
use crate::run::RAW;
use crate::stats::{self, Estimate, Sorted};

/// Above this share the engine wins back more than half of the tax.
const HALF: f64 = 0.5;

/// One engine over all cells that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// Name of the engine.
    pub name: String,
    /// What it wins back, cell by cell, in the order of the suite.
    pub shares: Vec<Share>,
    /// Cells of which nothing can be said, each with the reason.
    pub missing: Vec<String>,
}

/// What an engine wins back in one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Name of the case.
    pub case: String,
    /// The op.
    pub op: String,
    /// Name of the codec.
    pub codec: String,
    /// `base64` or `base64-field`.
    pub wrap: String,
    /// `(default - engine) / (default - raw)`: one means all of the tax, below zero the engine is
    /// slower.
    pub share: Estimate,
    /// Whether it is more than half of the tax.
    pub verdict: Verdict,
}

impl Engine {
    /// The shares whose interval is known: what a summary may rest on.
    pub fn sure(&self) -> impl Iterator<Item = &Share> {
        self.shares
            .iter()
            .filter(|share| share.share.interval.is_some())
    }

    /// The smallest, the middle and the largest sure share.
    pub fn range(&self) -> Option<(f64, f64, f64)> {
        let sure = Sorted::new(self.sure().map(|share| share.share.value));
        let values = sure.as_slice();
        Some((*values.first()?, sure.median()?, *values.last()?))
    }
}

/// Looks at every engine other than the default one.
pub(super) fn engines(evidence: &Evidence<'_>) -> Vec<Engine> {
    let cells = || {
        let cases = &evidence.run.cases;
        cases.iter().flat_map(|case| {
            let ops = evidence.ops_of(&case.name);
            ops.into_iter()
                .flat_map(|op| evidence.cells_of(&case.name, op))
        })
    };
    let names = distinct(cells().filter_map(|id| id.wrap_and_engine().1));
    let engine = |name: &str| {
        let mut engine = Engine {
            name: name.to_owned(),
            shares: Vec::new(),
            missing: Vec::new(),
        };
        for id in cells().filter(|id| id.wrap_and_engine().1 == Some(name)) {
            let sound = evidence.sound_codecs(&id.case, &id.op);
            if !sound.contains(&id.codec.as_str()) {
                continue;
            }
            let (wrap, _) = id.wrap_and_engine();
            let cells = [id.with_wrap(wrap), id.clone(), id.with_wrap(RAW)];
            let times = cells.each_ref().map(|id| evidence.times(id));
            let [Some(slow), Some(better), Some(floor)] = times else {
                let missing = evidence.unmeasured(&cells).join(", ");
                engine
                    .missing
                    .push(format!("{id}: not measured: {missing}"));
                continue;
            };
            let Some(share) = stats::share_recovered(slow, better, floor) else {
                engine
                    .missing
                    .push(format!("{id}: there is no tax to win back"));
                continue;
            };
            engine.shares.push(Share {
                case: id.case.clone(),
                op: id.op.clone(),
                codec: id.codec.clone(),
                wrap: wrap.to_owned(),
                share,
                verdict: Verdict::above(&share, HALF),
            });
        }
        engine
    };
    names.into_iter().map(engine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn finds_the_share_that_made_the_samples() {
        let (run, samples) = (testing::run(), testing::samples());
        let engines = engines(&Evidence::new(&run, &samples));
        let [engine] = &engines[..] else {
            panic!("{} engines", engines.len());
        };
        assert_eq!(engine.name, "base64-simd");
        // Three sizes, two ops, three codecs.
        assert_eq!(engine.shares.len(), 18);
        let large = engine
            .shares
            .iter()
            .find(|s| s.case == "append-64Ki")
            .unwrap();
        assert!((large.share.value - 0.8).abs() < 0.01);
        assert_eq!(large.verdict, Verdict::Holds);
        let (low, middle, high) = engine.range().unwrap();
        assert!(low <= middle && middle <= high && high < 0.82);
    }

    #[test]
    fn what_is_missing_is_named() {
        let (run, mut samples) = (testing::run(), testing::samples());
        samples
            .cells
            .remove(&"append-16/encode/prost/raw".parse().unwrap());
        let engines = engines(&Evidence::new(&run, &samples));
        assert_eq!(
            engines[0].missing,
            ["append-16/encode/prost/base64@base64-simd: not measured: append-16/encode/prost/raw"]
        );
    }
}
