//! Runs a program and reads its lines as they come, to its end or to its time limit.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// So much of what a program says on standard error is kept, in bytes, from its end.
const KEPT: usize = 2_000;
/// How long the end of a program's standard error is waited for when the program has ended: one that it started may hold it open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Why a program's output could not be read to its end.
#[derive(Debug, Error)]
pub enum RunError {
    /// It did not start.
    #[error("{program} does not start: {source}; install it anew with rpc/peers/install")]
    Start {
        /// Its path.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// It was still running, and was killed.
    #[error(
        "{program} was killed after {} without an end{said}; give it more time, or see what it waits for",
        humantime::format_duration(*limit)
    )]
    Late {
        /// Its path.
        program: String,
        /// The time that it had.
        limit: Duration,
        /// What it said until then.
        said: Said,
    },
    /// Its output could not be read.
    #[error("what {program} printed cannot be read: {source}")]
    Read {
        /// Its path.
        program: String,
        /// What the system says.
        source: io::Error,
    },
}

/// The last of what a program said on standard error; shown as the end of a sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said(pub String);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.trim() {
            "" => f.write_str(", and said nothing of it"),
            said => write!(f, ", and said: {said}"),
        }
    }
}

/// How a program ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code, or the signal that ended it.
    pub status: ExitStatus,
    /// What it said on standard error.
    pub said: Said,
}

/// A program that was started. It is killed when this is dropped.
#[derive(Debug)]
pub struct Running {
    program: String,
    child: Child,
    lines: Receiver<io::Result<String>>,
    said: Receiver<Said>,
    limit: Duration,
    until: Instant,
}

impl Running {
    /// Starts it with nothing on its standard input and so much time to its end.
    pub fn start(mut command: Command, limit: Duration) -> Result<Self, RunError> {
        let program = command.get_program().to_string_lossy().into_owned();
        let spawned = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(source) => return Err(RunError::Start { program, source }),
        };
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        let (line, lines) = channel();
        thread::spawn(move || {
            // Read on even when nobody listens: a program must not wait for its reader.
            for read in BufReader::new(output).lines() {
                let failed = read.is_err();
                let _ = line.send(read);
                if failed {
                    return;
                }
            }
        });
        let (last, said) = channel();
        thread::spawn(move || last.send(tail(errors)));
        Ok(Running {
            program,
            child,
            lines,
            said,
            limit,
            until: Instant::now() + limit,
        })
    }

    /// The next line of its output; `None` when it closed it.
    pub fn line(&mut self) -> Result<Option<String>, RunError> {
        let left = self.until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(Ok(line)) => Ok(Some(line)),
            Ok(Err(source)) => Err(RunError::Read {
                program: self.program.clone(),
                source,
            }),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(self.late()),
        }
    }

    /// Waits for its end; lines that were not read are lost.
    pub fn end(mut self) -> Result<Ended, RunError> {
        loop {
            let ended = self.child.try_wait().map_err(|source| RunError::Read {
                program: self.program.clone(),
                source,
            })?;
            if let Some(status) = ended {
                let said = self.last_words();
                return Ok(Ended { status, said });
            }
            if Instant::now() >= self.until {
                return Err(self.late());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn late(&mut self) -> RunError {
        self.kill();
        RunError::Late {
            program: self.program.clone(),
            limit: self.limit,
            said: self.last_words(),
        }
    }

    fn last_words(&self) -> Said {
        self.said.recv_timeout(LAST_WORDS).unwrap_or_default()
    }

    fn kill(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// All that a program prints, and how it ended.
pub fn output(command: Command, limit: Duration) -> Result<(String, Ended), RunError> {
    let mut running = Running::start(command, limit)?;
    let mut text = String::new();
    while let Some(line) = running.line()? {
        text.push_str(&line);
        text.push('\n');
    }
    Ok((text, running.end()?))
}

/// The last [`KEPT`] bytes, as text.
fn tail(mut errors: impl Read) -> Said {
    let mut kept = Vec::new();
    let mut part = [0; 4096];
    while let Ok(length @ 1..) = errors.read(&mut part) {
        kept.extend_from_slice(&part[..length]);
        let too_many = kept.len().saturating_sub(KEPT);
        kept.drain(..too_many);
    }
    Said(String::from_utf8_lossy(&kept).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn lines_and_the_end_come_as_they_are() {
        let (text, ended) =
            output(shell("echo one; echo two; echo why >&2; exit 3"), LONG).expect("it runs");
        assert_eq!(text, "one\ntwo\n");
        assert_eq!((ended.status.code(), ended.said.0), (Some(3), "why".into()));
    }

    #[test]
    fn one_that_does_not_end_is_killed_and_says_what_it_said() {
        let limit = Duration::from_millis(300);
        let error = output(shell("echo waiting >&2; exec sleep 600"), limit).expect_err("too long");
        let said = error.to_string();
        assert!(
            said.starts_with("sh was killed after 300ms without an end, and said: waiting"),
            "{said}"
        );
        // Closing the output is no end.
        let quiet = output(shell("exec sleep 600 >&-"), limit).expect_err("too long");
        assert!(matches!(quiet, RunError::Late { .. }), "{quiet}");
    }

    #[test]
    fn one_that_is_dropped_is_gone() {
        let mut running =
            Running::start(shell("echo $$; exec sleep 600"), LONG).expect("it starts");
        let pid = running.line().expect("it prints").expect("a line");
        assert_eq!(pid, running.child.id().to_string());
        drop(running);
        let mut alive = shell(&format!("kill -0 {pid}"));
        let alive = alive.stderr(Stdio::null()).status().expect("it runs");
        assert!(!alive.success());
    }

    #[test]
    fn only_the_end_of_much_is_kept() {
        let long = format!("{}end\n", "x".repeat(10_000));
        let Said(kept) = tail(long.as_bytes());
        assert!(
            kept.ends_with("xend") && kept.len() < KEPT + 1,
            "{}",
            kept.len()
        );
    }

    #[test]
    fn what_is_not_there_does_not_start() {
        let said = output(Command::new("/wiretax/no/such"), LONG)
            .expect_err("there is none")
            .to_string();
        assert!(
            said.starts_with("/wiretax/no/such does not start"),
            "{said}"
        );
    }
}
