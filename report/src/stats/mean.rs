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
    }
}
