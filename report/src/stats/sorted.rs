//! Values in ascending order.

/// Finite values in ascending order: what order statistics are taken from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sorted(Vec<f64>);

impl Sorted {
    /// The values in ascending order; `NaN` and infinities are left out.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        Sorted(values)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values, ascending.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// The sample median: the middle value, or the mean of the two middle ones (David and Nagaraja, *Order
    /// Statistics*, 2003, chapter 1).
    pub fn median(&self) -> Option<f64> {
        let middle = self.len() / 2;
        let upper = *self.0.get(middle)?;
        if self.len() % 2 == 1 {
            return Some(upper);
        }
        let lower = *self.0.get(middle.checked_sub(1)?)?;
        // Halved first, so that two large values do not overflow.
        Some(lower / 2.0 + upper / 2.0)
    }

    /// The sample quantile at `share` from 0 to 1, interpolated between order statistics (definition 7
    /// of Hyndman and Fan, *The American Statistician* 50(4), 1996; the default of R and numpy).
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let place = share.clamp(0.0, 1.0) * self.len().checked_sub(1)? as f64;
        let (below, above) = (place.floor() as usize, place.ceil() as usize);
        let (low, high) = (self.0.get(below)?, self.0.get(above)?);
        Some(low + (high - low) * place.fract())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn medians_of_few() {
        assert_eq!(Sorted::new([]).median(), None);
        assert_eq!(Sorted::new([f64::NAN, 3.0]).median(), Some(3.0));
        assert_eq!(Sorted::new([4.0, 1.0]).median(), Some(2.5));
        assert_eq!(Sorted::new([9.0, 1.0, 2.0]).median(), Some(2.0));
    }

    /// Made with `numpy.quantile([1, 2, 4, 8, 16], [0, .05, .3, .5, .95, 1])`, numpy 2.
    #[test]
    fn quantiles_are_those_of_numpy() {
        let sorted = Sorted::new([16.0, 1.0, 8.0, 2.0, 4.0]);
        let of = |share| sorted.quantile(share).unwrap();
        for (share, expected) in [
            (0.0, 1.0),
            (0.05, 1.2),
            (0.3, 2.4),
            (0.5, 4.0),
            (0.95, 14.4),
            (1.0, 16.0),
        ] {
            assert!(
                (of(share) - expected).abs() < 1e-12,
                "{share}: {}",
                of(share)
            );
        }
        assert_eq!(Sorted::new([]).quantile(0.5), None);
        assert_eq!(Sorted::new([3.0]).quantile(0.9), Some(3.0));
    }

    proptest! {
        #[test]
        fn half_lie_on_either_side(values in prop::collection::vec(-1e9..1e9f64, 1..50)) {
            let sorted = Sorted::new(values.iter().copied());
            let median = sorted.median().unwrap();
            let below = values.iter().filter(|v| **v < median).count();
            let above = values.iter().filter(|v| **v > median).count();
            prop_assert!(below * 2 <= values.len() && above * 2 <= values.len());
        }

        #[test]
        fn order_does_not_matter(mut values in prop::collection::vec(-1e9..1e9f64, 1..50)) {
            let before = Sorted::new(values.iter().copied());
            values.reverse();
            prop_assert_eq!(before, Sorted::new(values));
        }

        #[test]
        fn ascends_and_keeps_what_is_finite(values in prop::collection::vec(prop::num::f64::ANY, 0..50)) {
            let sorted = Sorted::new(values.iter().copied());
            prop_assert!(sorted.as_slice().windows(2).all(|pair| pair[0] <= pair[1]));
            prop_assert_eq!(sorted.len(), values.iter().filter(|v| v.is_finite()).count());
            prop_assert_eq!(sorted.is_empty(), sorted.as_slice().is_empty());
        }

        #[test]
        fn quantiles_rise_with_their_share(
            values in prop::collection::vec(-1e6..1e6f64, 1..50),
            a in 0.0..1.0f64,
            b in 0.0..1.0f64,
            power in -8..8_i32,
        ) {
            let sorted = Sorted::new(values.iter().copied());
            let of = |share| sorted.quantile(share).unwrap();
            prop_assert!(of(a.min(b)) <= of(a.max(b)) + 1e-9);
            prop_assert_eq!(of(0.0), sorted.as_slice()[0]);
            prop_assert_eq!(of(1.0), sorted.as_slice()[values.len() - 1]);
            prop_assert!((of(0.5) - sorted.median().unwrap()).abs() < 1e-6);
            let unit = 2.0_f64.powi(power);
            let scaled = Sorted::new(values.iter().map(|x| x * unit));
            prop_assert!((scaled.quantile(a).unwrap() - of(a) * unit).abs() < 1e-6 * unit);
        }
    }
}
