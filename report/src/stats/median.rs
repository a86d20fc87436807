//! Medians, their intervals, and what is made of several of them.

use super::{Estimate, Interval, LEVEL, Sorted};

/// The rank, counted from one, of the order statistic that is the lower end of a median's interval.
///
/// The interval from the `r`-th smallest to the `r`-th largest of `n` values misses the median with
/// probability `2 P(B <= r - 1)`, where `B` is binomial with `n` tries of one half; the largest `r`
/// that keeps this within `1 - level` is taken. `None` where even the extremes do not suffice
/// (fewer than six values at 95 %).
///
/// Source: Hahn and Meeker, *Statistical Intervals*, section on distribution-free intervals for a
/// percentile; David and Nagaraja, *Order Statistics*, 7.1.
pub fn lower_rank(n: usize, level: f64) -> Option<usize> {
    let budget = (1.0 - level) / 2.0;
    // Terms C(n, k) / 2^n in logarithms: the plain ones underflow past a thousand values.
    let mut ln_term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    let mut rank = 0;
    while rank < n.div_ceil(2) {
        tail += ln_term.exp();
        if tail > budget {
            break;
        }
        ln_term += ((n - rank) as f64 / (rank + 1) as f64).ln();
        rank += 1;
    }
    (rank > 0).then_some(rank)
}

/// The median of the values with its order-statistic interval, from the `r`-th smallest to the `r`-th
/// largest with `r` of [`lower_rank`] (sources there); `None` without values.
pub fn median(values: &Sorted, level: f64) -> Option<Estimate> {
    let value = values.median()?;
    let ends = lower_rank(values.len(), level).and_then(|rank| {
        let low = values.as_slice().get(rank - 1)?;
        let high = values.as_slice().get(values.len() - rank)?;
        Some(Interval {
            low: *low,
            high: *high,
        })
    });
    Some(Estimate {
        value,
        interval: ends,
    })
}

/// The level at which each of `count` intervals is taken so that all hold together with [`LEVEL`].
///
/// Bonferroni's inequality: the chances of missing add up at most, so each gets an equal part, `1 - (1 -
/// LEVEL) / count` (Dunn, *Multiple comparisons among means*, JASA 56, 1961).
pub fn joint_level(count: usize) -> f64 {
    1.0 - (1.0 - LEVEL) / count.max(1) as f64
}

/// The medians of several sets of values, with intervals that hold together with [`LEVEL`] (see
/// [`joint_level`]).
///
/// `None` where one of the sets is empty.
pub fn joint_medians<const K: usize>(sets: [&Sorted; K]) -> Option<[Estimate; K]> {
    let level = joint_level(K);
    let mut medians = [Estimate::bare(f64::NAN); K];
    for (slot, values) in medians.iter_mut().zip(sets) {
        *slot = median(values, level)?;
    }
    Some(medians)
}

/// The median of `a` over the median of `b`; the interval is the image of two joint ones (see
/// [`joint_medians`] and [`Estimate::over`]).
///
/// It holds for two cells of one run. The same cell in two runs also differs by what each run does to
/// it, of which its samples know nothing; for that see [`compare`](super::compare). `None` where a set is
/// empty or the divisor is not positive.
pub fn ratio(a: &Sorted, b: &Sorted) -> Option<Estimate> {
    let [a, b] = joint_medians([a, b])?;
    a.over(&b)
}

/// The median of `a` less the median of `b`; the interval is the image of two joint ones (see
/// [`joint_medians`] and [`Estimate::minus`]). Of one run, as [`ratio`]. `None` where a set is empty.
pub fn difference(a: &Sorted, b: &Sorted) -> Option<Estimate> {
    let [a, b] = joint_medians([a, b])?;
    Some(a.minus(&b))
}

/// How much of the way from `slow` to `floor` a `better` takes: `(slow - better) / (slow - floor)`
/// of medians.
///
/// The interval is the image of the box of three joint ones (Moore, *Interval Analysis*, 1966). With the
/// other two held, the share moves in one direction with each median as long as `slow`
/// stays above `floor`, so over the box of three joint intervals its extremes lie at corners; where
/// `slow` may not exceed `floor` there is no interval, and where its value does not, there is no
/// share.
pub fn share_recovered(slow: &Sorted, better: &Sorted, floor: &Sorted) -> Option<Estimate> {
    let [slow, better, floor] = joint_medians([slow, better, floor])?;
    let share = |slow: f64, better: f64, floor: f64| (slow - better) / (slow - floor);
    if slow.value <= floor.value {
        return None;
    }
    let value = share(slow.value, better.value, floor.value);
    let interval = match (slow.interval, better.interval, floor.interval) {
        (Some(s), Some(b), Some(f)) if s.low > f.high => {
            let corners = [s.low, s.high].into_iter().flat_map(|slow| {
                [b.low, b.high]
                    .into_iter()
                    .flat_map(move |better| [f.low, f.high].map(|floor| share(slow, better, floor)))
            });
            let (low, high) = corners.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            Some(Interval { low, high })
        }
        _ => None,
    };
    Some(Estimate { value, interval })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // All vectors of this module: scipy 1.17.1. Ranks are the largest l with 2 * binom.cdf(l - 1,
    // n, 0.5) <= 1 - level, for the levels 0.95, 0.975 and 0.9875.
    const RANKS: [(usize, [usize; 3]); 12] = [
        (1, [0, 0, 0]),
        (2, [0, 0, 0]),
        (5, [0, 0, 0]),
        (6, [1, 0, 0]),
        (7, [1, 1, 0]),
        (8, [1, 1, 1]),
        (9, [2, 1, 1]),
        (10, [2, 2, 1]),
        (20, [6, 5, 5]),
        (50, [18, 17, 16]),
        (100, [40, 39, 38]),
        (1000, [469, 465, 461]),
    ];

    const A: [f64; 10] = [10.2, 9.8, 11.5, 10.0, 10.4, 9.9, 12.3, 10.1, 10.6, 9.7];
    const B: [f64; 10] = [5.1, 4.9, 5.0, 5.3, 5.2, 4.8, 5.6, 5.05, 4.95, 5.15];

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs().max(1.0)
    }

    fn assert_close(found: Estimate, value: f64, low: f64, high: f64) {
        let interval = found.interval.unwrap();
        assert!(
            close(found.value, value) && close(interval.low, low) && close(interval.high, high),
            "{found:?}"
        );
    }

    #[test]
    fn ranks_agree_with_scipy() {
        for (n, ranks) in RANKS {
            for (level, rank) in [0.95, 0.975, 0.9875].into_iter().zip(ranks) {
                assert_eq!(lower_rank(n, level).unwrap_or(0), rank, "{n} at {level}");
            }
        }
        assert_eq!(lower_rank(0, 0.95), None);
    }

    #[test]
    fn many_values_do_not_underflow() {
        // By the rule above; 2^-100000 is no f64.
        assert_eq!(lower_rank(100_000, 0.95), Some(49_690));
    }

    #[test]
    fn medians_agree_with_numpy() {
        // numpy.median(A), sorted(A)[1], sorted(A)[8]
        let found = median(&Sorted::new(A), 0.95).unwrap();
        assert_close(found, 10.15, 9.8, 11.5);
    }

    #[test]
    fn ratio_and_difference_agree_with_numpy() {
        // Both intervals at 0.975: (9.8, 11.5) and (4.9, 5.3).
        let (a, b) = (Sorted::new(A), Sorted::new(B));
        assert_close(
            ratio(&a, &b).unwrap(),
            2.0,
            1.849_056_603_773_585_2,
            2.346_938_775_510_204,
        );
        assert_close(difference(&a, &b).unwrap(), 5.075, 4.5, 6.6);
    }

    #[test]
    fn few_values_give_a_bare_number() {
        let two = Sorted::new([1.0, 3.0]);
        assert_eq!(median(&two, 0.95), Some(Estimate::bare(2.0)));
        assert_eq!(ratio(&two, &Sorted::new(A)).unwrap().interval, None);
        assert_eq!(ratio(&two, &Sorted::new([])), None);
        assert_eq!(ratio(&two, &Sorted::new([0.0])), None);
    }

    #[test]
    fn shares_of_exact_medians() {
        let exact = |value: f64| Sorted::new([value; 9]);
        let share = share_recovered(&exact(100.0), &exact(30.0), &exact(20.0)).unwrap();
        assert_close(share, 0.875, 0.875, 0.875);
        assert_eq!(
            share_recovered(&exact(20.0), &exact(20.0), &exact(20.0)),
            None
        );
    }

    #[test]
    fn no_interval_where_the_tax_may_be_nothing() {
        let spread = Sorted::new((0..9).map(f64::from));
        let above = Sorted::new((0..9).map(|i| f64::from(i) + 1.0));
        let share = share_recovered(&above, &spread, &spread).unwrap();
        assert_eq!(share.interval, None);
    }

    proptest! {
        #[test]
        fn wider_for_a_higher_level(values in prop::collection::vec(1.0..1e6f64, 8..200)) {
            let values = Sorted::new(values);
            let narrow = median(&values, 0.95).unwrap();
            let wide = median(&values, 0.9875).unwrap();
            let (n, w) = (narrow.interval.unwrap(), wide.interval.unwrap());
            prop_assert!(w.low <= n.low && n.low <= narrow.value);
            prop_assert!(narrow.value <= n.high && n.high <= w.high);
        }

        #[test]
        fn a_ratio_ignores_the_unit(
            a in prop::collection::vec(1.0..1e6f64, 7..60),
            b in prop::collection::vec(1.0..1e6f64, 7..60),
        ) {
            let plain = ratio(&Sorted::new(a.clone()), &Sorted::new(b.clone())).unwrap();
            let halved = ratio(
                &Sorted::new(a.iter().map(|x| x / 2.0)),
                &Sorted::new(b.iter().map(|x| x / 2.0)),
            );
            prop_assert_eq!(halved, Some(plain));
        }

        #[test]
        fn shares_hold_their_value(
            slow in prop::collection::vec(50.0..60.0f64, 9..30),
            better in prop::collection::vec(10.0..70.0f64, 9..30),
            floor in prop::collection::vec(10.0..20.0f64, 9..30),
        ) {
            let [slow, better, floor] = [slow, better, floor].map(Sorted::new);
            let share = share_recovered(&slow, &better, &floor).unwrap();
            let Interval { low, high } = share.interval.unwrap();
            prop_assert!(low <= share.value && share.value <= high);
        }


        #[test]
        fn rarer_misses_need_outer_ranks(n in 0..400_usize, a in 0.5..0.9999f64, b in 0.5..0.9999f64) {
            let rank = |level| lower_rank(n, level).unwrap_or(0);
            prop_assert!(rank(a.max(b)) <= rank(a.min(b)));
            prop_assert!(rank(a) <= lower_rank(n + 1, a).unwrap_or(0));
            prop_assert!(2 * rank(a) <= n + 1);
        }

        /// Coverage counted exactly: of all `2^n` ways to lie on either side of the median, at least
        /// the share `level` has it in the interval, and no narrower interval has.
        #[test]
        fn covers_exactly_as_the_binomial_says(n in 1..=100_usize, level in 0.5..0.9999f64) {
            let rank = lower_rank(n, level).unwrap_or(0);
            let missed = |rank: usize| {
                let mut ways = 1_u128;
                let mut sum = 0_u128;
                for k in 0..rank {
                    sum += ways;
                    ways = ways * (n - k) as u128 / (k + 1) as u128;
                }
                2.0 * sum as f64 / 2.0_f64.powi(n as i32)
            };
            prop_assert!(missed(rank) <= 1.0 - level + 1e-12);
            if rank < n.div_ceil(2) {
                prop_assert!(missed(rank + 1) > 1.0 - level - 1e-12);
            }
        }

        #[test]
        fn more_statements_need_a_higher_level(count in 0..1000_usize) {
            prop_assert!(joint_level(count) >= LEVEL && joint_level(count) < 1.0);
            prop_assert!(joint_level(count) <= joint_level(count + 1));
            let missed = (1.0 - joint_level(count)) * count.max(1) as f64;
            prop_assert!((missed - (1.0 - LEVEL)).abs() < 1e-9);
        }

        #[test]
        fn order_does_not_matter_and_units_go_through(
            a in prop::collection::vec(1.0..1e6f64, 1..60),
            b in prop::collection::vec(1.0..1e6f64, 1..60),
        ) {
            let eighth = |v: &[f64]| Sorted::new(v.iter().rev().map(|x| x / 8.0));
            let (x, y) = (Sorted::new(a.clone()), Sorted::new(b.clone()));
            let [p, q] = joint_medians([&x, &y]).unwrap();
            let [r, s] = joint_medians([&eighth(&a), &eighth(&b)]).unwrap();
            prop_assert_eq!((p.scaled(0.125), q.scaled(0.125)), (r, s));
            prop_assert_eq!(median(&x, joint_level(2)), Some(p));
            let scaled = difference(&eighth(&a), &eighth(&b)).unwrap();
            prop_assert_eq!(difference(&x, &y).unwrap().scaled(0.125), scaled);
        }

        #[test]
        fn swapped_sides_turn_the_result_round(
            a in prop::collection::vec(1.0..1e6f64, 7..60),
            b in prop::collection::vec(1.0..1e6f64, 7..60),
        ) {
            let (a, b) = (Sorted::new(a), Sorted::new(b));
            prop_assert_eq!(difference(&a, &b).unwrap(), difference(&b, &a).unwrap().scaled(-1.0));
            let (there, back) = (ratio(&a, &b).unwrap(), ratio(&b, &a).unwrap());
            let (i, j) = (there.interval.unwrap(), back.interval.unwrap());
            prop_assert!(close(there.value * back.value, 1.0));
            prop_assert!(close(i.low * j.high, 1.0) && close(i.high * j.low, 1.0));
            prop_assert!(i.low <= there.value && there.value <= i.high);
            prop_assert_eq!(ratio(&a, &a).unwrap().value, 1.0);
        }
    }

    /// Draws from a skewed distribution of known median: the interval must cover it about as often
    /// as it says.
    #[test]
    fn covers_as_often_as_it_says() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut uniform = || {
            // xorshift64*, enough for a coverage count and needs no dependency.
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (rounds, mut covered) = (4000, 0);
        for _ in 0..rounds {
            let draws: Vec<f64> = (0..30).map(|_| -(1.0 - uniform()).ln()).collect();
            let Interval { low, high } =
                median(&Sorted::new(draws), 0.95).unwrap().interval.unwrap();
            covered += i32::from(low <= std::f64::consts::LN_2 && std::f64::consts::LN_2 <= high);
        }
        assert!(
            f64::from(covered) / f64::from(rounds) > 0.945,
            "{covered} of {rounds}"
        );
    }
}
