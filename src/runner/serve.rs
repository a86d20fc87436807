//! The child's side: answers on standard output, a JSON document a line.

use std::io::{self, Write};
use std::process::ExitCode;

use super::proof::Line;
use super::suite::Suite;

/// First argument that makes a bench executable answer as a runner instead of benching.
const SWITCH: &str = "--as-runner";

/// Whether this process was started as a runner, by [`super::ask`].
pub fn wanted() -> bool {
    std::env::args().nth(1).is_some_and(|first| first == SWITCH)
}

/// Answers what the command line asks: `list`, or `verify` with an optional index to start from.
pub fn serve(suite: &Suite) -> ExitCode {
    let mut words = std::env::args().skip(1).filter(|word| word != SWITCH);
    let (verb, from) = (words.next(), words.next());
    let done = match verb.as_deref() {
        Some("list") => list(suite),
        Some("verify") => match from.map_or(Ok(0), |text| text.parse()) {
            Ok(from) => verify(suite, from),
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
        "usage: wiretax-runner list | verify [FROM]\nIt answers in JSON lines; `wiretax` is for people."
    );
    ExitCode::from(2)
}

fn list(suite: &Suite) -> io::Result<()> {
    for case in suite.cases() {
        let declared = case.declared();
        let cells: Vec<String> = case
            .plan(true)
            .iter()
            .map(|(op, wrap)| format!("{op}/{wrap}"))
            .collect();
        let default: Vec<String> = case
            .plan(false)
            .iter()
            .map(|(op, wrap)| format!("{op}/{wrap}"))
            .collect();
        let line = serde_json::json!({
            "case": declared.name,
            "stresses": declared.stresses,
            "message": declared.message,
            "wire_bytes": declared.wire.len(),
            "codecs": case.codecs().collect::<Vec<_>>(),
            "cells": cells,
            "default": default,
        });
        say(&line)?;
    }
    Ok(())
}

fn verify(suite: &Suite, from: usize) -> io::Result<()> {
    // A codec's panic becomes a result; its report would only get between the lines.
    std::panic::set_hook(Box::new(|_| {}));
    for (index, (case, codec)) in suite.pairs().enumerate().skip(from) {
        let name = case.declared().name.to_owned();
        say(&Line::Begin {
            index,
            case: name,
            codec: codec.to_owned(),
        })?;
        say(&Line::Proof(case.prove(codec)))?;
    }
    say(&Line::End)
}

/// One line, out at once: the next thing that happens may be an abort.
fn say(line: &impl serde::Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, line)?;
    out.write_all(b"\n")?;
    out.flush()
}
