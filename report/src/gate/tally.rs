//! How often the gate itself was wrong, over all runs so far.

use serde::{Deserialize, Serialize};

use super::{Lane, LaneResult, Trial};
use crate::stats::{Interval, LEVEL, proportion};

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// How many.
    pub wrong: u64,
    /// Of how many.
    pub of: u64,
}

impl Rate {
    /// Counts one more.
    pub fn add(&mut self, wrong: bool) {
        self.of += 1;
        self.wrong += u64::from(wrong);
    }

    /// The share that is wrong, with its interval; `None` of nothing.
    pub fn interval(&self) -> Option<Interval> {
        proportion(self.wrong, self.of, LEVEL)
    }
}

/// A lane's trials over all runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The lane.
    pub lane: Lane,
    /// Pairs of identical code that it flagged.
    pub false_alarms: Rate,
    /// Planted changes that it missed.
    pub misses: Rate,
}

impl Tally {
    /// Of a lane that was never tried.
    pub fn new(lane: Lane) -> Self {
        Tally {
            lane,
            false_alarms: Rate::default(),
            misses: Rate::default(),
        }
    }

    /// Counts a trial.
    pub fn add(&mut self, trial: &Trial) {
        match trial.planted == 0.0 {
            true => self.false_alarms.add(trial.wrong()),
            false => self.misses.add(trial.wrong()),
        }
    }

    /// Counts the trials of lanes, each to its own.
    pub fn count(tallies: &mut Vec<Tally>, lanes: &[LaneResult]) {
        for of in lanes.iter().filter(|of| !of.trials.is_empty()) {
            let at = tallies.iter().position(|tally| tally.lane == of.lane);
            let at = at.unwrap_or_else(|| {
                tallies.push(Tally::new(of.lane));
                tallies.len() - 1
            });
            of.trials.iter().for_each(|trial| tallies[at].add(trial));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_counted_by_lane() {
        let mut lane = LaneResult::unavailable(Lane::Time, "");
        let trial = |planted, flagged| Trial {
            planted,
            found: None,
            flagged,
        };
        lane.trials = vec![trial(0.0, false), trial(0.05, false), trial(0.05, true)];
        let mut tallies = Vec::new();
        Tally::count(&mut tallies, &[lane.clone()]);
        Tally::count(&mut tallies, &[lane]);
        let [tally] = &tallies[..] else {
            panic!("{tallies:?}")
        };
        assert_eq!(tally.false_alarms, Rate { wrong: 0, of: 2 });
        assert_eq!(tally.misses, Rate { wrong: 2, of: 4 });
        assert!(
            tally.false_alarms.interval().unwrap().high > 0.5,
            "two say little"
        );
    }
}
