//! Claims about errors: tchannel change 1333, where building error objects with stack traces took 15 % of a process.

use super::{Asked, Kind, Question, Refusal, Wanted};
use crate::finding::evidence::Evidence;
use crate::run::{Allocated, CellId};

const LAYER: &str = "failure";
/// The task whose input nothing is wrong with.
const INTACT: &str = "intact";
/// The op of the tasks that make an error.
const FAIL: &str = "fail";
/// What filters know the tasks on damaged input by, and its op.
const DAMAGED: &str = "damaged";

pub(super) fn questions(evidence: &Evidence<'_>) -> Vec<Question> {
    let refused = damaged(evidence).filter_map(|cell| {
        let mut ends = ["-early", "-first", "-tag"].into_iter();
        let early = ends.any(|end| cell.case.ends_with(end));
        let ids = (intact(cell).to_string(), cell.to_string());
        early.then_some((ids.0, ids.1, Wanted::Above(1.0), None))
    });
    let mut questions = of_kinds();
    questions.push(Question {
        told_apart: true,
        ..Question::new(
            LAYER,
            "Input that is damaged at its beginning is refused faster than the intact one is taken",
            refused.collect(),
        )
    });
    questions
}

/// Those about the error itself.
pub(super) fn of_kinds() -> Vec<Question> {
    let fail = |slower: &str, faster: &str, above: f64| -> Vec<Asked> {
        let each = ["error-depth-4", "error-depth-34"].into_iter().map(|task| {
            let id = |way: &str| format!("{task}/{FAIL}/{way}");
            (id(slower), id(faster), Wanted::Above(above), None)
        });
        each.collect()
    };
    let code = "code-enum/code";
    let mut with_text = fail("rich-enum/message", code, 1.0);
    with_text.extend(fail("boxed/message", code, 1.0));
    with_text.extend(fail("tonic-status/message", code, 1.0));
    with_text.extend(fail("anyhow/no-backtrace", code, 1.0));
    vec![
        Question::new(
            LAYER,
            "An error with a captured backtrace takes more than ten times as long as one that is a plain code, the way up through the stack included",
            fail("anyhow/backtrace", code, 10.0),
        ),
        Question::new(
            LAYER,
            "An error that carries text takes longer than one that is a plain code",
            with_text,
        ),
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

/// What an error costs, in the order of the run.
pub(super) fn kinds(evidence: &Evidence<'_>) -> Vec<Kind> {
    let kind = |cell: &CellId| {
        let floor = CellId::new(&cell.case, FAIL, "ok", "value");
        Some(Kind {
            cell: cell.clone(),
            time: evidence.time(cell)?,
            more: evidence.difference(cell, &floor).filter(|_| *cell != floor),
            allocated: allocated(evidence, cell),
        })
    };
    let cells = evidence.all().filter(|id| id.op == FAIL);
    cells.filter_map(kind).collect()
}

fn allocated(evidence: &Evidence<'_>, id: &CellId) -> Option<Allocated> {
    let mut cells = evidence.run.cells.iter();
    cells.find(|cell| cell.id == *id)?.allocated
}

fn intact(cell: &CellId) -> CellId {
    CellId {
        case: INTACT.to_owned(),
        ..cell.clone()
    }
}

/// What refusing costs, in the order of the run.
pub(super) fn refusals(evidence: &Evidence<'_>) -> Vec<Refusal> {
    let refusal = |cell: &CellId| {
        let intact = intact(cell);
        Some(Refusal {
            cell: cell.clone(),
            time: evidence.time(cell)?,
            against: evidence.ratio(cell, &intact),
            allocated: allocated(evidence, cell),
            intact: allocated(evidence, &intact),
        })
    };
    damaged(evidence).filter_map(refusal).collect()
}
