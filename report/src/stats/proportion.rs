//! How sure a share is that was counted.

use super::Interval;

/// The exact interval of a share of which `hits` of `tries` were seen, at `level`; `None` of no tries.
///
/// Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the case of the binomial*, Biometrika 26,
/// 1934: the shares at which so many hits or more, and so many or fewer, would still come about with half of `1 - level`. It covers
/// at least as often as it says; of no hits, the lower end is 0, and of nothing but hits the upper 1.
pub fn proportion(hits: u64, tries: u64, level: f64) -> Option<Interval> {
    if tries == 0 || hits > tries {
        return None;
    }
    let chance = (1.0 - level) / 2.0;
    // P(B >= hits) grows with the share, P(B <= hits) falls.
    let low = match hits {
        0 => 0.0,
        _ => bisect(|share| 1.0 - at_most(hits - 1, tries, share) > chance),
    };
    let high = match hits == tries {
        true => 1.0,
        false => bisect(|share| at_most(hits, tries, share) < chance),
    };
    Some(Interval { low, high })
}

/// The share from which on `reached` is true.
fn bisect(reached: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Each step halves: after these there is nothing between them.
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        match reached(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    (low + high) / 2.0
}

/// The chance of at most `hits` of `tries`, each with the chance `share`.
fn at_most(hits: u64, tries: u64, share: f64) -> f64 {
    if share <= 0.0 {
        return 1.0;
    }
    if share >= 1.0 {
        return f64::from(u8::from(hits >= tries));
    }
    // In logarithms: plain powers underflow past a thousand tries.
    let mut ln_term = tries as f64 * (-share).ln_1p();
    let odds = share.ln() - (-share).ln_1p();
    let mut sum = 0.0;
    for hit in 0..=hits {
        sum += ln_term.exp();
        ln_term += ((tries - hit) as f64 / (hit + 1) as f64).ln() + odds;
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn none_of_many_is_less_than_three_of_as_many() {
        // The rule of three, with the exact ends 1 - 0.025^(1/n).
        let found = proportion(0, 300, 0.95).unwrap();
        assert_eq!(found.low, 0.0);
        assert!((found.high - (1.0 - 0.025_f64.powf(1.0 / 300.0))).abs() < 1e-12);
        let all = proportion(40, 40, 0.95).unwrap();
        assert_eq!(all.high, 1.0);
        assert!((all.low - 0.025_f64.powf(1.0 / 40.0)).abs() < 1e-12);
        assert_eq!(proportion(0, 0, 0.95), None);
        assert_eq!(proportion(2, 1, 0.95), None);
    }

    proptest! {
        #[test]
        fn it_holds_what_was_seen_and_mirrors(tries in 1..2_000_u64, part in 0.0..1.0f64) {
            let hits = (tries as f64 * part) as u64;
            let found = proportion(hits, tries, 0.95).unwrap();
            let seen = hits as f64 / tries as f64;
            prop_assert!(found.low <= seen && seen <= found.high);
            let other = proportion(tries - hits, tries, 0.95).unwrap();
            prop_assert!((found.low - (1.0 - other.high)).abs() < 1e-9);
            prop_assert!((found.high - (1.0 - other.low)).abs() < 1e-9);
        }

        #[test]
        fn more_tries_tell_more(hits in 0..20_u64, tries in 20..500_u64) {
            let width = |i: Interval| i.high - i.low;
            let few = proportion(hits, tries, 0.95).unwrap();
            let many = proportion(hits * 4, tries * 4, 0.95).unwrap();
            prop_assert!(width(many) < width(few));
        }
    }
}
