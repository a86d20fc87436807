//! The race: the arms of the report that this project started from, run interleaved so that whatever the
//! machine does happens to all of them.

use wiretax::measure::Cell;
use wiretax::runner::{Case, Outcome, Proof, Suite};
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
    codec: &'static str,
    wrap: Wrap,
    cell: Cell,
    rounds: Vec<Round>,
}

/// Races every sound codec of the first case that holds its bytes fields as base64, with and without it.
/// `None` where the suite has no such case or the filter leaves it out. Stops after a whole round when
/// `stop` says so.
pub fn race(suite: &Suite, args: &Args, proofs: &[Proof], stop: impl Fn() -> bool) -> Option<Race> {
    let field = (Op::Encode, Wrap::Field(EngineName::Base64));
    let case = suite.cases().iter().find(|case| {
        let name = case.declared().name;
        case.plan(false).contains(&field) && args.keeps(&format!("{name}/{}/race", Op::Encode))
    })?;
    let (wire_bytes, mut arms) = arms(case, proofs, field.1)?;
    let count = count(&mut arms);
    eprintln!(
        "wiretax: {}: racing {} arms, {} encodes each",
        case.declared().name,
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
            arm.rounds.push(Round {
                count,
                nanos: arm.cell.run(count),
            });
        }
    }
    Some(Race {
        case: case.declared().name.to_owned(),
        op: Op::Encode.to_string(),
        wire_bytes,
        arms: arms.into_iter().map(Arm::finish).collect(),
    })
}

/// Encodes per round: a share of [`COUNT`], or as many as the slowest arm does within the budget.
fn count(arms: &mut [Arm]) -> u64 {
    const PROBE: u64 = 10;
    let slowest = arms
        .iter_mut()
        .map(|arm| arm.cell.run(PROBE))
        .max()
        .unwrap_or(0)
        .max(1);
    (BUDGET * PROBE / slowest).clamp(ROUNDS, COUNT) / ROUNDS
}

/// The bytes that every arm sends, and two arms a codec. A codec that sends the value in another number of bytes than the first, as one that
/// keeps unknown fields does, would run another race.
fn arms(case: &Case, proofs: &[Proof], field: Wrap) -> Option<(u64, Vec<Arm>)> {
    let bytes = |codec: &str| {
        let of = |proof: &&Proof| proof.case == case.declared().name && proof.codec == codec;
        match proofs.iter().find(of)?.outcome {
            Outcome::Proven { wire_bytes, .. } => Some(wire_bytes),
            _ => None,
        }
    };
    let first = case.codecs().find_map(bytes)?;
    let arms = case
        .codecs()
        .filter(|codec| bytes(codec) == Some(first))
        .flat_map(|codec| [(codec, field), (codec, Wrap::Raw)])
        .filter_map(|(codec, wrap)| {
            let cell = case.cell(codec, Op::Encode, wrap).ok()?;
            Some(Arm {
                codec,
                wrap,
                cell,
                rounds: Vec::new(),
            })
        })
        .collect();
    Some((first, arms))
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
            codec: self.codec.to_owned(),
            wrap: self.wrap.to_string(),
            rounds: self.rounds,
        }
    }
}
