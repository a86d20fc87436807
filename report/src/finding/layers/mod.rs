//! What a message goes through beside its codec: what was claimed of it elsewhere, and what a run says of each claim.
//!
//! A claim is about ratios of two ways to do the same work. What it names is data, one file a layer, so that a reader can see all that is
//! asked; how it is judged is here.

mod failure;
mod framing;
mod metadata;

use super::evidence::{Evidence, Standing};
use super::verdict::Verdict;
use crate::run::{Allocated, Case, CellId, Work};
use crate::stats::Estimate;

/// All that a run says of layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The claims that the run has cells for.
    pub claims: Vec<LayerClaim>,
    /// What an error costs by what it carries.
    pub kinds: Vec<Kind>,
    /// What refusing damaged input costs, beside taking the intact one.
    pub refusals: Vec<Refusal>,
    /// What was not measured since there is nothing to measure: what is worked on, what is done, who does it and why.
    pub free: Vec<Free>,
}

/// Work that takes no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    /// Name and op of the task.
    pub task: String,
    /// Who does it.
    pub by: String,
    /// Why there is no time.
    pub why: String,
}

/// A claim about two ways to do the same, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerClaim {
    /// The layer: what filters know it by.
    pub layer: &'static str,
    /// The claim, in a sentence without its end.
    pub says: &'static str,
    /// Holds where it holds in every row, does not where it fails in one.
    pub verdict: Verdict,
    /// What it is judged by.
    pub rows: Vec<LayerRow>,
    /// Whether the rows are those of a table that stands by itself.
    pub told_apart: bool,
    /// Cells that the run meant to measure and has not.
    pub missing: Vec<String>,
}

/// One ratio of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerRow {
    /// The way that takes longer, if the claim is right.
    pub slower: CellId,
    /// The way that it is compared with.
    pub faster: CellId,
    /// Their times, in this order.
    pub times: [Estimate; 2],
    /// How many times longer the one takes than the other.
    pub ratio: Estimate,
    /// How much longer, in nanoseconds.
    pub more: Option<Estimate>,
    /// What the claim wants of the ratio.
    pub wanted: Wanted,
    /// The suite of a report that the claim comes from.
    pub theirs: Option<Theirs>,
    /// What became of it.
    pub verdict: Verdict,
}

/// A bound of a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// More than this.
    Above(f64),
    /// At most this.
    Below(f64),
}

/// A suite of a report, before and after its change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theirs {
    /// Its name there.
    pub suite: &'static str,
    /// Ops a second before the change.
    pub before: f64,
    /// Ops a second after it.
    pub after: f64,
}

/// One kind of error at one depth of the stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its cell.
    pub cell: CellId,
    /// Its time, the way up to the caller included.
    pub time: Estimate,
    /// How much longer than the same way up without an error, in nanoseconds.
    pub more: Option<Estimate>,
    /// What it allocates.
    pub allocated: Option<Allocated>,
}

/// A codec on damaged input.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The cell that refuses.
    pub cell: CellId,
    /// Its time.
    pub time: Estimate,
    /// That over the time of the same codec on intact input.
    pub against: Option<Estimate>,
    /// What refusing allocates.
    pub allocated: Option<Allocated>,
    /// What taking the intact input allocates.
    pub intact: Option<Allocated>,
}

/// What is asked: ids of the slower and the faster way, what is wanted, and what the report had.
type Asked = (String, String, Wanted, Option<Theirs>);

/// A claim before it is judged.
struct Question {
    layer: &'static str,
    says: &'static str,
    rows: Vec<Asked>,
    told_apart: bool,
}

impl Wanted {
    fn judge(self, ratio: &Estimate) -> Verdict {
        match self {
            Wanted::Above(bound) => Verdict::above(ratio, bound),
            Wanted::Below(bound) => match Verdict::above(ratio, bound) {
                Verdict::Holds => Verdict::DoesNotHold,
                Verdict::DoesNotHold => Verdict::Holds,
                Verdict::Inconclusive => Verdict::Inconclusive,
            },
        }
    }
}

/// `None` where the run has no tasks.
pub(super) fn layers(evidence: &Evidence<'_>) -> Option<Layers> {
    let cases = &evidence.run.cases;
    if !cases.iter().any(Case::is_task) {
        return None;
    }
    let mut questions = framing::questions();
    questions.extend(metadata::questions());
    questions.extend(failure::questions(evidence));
    let free = |case: &str, work: &Work| -> Vec<Free> {
        let each = work.free.iter();
        let told = each.map(|(by, why)| Free {
            task: format!("{case}/{}", work.op),
            by: by.clone(),
            why: why.clone(),
        });
        told.collect()
    };
    Some(Layers {
        claims: questions
            .iter()
            .filter_map(|question| question.judge(evidence))
            .collect(),
        kinds: failure::kinds(evidence),
        refusals: failure::refusals(evidence),
        free: cases
            .iter()
            .flat_map(|case| case.works.iter().flat_map(|work| free(&case.name, work)))
            .collect(),
    })
}

impl Theirs {
    /// How many times faster it became.
    pub fn gain(&self) -> f64 {
        self.after / self.before
    }
}

impl Question {
    fn new(layer: &'static str, says: &'static str, rows: Vec<Asked>) -> Self {
        Question {
            layer,
            says,
            rows,
            told_apart: false,
        }
    }

    fn judge(&self, evidence: &Evidence<'_>) -> Option<LayerClaim> {
        let mut rows = Vec::new();
        let mut missing = Vec::new();
        for (slower, faster, wanted, theirs) in &self.rows {
            let (Ok(slower), Ok(faster)) = (slower.parse::<CellId>(), faster.parse::<CellId>())
            else {
                continue;
            };
            if !evidence.expects(&slower) || !evidence.expects(&faster) {
                missing.extend(failed(evidence, [&slower, &faster]));
                continue;
            }
            let times = [&slower, &faster].map(|id| evidence.time(id));
            let (Some(ratio), [Some(long), Some(short)]) =
                (evidence.ratio(&slower, &faster), times)
            else {
                missing.extend(evidence.unmeasured([&slower, &faster]));
                continue;
            };
            rows.push(LayerRow {
                times: [long, short],
                more: evidence.difference(&slower, &faster),
                verdict: wanted.judge(&ratio),
                slower,
                faster,
                ratio,
                wanted: *wanted,
                theirs: *theirs,
            });
        }
        if rows.is_empty() && missing.is_empty() {
            return None;
        }
        missing.sort();
        missing.dedup();
        let has = |verdict| rows.iter().any(|row| row.verdict == verdict);
        let verdict = match () {
            () if has(Verdict::DoesNotHold) => Verdict::DoesNotHold,
            // What was not measured could still speak against it.
            () if has(Verdict::Inconclusive) || !missing.is_empty() => Verdict::Inconclusive,
            () => Verdict::Holds,
        };
        Some(LayerClaim {
            layer: self.layer,
            says: self.says,
            verdict,
            told_apart: self.told_apart,
            rows,
            missing,
        })
    }
}

/// Those of two ways whose proof has failed, and which the run did not plan to measure for that; none where a filter left out both.
fn failed(evidence: &Evidence<'_>, ways: [&CellId; 2]) -> Vec<String> {
    let run = evidence.run;
    let asked = run.filter.is_none() || ways.iter().any(|id| evidence.expects(id));
    let out = |id: &&CellId| evidence.standing(&id.case, &id.codec) == Standing::Out;
    let proven = |id: &&CellId| {
        let mut proofs = run.proofs.iter();
        proofs.any(|proof| proof.case == id.case && proof.codec == id.codec)
    };
    let failed = ways.into_iter().filter(|id| asked && proven(id) && out(id));
    failed.map(ToString::to_string).collect()
}

/// Ids of all cells that claims name, but for those on damaged input, which are taken from the run.
pub fn claimed() -> Vec<String> {
    let questions = framing::questions().into_iter();
    let questions = questions
        .chain(metadata::questions())
        .chain(failure::of_kinds());
    let rows = questions.flat_map(|question| question.rows);
    rows.flat_map(|(slower, faster, ..)| [slower, faster])
        .collect()
}

#[cfg(test)]
mod tests;
