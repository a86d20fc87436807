//! What is counted: allocations and instructions.

use wiretax::measure::PerOp;
use wiretax::runner::Lost;
use wiretax_report::gate::{Check, Lane, LaneResult, Quantity, Unit, Verdict, rules};
use wiretax_session::callgrind::{self, Counted, Counter};

use super::{accepted, empty, missing};
use crate::gate::lane::{Cell, allocations, instructions};
use crate::gate::progress::Meter;
use crate::gate::{Bench, Trouble};

impl Bench {
    pub(super) fn allocations(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        let mut result = empty(Lane::Allocations);
        if self.base.is_none() && self.baseline.is_none() {
            return Ok(missing(Lane::Allocations));
        }
        let cells = self.common();
        meter.begin("counting allocations", cells.len());
        for cell in &cells {
            meter.step()?;
            result.compared += 1;
            let head = match fatal(allocations::count(&self.head.runner, cell))? {
                Ok(head) => head,
                Err(lost) => {
                    result
                        .checks
                        .push(allocations::lost(cell, "the head", &lost));
                    continue;
                }
            };
            let kept = self.kept(cell);
            let base = match &self.base {
                Some(base) => match fatal(allocations::count(&base.runner, cell))? {
                    Ok(base) => base,
                    Err(lost) => {
                        result
                            .checks
                            .push(allocations::lost(cell, "the base", &lost));
                        continue;
                    }
                },
                None => kept.map(|(counts, _)| PerOp {
                    count: counts.allocations,
                    bytes: counts.allocated_bytes,
                }),
            };
            match (base, head) {
                (Some(base), Some(head)) => {
                    let head = rounded(head);
                    let mut checks = allocations::checks(cell, rounded(base), head);
                    if let Some((counts, reason)) = kept.filter(|_| self.base.is_some())
                        && (counts.allocations, counts.allocated_bytes) == (head.count, head.bytes)
                    {
                        checks.iter_mut().for_each(|check| accepted(check, reason));
                    }
                    result.checks.extend(checks);
                }
                (None, _) if self.base.is_none() => result.checks.push(new(cell, "allocations")),
                _ => {
                    let why = "its runner counts nothing";
                    result
                        .checks
                        .push(allocations::lost(cell, "one side", &why));
                }
            }
        }
        Ok(result)
    }

    pub(super) fn instructions(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        if let Err(why) = callgrind::available() {
            return Ok(LaneResult::unavailable(Lane::Instructions, why));
        }
        let mut result = empty(Lane::Instructions);
        let mut head = Counter::new(&self.head.runner);
        let mut base = self.base.as_ref().map(|base| Counter::new(&base.runner));
        match instructions::trials(&mut Counter::new(&self.head.runner), &mut head) {
            Ok(trials) => result.trials = trials,
            Err(why) => {
                let why = format!("its own trial failed: {why}");
                return Ok(LaneResult::unavailable(Lane::Instructions, why));
            }
        }
        let comparable = self.comparable();
        if base.is_none() {
            match (&self.baseline, &comparable) {
                (None, _) => return Ok(missing(Lane::Instructions)),
                (Some(_), Err(differs)) => {
                    return Ok(LaneResult {
                        trouble: Some(format!(
                            "the baseline was counted elsewhere ({differs}); compare with a revision instead: --base REV"
                        )),
                        ..result
                    });
                }
                (Some(_), Ok(())) => {}
            }
        }
        let cells = self.common();
        meter.begin("counting instructions", cells.len());
        for cell in &cells {
            meter.step()?;
            result.compared += 1;
            let kept = self.kept(cell).filter(|_| comparable.is_ok());
            let before = match &mut base {
                Some(base) => instructions::count(base, cell).map(Some),
                None => Ok(kept.and_then(|(counts, _)| {
                    Some(Counted {
                        total: counts.instructions?,
                        ..Counted::default()
                    })
                })),
            };
            let now = instructions::count(&mut head, cell);
            let (before, now) = match (before, now) {
                (Ok(before), Ok(now)) => (before, now),
                (Err(why), _) | (_, Err(why)) => {
                    result.checks.push(instructions::lost(cell, &why));
                    continue;
                }
            };
            let Some(before) = before else {
                result.checks.push(new(cell, "instructions"));
                continue;
            };
            let mut check = instructions::check(cell, &before, &now);
            if let Some((counts, reason)) = kept.filter(|_| base.is_some())
                && let Some(known) = counts.instructions
                && (now.total / known - 1.0).abs() <= rules::WORTH_A_LOOK
            {
                accepted(&mut check, reason);
            }
            if base.is_none() {
                // The baseline has totals alone, so all that is there would seem to have changed.
                check.functions.clear();
            }
            result.checks.push(check);
            let released = kept.and_then(|(counts, _)| counts.released);
            result
                .checks
                .extend(released.and_then(|of| crept(cell, of, now.total)));
        }
        Ok(result)
    }
}

/// A cell that the baseline does not know.
fn new(cell: &Cell, what: &str) -> Check {
    Check {
        what: what.to_owned(),
        note: Some("it is not in the baseline: accept it".to_owned()),
        ..Check::named(cell.id().to_string(), Verdict::Unaccepted)
    }
}

/// A cell that became dearer step by step since the last release, if it did.
fn crept(cell: &Cell, released: f64, now: f64) -> Option<Check> {
    let verdict = rules::ratchet(released, now);
    let number = |of: f64| Quantity::Number(of, Unit::Instructions);
    verdict.fails().then(|| Check {
        what: "instructions since the last release".to_owned(),
        base: number(released),
        head: number(now),
        threshold: format!(
            "more than +{:.0} % in all accepted steps together",
            rules::RATCHET * 100.0
        ),
        ..Check::named(cell.id().to_string(), verdict)
    })
}

/// As the baseline keeps it.
pub fn rounded(of: PerOp) -> PerOp {
    let round = |value: f64| (value * 1e3).round() / 1e3;
    PerOp {
        count: round(of.count),
        bytes: round(of.bytes),
    }
}

/// A runner that cannot be started ends the gate; one that loses a cell does not.
fn fatal<T>(counted: Result<T, Lost>) -> Result<Result<T, Lost>, Trouble> {
    match counted {
        Err(Lost::Ask(error)) => Err(error.into()),
        other => Ok(other),
    }
}
