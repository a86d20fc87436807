//! All lanes, against a base or against the baseline alone.

use std::collections::BTreeMap;

use wiretax::measure::PerOp;
use wiretax::runner::Lost;
use wiretax_report::gate::{Check, Lane, LaneResult, Quantity, Verdict, rules};
use wiretax_session::callgrind::{self, Counted, Counter};

use super::baseline::{Baseline, Counts};
use super::lane::bytes::{self, Sent};
use super::lane::{self, Cell, allocations, instructions, invariants, time};
use super::launch::{self, Program};
use super::progress::Meter;
use super::side::Side;
use super::{Bench, Question, Trouble, identical};

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
        let accepted = matches!(
            result.lane,
            Lane::Bytes | Lane::Allocations | Lane::Instructions
        );
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

    fn bytes(&self) -> LaneResult {
        let of_side = |side: &Side| -> BTreeMap<(String, String), Sent> {
            let proofs = side.proofs.iter();
            proofs
                .map(|proof| ((proof.case.clone(), proof.codec.clone()), Sent::of(proof)))
                .collect()
        };
        let head = of_side(&self.head);
        let before = match (&self.base, &self.baseline) {
            (Some(base), _) => of_side(base),
            (None, Some(baseline)) => of_baseline(baseline),
            (None, None) => return missing(Lane::Bytes),
        };
        let pairs = self.cells.pairs.iter().map(|(case, codec)| {
            let key = (case.clone(), codec.clone());
            let (base, head) = (before.get(&key).cloned(), head.get(&key).cloned());
            (case.as_str(), codec.as_str(), base, head)
        });
        let mut result = bytes::compare(pairs);
        for id in &self.cells.vanished {
            result.compared += 1;
            result.checks.push(Check {
                what: "cell".to_owned(),
                note: Some("it is not measured any more: a cell that vanishes or is renamed must be accepted".to_owned()),
                ..Check::named(id, Verdict::Unaccepted)
            });
        }
        if let Some(baseline) = &self.baseline {
            for key in baseline.edited() {
                result.compared += 1;
                result.checks.push(Check {
                    what: "baseline".to_owned(),
                    note: Some(
                        "its entry was edited by hand; `gate accept` measures it again".to_owned(),
                    ),
                    ..Check::named(key, Verdict::Unaccepted)
                });
            }
            for check in &mut result.checks {
                let sent = baseline.sent.get(&check.of);
                let now = check
                    .of
                    .split_once('/')
                    .and_then(|(case, codec)| head.get(&(case.to_owned(), codec.to_owned())));
                if let (Some(sent), Some(now)) = (sent, now)
                    && self.base.is_some()
                    && from_baseline(&sent.value) == *now
                {
                    accepted(check, &sent.reason);
                }
            }
        }
        result
    }

    fn allocations(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
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

    fn instructions(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
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

    fn time(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        let Some(base) = &self.base else {
            let why = "it needs another side to compare with: --base REV";
            return Ok(LaneResult::unavailable(Lane::Time, why));
        };
        let bench = time::Bench {
            base: Program::of(&base.link, &base.runner),
            head: Program::of(&self.head.link, &self.head.runner),
            folder: &self.home.launches(),
        };
        let cells = self.common();
        let found = time::compare(&bench, &cells, meter)?;
        let mut skipped = Vec::new();
        for (side, link) in [("base", &base.link), ("head", &self.head.link)] {
            if let Err(why) = link {
                skipped.push(format!(
                    "layouts of the {side} are not random: {why}; so the lane only warns"
                ));
            }
        }
        if !launch::is_pinnable() {
            skipped.push(
                "runners are not pinned: there is no `taskset` (package util-linux)".to_owned(),
            );
        }
        Ok(LaneResult {
            trials: found.trials,
            compared: cells.len() as u64,
            skipped: (!skipped.is_empty()).then(|| skipped.join("; ")),
            checks: found.checks,
            ..empty(Lane::Time)
        })
    }

    fn invariants(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        let program = Program::of(&self.head.link, &self.head.runner);
        let listed = &self.head.listed;
        let folder = self.home.launches();
        let checks = invariants::compare(&self.claims, program, &folder, listed, meter)?;
        Ok(LaneResult {
            compared: checks.len() as u64,
            checks,
            ..empty(Lane::Invariants)
        })
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
    let number = |of: f64| Quantity::Number(of, wiretax_report::gate::Unit::Instructions);
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

fn of_baseline(baseline: &Baseline) -> BTreeMap<(String, String), Sent> {
    let entries = baseline.sent.iter();
    entries
        .filter_map(|(key, entry)| {
            let (case, codec) = key.split_once('/')?;
            Some((
                (case.to_owned(), codec.to_owned()),
                from_baseline(&entry.value),
            ))
        })
        .collect()
}

fn from_baseline(sent: &super::baseline::Sent) -> Sent {
    let digest = sent
        .digest
        .as_deref()
        .map(|of| u64::from_str_radix(of, 16).unwrap_or(0));
    Sent {
        outcome: sent.outcome.clone(),
        bytes: sent.bytes.zip(digest),
    }
}
