//! An order of contestants over many cases.

use super::{Estimate, Interval, geometric_mean};

/// Where a contestant stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its index in what was given to [`ranking`].
    pub contestant: usize,
    /// Geometric mean over the cases of its time over the best time in the case: 1 for one that is the
    /// best everywhere.
    pub score: Estimate,
    /// Its rank from 1, shared with whom it ties.
    pub rank: usize,
    /// The best and the worst rank that the intervals allow.
    pub possible: (usize, usize),
}

/// Who stands where, and over what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The ranked, best value first.
    pub places: Vec<Place>,
    /// The cases that count: every ranked contestant has a time there.
    pub cases: Vec<usize>,
    /// The cases that do not, since a ranked contestant lacks them.
    pub left_out: Vec<usize>,
    /// Contestants without a time in any case.
    pub unranked: Vec<usize>,
}

/// Ranks contestants by the geometric mean of their times over the cases that all of them have.
///
/// `times` has one list for each contestant, in the same order of cases; `None`, a missing end of the
/// list and a time that is not positive mean that it lacks the case. For intervals that hold together,
/// take the medians at [`joint_level`](super::joint_level) of their number. One contestant that lacks
/// many cases leaves these out for all: whoever asks decides whether it takes part.
///
/// **Score.** In each case the time over the best time of a ranked contestant; over the cases, their
/// geometric mean (see [`geometric_mean`]). The interval is the image of the box of all intervals: the
/// lower end has the contestant's lower and the others' upper ends, and the other way about.
///
/// **Ties.** The best time of a case divides all scores alike, so the ratio of two scores is that of the
/// contestants' geometric mean times, whose intervals are narrower. In ascending order of the mean, a
/// contestant whose interval overlaps that of the *first of its group* shares its rank; one whose
/// does not opens the next group, at its own position ("1224"). Overlap is not transitive: the last of a
/// group often overlaps the first of the next one, and a noisy one further down may overlap an earlier
/// group as well, but stands where it falls. What a difference in rank says is that the first of the
/// better group is surely faster than the first of the worse one. A contestant without an interval
/// overlaps everybody.
///
/// **Possible ranks** do not depend on how ties are resolved: one more than the number of those surely
/// faster, up to the number of those not surely slower. They hold for all contestants together as the
/// intervals do (Klein, Wright and Wieczorek, *A joint confidence region for an overall ranking of
/// populations*, JRSS C 69(3), 2020).
pub fn ranking(times: &[Vec<Option<Estimate>>]) -> Ranking {
    let time = |contestant: usize, case: usize| -> Option<Estimate> {
        let time = (*times.get(contestant)?.get(case)?)?;
        (time.value.is_finite() && time.value > 0.0).then_some(time)
    };
    let width = times.iter().map(Vec::len).max().unwrap_or(0);
    let (ranked, unranked): (Vec<usize>, Vec<usize>) = (0..times.len())
        .partition(|contestant| (0..width).any(|case| time(*contestant, case).is_some()));
    let (cases, left_out): (Vec<usize>, Vec<usize>) =
        (0..width).partition(|case| ranked.iter().all(|who| time(*who, *case).is_some()));
    let fields: Vec<Vec<Estimate>> = cases
        .iter()
        .map(|case| ranked.iter().filter_map(|who| time(*who, *case)).collect())
        .collect();
    let mut order: Vec<(usize, Estimate, Estimate)> = ranked
        .iter()
        .enumerate()
        .filter_map(|(index, who)| {
            let times: Vec<_> = fields.iter().map(|field| field[index]).collect();
            let ratios: Vec<_> = fields.iter().map(|f| over_best(f, index)).collect();
            Some((*who, mean_of(&times)?, mean_of(&ratios)?))
        })
        .collect();
    order.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let mut places = Vec::with_capacity(order.len());
    let mut leader = (1, order.first().map(|(_, time, _)| *time));
    for (index, (contestant, time, score)) in order.iter().enumerate() {
        if leader.1.is_some_and(|first| surely_less(&first, time)) {
            leader = (index + 1, Some(*time));
        }
        let faster = order.iter().filter(|o| surely_less(&o.1, time)).count();
        let slower = order.iter().filter(|o| surely_less(time, &o.1)).count();
        places.push(Place {
            contestant: *contestant,
            score: *score,
            rank: leader.0,
            possible: (faster + 1, order.len() - slower),
        });
    }
    Ranking {
        places,
        cases,
        left_out,
        unranked,
    }
}

/// The time of one contestant of a case over the best of all, itself included.
fn over_best(field: &[Estimate], index: usize) -> Estimate {
    let own = field[index];
    let others = field.iter().enumerate().filter(|(i, _)| *i != index);
    let Some(best) = Estimate::least(others.map(|(_, time)| time)) else {
        return Estimate::within(1.0, 1.0, 1.0);
    };
    let ends = own.interval.zip(best.interval);
    Estimate {
        value: (own.value / best.value).max(1.0),
        interval: ends
            .filter(|(own, best)| own.low > 0.0 && best.low > 0.0)
            .map(|(own, best)| Interval {
                low: (own.low / best.high).max(1.0),
                high: (own.high / best.low).max(1.0),
            }),
    }
}

/// The geometric mean of estimates: the image of the box of their intervals, since it rises with each.
fn mean_of(estimates: &[Estimate]) -> Option<Estimate> {
    let of = |pick: fn(&Estimate) -> Option<f64>| {
        geometric_mean(&estimates.iter().map(pick).collect::<Option<Vec<_>>>()?)
    };
    Some(Estimate {
        value: of(|e| Some(e.value))?,
        interval: of(|e| Some(e.interval?.low))
            .zip(of(|e| Some(e.interval?.high)))
            .map(|(low, high)| Interval { low, high }),
    })
}

/// Whether the intervals leave no doubt that `a` is less.
fn surely_less(a: &Estimate, b: &Estimate) -> bool {
    a.interval
        .zip(b.interval)
        .is_some_and(|(a, b)| a.high < b.low)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn around(value: f64, share: f64) -> Option<Estimate> {
        Some(Estimate::within(
            value,
            value * (1.0 - share),
            value * (1.0 + share),
        ))
    }

    fn ranks(found: &Ranking) -> Vec<(usize, usize)> {
        let places = found.places.iter();
        places.map(|place| (place.contestant, place.rank)).collect()
    }

    #[test]
    fn a_tie_is_with_the_first_of_the_group() {
        // 100 overlaps 108, which overlaps 117; 100 does not overlap 117, so that 117 opens a group.
        let times = [
            vec![around(117.0, 0.05)],
            vec![around(100.0, 0.05)],
            vec![around(300.0, 0.05)],
            vec![around(108.0, 0.05)],
        ];
        let found = ranking(&times);
        assert_eq!(ranks(&found), [(1, 1), (3, 1), (0, 3), (2, 4)]);
        let possible: Vec<_> = found.places.iter().map(|place| place.possible).collect();
        assert_eq!(possible, [(1, 2), (1, 3), (2, 3), (4, 4)]);
    }

    #[test]
    fn cases_that_one_lacks_are_left_out_and_told() {
        let times = [
            vec![around(10.0, 0.01), None, around(1.0, 0.01)],
            vec![around(20.0, 0.01), around(5.0, 0.01), around(4.0, 0.01)],
            vec![None, Some(Estimate::bare(0.0))],
        ];
        let found = ranking(&times);
        assert_eq!(found.cases, [0, 2]);
        assert_eq!(found.left_out, [1]);
        assert_eq!(found.unranked, [2]);
        assert_eq!(ranks(&found), [(0, 1), (1, 2)]);
        assert!((found.places[1].score.value - 8.0_f64.sqrt()).abs() < 1e-12);
        let nothing_shared = ranking(&[vec![around(1.0, 0.1), None], vec![None, around(1.0, 0.1)]]);
        assert_eq!(nothing_shared.places, []);
        assert_eq!(nothing_shared.left_out, [0, 1]);
        assert_eq!(ranking(&[]), Ranking::default());
    }

    #[test]
    fn without_an_interval_nobody_is_told_apart() {
        let bare = |value| vec![Some(Estimate::bare(value))];
        let found = ranking(&[bare(1.0), bare(9.0), vec![around(90.0, 0.01)]]);
        assert_eq!(ranks(&found), [(0, 1), (1, 1), (2, 1)]);
        assert!(found.places.iter().all(|place| place.possible == (1, 3)));
        assert_eq!(found.places[0].score, Estimate::bare(1.0));
    }

    #[test]
    fn alone_is_first() {
        let found = ranking(&[vec![around(5.0, 0.1)]]);
        assert_eq!(found.places[0].score, Estimate::within(1.0, 1.0, 1.0));
        assert_eq!(
            (found.places[0].rank, found.places[0].possible),
            (1, (1, 1))
        );
    }

    fn field() -> impl Strategy<Value = Vec<Vec<Option<Estimate>>>> {
        (1..6_usize, 1..5_usize).prop_flat_map(|(contestants, cases)| {
            let time = (1.0..1e3f64, 0.0..0.3f64).prop_map(|(value, share)| around(value, share));
            prop::collection::vec(prop::collection::vec(time, cases), contestants)
        })
    }

    proptest! {
        #[test]
        fn scores_and_ranks_are_in_order(times in field()) {
            let found = ranking(&times);
            prop_assert_eq!(found.places.len(), times.len());
            prop_assert_eq!(found.places[0].rank, 1);
            for (index, place) in found.places.iter().enumerate() {
                let Interval { low, high } = place.score.interval.unwrap();
                prop_assert!(1.0 - 1e-12 <= low);
                prop_assert!(low <= place.score.value * (1.0 + 1e-12));
                prop_assert!(place.score.value <= high * (1.0 + 1e-12));
                let (best, worst) = place.possible;
                prop_assert!(best <= index + 1 && index < worst && place.rank <= index + 1);
            }
            for pair in found.places.windows(2) {
                prop_assert!(pair[0].score.value <= pair[1].score.value * (1.0 + 1e-12));
                prop_assert!(pair[0].rank <= pair[1].rank);
                // A new group: its first is surely slower than the first of the one above.
                let first = found.places.iter().find(|p| p.rank == pair[0].rank).unwrap();
                if pair[0].rank < pair[1].rank {
                    prop_assert!(pair[1].possible.0 > 1 && first.possible.1 < times.len());
                }
            }
        }

        #[test]
        fn the_unit_of_a_case_does_not_matter(times in field(), power in -8..8_i32) {
            // By a power of two, so that nothing is rounded.
            let factor = 2.0_f64.powi(power);
            let scaled: Vec<Vec<_>> = times
                .iter()
                .map(|list| {
                    let mut list = list.clone();
                    list[0] = list[0].map(|time| time.scaled(factor));
                    list
                })
                .collect();
            let (before, after) = (ranking(&times), ranking(&scaled));
            for (b, a) in before.places.iter().zip(&after.places) {
                prop_assert_eq!(b.contestant, a.contestant);
                prop_assert_eq!(b.score, a.score);
            }
        }

        #[test]
        fn the_order_given_does_not_matter(times in field()) {
            let reversed: Vec<_> = times.iter().rev().cloned().collect();
            let (before, after) = (ranking(&times), ranking(&reversed));
            for (b, a) in before.places.iter().zip(&after.places) {
                prop_assert_eq!(b.contestant, times.len() - 1 - a.contestant);
                prop_assert_eq!((b.rank, b.possible), (a.rank, a.possible));
            }
        }

        /// No times within the intervals give a score outside of its own, or a rank that is not possible.
        #[test]
        fn intervals_hold_whatever_they_allow(times in field(), at in prop::collection::vec(0.0..=1.0f64, 30)) {
            let mut at = at.into_iter();
            let truth: Vec<Vec<Option<Estimate>>> = times
                .iter()
                .map(|list| {
                    list.iter()
                        .map(|time| {
                            let Interval { low, high } = time.unwrap().interval.unwrap();
                            Some(Estimate::bare(low + (high - low) * at.next().unwrap_or(0.5)))
                        })
                        .collect()
                })
                .collect();
            let (judged, truth) = (ranking(&times), ranking(&truth));
            for (index, place) in truth.places.iter().enumerate() {
                let of = |p: &&Place| p.contestant == place.contestant;
                let judged = judged.places.iter().find(of).unwrap();
                let Interval { low, high } = judged.score.interval.unwrap();
                prop_assert!(low <= place.score.value * (1.0 + 1e-12));
                prop_assert!(place.score.value <= high * (1.0 + 1e-12));
                prop_assert!(judged.possible.0 <= index + 1 && index < judged.possible.1);
            }
        }
    }
}
