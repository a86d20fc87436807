//! What two runs differ by as a whole.

use super::{Estimate, Interval, LEVEL, Sorted, median};

/// How the cells of one run compare with the same cells of another, taken together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// The typical ratio, later run over earlier: above 1 the later one is slower as a whole.
    ///
    /// Its interval takes the cells for independent. Cells of one group are not quite, so it may be
    /// too narrow.
    pub ratio: Estimate,
    /// The 5th percentile of the ratios.
    pub low: f64,
    /// The 95th percentile of the ratios.
    pub high: f64,
    /// How far from the typical ratio half of the cells stay at most: the upper end of the interval of
    /// the median absolute deviation, in natural logarithms (0.01 is about 1 %). `None` for fewer than
    /// six cells.
    pub spread: Option<f64>,
}

impl Shift {
    /// How far from the typical ratio, in natural logarithms, an unchanged cell strays with at most
    /// this chance: `spread * log2(1 / chance)`.
    ///
    /// The logarithms are taken to follow a Laplace (double exponential) distribution, or one with
    /// lighter tails: every further median deviation halves the chance of lying beyond (Kotz,
    /// Kozubowski and Podgorski, *The Laplace Distribution and Generalizations*, 2001, 2.1). The tails of
    /// a normal distribution would be too light for runs on a shared machine.
    pub fn reach(&self, chance: f64) -> Option<f64> {
        Some(self.spread? * -chance.clamp(f64::MIN_POSITIVE, 1.0).log2())
    }
}

/// The typical ratio of many cells and how they scatter about it; `None` without a positive ratio.
///
/// Everything is taken from logarithms, so that swapping the runs turns each figure into its inverse:
/// the median with its interval by order statistics (see [`lower_rank`](super::lower_rank)), and the
/// median absolute deviation about it (Hampel, *The influence curve and its role in robust estimation*,
/// JASA 69, 1974). Both stay what they are when fewer than half of the cells change. Of the deviation
/// the upper end of its interval is kept, so that few cells do not make a small spread by chance.
///
/// A change that slows most cells alike cannot be told from a slower machine: it is the shift.
pub fn shift(ratios: &[f64]) -> Option<Shift> {
    let logs = Sorted::new(ratios.iter().filter(|r| **r > 0.0).map(|r| r.ln()));
    let centre = median(&logs, LEVEL)?;
    let deviations = Sorted::new(logs.as_slice().iter().map(|log| (log - centre.value).abs()));
    Some(Shift {
        ratio: Estimate {
            value: centre.value.exp(),
            interval: centre.interval.map(|i| Interval {
                low: i.low.exp(),
                high: i.high.exp(),
            }),
        },
        low: logs.quantile(0.05)?.exp(),
        high: logs.quantile(0.95)?.exp(),
        spread: median(&deviations, LEVEL)?.interval.map(|i| i.high),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a / b - 1.0).abs() < 1e-9
    }

    #[test]
    fn few_cells_have_no_spread() {
        assert_eq!(shift(&[]), None);
        assert_eq!(shift(&[0.0, f64::NAN, -1.0]), None);
        let found = shift(&[1.1; 5]).unwrap();
        assert_eq!((found.spread, found.reach(0.01)), (None, None));
        assert_eq!(shift(&[1.1; 6]).unwrap().spread, Some(0.0));
    }

    #[test]
    fn cells_that_stand_out_do_not_move_it() {
        let calm: Vec<f64> = (0..40)
            .map(|i| 1.03 + 0.0005 * (f64::from(i) - 19.5))
            .collect();
        let mut wild = calm.clone();
        wild.iter_mut().step_by(5).for_each(|ratio| *ratio *= 3.0);
        let (calm, wild) = (shift(&calm).unwrap(), shift(&wild).unwrap());
        assert!((calm.ratio.value - 1.03).abs() < 1e-4);
        assert!((wild.ratio.value / calm.ratio.value - 1.0).abs() < 0.005);
        assert!(wild.spread.unwrap() < 2.0 * calm.spread.unwrap());
        assert!(wild.high > 3.0);
    }

    proptest! {
        #[test]
        fn a_faster_machine_moves_the_ratio_alone(
            ratios in prop::collection::vec(0.5..2.0f64, 6..60),
            factor in 0.2..5.0f64,
        ) {
            let before = shift(&ratios).unwrap();
            let scaled: Vec<f64> = ratios.iter().rev().map(|r| r * factor).collect();
            let after = shift(&scaled).unwrap();
            prop_assert!(close(after.ratio.value, before.ratio.value * factor));
            prop_assert!(close(after.low, before.low * factor));
            prop_assert!(close(after.high, before.high * factor));
            prop_assert!((after.spread.unwrap() - before.spread.unwrap()).abs() < 1e-9);
        }

        #[test]
        fn swapping_the_runs_inverts_it(ratios in prop::collection::vec(0.5..2.0f64, 6..60)) {
            let there = shift(&ratios).unwrap();
            let inverse: Vec<f64> = ratios.iter().map(|r| 1.0 / r).collect();
            let back = shift(&inverse).unwrap();
            prop_assert!(close(there.ratio.value * back.ratio.value, 1.0));
            prop_assert!(close(there.low * back.high, 1.0));
            prop_assert!((there.spread.unwrap() - back.spread.unwrap()).abs() < 1e-9);
            let Interval { low, high } = there.ratio.interval.unwrap();
            prop_assert!(low <= there.ratio.value && there.ratio.value <= high);
            prop_assert!(there.low <= there.ratio.value && there.ratio.value <= there.high);
        }

        #[test]
        fn rarer_lies_farther(chance in 1e-9..0.5f64) {
            let found = shift(&[0.97, 0.98, 0.99, 1.0, 1.01, 1.02, 1.04]).unwrap();
            prop_assert!(found.reach(chance).unwrap() >= found.spread.unwrap());
            let twice = found.reach(chance / 2.0).unwrap() - found.reach(chance).unwrap();
            prop_assert!((twice - found.spread.unwrap()).abs() < 1e-9);
        }
    }
}
