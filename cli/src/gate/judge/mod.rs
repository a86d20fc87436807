//! All lanes, against a base or against the baseline alone.
//!
//! | file | what |
//! |---|---|
//! | `sent` | what is sent, with what vanished and what was edited |
//! | `counted` | allocations and instructions |
//! | `timed` | times and claims |

mod counted;
mod sent;
mod timed;

use wiretax_report::gate::{Check, Lane, LaneResult, Verdict};

use super::baseline::Counts;
use super::lane::{self, Cell};
use super::progress::Meter;
use super::side::Side;
use super::{Bench, Question, Trouble, identical};
pub use counted::rounded;

/// Measures the lanes that are asked for.
pub fn lanes(
    bench: &Bench,
    question: &Question,
    meter: &mut Meter,
) -> Result<Vec<LaneResult>, Trouble> {
    let wanted = |lane: Lane| match question.lanes.is_empty() {
        // Times need two sides.
        true => lane != Lane::Time || bench.base.is_some(),
        false => question.lanes.contains(&lane),
    };
    let same = bench.is_same_code();
    let mut lanes = Vec::new();
    for lane in Lane::ALL.into_iter().filter(|lane| wanted(*lane)) {
        let mut result = match lane {
            Lane::Instructions | Lane::Time if same => bench.same(lane),
            Lane::Bytes => bench.bytes(),
            Lane::Allocations => bench.allocations(meter)?,
            Lane::Instructions => bench.instructions(meter)?,
            Lane::Time => bench.time(meter)?,
            Lane::Invariants => bench.invariants(meter)?,
        };
        finish(&mut result, bench, question);
        lanes.push(result);
    }
    Ok(lanes)
}

/// What is the same for the checks of all lanes: the worst first, with the commands that show and accept them.
fn finish(result: &mut LaneResult, bench: &Bench, question: &Question) {
    let sides = question.arguments();
    let commands = lane::Commands {
        sides: sides.clone(),
    };
    let suite = match &question.suite {
        Some(suite) => format!(" --suite {}", suite.display()),
        None => String::new(),
    };
    for check in result
        .checks
        .iter_mut()
        .filter(|check| check.verdict != Verdict::Pass)
    {
        commands.fill(result.lane.name(), check);
        let accepted = match result.lane {
            Lane::Bytes | Lane::Allocations | Lane::Instructions => true,
            // A claim that is violated is mended or taken back, and not accepted.
            Lane::Invariants => check.verdict == Verdict::Unaccepted,
            Lane::Time => false,
        };
        // Only the working tree has a baseline that can be written.
        check.accept = (accepted && bench.head.said.name == "working tree").then(|| {
            format!(
                "cargo wiretax gate accept{suite} --cell {} --reason \"...\"",
                check.of
            )
        });
    }
    let worst = |check: &Check| std::cmp::Reverse(check.verdict);
    result.checks.sort_by_key(worst);
}

/// An empty result of a lane.
fn empty(lane: Lane) -> LaneResult {
    LaneResult {
        trouble: None,
        ..LaneResult::unavailable(lane, "")
    }
}

/// No baseline and no base: nothing to compare with, which must be mended and not passed.
fn missing(lane: Lane) -> LaneResult {
    let check = Check {
        what: "baseline".to_owned(),
        note: Some(
            "there is no baseline and no --base: make one with `cargo wiretax gate accept --all --reason \"first baseline\"`"
                .to_owned(),
        ),
        ..Check::named("gate/baseline.json", Verdict::Unaccepted)
    };
    LaneResult {
        compared: 1,
        checks: vec![check],
        ..empty(lane)
    }
}

impl Bench {
    /// Cells to compare that both sides have.
    fn common(&self) -> Vec<Cell> {
        let has = |side: &Side, cell: &Cell| {
            let mut proofs = side.proofs.iter();
            proofs.any(|of| of.case == cell.case && of.codec == cell.codec && of.outcome.is_timed())
        };
        let cells = self.cells.cells.iter();
        cells
            .filter(|cell| self.base.as_ref().is_none_or(|base| has(base, cell)))
            .cloned()
            .collect()
    }

    /// Whether both sides are the same machine code.
    fn is_same_code(&self) -> bool {
        let base = self.base.as_ref().and_then(|base| base.link.as_ref().ok());
        base.zip(self.head.link.as_ref().ok())
            .is_some_and(|(base, head)| identical::same_code(base, head))
    }

    /// What a lane says where there is nothing to measure.
    fn same(&self, lane: Lane) -> LaneResult {
        LaneResult {
            compared: self.common().len() as u64,
            skipped: Some("both sides are the same machine code: nothing to measure".to_owned()),
            ..empty(lane)
        }
    }

    /// The baseline's entry of a cell, and why it is so.
    fn kept(&self, cell: &Cell) -> Option<(Counts, &str)> {
        let entry = self.baseline.as_ref()?.cells.get(&cell.id().to_string())?;
        Some((entry.value, &entry.reason))
    }

    /// Whether instructions counted here can be compared with those of the baseline; if not, what differs.
    fn comparable(&self) -> Result<(), String> {
        let Some(baseline) = &self.baseline else {
            return Err("there is none".to_owned());
        };
        let here = super::accept::fingerprint(&self.head);
        for (label, value) in &here {
            let there = baseline.fingerprint.get(label);
            if there != Some(value) {
                let there = there.map_or("unknown", String::as_str);
                return Err(format!("{label}: {there} there, {value} here"));
            }
        }
        Ok(())
    }
}

/// A change that somebody has accepted.
fn accepted(check: &mut Check, reason: &str) {
    if check.verdict != Verdict::Pass {
        check.verdict = Verdict::Pass;
        check.note = Some(format!("accepted: {reason}"));
    }
}
