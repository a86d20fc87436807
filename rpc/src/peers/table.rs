//! The table of the original comparison: `name: N in M ms (R/s) (~Kx faster)`.

use std::fmt::Write;

use wiretax_report::stats::Sorted;

/// An arm and its times. Arms of ours go beside those in JavaScript.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    /// What a person calls it.
    pub name: String,
    /// Serializations in a round.
    pub count: u64,
    /// Of all serializations of a round, one for each round.
    pub milliseconds: Vec<f64>,
}

impl Timed {
    /// The median round in milliseconds; `None` where there is none.
    pub fn median(&self) -> Option<f64> {
        Sorted::new(self.milliseconds.iter().copied())
            .median()
            .filter(|&median| median > 0.0 && self.count > 0)
    }

    /// Milliseconds of one serialization, by the median round.
    pub fn each(&self) -> Option<f64> {
        Some(self.median()? / self.count as f64)
    }
}

/// One line for each arm, the slowest first, by medians. What has no time comes last, with `n/a`.
pub fn table(arms: &[Timed]) -> String {
    let mut arms: Vec<_> = arms.iter().map(|arm| (arm, arm.each())).collect();
    // `None` is less than any time.
    arms.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    let slowest = arms.first().and_then(|(_, each)| *each);
    let mut text = String::new();
    for (place, (arm, each)) in arms.into_iter().enumerate() {
        let Timed { name, count, .. } = arm;
        // Writing to a string does not fail.
        let _ = match (each, arm.median(), slowest) {
            (Some(each), Some(median), Some(slowest)) => {
                let beside = match place {
                    0 => "slowest".to_owned(),
                    _ => format!("~{}x faster", short(slowest / each)),
                };
                let rate = 1e3 / each;
                let median = short(median);
                writeln!(
                    text,
                    "{name}: {count} in {median} ms ({rate:.0}/s) ({beside})"
                )
            }
            _ => writeln!(text, "{name}: n/a"),
        };
    }
    text
}

/// One decimal below ten, none from there.
fn short(x: f64) -> String {
    if x < 9.95 {
        format!("{x:.1}")
    } else {
        format!("{x:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(name: &str, count: u64, milliseconds: &[f64]) -> Timed {
        Timed {
            name: name.into(),
            count,
            milliseconds: milliseconds.to_vec(),
        }
    }

    #[test]
    fn the_published_figures_print_as_they_were_published() {
        let arms = [
            arm("protobufjs, base64", 100_000, &[1_879.0]),
            arm("protobufjs, no base64", 100_000, &[1_099.0]),
            arm("google-protobuf, base64", 100_000, &[5_413.0]),
        ];
        assert_eq!(
            table(&arms),
            "google-protobuf, base64: 100000 in 5413 ms (18474/s) (slowest)\n\
             protobufjs, base64: 100000 in 1879 ms (53220/s) (~2.9x faster)\n\
             protobufjs, no base64: 100000 in 1099 ms (90992/s) (~4.9x faster)\n"
        );
    }

    #[test]
    fn arms_are_compared_by_one_serialization_of_their_median_round() {
        let arms = [
            arm("often", 1_000, &[100.0, 90.0, 5_000.0]),
            arm("seldom", 10, &[12.0, 8.0]),
            arm("never", 10, &[]),
        ];
        assert_eq!(
            table(&arms),
            "seldom: 10 in 10 ms (1000/s) (slowest)\n\
             often: 1000 in 100 ms (10000/s) (~10x faster)\n\
             never: n/a\n"
        );
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(table(&[]), "");
        assert_eq!(table(&[arm("never", 0, &[1.0])]), "never: n/a\n");
    }
}
