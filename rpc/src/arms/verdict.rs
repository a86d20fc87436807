//! What may be said of an arm beside another one.

use std::fmt;

use wiretax_report::stats::{Estimate, joint_level, lower_rank, paired_ratio_at};

/// What rounds that ran side by side show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The interval has 1 in it: which one takes longer is not known, and by how much at most is.
    WithinNoise(Estimate),
    /// It takes longer, by this factor.
    Slower(Estimate),
    /// It takes less time: the factor is below 1.
    Faster(Estimate),
    /// Too few rounds for an interval: how many there were, and how many it takes.
    TooFew(usize, usize),
}

impl Verdict {
    /// The ratio, where there is one.
    pub fn ratio(&self) -> Option<Estimate> {
        match *self {
            Verdict::WithinNoise(ratio) | Verdict::Slower(ratio) | Verdict::Faster(ratio) => {
                Some(ratio)
            }
            Verdict::TooFew(..) => None,
        }
    }

    /// In a column: `1.20x (1.15 to 1.24)`.
    pub fn brief(&self) -> String {
        let Some((ratio, ends)) = self
            .ratio()
            .and_then(|ratio| Some((ratio.value, ratio.interval?)))
        else {
            return self.to_string();
        };
        let noise = match self {
            Verdict::WithinNoise(_) => ", within noise",
            _ => "",
        };
        format!("{ratio:.2}x ({:.2} to {:.2}{noise})", ends.low, ends.high)
    }
}

/// How much longer `arm` takes than `base`, from what each took in the same rounds (time, or CPU time).
///
/// The ratio is the median of the rounds' ratios with its order-statistic interval; `together` comparisons hold at once at 95 %
/// (Bonferroni).
pub fn verdict(arm: &[f64], base: &[f64], together: usize) -> Verdict {
    let rounds = arm.len().min(base.len());
    let level = joint_level(together.max(1));
    let ratio = paired_ratio_at(arm, base, level);
    let Some((ratio, interval)) = ratio.and_then(|ratio| Some((ratio, ratio.interval?))) else {
        let needed = (1..1_000).find(|&rounds| lower_rank(rounds, level).is_some());
        return Verdict::TooFew(rounds, needed.unwrap_or(1_000));
    };
    match () {
        () if interval.low > 1.0 => Verdict::Slower(ratio),
        () if interval.high < 1.0 => Verdict::Faster(ratio),
        () => Verdict::WithinNoise(ratio),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = |ratio: Estimate| {
            ratio
                .interval
                .map_or((0.0, 0.0), |interval| (interval.low, interval.high))
        };
        match *self {
            Verdict::WithinNoise(ratio) => {
                let (low, high) = ends(ratio);
                write!(f, "within noise ({} to {})", percent(low), percent(high))
            }
            Verdict::Slower(ratio) => {
                let (low, high) = ends(ratio);
                write!(
                    f,
                    "slower by {} ({} to {})",
                    by(ratio.value),
                    by(low),
                    by(high)
                )
            }
            Verdict::Faster(ratio) => {
                let (low, high) = ends(ratio);
                write!(
                    f,
                    "faster by {} ({} to {})",
                    by(ratio.value),
                    by(high),
                    by(low)
                )
            }
            Verdict::TooFew(rounds, needed) => {
                write!(
                    f,
                    "no verdict: {rounds} rounds of the {needed} that an interval needs"
                )
            }
        }
    }
}

/// How far a ratio is from 1, with its sign.
fn percent(ratio: f64) -> String {
    format!("{:+.1} %", (ratio - 1.0) * 100.0)
}

/// The same without it; as a factor where a percentage would be hard to read.
fn by(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 2.0 => format!("{ratio:.1}x"),
        ratio => format!("{:.1} %", (ratio - 1.0).abs() * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_within_noise_and_what_is_not_is_told() {
        let base = [100.0, 101.0, 99.0, 100.5, 98.0, 102.0, 100.2, 99.7];
        let alike: Vec<f64> = base.iter().rev().copied().collect();
        assert!(matches!(verdict(&alike, &base, 1), Verdict::WithinNoise(_)));
        let slower: Vec<f64> = base.iter().map(|time| time * 1.2).collect();
        let said = verdict(&slower, &base, 1);
        assert!(matches!(said, Verdict::Slower(_)));
        assert_eq!(said.to_string(), "slower by 20.0 % (20.0 % to 20.0 %)");
        assert!(matches!(verdict(&base, &slower, 1), Verdict::Faster(_)));
        let far: Vec<f64> = base.iter().map(|time| time * 36.0).collect();
        assert!(
            verdict(&far, &base, 1)
                .to_string()
                .starts_with("slower by 36.0x")
        );
    }

    #[test]
    fn few_rounds_and_many_comparisons_are_no_verdict() {
        let (arm, base) = ([2.0; 5], [1.0; 5]);
        assert_eq!(verdict(&arm, &base, 1), Verdict::TooFew(5, 6));
        let (arm, base) = ([2.0; 7], [1.0; 7]);
        assert!(matches!(verdict(&arm, &base, 3), Verdict::Slower(_)));
        assert_eq!(verdict(&arm, &base, 40), Verdict::TooFew(7, 11));
    }
}
