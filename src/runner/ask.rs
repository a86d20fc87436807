//! The parent's side: starts runners and reads what they say.

#[cfg(all(test, unix))]
#[path = "ask_tests.rs"]
mod tests;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::child::{self, Launch, Running};
use super::line::Line;
use super::listed::Listed;
use super::payloads::Payloads;
use super::probe::Probe;
use super::proof::{Outcome, Proof};
use crate::verify::probe::{Input, Verdict};

/// How long one proof may take. A payload may have hundreds of MiB, and a mix a thousand messages; so this is
/// generous, and only there to end what hangs.
pub const PROOF_LIMIT: Duration = Duration::from_secs(300);

/// How long one probe may take; its inputs are small, and a decoder that is still busy will stay so.
pub const PROBE_LIMIT: Duration = Duration::from_secs(10);

/// Why a runner gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It could not be started.
    #[error("cannot start the runner {runner}: {source}")]
    Start {
        /// Path of the executable.
        runner: String,
        /// What the system said.
        source: io::Error,
    },
    /// It ended without having begun anything.
    #[error("the runner {runner} {how} before it answered: {stderr}")]
    Silent {
        /// Path of the executable.
        runner: String,
        /// How it ended.
        how: String,
        /// Last line of its standard error.
        stderr: String,
    },
    /// It cannot do what it is asked.
    #[error("{0}")]
    Fault(String),
}

/// What the runner's suite is.
pub fn list(runner: &Path) -> Result<Listed, AskError> {
    let child = Running::start(&Launch::of(runner), &["list"], &child::Input::None)?;
    let answer = child.lines.recv_timeout(PROOF_LIMIT);
    let (how, stderr) = child.end(answer.is_err());
    let listed = answer
        .ok()
        .and_then(|line| serde_json::from_str(&line).ok());
    listed.ok_or_else(|| AskError::Silent {
        runner: runner.display().to_string(),
        how,
        stderr,
    })
}

/// The wire bytes of every case, each payload of a mix with how often a pass has it.
pub fn payloads(runner: &Path) -> Result<Vec<Payloads>, AskError> {
    let child = Running::start(&Launch::of(runner), &["payloads"], &child::Input::None)?;
    let mut found = Vec::new();
    let mut ended = false;
    while let Ok(line) = child.lines.recv_timeout(PROOF_LIMIT) {
        match serde_json::from_str(&line) {
            Ok(Line::Answer(payloads)) => found.push(payloads),
            Ok(Line::End) => ended = true,
            _ => {}
        }
    }
    let (how, stderr) = child.end(!ended);
    ended.then_some(found).ok_or_else(|| AskError::Silent {
        runner: runner.display().to_string(),
        how,
        stderr,
    })
}

/// Has the runner prove every codec on every case. Where a proof kills it, that proof is an
/// [`Outcome::Aborted`] and another runner goes on behind it.
pub fn proofs(runner: &Path) -> Result<Vec<Proof>, AskError> {
    let question = Question {
        verb: "verify",
        input: child::Input::None,
        limit: PROOF_LIMIT,
    };
    ask(runner, &question, |lost| {
        let outcome = match lost.how {
            How::Garbled => Outcome::wrong("(answer)", "the runner gave none that can be read"),
            How::Died(how) => Outcome::Aborted { how },
            How::Silent => Outcome::Aborted {
                how: format!("gave no answer within {} s", PROOF_LIMIT.as_secs()),
            },
        };
        Proof {
            case: lost.subject,
            codec: lost.codec,
            outcome,
        }
    })
}

/// Has the runner hand every input to every codec of its case, and every text to every engine. One that dies
/// or hangs is a result, and another runner goes on behind it.
pub fn probes(runner: &Path, inputs: &[Input]) -> Result<Vec<Probe>, AskError> {
    let lines = inputs.iter().map(serde_json::to_string);
    let text: Result<Vec<String>, _> = lines.collect();
    let text = text.map_err(|error| AskError::Fault(error.to_string()))?;
    let question = Question {
        verb: "probe",
        input: child::Input::Text(Arc::new(text.join("\n").into_bytes())),
        limit: PROBE_LIMIT,
    };
    ask(runner, &question, |lost| {
        let at = lost.step.map(|step| format!("({step}): "));
        let (verdict, detail) = match lost.how {
            How::Garbled => (
                Verdict::Wrong,
                "the runner's answer cannot be read".to_owned(),
            ),
            How::Died(how) => (Verdict::Abort, format!("its process {how}")),
            How::Silent => (
                Verdict::Hang,
                format!("gave no answer within {} s", PROBE_LIMIT.as_secs()),
            ),
        };
        Probe {
            input: lost.subject,
            codec: lost.codec,
            verdict,
            detail: at.unwrap_or_default() + &detail,
            reference: None,
            weight: None,
        }
    })
}

struct Question {
    verb: &'static str,
    input: child::Input,
    limit: Duration,
}

/// A pair that was begun and not answered.
struct Lost {
    index: usize,
    subject: String,
    codec: String,
    /// The last step that began.
    step: Option<String>,
    how: How,
}

enum How {
    /// Something printed into the answer.
    Garbled,
    /// The process ended, and this is how.
    Died(String),
    /// Nothing came within the limit.
    Silent,
}

/// Asks for all pairs, starting runners behind those that were lost.
fn ask<T: DeserializeOwned>(
    runner: &Path,
    question: &Question,
    lost: impl Fn(Lost) -> T,
) -> Result<Vec<T>, AskError> {
    let mut answers = Vec::new();
    let mut from = 0;
    loop {
        match one(runner, question, from, &mut answers, &lost)? {
            None => return Ok(answers),
            Some(next) => from = next,
        }
    }
}

/// One runner; where to go on if it was lost on the way.
fn one<T: DeserializeOwned>(
    runner: &Path,
    question: &Question,
    from: usize,
    answers: &mut Vec<T>,
    lost: &impl Fn(Lost) -> T,
) -> Result<Option<usize>, AskError> {
    let child = Running::start(
        &Launch::of(runner),
        &[question.verb, &from.to_string()],
        &question.input,
    )?;
    let mut open: Option<Lost> = None;
    let mut begun = Instant::now();
    let silent = loop {
        let left = question.limit.saturating_sub(begun.elapsed());
        let line = match child.lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => break true,
            Err(RecvTimeoutError::Disconnected) => break false,
        };
        match serde_json::from_str(&line) {
            Ok(Line::Begin {
                index,
                subject,
                codec,
            }) => {
                begun = Instant::now();
                let next = Lost {
                    index,
                    subject,
                    codec,
                    step: None,
                    how: How::Garbled,
                };
                // An answer that something printed into is no answer, and no proof.
                answers.extend(open.replace(next).map(lost));
            }
            Ok(Line::Step { step }) => {
                if let Some(open) = &mut open {
                    open.step = Some(step);
                }
            }
            Ok(Line::Answer(answer)) => {
                answers.push(answer);
                open = None;
                begun = Instant::now();
            }
            Ok(Line::Fault { why }) => return Err(AskError::Fault(why)),
            Ok(Line::End) => {
                answers.extend(open.take().map(lost));
                return Ok(None);
            }
            // A codec may print; that is none of our business.
            Err(_) => {}
        }
    };
    let (how, stderr) = child.end(silent);
    let Some(mut open) = open else {
        return Err(AskError::Silent {
            runner: runner.display().to_string(),
            how,
            stderr,
        });
    };
    let next = open.index + 1;
    open.how = match (silent, stderr.is_empty()) {
        (true, _) => How::Silent,
        (false, true) => How::Died(how),
        (false, false) => How::Died(format!("{how}: {stderr}")),
    };
    answers.push(lost(open));
    Ok(Some(next))
}
