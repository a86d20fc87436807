//! The parent's side: starts runners and reads what they say.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use super::proof::{Line, Outcome, Proof};

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
}

/// Has the runner prove every codec on every case. Where a proof kills it, that proof is an
/// [`Outcome::Aborted`] and another runner goes on behind it.
pub fn proofs(runner: &Path) -> Result<Vec<Proof>, AskError> {
    let mut proofs: Vec<Proof> = Vec::new();
    let mut from = 0;
    loop {
        let output = Command::new(runner)
            .args(["--as-runner", "verify", &from.to_string()])
            .stdin(Stdio::null())
            .output()
            .map_err(|source| AskError::Start {
                runner: runner.display().to_string(),
                source,
            })?;
        let mut open = None;
        let mut ended = false;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            match serde_json::from_str(line) {
                Ok(Line::Begin { index, case, codec }) => {
                    // An answer that something printed into is no answer, and no proof.
                    if let Some((_, case, codec)) = open.replace((index, case, codec)) {
                        let outcome =
                            Outcome::wrong("(answer)", "the runner gave none that can be read");
                        proofs.push(Proof {
                            case,
                            codec,
                            outcome,
                        });
                    }
                }
                Ok(Line::Proof(proof)) => {
                    proofs.push(proof);
                    open = None;
                }
                Ok(Line::End) => ended = true,
                // A codec may print; that is none of our business.
                Err(_) => {}
            }
        }
        if ended {
            return Ok(proofs);
        }
        let how = how(output.status);
        let Some((index, case, codec)) = open else {
            return Err(AskError::Silent {
                runner: runner.display().to_string(),
                how,
                stderr: last_line(&output.stderr),
            });
        };
        let said = last_line(&output.stderr);
        let how = if said.is_empty() {
            how
        } else {
            format!("{how}: {said}")
        };
        proofs.push(Proof {
            case,
            codec,
            outcome: Outcome::Aborted { how },
        });
        from = index + 1;
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
