//! A number, and how sure we are of it.

use serde::{Deserialize, Serialize};

/// A number is too noisy to quote when half the width of its interval exceeds this share of it.
///
/// Thirty processes on a busy machine give most ratios to within 4 to 8 %: up to there, the two digits that
/// matter mean something.
pub const NOISE_LIMIT: f64 = 0.10;

/// Where a number lies with the confidence asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A number and, where there were enough samples, its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The best single value.
    pub value: f64,
    /// Where it lies, or `None` where the samples were too few to say.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// A value with its interval.
    pub fn within(value: f64, low: f64, high: f64) -> Self {
        Estimate {
            value,
            interval: Some(Interval { low, high }),
        }
    }

    /// A value about whose precision nothing is known.
    pub fn bare(value: f64) -> Self {
        Estimate {
            value,
            interval: None,
        }
    }

    /// Half the width of the interval as a share of the value: `(high - low) / 2 / |value|`, the relative
    /// expanded uncertainty of JCGM 100:2008 (*Guide to the expression of uncertainty in measurement*),
    /// 6.2. `None` without an interval or for a value of zero.
    pub fn relative_half_width(&self) -> Option<f64> {
        let Interval { low, high } = self.interval?;
        let share = (high - low) / 2.0 / self.value.abs();
        share.is_finite().then_some(share)
    }

    /// Whether the number is too noisy to quote: no interval, or one wider than [`NOISE_LIMIT`]
    /// allows.
    pub fn is_noisy(&self) -> bool {
        self.relative_half_width()
            .is_none_or(|share| share > NOISE_LIMIT)
    }

    /// The estimate times a known factor: `factor * [low, high]` (Moore, *Interval Analysis*, 1966); a
    /// negative factor swaps the ends.
    pub fn scaled(&self, factor: f64) -> Self {
        let ends = self.interval.map(|i| (i.low * factor, i.high * factor));
        Estimate {
            value: self.value * factor,
            interval: ends.map(|(a, b)| Interval {
                low: a.min(b),
                high: a.max(b),
            }),
        }
    }

    /// This less another: the image of the box that both intervals span, `[a.low - b.high, a.high -
    /// b.low]` (Moore, *Interval Analysis*, 1966).
    pub fn minus(&self, other: &Estimate) -> Estimate {
        let interval = self.interval.zip(other.interval).map(|(a, b)| Interval {
            low: a.low - b.high,
            high: a.high - b.low,
        });
        Estimate {
            value: self.value - other.value,
            interval,
        }
    }

    /// This over another, both not negative: the image of the box that both intervals span, `[a.low /
    /// b.high, a.high / b.low]` (Moore, *Interval Analysis*, 1966).
    ///
    /// `None` where the divisor is not positive; no interval where the divisor's touches zero.
    pub fn over(&self, other: &Estimate) -> Option<Estimate> {
        if other.value <= 0.0 || self.value < 0.0 {
            return None;
        }
        let interval = self
            .interval
            .zip(other.interval)
            .filter(|(a, b)| a.low >= 0.0 && b.low > 0.0)
            .map(|(a, b)| Interval {
                low: a.low / b.high,
                high: a.high / b.low,
            });
        Some(Estimate {
            value: self.value / other.value,
            interval,
        })
    }

    /// The smallest of several, whichever it is: the least of the values, of the lower and of the
    /// upper ends.
    ///
    /// Where all intervals hold together, this one holds for the least of the true values, so no
    /// choice made by looking at the data is left unaccounted for: the minimum rises with each of its
    /// arguments, so its image of the box is `[min low, min high]` (Moore, *Interval Analysis*, 1966).
    pub fn least<'a>(estimates: impl IntoIterator<Item = &'a Estimate>) -> Option<Estimate> {
        estimates.into_iter().copied().reduce(|a, b| Estimate {
            value: a.value.min(b.value),
            interval: a.interval.zip(b.interval).map(|(a, b)| Interval {
                low: a.low.min(b.low),
                high: a.high.min(b.high),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn noise_is_judged_by_half_the_width() {
        assert!(!Estimate::within(100.0, 90.5, 109.0).is_noisy());
        assert!(Estimate::within(100.0, 88.0, 109.0).is_noisy());
        assert!(Estimate::bare(100.0).is_noisy());
        assert!(Estimate::within(0.0, 0.0, 0.0).is_noisy());
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        let one = Estimate::within(1.0, 0.5, 1.5);
        assert_eq!(one.over(&Estimate::within(0.0, 0.0, 0.0)), None);
        let unsure = one.over(&Estimate::within(1.0, 0.0, 2.0));
        assert_eq!(unsure, Some(Estimate::bare(1.0)));
    }

    #[test]
    fn the_least_counts_every_candidate() {
        let candidates = [
            Estimate::within(10.0, 8.0, 12.0),
            Estimate::within(9.5, 9.0, 14.0),
        ];
        let least = Estimate::least(&candidates);
        assert_eq!(least, Some(Estimate::within(9.5, 8.0, 12.0)));
        assert_eq!(Estimate::least([]), None);
    }

    fn estimate() -> impl Strategy<Value = Estimate> {
        (0.1..1e6f64, 0.0..0.9f64, 0.0..3.0f64)
            .prop_map(|(v, down, up)| Estimate::within(v, v * (1.0 - down), v * (1.0 + up)))
    }

    proptest! {
        #[test]
        fn images_hold_their_value(a in estimate(), b in estimate(), factor in -10.0..10.0f64) {
            for result in [a.minus(&b), a.over(&b).unwrap(), a.scaled(factor)] {
                let Interval { low, high } = result.interval.unwrap();
                prop_assert!(low <= result.value && result.value <= high, "{result:?}");
            }
        }

        /// Whatever the intervals allow for both, the result's interval allows as well.
        #[test]
        fn images_hold_the_box(
            a in estimate(),
            b in estimate(),
            at in (0.0..=1.0f64, 0.0..=1.0f64),
            factor in -10.0..10.0f64,
        ) {
            let point = |e: &Estimate, at: f64| e.interval.map(|i| i.low + at * (i.high - i.low)).unwrap();
            let (x, y) = (point(&a, at.0), point(&b, at.1));
            let cases = [
                (a.minus(&b), x - y),
                (a.over(&b).unwrap(), x / y),
                (a.scaled(factor), x * factor),
                (Estimate::least([&a, &b]).unwrap(), x.min(y)),
            ];
            for (result, allowed) in cases {
                let Interval { low, high } = result.interval.unwrap();
                let slack = 1e-9 * (1.0 + allowed.abs());
                prop_assert!(low - slack <= allowed && allowed <= high + slack, "{result:?} {allowed}");
            }
        }

        #[test]
        fn noise_has_no_unit(a in estimate(), power in -20..20_i32) {
            let scaled = a.scaled(2.0_f64.powi(power));
            prop_assert_eq!(scaled.relative_half_width(), a.relative_half_width());
            prop_assert_eq!(scaled.is_noisy(), a.is_noisy());
        }

        #[test]
        fn the_least_ignores_order(mut all in prop::collection::vec(estimate(), 1..6)) {
            let before = Estimate::least(&all);
            all.reverse();
            prop_assert_eq!(Estimate::least(&all), before);
            prop_assert!(all.iter().all(|e| before.unwrap().value <= e.value));
        }
    }
}
