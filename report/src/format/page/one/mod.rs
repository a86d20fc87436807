//! A run over one message: the answer, and those sections that say of one case what they would
//! otherwise count over several.

mod claims;
mod engines;
mod missing;
mod outcomes;
mod race;
mod times;
mod whom;

use super::block::{Block, Text};
use crate::finding::{CaseFinding, Finding, Note};

/// The case of a run that has one only.
pub(super) fn case(finding: &Finding) -> Option<&CaseFinding> {
    match finding.cases.as_slice() {
        [only] => match &finding.race {
            // A filter can keep the race of a case whose cells it leaves out.
            Some(race) if race.case != only.case.name => None,
            _ => Some(only),
        },
        _ => None,
    }
}

/// The answer: whom its lines concern, for each op its times, what base64 adds, and the claim; then at most five lines.
pub(super) fn short(finding: &Finding, only: &CaseFinding) -> Vec<Text> {
    let mut lines: Vec<Text> = whom::line(only).into_iter().collect();
    lines.extend(times::lines(only));
    lines.extend(outcomes::short(&finding.outcomes));
    lines.extend(claims::short(&finding.gains));
    lines.extend(engines::line(&finding.engine_use, &finding.engines));
    lines.extend(race::line(finding.race.as_ref()));
    lines.extend(missing::line(finding));
    lines
}

/// What was seen of codecs in the proof of the one case. A record also holds the proofs of cases that
/// a filter leaves out.
pub(super) fn notes(finding: &Finding, only: &CaseFinding) -> Vec<Note> {
    let of_it = |note: &&Note| note.everywhere || note.cases.contains(&only.case.name);
    let mut notes: Vec<Note> = finding.notes.iter().filter(of_it).cloned().collect();
    // No need to name the one case there is.
    notes.iter_mut().for_each(|note| note.everywhere = true);
    notes
}

/// The sections that read otherwise than those of a suite.
pub(super) fn write(page: &mut Vec<Block>, finding: &Finding) {
    outcomes::write(page, &finding.outcomes);
    claims::write(page, &finding.gains);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Outcome;
    use crate::testing;

    #[test]
    fn nothing_is_counted_over_cases() {
        for name in ["append-4Ki", "tree", "packed"] {
            let finding = crate::finding(&testing::one(name), &testing::samples());
            let page = crate::markdown(&finding);
            for words in [
                "1 of 1",
                "of 1 case",
                "1 cases",
                "1 cells",
                "pairs",
                "median;",
            ] {
                assert!(!page.contains(words), "{name}: {words}: {page}");
            }
        }
    }

    #[test]
    fn notes_of_cases_left_out_are_left_out() {
        let mut run = testing::run();
        run.filter = Some("^append-16/".into());
        run.planned.retain(|id| id.case == "append-16");
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| run.planned.contains(id));
        for proof in run.proofs.iter_mut().filter(|p| p.codec == "prost") {
            if let Outcome::Proven { notes } = &mut proof.outcome {
                notes.push(match proof.case.as_str() {
                    "append-16" => "is slow".into(),
                    _ => "is fast".into(),
                });
            }
        }
        let mut finding = crate::finding(&run, &samples);
        // A refusal elsewhere would make a case of its own.
        finding.cases.truncate(1);
        finding.race = None;
        let texts: Vec<_> = notes(&finding, &finding.cases[0])
            .into_iter()
            .map(|note| (note.text, note.everywhere))
            .collect();
        let expected = ["drops unknown fields", "is slow"].map(|text| (text.to_owned(), true));
        assert_eq!(texts, expected);
    }

    #[test]
    fn several_cases_are_not_one() {
        let finding = crate::finding(&testing::run(), &testing::samples());
        assert_eq!(case(&finding), None);
        let mut run = testing::one("tree");
        run.race = testing::run().race;
        let finding = crate::finding(&run, &testing::samples());
        assert_eq!(case(&finding), None);
    }
}
