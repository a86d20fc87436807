//! What a message goes through beside its codec: what was claimed of it elsewhere, and what a run says of each claim.
//!
//! A claim is about ratios of two ways to do the same work. What it names is data, one file a layer, so that a reader can see all that is
//! asked; how it is judged is here.

mod failure;
mod framing;
mod metadata;

use super::evidence::Evidence;
use super::verdict::Verdict;
use crate::run::{Allocated, CellId, Work};
use crate::stats::Estimate;

/// All that a run says of layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The claims that the run has cells for.
    pub claims: Vec<LayerClaim>,
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
    /// How many times longer the one takes than the other.
    pub ratio: Estimate,
    /// How much longer, in nanoseconds.
    pub more: Option<Estimate>,
    /// What the claim wants of the ratio.
    pub wanted: Wanted,
    /// The ratio that the report had from which the claim comes.
    pub theirs: Option<f64>,
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
type Asked = (String, String, Wanted, Option<f64>);

/// A claim before it is judged.
struct Question {
    layer: &'static str,
    says: &'static str,
    rows: Vec<Asked>,
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
    if cases.iter().all(|case| case.works.is_empty()) {
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
        refusals: failure::refusals(evidence),
        free: cases
            .iter()
            .flat_map(|case| case.works.iter().flat_map(|work| free(&case.name, work)))
            .collect(),
    })
}

impl Question {
    fn judge(&self, evidence: &Evidence<'_>) -> Option<LayerClaim> {
        let mut rows = Vec::new();
        let mut missing = Vec::new();
        for (slower, faster, wanted, theirs) in &self.rows {
            let (Ok(slower), Ok(faster)) = (slower.parse::<CellId>(), faster.parse::<CellId>())
            else {
                continue;
            };
            if !evidence.expects(&slower) || !evidence.expects(&faster) {
                continue;
            }
            let Some(ratio) = evidence.ratio(&slower, &faster) else {
                missing.extend(evidence.unmeasured([&slower, &faster]));
                continue;
            };
            rows.push(LayerRow {
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
            rows,
            missing,
        })
    }
}
