//! How much of the tax would a faster engine win back?

use super::evidence::{Evidence, distinct};
use super::verdict::Verdict;
use super::weight::NEGLIGIBLE;
use crate::run::RAW;
use crate::stats::{self, Estimate, Interval};

/// Above this share the engine wins back more than half of the tax.
const HALF: f64 = 0.5;
/// A share is judged when half the width of its interval is at most this part of the tax.
pub const SHARE_LIMIT: f64 = 0.1;

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
    /// The tax of the default engine, as a ratio.
    pub tax: Estimate,
    /// `(default - engine) / (default - raw)`: one means all of the tax, below zero the engine is
    /// slower; `None` where the default engine is no slower than raw.
    pub share: Option<Estimate>,
    /// Whether it is more than half of the tax, or why that is not judged.
    pub judged: Result<Verdict, LeftOut>,
}

/// Why a share is not judged. The smaller the tax and the wider its interval, the wilder the share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The tax is not clearly above [`NEGLIGIBLE`]: there is next to nothing to win back.
    SmallTax,
    /// Half of the share's interval is wider than [`SHARE_LIMIT`].
    Wide,
}

impl Engine {
    /// The verdicts, cell by cell.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.shares.iter().filter_map(|share| share.judged.ok())
    }

    /// How many cells are not judged for a reason.
    pub fn left_out(&self, why: LeftOut) -> usize {
        let of = |share: &&Share| share.judged == Err(why);
        self.shares.iter().filter(of).count()
    }

    /// The smallest, the middle and the largest share of those that are judged. The middle of an even
    /// number is the mean of two, and so is its interval.
    pub fn range(&self) -> Option<[Estimate; 3]> {
        let judged = self.shares.iter().filter(|share| share.judged.is_ok());
        let mut shares: Vec<Estimate> = judged.filter_map(|share| share.share).collect();
        shares.sort_by(|a, b| a.value.total_cmp(&b.value));
        let (low, high) = (*shares.first()?, *shares.last()?);
        let (below, above) = (
            shares.get((shares.len() - 1) / 2)?,
            shares.get(shares.len() / 2)?,
        );
        let middle = Estimate {
            value: f64::midpoint(below.value, above.value),
            interval: below.interval.zip(above.interval).map(|(a, b)| Interval {
                low: f64::midpoint(a.low, b.low),
                high: f64::midpoint(a.high, b.high),
            }),
        };
        Some([low, middle, high])
    }
}

fn judge(tax: &Estimate, share: Option<&Estimate>) -> Result<Verdict, LeftOut> {
    let share = share.ok_or(LeftOut::SmallTax)?;
    if Verdict::above(tax, NEGLIGIBLE) != Verdict::Holds {
        return Err(LeftOut::SmallTax);
    }
    match share.interval {
        Some(interval) if interval.high - interval.low <= 2.0 * SHARE_LIMIT => {
            Ok(Verdict::above(share, HALF))
        }
        _ => Err(LeftOut::Wide),
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
            let Some(tax) = stats::ratio(slow, floor) else {
                engine.missing.push(format!("{id}: a time of zero"));
                continue;
            };
            let share = stats::share_recovered(slow, better, floor);
            engine.shares.push(Share {
                case: id.case.clone(),
                op: id.op.clone(),
                codec: id.codec.clone(),
                wrap: wrap.to_owned(),
                tax,
                share,
                judged: judge(&tax, share.as_ref()),
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
        assert!((large.share.unwrap().value - 0.8).abs() < 0.01);
        assert_eq!(large.judged, Ok(Verdict::Holds));
        let [low, middle, high] = engine.range().unwrap().map(|share| share.value);
        assert!(low <= middle && middle <= high && high < 0.82);
    }

    #[test]
    fn only_a_clear_tax_and_a_narrow_share_are_judged() {
        let clear = Estimate::within(2.0, 1.9, 2.1);
        let narrow = Estimate::within(0.8, 0.72, 0.91);
        assert_eq!(judge(&clear, Some(&narrow)), Ok(Verdict::Holds));
        let wide = Estimate::within(2.6, 2.4, 3.1);
        assert_eq!(judge(&clear, Some(&wide)), Err(LeftOut::Wide));
        let bare = Estimate::bare(0.8);
        assert_eq!(judge(&clear, Some(&bare)), Err(LeftOut::Wide));
        let small = Estimate::within(1.2, 1.05, 1.3);
        assert_eq!(judge(&small, Some(&narrow)), Err(LeftOut::SmallTax));
        assert_eq!(judge(&clear, None), Err(LeftOut::SmallTax));
    }

    #[test]
    fn a_summary_rests_on_what_is_judged() {
        let share = |value: f64, judged| Share {
            case: String::new(),
            op: String::new(),
            codec: String::new(),
            wrap: String::new(),
            tax: Estimate::bare(2.0),
            share: Some(Estimate::bare(value)),
            judged,
        };
        let mut engine = Engine {
            name: String::new(),
            shares: vec![
                share(0.9, Ok(Verdict::Holds)),
                share(-7.7, Err(LeftOut::Wide)),
                share(0.3, Ok(Verdict::DoesNotHold)),
                share(2.6, Err(LeftOut::SmallTax)),
                share(0.8, Ok(Verdict::Holds)),
            ],
            missing: Vec::new(),
        };
        assert_eq!(engine.range(), Some([0.3, 0.8, 0.9].map(Estimate::bare)));
        assert_eq!(engine.verdicts().count(), 3);
        assert_eq!(engine.left_out(LeftOut::Wide), 1);

        // The middle of two is as sure as both are.
        engine
            .shares
            .retain(|share| share.share != Some(Estimate::bare(0.3)));
        engine.shares[0].share = Some(Estimate::within(0.75, 0.5, 1.0));
        engine.shares[3].share = Some(Estimate::within(0.25, 0.25, 0.5));
        let middle = engine.range().map(|[_, middle, _]| middle);
        assert_eq!(middle, Some(Estimate::within(0.5, 0.375, 0.75)));
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
