//! A gate: what a change did to cells, lane by lane, and whether it may pass.
//!
//! This part holds what was found and the rules that judge it; whoever measures fills it in, and
//! [`format`](crate::format) writes it.
//!
//! | file | what |
//! |---|---|
//! | `check` | one cell or claim in one lane |
//! | `rules` | from two values to a verdict, lane by lane |
//! | `timing` | the same for times of many launches |
//! | `tally` | how often the gate itself was wrong, over all runs so far |

mod check;
pub mod rules;
mod tally;
pub mod timing;

use serde::{Deserialize, Serialize};

pub use check::{Check, Function, Quantity, Unit};
pub use tally::{Rate, Tally};

use crate::Environment;

/// One signal of the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// What is sent: sizes, digests, and what became of each codec.
    Bytes,
    /// Allocations and allocated bytes per op.
    Allocations,
    /// Instructions per op by callgrind.
    Instructions,
    /// Thread CPU time of pairs over random link layouts.
    Time,
    /// The finding itself, as ratios inside one process.
    Invariants,
}

impl Lane {
    /// All of them, in the order in which they are measured.
    pub const ALL: [Lane; 5] = [
        Lane::Bytes,
        Lane::Allocations,
        Lane::Instructions,
        Lane::Time,
        Lane::Invariants,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Bytes => "bytes",
            Lane::Allocations => "allocations",
            Lane::Instructions => "instructions",
            Lane::Time => "time",
            Lane::Invariants => "invariants",
        }
    }
}

impl std::str::FromStr for Lane {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Lane::ALL.map(Lane::name).join(", ");
        let mut all = Lane::ALL.into_iter();
        all.find(|lane| lane.name() == text)
            .ok_or_else(|| format!("`{text}` is no lane; there are {known}"))
    }
}

/// What is to be said of a check, a lane or a gate; the worse, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing is wrong.
    Pass,
    /// Something is worth a look, and stops nobody.
    Warning,
    /// It cannot be told.
    Inconclusive,
    /// Something changed, for better or worse, that nobody has accepted.
    Unaccepted,
    /// A claim does not hold any more.
    Violated,
    /// It became dearer.
    Regression,
}

impl Verdict {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Warning => "warning",
            Verdict::Inconclusive => "inconclusive",
            Verdict::Unaccepted => "unaccepted",
            Verdict::Violated => "violated",
            Verdict::Regression => "regression",
        }
    }

    /// Whether it stops a change.
    pub fn fails(self) -> bool {
        self >= Verdict::Unaccepted
    }
}

/// What came of a lane as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaneResult {
    /// Which.
    pub lane: Lane,
    /// Why it was not measured, or why what it says cannot be relied on; `None` where neither is so.
    pub trouble: Option<String>,
    /// Its own trial, on pairs whose answer is known.
    pub trials: Vec<Trial>,
    /// Comparisons that were made, those included that were equal at sight.
    pub compared: u64,
    /// Why comparisons were left out, where they were.
    pub skipped: Option<String>,
    /// Cells that are not green first, then the others.
    pub checks: Vec<Check>,
}

/// A pair whose answer is known, through the same procedure as the cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// What was planted, as a share: 0 for identical code.
    pub planted: f64,
    /// What was found, as a share.
    pub found: Option<f64>,
    /// Whether the lane called it changed.
    pub flagged: bool,
}

impl Trial {
    /// Whether the lane was wrong: it flagged identical code, or missed a change.
    pub fn wrong(&self) -> bool {
        self.flagged != (self.planted != 0.0)
    }
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// What was asked for, such as `main`, `working tree` or `baseline`.
    pub name: String,
    /// Revision, or where it came from.
    pub revision: String,
}

/// A gate that has been through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Version of this layout.
    pub format: u32,
    /// What was compared with what.
    pub base: Side,
    /// See `base`.
    pub head: Side,
    /// When it started, in seconds since the Unix epoch.
    pub started: u64,
    /// The suite, and what of it was compared.
    pub suite: String,
    /// The filter, if there was one.
    pub filter: Option<String>,
    /// Where, with what, and under which load.
    pub environment: Environment,
    /// The lanes that were asked for.
    pub lanes: Vec<LaneResult>,
    /// How often each lane was wrong about its own trials, this run included.
    pub tallies: Vec<Tally>,
}

/// The version of [`Gate`]'s layout.
pub const GATE_FORMAT: u32 = 1;

impl LaneResult {
    /// The lane was not measured.
    pub fn unavailable(lane: Lane, why: impl Into<String>) -> Self {
        LaneResult {
            lane,
            trouble: Some(why.into()),
            trials: Vec::new(),
            compared: 0,
            skipped: None,
            checks: Vec::new(),
        }
    }

    /// The lane's verdict. One that was wrong about a pair whose answer it should have known says nothing at all: what
    /// it would have called green is inconclusive, and so is what it would have called changed.
    pub fn verdict(&self) -> Verdict {
        let worst = self.checks.iter().map(|check| check.verdict).max();
        match worst.unwrap_or(Verdict::Pass) {
            _ if self.trials.iter().any(Trial::wrong) => Verdict::Inconclusive,
            worst if self.trouble.is_some() => worst.max(Verdict::Inconclusive),
            worst => worst,
        }
    }
}

impl Gate {
    /// The worst verdict of its lanes.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.lanes.iter().map(LaneResult::verdict);
        verdicts.max().unwrap_or(Verdict::Inconclusive)
    }

    /// Exit code: 0 pass, 1 regression, 3 a claim is violated, 4 an unaccepted change, 5 inconclusive and `strict`; 2
    /// is for what kept it from being measured. Where several apply, the first of 1, 3, 4, 5.
    pub fn exit_code(&self, strict: bool) -> u8 {
        match self.verdict() {
            Verdict::Regression => 1,
            Verdict::Violated => 3,
            Verdict::Unaccepted => 4,
            Verdict::Inconclusive if strict => 5,
            Verdict::Inconclusive | Verdict::Warning | Verdict::Pass => 0,
        }
    }

    /// How many checks passed, and how many failed.
    pub fn counts(&self) -> (u64, u64) {
        let failed = |lane: &LaneResult| {
            let checks = lane.checks.iter();
            match lane.verdict().fails() {
                true => checks.filter(|check| check.verdict.fails()).count() as u64,
                false => 0,
            }
        };
        let failed: u64 = self.lanes.iter().map(failed).sum();
        let all: u64 = self.lanes.iter().map(|lane| lane.compared).sum();
        (all.saturating_sub(failed), failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(verdicts: &[Verdict]) -> LaneResult {
        LaneResult {
            compared: verdicts.len() as u64,
            checks: verdicts.iter().map(|&of| Check::named("x", of)).collect(),
            ..LaneResult::unavailable(Lane::Bytes, "")
        }
        .trusted()
    }

    impl LaneResult {
        fn trusted(self) -> Self {
            LaneResult {
                trouble: None,
                ..self
            }
        }
    }

    fn gate(lanes: Vec<LaneResult>) -> Gate {
        let side = Side {
            name: "main".to_owned(),
            revision: "0".to_owned(),
        };
        Gate {
            format: GATE_FORMAT,
            base: side.clone(),
            head: side,
            started: 0,
            suite: "built-in".to_owned(),
            filter: None,
            environment: Environment::new(),
            lanes,
            tallies: Vec::new(),
        }
    }

    #[test]
    fn the_worst_decides_and_each_has_its_code() {
        let code = |verdicts: &[Verdict], strict| gate(vec![lane(verdicts)]).exit_code(strict);
        assert_eq!(code(&[Verdict::Pass, Verdict::Warning], true), 0);
        assert_eq!(code(&[Verdict::Inconclusive], false), 0);
        assert_eq!(code(&[Verdict::Inconclusive], true), 5);
        assert_eq!(code(&[Verdict::Unaccepted, Verdict::Inconclusive], true), 4);
        assert_eq!(code(&[Verdict::Unaccepted, Verdict::Violated], false), 3);
        assert_eq!(code(&[Verdict::Regression, Verdict::Violated], false), 1);
        assert_eq!(gate(Vec::new()).exit_code(true), 5, "nothing was measured");
    }

    #[test]
    fn a_lane_that_was_wrong_about_what_it_should_know_says_nothing() {
        let trial = |planted, flagged| Trial {
            planted,
            found: None,
            flagged,
        };
        for wrong in [trial(0.0, true), trial(0.05, false)] {
            for verdict in [Verdict::Pass, Verdict::Regression] {
                let mut lane = lane(&[verdict]);
                lane.trials = vec![trial(0.0, false), wrong.clone()];
                assert_eq!(lane.verdict(), Verdict::Inconclusive);
                assert_eq!(gate(vec![lane]).counts(), (1, 0));
            }
        }
        let mut right = lane(&[Verdict::Regression]);
        right.trials = vec![trial(0.0, false), trial(0.05, true)];
        assert_eq!(right.verdict(), Verdict::Regression);
        assert_eq!(gate(vec![right]).counts(), (0, 1));
    }

    #[test]
    fn what_was_not_measured_is_never_green() {
        let missing = LaneResult::unavailable(Lane::Instructions, "valgrind cannot be run");
        assert_eq!(missing.verdict(), Verdict::Inconclusive);
        assert_eq!(
            gate(vec![lane(&[Verdict::Pass]), missing]).exit_code(true),
            5
        );
    }

    #[test]
    fn lanes_are_named() {
        for lane in Lane::ALL {
            assert_eq!(lane.name().parse(), Ok(lane));
        }
        assert!("wall".parse::<Lane>().unwrap_err().contains("instructions"));
    }
}
