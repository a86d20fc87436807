//! Histograms: every answer is in one bin, and the counts of the bins add up to the number of answers.

use std::time::Duration;

use crate::outcome::Latency;

/// Steps of a linear histogram, as ghz has them: eleven marks.
const STEPS: u32 = 10;

/// Marks in a decade, in tenths: each about 1.6 times the one before, so that bars of equal counts mean equal density.
const DECADE: [u32; 5] = [10, 16, 25, 40, 63];

/// One bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bin {
    /// Its upper end, in nanoseconds. A time is in the first bin whose mark it does not exceed.
    pub mark: f64,
    /// How many are in it.
    pub count: u64,
}

/// Eleven marks in equal steps from the fastest to the slowest; one, where these are the same; none without an answer.
pub(super) fn linear(latency: &Latency) -> Vec<Bin> {
    let Some((fastest, slowest)) = ends(latency) else {
        return Vec::new();
    };
    let step = (slowest - fastest) / f64::from(STEPS);
    let mut marks: Vec<_> = (0..STEPS)
        .map(|n| fastest + step * f64::from(n))
        .filter(|_| step > 0.0)
        .collect();
    // As it is, not as the steps add up to it.
    marks.push(slowest);
    fill(&marks, latency)
}

/// Five marks a decade, the same in every run, from the first that is not below the fastest to the first that is not below
/// the slowest.
pub(super) fn logarithmic(latency: &Latency) -> Vec<Bin> {
    let Some((fastest, slowest)) = ends(latency) else {
        return Vec::new();
    };
    // To 10^20 ns, more than a duration in nanoseconds can be.
    let marks = decades(0, 20);
    let first = marks.partition_point(|&mark| mark < fastest);
    let last = marks.partition_point(|&mark| mark < slowest);
    fill(&marks[first..=last], latency)
}

/// How many do not exceed each of the logarithmic marks from 1 us to 100 s: the bounds are the same in every run, so runs
/// can be added up. Those above the last are in none of them.
pub(super) fn cumulative(latency: &Latency) -> Vec<Bin> {
    let mut marks = decades(3, 11);
    marks.push(f64::INFINITY);
    let mut bins = fill(&marks, latency);
    bins.pop();
    let mut sum = 0;
    for bin in &mut bins {
        sum += bin.count;
        bin.count = sum;
    }
    bins
}

/// The marks from one power of ten to another, both with them, in nanoseconds.
fn decades(from: i32, to: i32) -> Vec<f64> {
    let below = (from..to)
        .flat_map(|power| DECADE.map(|tenths| f64::from(tenths) * 10f64.powi(power) / 10.0));
    below.chain([10f64.powi(to)]).collect()
}

fn fill(marks: &[f64], latency: &Latency) -> Vec<Bin> {
    let mut bins: Vec<_> = marks.iter().map(|&mark| Bin { mark, count: 0 }).collect();
    let last = bins.len() - 1;
    for (time, count) in latency.each() {
        let time = nanoseconds(time);
        let at = bins.partition_point(|bin| bin.mark < time);
        bins[at.min(last)].count += count;
    }
    bins
}

fn ends(latency: &Latency) -> Option<(f64, f64)> {
    Some((
        nanoseconds(latency.fastest()?),
        nanoseconds(latency.slowest()?),
    ))
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_nanos() as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::testing;

    fn counts(bins: &[Bin]) -> Vec<u64> {
        bins.iter().map(|bin| bin.count).collect()
    }

    fn marks(bins: &[Bin]) -> Vec<f64> {
        bins.iter().map(|bin| bin.mark).collect()
    }

    #[test]
    fn a_time_is_in_the_bin_whose_mark_it_does_not_exceed() {
        // Whole up to 2047 ns, so nothing is rounded.
        let latency = testing::latency(&[100, 100, 101, 110, 111, 199, 200]);
        let bins = linear(&latency);
        assert_eq!(counts(&bins), [2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!((bins[0].mark, bins[1].mark), (100.0, 110.0));
        assert_eq!(bins[10].mark, 200.0);
        let bins = logarithmic(&latency);
        assert_eq!(marks(&bins), [100.0, 160.0, 250.0]);
        assert_eq!(counts(&bins), [2, 3, 2]);
    }

    #[test]
    fn an_outlier_leaves_the_logarithmic_bars_apart() {
        let mut nanos = vec![1_500_000; 500];
        nanos.extend([9_000_000; 400]);
        nanos.push(1_900_000_000);
        let latency = testing::latency(&nanos);
        assert_eq!(counts(&linear(&latency))[..2], [500, 400]);
        let bins = logarithmic(&latency);
        assert_eq!((bins[0].mark, bins[0].count), (1.6e6, 500));
        assert_eq!(bins.iter().filter(|bin| bin.count > 0).count(), 3);
    }

    #[test]
    fn nothing_one_and_the_same_are_no_trouble() {
        let none = testing::latency(&[]);
        assert_eq!((linear(&none), logarithmic(&none)), (vec![], vec![]));
        for nanos in [vec![0], vec![1], vec![123_456_789], vec![5_000; 7]] {
            let latency = testing::latency(&nanos);
            let count = latency.count();
            let mark = nanos[0] as f64;
            assert_eq!(linear(&latency), [Bin { mark, count }]);
            assert_eq!(counts(&logarithmic(&latency)), [count]);
        }
    }

    #[test]
    fn cumulative_bounds_are_the_same_in_every_run() {
        let bins = cumulative(&testing::latency(&[900, 1_000, 1_100, 200_000_000_000]));
        assert_eq!(bins.len(), 41);
        assert_eq!((bins[0].mark, bins[0].count), (1e3, 2));
        assert_eq!((bins[1].mark, bins[1].count), (1.6e3, 3));
        assert_eq!((bins[40].mark, bins[40].count), (1e11, 3));
        assert_eq!(
            marks(&bins),
            marks(&cumulative(&testing::latency(&[7, 7_000])))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn every_answer_is_in_one_bin(nanos in prop::collection::vec(testing::nanos(), 1..300)) {
            let latency = testing::latency(&nanos);
            for bins in [linear(&latency), logarithmic(&latency)] {
                prop_assert_eq!(counts(&bins).iter().sum::<u64>(), nanos.len() as u64);
                prop_assert!(bins.is_sorted_by(|a, b| a.mark < b.mark), "{:?}", bins);
                let slowest = *nanos.iter().max().unwrap() as f64;
                prop_assert!(bins[bins.len() - 1].mark >= slowest);
            }
            let under = cumulative(&latency);
            prop_assert!(counts(&under).is_sorted());
            prop_assert!(under[under.len() - 1].count <= latency.count());
        }

        #[test]
        fn a_bin_is_wrong_by_no_more_than_a_thousandth(nanos in prop::collection::vec(testing::nanos(), 1..100)) {
            let mut sum = 0;
            for bin in logarithmic(&testing::latency(&nanos)) {
                sum += bin.count;
                let under = |scale: f64| nanos.iter().filter(|&&n| n as f64 <= bin.mark * scale).count() as u64;
                prop_assert!(under(0.998) <= sum && sum <= under(1.002));
            }
        }
    }
}
