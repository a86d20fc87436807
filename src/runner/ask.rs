//! The parent's side: starts runners and reads what they say.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::line::Line;
use super::probe::Probe;
use super::proof::{Outcome, Proof};
use crate::verify::probe::{Input, Verdict};

/// How long one proof may take. The largest payloads need a second or two in a dev build.
pub const PROOF_LIMIT: Duration = Duration::from_secs(30);

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

/// Has the runner prove every codec on every case. Where a proof kills it, that proof is an
/// [`Outcome::Aborted`] and another runner goes on behind it.
pub fn proofs(runner: &Path) -> Result<Vec<Proof>, AskError> {
    let question = Question {
        verb: "verify",
        stdin: None,
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
        stdin: Some(Arc::new(text.join("\n").into_bytes())),
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
    stdin: Option<Arc<Vec<u8>>>,
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
    let child = Running::start(runner, question, from)?;
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

/// A runner at work. Threads read and write, so that no full pipe can hold both sides up.
struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
    stderr: thread::JoinHandle<String>,
}

impl Running {
    fn start(runner: &Path, question: &Question, from: usize) -> Result<Self, AskError> {
        let input = match question.stdin {
            Some(_) => Stdio::piped(),
            None => Stdio::null(),
        };
        let mut child = Command::new(runner)
            .args(["--as-runner", question.verb, &from.to_string()])
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| AskError::Start {
                runner: runner.display().to_string(),
                source,
            })?;
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), question.stdin.clone()) {
            // A runner that dies early does not read to the end; what it did say is what counts.
            thread::spawn(move || pipe.write_all(&text).is_ok());
        }
        let (sender, lines) = mpsc::channel();
        let stdout = child.stdout.take();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while stdout
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                let text = String::from_utf8_lossy(&line).into_owned();
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
        let pipe = child.stderr.take();
        let stderr = thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = pipe {
                // What was read before an error is what there is.
                let _ = pipe.read_to_end(&mut text);
            }
            last_line(&text)
        });
        Ok(Running {
            child,
            lines,
            stderr,
        })
    }

    /// How it ended, and its last word; one that gave no answer is killed.
    fn end(mut self, kill: bool) -> (String, String) {
        if kill {
            // It may have ended by itself just now.
            let _ = self.child.kill();
        }
        let how = match self.child.wait() {
            Ok(status) => how(status),
            Err(error) => format!("ended in a way that the system does not tell ({error})"),
        };
        let stderr = self.stderr.join().unwrap_or_default();
        (how, stderr)
    }
}

fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "was killed".to_owned(),
    }
}

fn last_line(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .trim()
        .to_owned()
}
