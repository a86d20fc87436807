//! Claims about errors: tchannel change 1333, where building error objects with stack traces took 15 % of a process.

use super::{Asked, Question, Refusal, Wanted};
use crate::finding::evidence::Evidence;
use crate::run::CellId;

const LAYER: &str = "failure";
/// The task whose input nothing is wrong with.
const INTACT: &str = "intact";
/// What filters know the tasks on damaged input by, and its op.
const DAMAGED: &str = "damaged";

pub(super) fn questions(evidence: &Evidence<'_>) -> Vec<Question> {
    let fail = |slower: &str, faster: &str, above: f64| -> Vec<Asked> {
        let each = ["error-depth-4", "error-depth-34"].into_iter().map(|task| {
            let id = |way: &str| format!("{task}/fail/{way}");
            (id(slower), id(faster), Wanted::Above(above), None)
        });
        each.collect()
    };
    let code = "code-enum/code";
    let mut with_text = fail("rich-enum/message", code, 1.0);
    with_text.extend(fail("boxed/message", code, 1.0));
    with_text.extend(fail("tonic-status/message", code, 1.0));
    with_text.extend(fail("anyhow/no-backtrace", code, 1.0));
    let refused = damaged(evidence).filter_map(|cell| {
        let intact = intact(cell);
        let early = cell.case.ends_with("-early")
            || cell.case.ends_with("-first")
            || cell.case.ends_with("-tag");
        early.then(|| {
            (
                intact.to_string(),
                cell.to_string(),
                Wanted::Above(1.0),
                None,
            )
        })
    });
    vec![
        Question {
            layer: LAYER,
            says: "an error with a captured backtrace costs more than ten that are a plain code",
            rows: fail("anyhow/backtrace", code, 10.0),
        },
        Question {
            layer: LAYER,
            says: "an error that carries text costs more than one that is a plain code",
            rows: with_text,
        },
        Question {
            layer: LAYER,
            says: "input that is damaged at its beginning is refused faster than the intact one is taken",
            rows: refused.collect(),
        },
    ]
}

/// The cells on damaged input.
fn damaged<'a>(evidence: &Evidence<'a>) -> impl Iterator<Item = &'a CellId> {
    let run = evidence.run;
    let is = move |id: &&CellId| {
        let case = run.cases.iter().find(|case| case.name == id.case);
        id.case != INTACT && case.is_some_and(|case| case.tags.iter().any(|tag| tag == DAMAGED))
    };
    evidence.all().filter(is)
}

fn intact(cell: &CellId) -> CellId {
    CellId {
        case: INTACT.to_owned(),
        ..cell.clone()
    }
}

/// What refusing costs, in the order of the run.
pub(super) fn refusals(evidence: &Evidence<'_>) -> Vec<Refusal> {
    let allocated = |id: &CellId| {
        let mut cells = evidence.run.cells.iter();
        cells.find(|cell| cell.id == *id)?.allocated
    };
    let refusal = |cell: &CellId| {
        let intact = intact(cell);
        Some(Refusal {
            cell: cell.clone(),
            time: evidence.time(cell)?,
            against: evidence.ratio(cell, &intact),
            allocated: allocated(cell),
            intact: allocated(&intact),
        })
    };
    damaged(evidence).filter_map(refusal).collect()
}
