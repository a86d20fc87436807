//! The race, and the claim of the report that this project started from: dropping base64 from the
//! slowest client gains more than changing its codec.

use super::evidence::{Evidence, Standing};
use super::verdict::Verdict;
use crate::run::{RAW, RaceArm};
use crate::stats::{self, Estimate};

/// The arms in order, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceFinding {
    /// Name of the case.
    pub case: String,
    /// What every arm does.
    pub op: String,
    /// Length of the encoded message.
    pub wire_bytes: u64,
    /// Messages that one op goes through, more than 1 for a mix.
    pub messages: u64,
    /// The arms, slowest first. Arms without a round are left out.
    pub arms: Vec<Arm>,
    /// The claim, or why it cannot be judged.
    pub claim: Result<RaceClaim, String>,
}

/// What one arm did.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// What it is called in print.
    pub name: String,
    /// Its wrap, as in a cell.
    pub wrap: String,
    /// Messages, over all rounds.
    pub count: u64,
    /// Time for all of them, in milliseconds.
    pub millis: f64,
    /// Messages in a second.
    pub rate: f64,
    /// How many times faster than the slowest arm; `None` for that one.
    pub faster: Option<f64>,
    /// What the proof allows to be said of its codec.
    pub standing: Standing,
}

/// The claim over paired rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceClaim {
    /// The slowest sound arm with base64.
    pub incumbent: String,
    /// Its wrap, and that of the rival.
    pub wrap: String,
    /// How many times faster it gets without base64.
    pub drop: Estimate,
    /// The fastest sound arm of another codec under the same wrap.
    pub rival: String,
    /// How many times faster the incumbent gets by changing to it.
    pub change: Estimate,
    /// The gain of dropping over the gain of changing.
    pub margin: Estimate,
    /// Whether the margin is above one.
    pub verdict: Verdict,
}

/// An arm whose rounds make sense.
struct Runner<'a> {
    arm: &'a RaceArm,
    count: u64,
    nanos: f64,
    /// Nanoseconds a message, round by round; `NaN` where a round ran nothing, so that rounds stay
    /// paired.
    rounds: Vec<f64>,
    standing: Standing,
}

impl Runner<'_> {
    fn each(&self) -> f64 {
        self.nanos / self.count as f64
    }
}

/// Judges the race; `None` where none was run.
pub(super) fn race(evidence: &Evidence<'_>) -> Option<RaceFinding> {
    let race = evidence.run.race.as_ref()?;
    let mut runners: Vec<Runner<'_>> = race
        .arms
        .iter()
        .map(|arm| Runner {
            arm,
            count: arm
                .rounds
                .iter()
                .fold(0, |sum, r| sum.saturating_add(r.count)),
            nanos: arm.rounds.iter().map(|r| r.nanos as f64).sum(),
            rounds: arm
                .rounds
                .iter()
                .map(|r| {
                    if r.count == 0 {
                        f64::NAN
                    } else {
                        r.nanos as f64 / r.count as f64
                    }
                })
                .collect(),
            standing: evidence.standing(&race.case, &arm.codec),
        })
        .filter(|runner| runner.count > 0 && runner.nanos > 0.0)
        .collect();
    runners.sort_by(|a, b| b.each().total_cmp(&a.each()));
    let slowest = runners.first().map(Runner::each);
    let arms = runners.iter().enumerate().map(|(place, runner)| Arm {
        name: runner.arm.name.clone(),
        wrap: runner.arm.wrap.clone(),
        count: runner.count,
        millis: runner.nanos / 1e6,
        rate: 1e9 / runner.each(),
        faster: slowest
            .filter(|_| place > 0)
            .map(|slowest| slowest / runner.each()),
        standing: runner.standing,
    });
    Some(RaceFinding {
        case: race.case.clone(),
        op: race.op.clone(),
        wire_bytes: race.wire_bytes,
        messages: race.messages,
        arms: arms.collect(),
        claim: claim(&runners),
    })
}

/// Runners come slowest first.
fn claim(runners: &[Runner<'_>]) -> Result<RaceClaim, String> {
    let sound: Vec<_> = runners
        .iter()
        .filter(|r| r.standing == Standing::Sound)
        .collect();
    let incumbent = sound
        .iter()
        .find(|r| r.arm.wrap != RAW)
        .ok_or("no sound arm with base64 has run")?;
    let bare = sound
        .iter()
        .find(|r| r.arm.codec == incumbent.arm.codec && r.arm.wrap == RAW)
        .ok_or_else(|| format!("{} has no arm without base64", incumbent.arm.codec))?;
    let others: Vec<_> = sound
        .iter()
        .filter(|r| r.arm.codec != incumbent.arm.codec && r.arm.wrap == incumbent.arm.wrap)
        .collect();
    let rival = others
        .last()
        .ok_or("no other codec has an arm with base64")?;
    // As for the cells: the margin is over whichever other codec is the fastest, at a level that
    // pays for the choice.
    let level = stats::joint_level(others.len());
    let margins: Option<Vec<_>> = others
        .iter()
        .map(|other| stats::paired_ratio_at(&other.rounds, &bare.rounds, level))
        .collect();
    let margin = margins.and_then(|margins| Estimate::least(&margins));
    let drop = stats::paired_ratio(&incumbent.rounds, &bare.rounds);
    let change = stats::paired_ratio(&incumbent.rounds, &rival.rounds);
    let (Some(margin), Some(drop), Some(change)) = (margin, drop, change) else {
        return Err("no two arms ran in the same round".to_owned());
    };
    Ok(RaceClaim {
        incumbent: incumbent.arm.name.clone(),
        wrap: incumbent.arm.wrap.clone(),
        drop,
        rival: rival.arm.name.clone(),
        change,
        margin,
        verdict: Verdict::above(&margin, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{BASE64_FIELD, Outcome, Race, Round, Run, Samples};
    use crate::testing;

    fn judge(edit: impl FnOnce(&mut Run, &mut Race)) -> RaceFinding {
        let mut run = testing::run();
        let mut arms = run.race.take().unwrap();
        edit(&mut run, &mut arms);
        run.race = Some(arms);
        race(&Evidence::new(&run, &Samples::default())).unwrap()
    }

    #[test]
    fn the_seed_claim_follows_from_the_seed_figures() {
        let found = judge(|_, _| ());
        let names: Vec<_> = found.arms.iter().map(|arm| arm.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "protobuf, base64",
                "prost, base64",
                "protobuf, no base64",
                "prost, no base64"
            ]
        );
        assert_eq!(found.arms[0].faster, None);
        assert_eq!(found.arms[0].count, 100_000);
        let claim = found.claim.unwrap();
        assert_eq!(
            (claim.incumbent.as_str(), claim.rival.as_str()),
            ("protobuf, base64", "prost, base64")
        );
        assert!((claim.drop.value - 3.97).abs() < 0.01 && (claim.change.value - 2.88).abs() < 0.01);
        assert_eq!(claim.verdict, Verdict::Holds);
        assert_eq!(claim.wrap, BASE64_FIELD);
        let wraps: Vec<_> = found.arms.iter().map(|arm| arm.wrap.as_str()).collect();
        assert_eq!(wraps, [BASE64_FIELD, BASE64_FIELD, RAW, RAW]);
    }

    #[test]
    fn an_unsound_arm_runs_but_is_not_judged() {
        let found = judge(|run, _| {
            for proof in run.proofs.iter_mut().filter(|p| p.codec == "prost") {
                proof.outcome = Outcome::Unsound {
                    why: String::new(),
                    notes: vec![],
                };
            }
        });
        assert_eq!(found.arms.len(), 4);
        assert_eq!(
            found.claim.unwrap_err(),
            "no other codec has an arm with base64"
        );
    }

    #[test]
    fn odd_rounds_do_no_harm() {
        let found = judge(|_, race| {
            race.arms[0].rounds.clear();
            race.arms[1].rounds[0] = Round { count: 0, nanos: 7 };
        });
        assert_eq!(found.arms.len(), 3);
        assert!(found.claim.unwrap().drop.interval.is_some());
        let nothing = judge(|_, race| race.arms.clear());
        assert!(nothing.arms.is_empty() && nothing.claim.is_err());
    }

    #[test]
    fn few_rounds_are_inconclusive() {
        let found = judge(|_, race| race.arms.iter_mut().for_each(|arm| arm.rounds.truncate(3)));
        assert_eq!(found.claim.unwrap().verdict, Verdict::Inconclusive);
    }
}
