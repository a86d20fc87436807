//! A runner at work, seen from its parent.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use super::ask::AskError;
use super::serve::SWITCH;

/// What a runner is given on standard input.
pub(super) enum Input {
    /// Nothing.
    None,
    /// This text.
    Text(Arc<Vec<u8>>),
    /// A line now and then, with [`Running::write`].
    Lines,
}

/// How a runner is started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Its executable.
    pub runner: PathBuf,
    /// The program that runs it, with the arguments that come before the executable; by itself where empty.
    pub under: Vec<OsString>,
    /// All of its environment; the parent's where `None`.
    pub environment: Option<Vec<(OsString, OsString)>>,
}

impl Launch {
    /// The runner by itself.
    pub fn of(runner: &Path) -> Self {
        Launch {
            runner: runner.to_owned(),
            under: Vec::new(),
            environment: None,
        }
    }

    fn command(&self) -> Command {
        let mut command = match self.under.split_first() {
            None => Command::new(&self.runner),
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&self.runner);
                command
            }
        };
        if let Some(environment) = &self.environment {
            command.env_clear().envs(environment.iter().cloned());
        }
        command
    }
}

/// A runner at work. Threads read and write, so that no full pipe can hold both sides up.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    /// What it says, line by line.
    pub(super) lines: mpsc::Receiver<String>,
    stderr: Option<thread::JoinHandle<String>>,
}

impl Running {
    /// Starts a runner with a verb and its arguments.
    pub(super) fn start(launch: &Launch, words: &[&str], input: &Input) -> Result<Self, AskError> {
        let mut command = launch.command();
        command
            .arg(SWITCH)
            .args(words)
            .stdin(match input {
                Input::None => Stdio::null(),
                Input::Text(_) | Input::Lines => Stdio::piped(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for the parent, which decides when a runner ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|source| AskError::Start {
            runner: command.get_program().to_string_lossy().into_owned(),
            source,
        })?;
        let mut stdin = child.stdin.take();
        if let Input::Text(text) = input
            && let Some(mut pipe) = stdin.take()
        {
            let text = Arc::clone(text);
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
            stdin,
            lines,
            stderr: Some(stderr),
        })
    }

    /// Gives it a line.
    pub(super) fn write(&mut self, line: &str) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        stdin.write_all(line.as_bytes())?;
        stdin.write_all(b"\n")?;
        stdin.flush()
    }

    /// How it ended, and its last word; one that gave no answer is killed.
    pub(super) fn end(mut self, kill: bool) -> (String, String) {
        if kill {
            // It may have ended by itself just now.
            let _ = self.child.kill();
        }
        let how = match self.child.wait() {
            Ok(status) => how(status),
            Err(error) => format!("ended in a way that the system does not tell ({error})"),
        };
        let stderr = self.stderr.take().and_then(|reader| reader.join().ok());
        let stderr = stderr.unwrap_or_default();
        (how, stderr)
    }
}

impl Drop for Running {
    /// Nobody is left to ask it anything.
    fn drop(&mut self) {
        // It may have ended by itself; and there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
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

/// The last thing said, but for what the standard library adds when a panic may not unwind.
fn last_line(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let said = |line: &&str| !line.trim().is_empty();
    let added = |line: &&str| line.contains("thread caused non-unwinding panic");
    let mut lines = text.lines().rev().filter(said).skip_while(added);
    let line = lines.next().or_else(|| text.lines().rfind(said));
    line.unwrap_or_default().trim().to_owned()
}
