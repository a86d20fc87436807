//! The race: the arms of the report that this project started from, run interleaved so that whatever the
//! machine does happens to all of them.

use wiretax::runner::{Listed, ListedCase, Lost, OpWrap, Outcome, Proof, Remote};
use wiretax::wrap::{EngineName, Op, Wrap};
use wiretax_report::{Race, RaceArm, Round};

use crate::args::Args;

/// Serializations per arm, as in the original report, where the message is small enough.
const COUNT: u64 = 100_000;
/// Rounds that they are dealt over; enough for an interval of paired ratios.
const ROUNDS: u64 = 20;
/// Nanoseconds that one arm may take in all.
const BUDGET: u64 = 1_000_000_000;

struct Arm {
    codec: String,
    wrap: Wrap,
    /// Number of its cell in the runner.
    slot: usize,
    rounds: Vec<Round>,
}

/// Races every sound codec of the first case that holds its bytes fields as base64, with and without it.
/// `None` where the suite has no such case or the filter leaves it out. Stops after a whole round when
/// `stop` says so.
pub fn race(
    suite: &Listed,
    args: &Args,
    proofs: &[Proof],
    remote: &mut Remote,
    stop: impl Fn() -> bool,
) -> Result<Option<Race>, Lost> {
    let field = OpWrap {
        op: Op::Encode,
        wrap: Wrap::Field(EngineName::Base64),
    };
    let wanted = |case: &&ListedCase| {
        let op = Op::Encode.name();
        case.default.contains(&field) && args.keeps_race(&case.name, op, &case.tags)
    };
    let Some(case) = suite.cases.iter().find(wanted) else {
        return Ok(None);
    };
    let Some((wire_bytes, mut arms)) = arms(case, proofs, field.wrap, remote)? else {
        return Ok(None);
    };
    let count = count(&arms, remote)?;
    eprintln!(
        "wiretax: {}: racing {} arms, {} encodes each",
        case.name,
        arms.len(),
        count * ROUNDS
    );
    for round in 0..ROUNDS {
        if stop() {
            break;
        }
        // Another arm begins each round: none always runs behind the same neighbour.
        let first = round as usize % arms.len();
        for turn in 0..arms.len() {
            let at = (first + turn) % arms.len();
            let arm = &mut arms[at];
            let nanos = remote.run(arm.slot, count, false)?.nanos;
            arm.rounds.push(Round { count, nanos });
        }
    }
    Ok(Some(Race {
        case: case.name.clone(),
        op: Op::Encode.to_string(),
        messages: case.messages,
        wire_bytes,
        arms: arms.into_iter().map(Arm::finish).collect(),
    }))
}

/// Encodes per round: a share of [`COUNT`], or as many as the slowest arm does within the budget.
fn count(arms: &[Arm], remote: &mut Remote) -> Result<u64, Lost> {
    const PROBE: u64 = 10;
    let mut slowest = 1;
    for arm in arms {
        slowest = slowest.max(remote.run(arm.slot, PROBE, false)?.nanos);
    }
    Ok((BUDGET * PROBE / slowest).clamp(ROUNDS, COUNT) / ROUNDS)
}

/// The bytes that every arm sends, and two arms a codec. A codec that sends the value in another number of
/// bytes than the first, as one that keeps unknown fields does, would run another race.
fn arms(
    case: &ListedCase,
    proofs: &[Proof],
    field: Wrap,
    remote: &mut Remote,
) -> Result<Option<(u64, Vec<Arm>)>, Lost> {
    let bytes = |codec: &String| {
        let of = |proof: &&Proof| proof.case == case.name && proof.codec == *codec;
        match proofs.iter().find(of)?.outcome {
            Outcome::Proven { wire_bytes, .. } => Some(wire_bytes),
            _ => None,
        }
    };
    let Some(first) = case.codecs.iter().find_map(bytes) else {
        return Ok(None);
    };
    let mut arms = Vec::new();
    for codec in case
        .codecs
        .iter()
        .filter(|codec| bytes(codec) == Some(first))
    {
        for wrap in [field, Wrap::Raw] {
            let slot = arms.len();
            let op = Op::Encode;
            remote.open(slot, &case.name, codec, OpWrap { op, wrap })?;
            arms.push(Arm {
                codec: codec.clone(),
                wrap,
                slot,
                rounds: Vec::new(),
            });
        }
    }
    Ok(Some((first, arms)))
}

impl Arm {
    fn finish(self) -> RaceArm {
        let base64 = if self.wrap == Wrap::Raw {
            "no base64"
        } else {
            "base64"
        };
        RaceArm {
            name: format!("{}, {base64}", self.codec),
            codec: self.codec,
            wrap: self.wrap.to_string(),
            rounds: self.rounds,
        }
    }
}
