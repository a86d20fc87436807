//! What became of each codec on each case: a refusal is a result, and is told as one.

use crate::run::{Outcome, Run};

/// Of all pairs of case and codec, how many came to what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// A line for each codec, in the order of the run.
    pub codecs: Vec<Tally>,
    /// The pairs that are not simply measured, in the order of the run.
    pub others: Vec<Pair>,
}

/// What came of one codec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Name of the codec.
    pub codec: String,
    /// Cases that it was measured on and ranked in.
    pub measured: usize,
    /// Cases that it was measured on, by way of undefined behaviour of its own.
    pub unsound: usize,
    /// Cases that its generator, or the compiler, would not take.
    pub refused: usize,
    /// Cases whose value it does not carry.
    pub wrong: usize,
    /// Cases that ended its process, or on which it gave no answer.
    pub aborted: usize,
}

/// A codec on a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Name of the case.
    pub case: String,
    /// Name of the codec.
    pub codec: String,
    /// What came of it; never [`Outcome::Proven`].
    pub outcome: Outcome,
}

impl Outcomes {
    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        let all = |of: &Tally| of.measured + of.unsound + of.refused + of.wrong + of.aborted;
        self.codecs.iter().map(all).sum()
    }
}

/// Counts what the proofs say of the cases that the run is about.
pub(super) fn outcomes(run: &Run) -> Outcomes {
    let mut found = Outcomes::default();
    let planned = |case: &str| run.planned.iter().any(|id| id.case == case);
    let failed =
        |outcome: &Outcome| !matches!(outcome, Outcome::Proven { .. } | Outcome::Unsound { .. });
    for proof in &run.proofs {
        // What a filter has left out is not part of this run; what could not be planned is.
        let unplannable = run.filter.is_none() && failed(&proof.outcome);
        if !planned(&proof.case) && !unplannable {
            continue;
        }
        let at = found.codecs.iter().position(|of| of.codec == proof.codec);
        let at = at.unwrap_or_else(|| {
            found.codecs.push(Tally {
                codec: proof.codec.clone(),
                ..Tally::default()
            });
            found.codecs.len() - 1
        });
        let tally = &mut found.codecs[at];
        *match proof.outcome {
            Outcome::Proven { .. } => &mut tally.measured,
            Outcome::Unsound { .. } => &mut tally.unsound,
            Outcome::Refused { .. } => &mut tally.refused,
            Outcome::Wrong { .. } => &mut tally.wrong,
            Outcome::Aborted { .. } => &mut tally.aborted,
        } += 1;
        if !matches!(proof.outcome, Outcome::Proven { .. }) {
            found.others.push(Pair {
                case: proof.case.clone(),
                codec: proof.codec.clone(),
                outcome: proof.outcome.clone(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn every_pair_is_counted_once() {
        let mut run = testing::run();
        let all = outcomes(&run);
        assert_eq!(all.pairs(), run.proofs.len());
        run.proofs[0].outcome = Outcome::Aborted {
            how: "was killed by signal 6".to_owned(),
        };
        let less = outcomes(&run);
        assert_eq!(less.pairs(), all.pairs());
        let of = less
            .codecs
            .iter()
            .find(|of| of.codec == run.proofs[0].codec);
        assert_eq!(of.map(|of| of.aborted), Some(all.codecs[0].aborted + 1));
        assert!(
            less.others
                .iter()
                .any(|pair| pair.case == run.proofs[0].case)
        );
    }
}
