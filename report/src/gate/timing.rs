//! Times: head over base in many launches, each with a layout of its own on both sides.
//!
//! Link layout alone moves instruction-identical code by several percent, so a launch says as much as one draw from
//! the layouts that a linker might have chosen. Few launches screen; a cell that looks slower then is measured again in
//! new ones, and these alone decide: whoever picks the worst of many and judges it by the same numbers finds what chance made.

use super::Verdict;
use crate::stats::{Estimate, Interval, Sorted, lower_rank, median};

/// Launches of a screen.
pub const SCREEN: usize = 10;
/// New launches of a confirmation.
pub const CONFIRM: usize = 40;
/// A median above this in the screen calls for a confirmation, and for a warning.
pub const SUSPECT: f64 = 0.015;
/// A median above this in the confirmation is a regression where the interval agrees.
pub const SLOWER: f64 = 0.03;
/// The level of the interval of a confirmation: hundreds of cells are compared, and none is to be flagged by chance.
pub const CONFIDENT: f64 = 0.999;

/// Head over base less one: the median over launches with its interval at [`CONFIDENT`].
pub fn change(launches: &[f64]) -> Option<Estimate> {
    let found = median(&Sorted::new(launches.iter().copied()), CONFIDENT)?;
    Some(Estimate {
        value: found.value - 1.0,
        interval: found.interval.map(|interval| Interval {
            low: interval.low - 1.0,
            high: interval.high - 1.0,
        }),
    })
}

/// Whether the ratios of a screen call for a confirmation.
pub fn is_suspect(screen: &[f64]) -> bool {
    change(screen).is_some_and(|change| change.value > SUSPECT)
}

/// The verdict of a confirmation.
pub fn confirmed(launches: &[f64]) -> Verdict {
    let Some(change) = change(launches) else {
        return Verdict::Inconclusive;
    };
    match change.interval {
        None => Verdict::Inconclusive,
        Some(interval) if change.value > SLOWER && interval.low > 0.0 => Verdict::Regression,
        // The screen was suspicious, or else nobody would have confirmed.
        Some(_) => Verdict::Warning,
    }
}

/// How far ratios spread over layouts: half the distance between the 5th and the 95th percentile.
pub fn spread(launches: &[f64]) -> Option<f64> {
    let sorted = Sorted::new(launches.iter().copied());
    Some((sorted.quantile(0.95)? - sorted.quantile(0.05)?) / 2.0)
}

/// The verdict of a claim that a ratio lies within bounds: an interval at `level` over launches that clears both is a
/// pass, one that lies beyond either is a violation, and what straddles is inconclusive. `near`, a warning, is a pass whose interval comes within
/// 5 % of a bound.
pub fn claim(launches: &[f64], level: f64, bounds: (Option<f64>, Option<f64>)) -> Verdict {
    let (low, high) = bounds;
    let sorted = Sorted::new(launches.iter().copied());
    if lower_rank(sorted.len(), level).is_none() {
        return Verdict::Inconclusive;
    }
    let Some(interval) = median(&sorted, level).and_then(|found| found.interval) else {
        return Verdict::Inconclusive;
    };
    let beyond =
        low.is_some_and(|low| interval.high < low) || high.is_some_and(|high| interval.low > high);
    let clears =
        low.is_none_or(|low| interval.low >= low) && high.is_none_or(|high| interval.high <= high);
    let near = low.is_some_and(|low| interval.low < low * NEAR)
        || high.is_some_and(|high| interval.high * NEAR > high);
    match (beyond, clears) {
        (true, _) => Verdict::Violated,
        (_, true) if near => Verdict::Warning,
        (_, true) => Verdict::Pass,
        _ => Verdict::Inconclusive,
    }
}

/// What is within this factor of a bound is near it.
const NEAR: f64 = 1.05;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// So many launches about a ratio, spread evenly over a share of it.
    fn launches(count: usize, ratio: f64, spread: f64) -> Vec<f64> {
        let at = |i: usize| i as f64 / (count - 1) as f64 - 0.5;
        (0..count).map(|i| ratio * (1.0 + spread * at(i))).collect()
    }

    #[test]
    fn a_regression_is_large_and_sure() {
        assert_eq!(
            confirmed(&launches(CONFIRM, 1.05, 0.02)),
            Verdict::Regression
        );
        assert_eq!(confirmed(&launches(CONFIRM, 1.02, 0.02)), Verdict::Warning);
        assert_eq!(confirmed(&launches(CONFIRM, 1.05, 0.5)), Verdict::Warning);
        assert_eq!(confirmed(&launches(8, 1.05, 0.02)), Verdict::Inconclusive);
        assert_eq!(confirmed(&[]), Verdict::Inconclusive);
    }

    #[test]
    fn a_screen_asks_for_more_where_it_looks_slower() {
        assert!(is_suspect(&launches(SCREEN, 1.02, 0.02)));
        assert!(!is_suspect(&launches(SCREEN, 1.01, 0.02)));
        assert!(!is_suspect(&launches(SCREEN, 0.9, 0.02)));
        assert!(!is_suspect(&[]));
    }

    #[test]
    fn a_claim_needs_its_interval_on_one_side() {
        let of = |ratio, bounds| claim(&launches(12, ratio, 0.04), 0.99, bounds);
        assert_eq!(of(10.0, (Some(8.0), Some(20.0))), Verdict::Pass);
        assert_eq!(of(8.3, (Some(8.0), None)), Verdict::Warning);
        assert_eq!(of(8.0, (Some(8.0), None)), Verdict::Inconclusive);
        assert_eq!(of(7.0, (Some(8.0), None)), Verdict::Violated);
        assert_eq!(of(30.0, (Some(8.0), Some(20.0))), Verdict::Violated);
        assert_eq!(
            claim(&[9.0; 5], 0.99, (Some(8.0), None)),
            Verdict::Inconclusive
        );
    }

    proptest! {
        #[test]
        fn slower_is_never_judged_milder(ratio in 0.9..1.1f64, more in 1.0..1.1f64, spread in 0.0..0.2f64) {
            let (a, b) = (launches(CONFIRM, ratio, spread), launches(CONFIRM, ratio * more, spread));
            prop_assert!(confirmed(&a) <= confirmed(&b));
        }

        #[test]
        fn claims_are_symmetric(ratio in 1.0..100.0f64, bound in 1.0..100.0f64, spread in 0.0..0.3f64) {
            let of = launches(20, ratio, spread);
            let inverse: Vec<f64> = of.iter().map(|ratio| 1.0 / ratio).collect();
            let upper = claim(&inverse, 0.99, (None, Some(1.0 / bound)));
            let lower = claim(&of, 0.99, (Some(bound), None));
            prop_assert!(upper == lower || (upper.fails() == lower.fails() && !upper.fails()));
        }
    }
}
