//! Rounds that ran side by side.

use super::{Estimate, LEVEL, Sorted, median};

/// How many times longer `a` takes than `b`, from rounds that ran side by side.
///
/// Each round gives one ratio, so what slows the whole machine for a while cancels; the estimate is
/// the median of the ratios with its order-statistic interval (`median(a_i / b_i)`, see
/// [`lower_rank`](super::lower_rank) for formula and source). Rounds without a counterpart, and those that make no sense,
/// are left out.
pub fn paired_ratio(a: &[f64], b: &[f64]) -> Option<Estimate> {
    paired_ratio_at(a, b, LEVEL)
}

/// [`paired_ratio`] at another level, for intervals that must hold together (see
/// [`joint_level`](super::joint_level)).
pub fn paired_ratio_at(a: &[f64], b: &[f64], level: f64) -> Option<Estimate> {
    let ratios = a
        .iter()
        .zip(b)
        .filter(|(a, b)| **a >= 0.0 && **b > 0.0)
        .map(|(a, b)| a / b);
    median(&Sorted::new(ratios), level)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_scipy() {
        // r = a / b elementwise; numpy.median(r); sorted(r)[1], sorted(r)[8] by binom.cdf at 0.95.
        let a = [10.2, 9.8, 11.5, 10.0, 10.4, 9.9, 12.3, 10.1, 10.6, 9.7];
        let b = [5.1, 4.9, 5.0, 5.3, 5.2, 4.8, 5.6, 5.05, 4.95, 5.15];
        let found = paired_ratio(&a, &b).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.value - 2.0).abs() < 1e-12);
        assert!((interval.low - 1.886_792_452_830_188_7).abs() < 1e-12);
        assert!((interval.high - 2.196_428_571_428_571_6).abs() < 1e-12);
    }

    #[test]
    fn odd_rounds_are_left_out() {
        let found = paired_ratio(&[4.0, f64::NAN, 6.0, 8.0], &[2.0, 1.0, 0.0]);
        assert_eq!(found, Some(Estimate::bare(2.0)));
        assert_eq!(paired_ratio(&[], &[1.0]), None);
        assert_eq!(paired_ratio(&[1.0, -1.0], &[-1.0, 1.0]), None);
    }

    proptest! {
        #[test]
        fn what_slows_both_cancels(slow in prop::collection::vec(1.0..100.0f64, 6..40)) {
            let twice: Vec<f64> = slow.iter().map(|x| x * 2.0).collect();
            prop_assert_eq!(paired_ratio(&twice, &slow), Some(Estimate::within(2.0, 2.0, 2.0)));
        }

        #[test]
        fn identical_rounds_give_one(rounds in prop::collection::vec(1.0..1e6f64, 6..40)) {
            prop_assert_eq!(paired_ratio(&rounds, &rounds), Some(Estimate::within(1.0, 1.0, 1.0)));
        }

        #[test]
        fn the_order_of_rounds_does_not_matter(
            mut rounds in prop::collection::vec((1.0..1e6f64, 1.0..1e6f64), 8..40),
        ) {
            let of = |rounds: &[(f64, f64)], level| {
                let (a, b): (Vec<_>, Vec<_>) = rounds.iter().copied().unzip();
                paired_ratio_at(&a, &b, level).unwrap()
            };
            let (narrow, wide) = (of(&rounds, LEVEL), of(&rounds, 0.99));
            rounds.reverse();
            prop_assert_eq!(of(&rounds, LEVEL), narrow);
            let (n, w) = (narrow.interval.unwrap(), wide.interval.unwrap());
            prop_assert!(w.low <= n.low && n.low <= narrow.value);
            prop_assert!(narrow.value <= n.high && n.high <= w.high);
        }
    }
}
