//! One number for many ratios.

/// The geometric mean, `exp(mean(ln x))`: the mean that treats a gain and its inverse alike.
///
/// Source: Fleming and Wallace, *How not to lie with statistics: the correct way to summarize
/// benchmark results*, 1986. `None` without values or where one is not positive.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() || !values.iter().all(|x| x.is_finite() && *x > 0.0) {
        return None;
    }
    let logs: f64 = values.iter().map(|x| x.ln()).sum();
    Some((logs / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.gmean([1.5, 2.25, 8.0, 0.5])
        let found = geometric_mean(&[1.5, 2.25, 8.0, 0.5]).unwrap();
        assert!((found - 1.916_829_312_738_817_4).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }

    proptest! {
        #[test]
        fn a_ratio_and_its_inverse_cancel(x in 0.001..1000.0f64) {
            prop_assert!((geometric_mean(&[x, 1.0 / x]).unwrap() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn lies_between_the_extremes(mut values in prop::collection::vec(1e-6..1e6f64, 1..40), k in 1e-3..1e3f64) {
            let mean = geometric_mean(&values).unwrap();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            prop_assert!(least * (1.0 - 1e-9) <= mean && mean <= most * (1.0 + 1e-9));
            values.reverse();
            values.iter_mut().for_each(|x| *x *= k);
            prop_assert!((geometric_mean(&values).unwrap() / (mean * k) - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_mean_of_ratios_is_the_ratio_of_means(
            pairs in prop::collection::vec((0.01..100.0f64, 0.01..100.0f64), 1..40),
        ) {
            let of = |pick: fn(&(f64, f64)) -> f64| {
                geometric_mean(&pairs.iter().map(pick).collect::<Vec<_>>()).unwrap()
            };
            prop_assert!((of(|p| p.0 / p.1) / (of(|p| p.0) / of(|p| p.1)) - 1.0).abs() < 1e-9);
        }
    }
}
