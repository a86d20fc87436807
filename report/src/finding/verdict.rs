//! What can be said of a claim.

use std::fmt;

use crate::stats::Estimate;

/// What the measurements say of a claim. It follows from an interval, never from a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The whole interval speaks for the claim.
    Holds,
    /// The whole interval speaks against it.
    DoesNotHold,
    /// The interval allows both, or there were too few samples for one.
    Inconclusive,
}

impl Verdict {
    /// All of them, in the order in which they are told.
    pub const ALL: [Verdict; 3] = [Verdict::Holds, Verdict::DoesNotHold, Verdict::Inconclusive];

    /// Judges the claim that a number lies above a threshold.
    pub fn above(estimate: &Estimate, threshold: f64) -> Verdict {
        match estimate.interval {
            Some(interval) if interval.low > threshold => Verdict::Holds,
            Some(interval) if interval.high <= threshold => Verdict::DoesNotHold,
            _ => Verdict::Inconclusive,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::Inconclusive => "inconclusive",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_from_the_interval_alone() {
        let judge = |low, high| Verdict::above(&Estimate::within(9.0, low, high), 1.0);
        assert_eq!(judge(1.01, 2.0), Verdict::Holds);
        assert_eq!(judge(0.5, 1.0), Verdict::DoesNotHold);
        assert_eq!(judge(0.9, 1.1), Verdict::Inconclusive);
        assert_eq!(
            Verdict::above(&Estimate::bare(9.0), 1.0),
            Verdict::Inconclusive
        );
    }
}
