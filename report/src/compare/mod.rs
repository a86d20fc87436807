//! Two runs, cell by cell: what changed from the earlier to the later one, and what only the machine did.
//!
//! `counted` compares what was counted, `fingerprint` says what else differs, `noise` what makes the answer unsure. The statistics are those of
//! [`stats::compare`]; here it is decided which cells may be compared at all.

mod counted;
mod fingerprint;
mod noise;
#[cfg(test)]
mod tests;

use crate::count::counted;
use crate::filter::Selected;
use crate::run::{Case, CellId, Outcome, Sample};
use crate::stats::{self, Change, Compared, Estimate, LEVEL, Shift, Sorted, median};

pub use counted::{Changed, Counted, FEW, INSTRUCTIONS, What};
pub use fingerprint::Difference;
pub use noise::Why;

/// Two runs, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// When each started, in seconds since the Unix epoch.
    pub started: [u64; 2],
    /// What else differs between them.
    pub differences: Vec<Difference>,
    /// How much longer the fixed piece of work took in the later run: the machine's own change of speed. `None` where samples were not anchored.
    pub machine: Option<f64>,
    /// What remains that the cells have in common, in units of that work where there is any; taken out of each.
    pub shift: Option<Shift>,
    /// How far an unchanged cell of these runs may stray, as a factor above 1; `None` for fewer than six cells.
    pub stray: Option<f64>,
    /// What was compared, in the order of the earlier run.
    pub cells: Vec<Cell>,
    /// What was counted of these cells.
    pub counted: Counted,
    /// Cells of both runs that are not the same work, or have no times, and why.
    pub unlike: Vec<(CellId, String)>,
    /// Cells that only one of the runs has: of the earlier one, then of the later one.
    pub alone: [Vec<CellId>; 2],
    /// What makes the answer unsure, a sentence each.
    pub noise: Vec<String>,
    /// By how much a cell has to change to be named, as a share; 0 for anything that is sure.
    pub threshold: f64,
}

/// A cell in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Which cell.
    pub id: CellId,
    /// Nanoseconds of one op in each, at the typical speed of its run.
    pub times: [Estimate; 2],
    /// How they compare.
    pub compared: Compared,
    /// What follows.
    pub verdict: Verdict,
    /// Why nothing can be said, where that is so.
    pub why: Option<Why>,
}

/// What became of a cell, beside what the runs differ by as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Surely slower, by more than the threshold.
    Slower,
    /// Surely faster, by more than the threshold.
    Faster,
    /// Surely changed, and not surely by more than the threshold.
    Less,
    /// The same, within [`stats::ALIKE`].
    Same,
    /// No difference is shown, and one of [`stats::ALIKE`] could hide in the noise.
    Noisy,
}

/// Why two runs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// They ran on different processors.
    #[error(
        "A ran on `{0}`, B on `{1}`: times of different processors say nothing of the code; give --across-machines to \
         compare them nevertheless"
    )]
    OtherCpu(String, String),
    /// Of a run the processor is not known, so that they may be different ones.
    #[error(
        "{0} the processor that it ran on: whether A and B ran on the same one cannot be told; give --across-machines to \
         compare them nevertheless"
    )]
    UnknownCpu(&'static str),
    /// They have no cell in common.
    #[error(
        "A and B have no cell in common: A has {0}; B has {1}; compare runs of the same suite, or give another filter"
    )]
    NothingInCommon(String, String),
    /// The common cells are not the same work.
    #[error(
        "A and B have {common} in common and none can be compared: {1}; compare runs of the same messages",
        common = counted(*.0 as u64, "cell")
    )]
    NothingAlike(usize, String),
}

/// Compares two runs, or parts of them, the earlier one first. `threshold` is a share: 0.05 names cells that surely
/// changed by more than 5 %.
///
/// # Errors
/// When they ran on different processors, or on unknown ones, unless `across_machines`, and when no cell can be compared.
pub fn compare(
    earlier: &Selected,
    later: &Selected,
    threshold: f64,
    across_machines: bool,
) -> Result<Comparison, Error> {
    let sides = [earlier, later];
    if !across_machines {
        one_cpu(sides.map(cpu))?;
    }
    let has = |side: &Selected, id: &CellId| side.samples.cells.contains_key(id);
    let ids = sides.map(measured);
    let (common, alone_earlier): (Vec<_>, Vec<_>) =
        ids[0].iter().cloned().partition(|id| has(later, id));
    let alone_later = ids[1]
        .iter()
        .filter(|id| !has(earlier, id))
        .cloned()
        .collect();
    if common.is_empty() {
        let [a, b] = ids.map(|ids| said(&ids));
        return Err(Error::NothingInCommon(a, b));
    }

    let [before, after] = sides.map(|side| side.speed);
    // How much longer the anchor takes in the later run.
    let machine = before.zip(after).map(|(before, after)| after / before);
    let mut unlike = Vec::new();
    let mut alike: Vec<(CellId, [Sorted; 2])> = Vec::new();
    let count = common.len();
    for id in common {
        // At one common speed of the machine, so that what it did does not widen the spread between the runs.
        let factor = machine.map_or(1.0, f64::recip);
        let times = |side: &Selected, factor: f64| {
            let sample = side.samples.cells.get(&id).map(Sample::per_iteration);
            Sorted::new(sample.into_iter().flatten().map(|nanos| nanos * factor))
        };
        let times = [times(earlier, 1.0), times(later, factor)];
        match unlikeness(&sides, &id, &times) {
            Some(why) => unlike.push((id, why)),
            None => alike.push((id, times)),
        }
    }
    if alike.is_empty() {
        return Err(not_alike(count, &unlike));
    }

    let pairs: Vec<(&Sorted, &Sorted)> = alike.iter().map(|(_, [a, b])| (a, b)).collect();
    let found = stats::compare(&pairs);
    let reach = found
        .shift
        .and_then(|shift| shift.reach((1.0 - LEVEL) / 2.0 / pairs.len() as f64));
    let mut cells = Vec::new();
    for ((id, sorted), compared) in alike.iter().zip(&found.cells) {
        let measured = sides.map(|side| as_measured(side, id));
        let ([Some(a), Some(b)], Some(compared)) = (measured, compared) else {
            unlike.push((id.clone(), "a time of zero has no ratio".into()));
            continue;
        };
        let verdict = verdict(compared, threshold);
        cells.push(Cell {
            id: id.clone(),
            times: [a, b],
            compared: *compared,
            verdict,
            why: (verdict == Verdict::Noisy)
                .then(|| noise::of_cell(sorted, found.shift.as_ref(), pairs.len())),
        });
    }
    if cells.is_empty() {
        return Err(not_alike(count, &unlike));
    }
    let compared: Vec<CellId> = cells.iter().map(|cell| cell.id.clone()).collect();
    Ok(Comparison {
        counted: counted::counted(&earlier.run, &later.run, &compared),
        started: sides.map(|side| side.run.started),
        differences: fingerprint::differences(&earlier.run, &later.run),
        machine,
        shift: found.shift,
        stray: reach.map(f64::exp),
        noise: noise::of_runs(&sides, found.shift.as_ref(), pairs.len()),
        cells,
        unlike,
        alone: [alone_earlier, alone_later],
        threshold,
    })
}

impl Comparison {
    /// How many cells came to a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.of(verdict).count()
    }

    /// The cells that came to it, in order.
    pub fn of(&self, verdict: Verdict) -> impl Iterator<Item = &Cell> {
        self.cells
            .iter()
            .filter(move |cell| cell.verdict == verdict)
    }
}

/// None of so many cells can be compared, for the reason of the first.
fn not_alike(count: usize, unlike: &[(CellId, String)]) -> Error {
    let first = unlike.first();
    Error::NothingAlike(
        count,
        first.map_or(String::new(), |(id, why)| format!("{id}: {why}")),
    )
}

/// The processor that a run says it ran on.
fn cpu(side: &Selected) -> Option<&str> {
    let cpu = side.run.environment.get("cpu")?.trim();
    (!cpu.is_empty() && cpu != UNKNOWN).then_some(cpu)
}

/// What a record says where something could not be read.
const UNKNOWN: &str = "unknown";

/// Fails unless both are known and the same.
fn one_cpu(cpus: [Option<&str>; 2]) -> Result<(), Error> {
    match cpus {
        [Some(a), Some(b)] if a == b => Ok(()),
        [Some(a), Some(b)] => Err(Error::OtherCpu(a.to_owned(), b.to_owned())),
        [None, None] => Err(Error::UnknownCpu("neither A nor B records")),
        [None, Some(_)] => Err(Error::UnknownCpu("A does not record")),
        [Some(_), None] => Err(Error::UnknownCpu("B does not record")),
    }
}

/// The cells with samples, in the order of the run.
fn measured(side: &Selected) -> Vec<CellId> {
    let of_plan = side.run.planned.iter();
    let of_plan: Vec<CellId> = of_plan
        .filter(|id| side.samples.cells.contains_key(id))
        .cloned()
        .collect();
    let unasked = side.samples.cells.keys().filter(|id| !of_plan.contains(id));
    let unasked: Vec<CellId> = unasked.cloned().collect();
    [of_plan, unasked].concat()
}

fn as_measured(side: &Selected, id: &CellId) -> Option<Estimate> {
    let sample = side.samples.cells.get(id)?;
    median(&Sorted::new(sample.per_iteration()), LEVEL)
}

/// `42 cells (append, tree and 3 more; prost, protobuf)`.
fn said(ids: &[CellId]) -> String {
    let of = |part: fn(&CellId) -> &str| {
        let mut names: Vec<&str> = Vec::new();
        for name in ids.iter().map(part) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let more = names.len().saturating_sub(4);
        names.truncate(4);
        match more {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    };
    match ids.len() {
        0 => "no measured cell".to_owned(),
        count => format!(
            "{} ({}; {})",
            counted(count as u64, "cell"),
            of(|id| &id.case),
            of(|id| &id.codec)
        ),
    }
}

/// Why a cell is not the same work in both runs, if that is so.
fn unlikeness(sides: &[&Selected; 2], id: &CellId, times: &[Sorted; 2]) -> Option<String> {
    let case = |side: &Selected| {
        side.run
            .cases
            .iter()
            .find(|case| case.name == id.case)
            .cloned()
    };
    let cases: Option<(Case, Case)> = case(sides[0]).zip(case(sides[1]));
    let Some((a, b)) = cases else {
        return Some("a record does not describe its case".into());
    };
    // Records of layout 1 do not name the message.
    if a.message != b.message && !a.message.is_empty() && !b.message.is_empty() {
        return Some(format!(
            "not the same message: {} in A, {} in B",
            a.message, b.message
        ));
    }
    if (a.bytes(&id.op), a.messages) != (b.bytes(&id.op), b.messages) {
        let size = |case: &Case| match case.messages {
            1 => counted(case.bytes(&id.op), "wire byte"),
            many => {
                let bytes = counted(case.wire_bytes, "wire byte");
                format!("{} of {bytes}", counted(many, "message"))
            }
        };
        return Some(format!(
            "not the same message: {} in A, {} in B",
            size(&a),
            size(&b)
        ));
    }
    for (side, name) in sides.iter().zip(["A", "B"]) {
        let proofs = side.run.proofs.iter();
        let mut of = proofs.filter(|proof| proof.case == id.case && proof.codec == id.codec);
        let outcome = of.next().map(|proof| &proof.outcome);
        let word = match outcome {
            Some(Outcome::Proven { .. } | Outcome::Unsound { .. }) => continue,
            Some(Outcome::Refused { .. }) => "refused",
            Some(Outcome::Wrong { .. }) => "wrong",
            Some(Outcome::Aborted { .. }) => "aborted",
            None => "not proven",
        };
        return Some(format!("its codec is {word} in {name}"));
    }
    let empty = times.iter().position(Sorted::is_empty)?;
    Some(format!("it has no usable sample in {}", ["A", "B"][empty]))
}

fn verdict(compared: &Compared, threshold: f64) -> Verdict {
    let ends = compared.beyond_shift.interval;
    match compared.change {
        Change::Slower if ends.is_some_and(|i| i.low > 1.0 + threshold) => Verdict::Slower,
        Change::Faster if ends.is_some_and(|i| i.high < 1.0 / (1.0 + threshold)) => Verdict::Faster,
        Change::Slower | Change::Faster => Verdict::Less,
        Change::Same => Verdict::Same,
        Change::Noisy => Verdict::Noisy,
    }
}
