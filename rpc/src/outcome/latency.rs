//! Times of requests: every one is counted, without a cap.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Three digits of a value are kept: an error of at most 0.1 %.
const DIGITS: u8 = 3;

/// A distribution of times, with its exact least, largest and sum.
#[derive(Debug, Clone)]
pub struct Latency {
    histogram: Histogram<u64>,
    sum: u128,
    least: Duration,
    largest: Duration,
}

impl Default for Latency {
    fn default() -> Self {
        Latency {
            // It grows as it must, so nothing is too long for it.
            histogram: Histogram::new(DIGITS).expect("3 digits are allowed"),
            sum: 0,
            least: Duration::MAX,
            largest: Duration::ZERO,
        }
    }
}

impl Latency {
    /// Counts one.
    pub fn record(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX >> 1);
        // It resizes itself, so it takes every value.
        let _ = self.histogram.record(nanoseconds.max(1));
        self.sum += u128::from(nanoseconds);
        self.least = self.least.min(time);
        self.largest = self.largest.max(time);
    }

    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The shortest; `None` where there is none.
    pub fn fastest(&self) -> Option<Duration> {
        (self.count() > 0).then_some(self.least)
    }

    /// The longest.
    pub fn slowest(&self) -> Option<Duration> {
        (self.count() > 0).then_some(self.largest)
    }

    /// The mean.
    pub fn average(&self) -> Option<Duration> {
        let mean = self.sum.checked_div(u128::from(self.count()))?;
        Some(Duration::from_nanos(
            u64::try_from(mean).unwrap_or(u64::MAX),
        ))
    }

    /// The time that so many of a hundred do not exceed, within 0.1 % of it.
    pub fn percentile(&self, percent: f64) -> Option<Duration> {
        if self.count() == 0 {
            return None;
        }
        let value = self.histogram.value_at_percentile(percent);
        // A bucket's end may lie past what was ever seen.
        Some(Duration::from_nanos(value).clamp(self.least, self.largest))
    }

    /// What was counted, the shortest first: a time, within 0.1 % and never outside the ends, and how often. All are in it,
    /// so what is binned from it adds up to [`Latency::count`].
    pub fn each(&self) -> impl Iterator<Item = (Duration, u64)> + '_ {
        self.histogram.iter_recorded().map(|bucket| {
            // The low end, or else what equals the fastest would lie above it.
            let value = self.histogram.lowest_equivalent(bucket.value_iterated_to());
            let time = Duration::from_nanos(value).clamp(self.least, self.largest);
            (time, bucket.count_at_value())
        })
    }

    /// All of them together, in nanoseconds.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The histogram, in nanoseconds.
    pub fn histogram(&self) -> &Histogram<u64> {
        &self.histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_out_and_the_ends_are_exact() {
        let mut latency = Latency::default();
        assert_eq!(
            (
                latency.fastest(),
                latency.average(),
                latency.percentile(50.0)
            ),
            (None, None, None)
        );
        for micros in 1..=1_000 {
            latency.record(Duration::from_micros(micros));
        }
        latency.record(Duration::from_secs(3_600));
        assert_eq!(latency.count(), 1_001);
        assert_eq!(latency.fastest(), Some(Duration::from_micros(1)));
        assert_eq!(latency.slowest(), Some(Duration::from_secs(3_600)));
        let half = latency
            .percentile(50.0)
            .expect("there are some")
            .as_secs_f64();
        assert!((half / 501e-6 - 1.0).abs() < 2e-3, "{half}");
    }

    #[test]
    fn each_one_is_given_out_and_none_outside_the_ends() {
        let mut latency = Latency::default();
        assert_eq!(latency.each().count(), 0);
        for nanos in [0, 1, 999_999_937, 1_000_000_007, 1_000_000_009] {
            latency.record(Duration::from_nanos(nanos));
        }
        let all: Vec<_> = latency.each().collect();
        assert_eq!(all.iter().map(|(_, count)| count).sum::<u64>(), 5);
        assert!(all.is_sorted());
        assert!(all[all.len() - 1].0 <= Duration::from_nanos(1_000_000_009));
        assert_eq!(latency.sum(), 2_999_999_954);

        let mut same = Latency::default();
        same.record(Duration::from_nanos(123_456_789));
        let time = Duration::from_nanos(123_456_789);
        assert_eq!(same.each().collect::<Vec<_>>(), [(time, 1)]);
    }
}
