//! The child's side: answers on standard output, a JSON document a line.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use super::line::Line;
use super::listed::Listed;
use super::measure;
use super::payloads::Payloads;
use super::probe::Subject;
use super::suite::{Case, CellError, Suite};
use crate::verify::probe::{Input, On};
use crate::wrap::EngineName;

/// First argument that makes a bench executable answer as a runner instead of benching.
pub(super) const SWITCH: &str = "--as-runner";

/// Whether this process was started as a runner, by [`super::ask`].
pub fn wanted() -> bool {
    std::env::args().nth(1).is_some_and(|first| first == SWITCH)
}

/// Answers what the command line asks: `list`; `payloads`; `verify` or `probe`, with an optional index to start from;
/// `measure`. The inputs of a probe and the requests to measure come on standard input, a JSON document a line.
pub fn serve(suite: &Suite) -> ExitCode {
    let mut words = std::env::args().skip(1).filter(|word| word != SWITCH);
    let (verb, from) = (words.next(), words.next());
    let done = match verb.as_deref() {
        Some("list") => say(&Listed::of(suite)),
        Some("payloads") => payloads(suite),
        Some("measure") => measure::serve(suite, say),
        Some(verb @ ("verify" | "probe")) => match from.map_or(Ok(0), |text| text.parse()) {
            Ok(from) if verb == "verify" => verify(suite, from),
            Ok(from) => probe(suite, from),
            Err(_) => return usage(),
        },
        _ => return usage(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever asked has gone away; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wiretax-runner: cannot answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: wiretax-runner list | payloads | verify [FROM] | probe [FROM] <INPUTS | measure <REQUESTS\nIt answers in JSON lines; `wiretax` is for people."
    );
    ExitCode::from(2)
}

fn payloads(suite: &Suite) -> io::Result<()> {
    for case in suite.cases() {
        say(&Line::Answer(Payloads::of(case)))?;
    }
    end()
}

fn verify(suite: &Suite, from: usize) -> io::Result<()> {
    quiet();
    for (index, (case, codec)) in suite.pairs().enumerate().skip(from) {
        let subject = case.declared().name;
        begin(index, subject, codec)?;
        say(&Line::Answer(case.prove(codec)))?;
    }
    let pairs = suite.pairs().count();
    for (at, (name, by)) in suite.tried().into_iter().enumerate() {
        if pairs + at >= from {
            begin(pairs + at, name, by)?;
            say(&Line::Answer(suite.try_out(name, by)))?;
        }
    }
    end()
}

/// Every input of standard input with every codec of its case, or with every engine.
fn probe(suite: &Suite, from: usize) -> io::Result<()> {
    quiet();
    let inputs = match inputs(suite, io::stdin().lock()) {
        Ok(inputs) => inputs,
        Err(why) => return say(&Line::<()>::Fault { why }),
    };
    let mut index = 0;
    for (input, case) in &inputs {
        let names: Vec<&str> = match case {
            Some(case) => case.codecs().collect(),
            None => EngineName::ALL.map(EngineName::name).to_vec(),
        };
        let first = index;
        index += names.len();
        if index <= from {
            continue;
        }
        let message = match case.map(Case::message).transpose() {
            Ok(message) => message,
            Err(why) => return say(&Line::<()>::Fault { why }),
        };
        let subject = Subject::new(input, message);
        for (at, name) in names.iter().enumerate().skip(from.saturating_sub(first)) {
            begin(first + at, &input.id, name)?;
            // Whoever asked has gone away; the answer will find that out.
            let mut step = |step: &'static str| {
                let step = step.to_owned();
                let _ = say(&Line::<()>::Step { step });
            };
            let answer = match case {
                None => subject.engine(EngineName::ALL[at], &mut step),
                Some(case) => match case.arm(name) {
                    Ok(arm) => subject.codec(name, arm, &mut step),
                    Err(CellError::Refused(stage, why)) => subject.refused(name, stage, why),
                    Err(error) => subject.refused(name, "the suite", &error.to_string()),
                },
            };
            say(&Line::Answer(answer))?;
        }
    }
    end()
}

/// The inputs, each with its case; an input without one is a text.
fn inputs(suite: &Suite, from: impl BufRead) -> Result<Vec<(Input, Option<&Case>)>, String> {
    let mut inputs = Vec::new();
    for line in from.lines() {
        let line = line.map_err(|error| format!("standard input: {error}"))?;
        let input: Input =
            serde_json::from_str(&line).map_err(|error| format!("standard input: {error}"))?;
        let case = match &input.on {
            On::Text => None,
            On::Case(name) => {
                let mut cases = suite.cases().iter();
                let found = cases.find(|case| case.declared().name == name);
                let known = suite.cases().iter().map(|case| case.declared().name);
                Some(found.ok_or_else(|| {
                    let known: Vec<&str> = known.collect();
                    let suite = suite.name();
                    format!("{suite} has no case `{name}`; it has {}", known.join(", "))
                })?)
            }
        };
        inputs.push((input, case));
    }
    Ok(inputs)
}

/// A codec's panic becomes a result; of its report one line is enough, for one that ends the process.
fn quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic
            .payload_as_str()
            .unwrap_or("a panic without a message");
        eprintln!("{}", text.lines().next().unwrap_or_default());
    }));
}

fn begin(index: usize, subject: &str, codec: &str) -> io::Result<()> {
    say(&Line::<()>::Begin {
        index,
        subject: subject.to_owned(),
        codec: codec.to_owned(),
    })
}

fn end() -> io::Result<()> {
    say(&Line::<()>::End)
}

/// One line, out at once: the next thing that happens may be an abort.
fn say(line: &impl serde::Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, line)?;
    out.write_all(b"\n")?;
    out.flush()
}
