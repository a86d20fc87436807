//! From inputs and answers to what a report shows, and to lines of JSON.

use serde_json::json;
use wiretax::measure::environment;
use wiretax::runner::Probe;
use wiretax::verify::probe::{Expect, Input, On, Stated, Verdict};
use wiretax_report::probes::{self, Cell, Matrix, Probes, Row, Weight};

/// One document a cell.
pub fn lines(asked: &[Input], answers: &[Probe]) -> Vec<serde_json::Value> {
    let mut lines = Vec::new();
    for input in asked {
        for answer in of(answers, input) {
            lines.push(json!({
                "input": input.id,
                "topic": input.topic,
                "says": input.says,
                "wants": wants(input, answers),
                "codec": answer.codec,
                "verdict": answer.verdict,
                "detail": answer.detail,
                "reference": answer.reference,
                "weight": answer.weight,
            }));
        }
    }
    lines
}

/// Everything, for the page.
pub fn probes(asked: &[Input], answers: &[Probe], profile: &str) -> Probes {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Where it is kept does not change what it is.
    if let Some(at) = arguments.iter().position(|word| word == "--record") {
        arguments.drain(at..arguments.len().min(at + 2));
    }
    let arguments: Vec<String> = arguments.into_iter().map(quoted).collect();
    let command = format!("cargo wiretax {}", arguments.join(" "));
    let mut facts = vec![("profile of the runner".to_owned(), profile.to_owned())];
    let kept = environment::facts().into_iter();
    facts.extend(
        kept.filter(|(label, _)| matches!(*label, "rustc" | "codecs and engines"))
            .map(|(label, value)| (label.to_owned(), value)),
    );
    let wire = |input: &&Input| input.on != On::Text;
    let matrices = [
        matrix("codec", asked.iter().filter(wire), answers),
        matrix(
            "base64 engine",
            asked.iter().filter(|input| !wire(input)),
            answers,
        ),
    ];
    Probes {
        command,
        facts,
        matrices: matrices.into_iter().flatten().collect(),
        weights: answers.iter().filter_map(weight).collect(),
        notes: asked
            .iter()
            .filter_map(|input| conflict(input, answers))
            .collect(),
    }
}

fn matrix<'a>(
    title: &str,
    asked: impl Iterator<Item = &'a Input>,
    answers: &[Probe],
) -> Option<Matrix> {
    let mut matrix = Matrix {
        title: title.to_owned(),
        ..Matrix::default()
    };
    for input in asked {
        let cells: Vec<Cell> = of(answers, input).map(cell).collect();
        for cell in &cells {
            if !matrix.columns.contains(&cell.column) {
                matrix.columns.push(cell.column.clone());
            }
        }
        matrix.rows.push(Row {
            input: input.id.clone(),
            topic: input.topic.clone(),
            says: input.says.clone(),
            wants: wants(input, answers).to_owned(),
            cells,
        });
    }
    (!matrix.rows.is_empty()).then_some(matrix)
}

fn of<'a>(answers: &'a [Probe], input: &'a Input) -> impl Iterator<Item = &'a Probe> {
    answers.iter().filter(|answer| answer.input == input.id)
}

/// What must come of an input, in a word.
fn wants(input: &Input, answers: &[Probe]) -> &'static str {
    let mut rulings = of(answers, input).filter_map(|answer| answer.reference.as_ref());
    match &input.expect {
        Expect::Reference(None) if input.work == wiretax::verify::probe::Work::Cuts => {
            "each its own"
        }
        Expect::Reference(None) => rulings.next().map_or("-", |ruling| ruling.says.word()),
        expect => expect.word(),
    }
}

fn cell(answer: &Probe) -> Cell {
    let verdict = match answer.verdict {
        Verdict::Spec => probes::Verdict::Spec,
        Verdict::Lenient => probes::Verdict::Lenient,
        Verdict::Lossy => probes::Verdict::Lossy,
        Verdict::Wrong => probes::Verdict::Wrong,
        Verdict::Refused => probes::Verdict::Refused,
        Verdict::Abort => probes::Verdict::Abort,
        Verdict::Hang => probes::Verdict::Hang,
    };
    Cell {
        column: answer.codec.clone(),
        verdict,
        detail: answer.detail.clone(),
    }
}

fn weight(answer: &Probe) -> Option<Weight> {
    let weight = answer.weight?;
    Some(Weight {
        input: answer.input.clone(),
        codec: answer.codec.clone(),
        bytes_in: weight.bytes_in,
        allocated_bytes: weight.allocated_bytes,
        allocations: weight.allocations,
        field_bytes: weight.field_bytes,
        borrowed_bytes: weight.borrowed_bytes,
    })
}

/// Where the reference does not see an input as whoever brought it does.
fn conflict(input: &Input, answers: &[Probe]) -> Option<String> {
    let Expect::Reference(Some(stated)) = input.expect else {
        return None;
    };
    let mut rulings = of(answers, input).filter_map(|answer| answer.reference.as_ref());
    let ruling = rulings.next()?;
    let fine = stated == Stated::Either || stated == ruling.says;
    let (stated, says) = (stated.word(), ruling.says.word());
    (!fine).then(|| {
        format!(
            "{}: you say {stated}, our reference says {says} ({})",
            input.id, ruling.why
        )
    })
}

/// An argument as a shell takes it back.
fn quoted(argument: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument;
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}
