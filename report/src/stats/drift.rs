//! Taking the machine's own speed out of samples.

/// What samples would have taken at the machine's typical speed, given what a fixed piece of work, the
/// anchor, took beside each: `nanos * typical / anchor`. This is the ratio estimator of paired
/// measurements (Cochran, *Sampling Techniques*, 1977, chapter 6): it removes whatever multiplies both by
/// the same factor, and nothing else. The slices are as long as the shorter one.
pub fn at_typical_speed(nanos: &[f64], anchor: &[f64], typical: f64) -> Vec<f64> {
    nanos
        .iter()
        .zip(anchor)
        .map(|(nanos, anchor)| nanos * typical / anchor)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_factor_common_to_both_goes(
            work in 1.0..1e6f64,
            anchor in 1.0..1e6f64,
            speeds in prop::collection::vec(0.2..5.0f64, 1..40),
        ) {
            let nanos: Vec<f64> = speeds.iter().map(|speed| work * speed).collect();
            let anchors: Vec<f64> = speeds.iter().map(|speed| anchor * speed).collect();
            for found in at_typical_speed(&nanos, &anchors, anchor) {
                prop_assert!((found / work - 1.0).abs() < 1e-9);
            }
        }

        #[test]
        fn a_steady_machine_changes_nothing(nanos in prop::collection::vec(1.0..1e9f64, 0..40)) {
            let anchors = vec![7.0; nanos.len()];
            let found = at_typical_speed(&nanos, &anchors, 7.0);
            prop_assert!(found.iter().zip(&nanos).all(|(a, b)| (a / b - 1.0).abs() < 1e-12));
        }
    }
}
