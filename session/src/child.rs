//! A run as a child of another program. Criterion takes its options from the command line of the process
//! and from nowhere else, so a program with a command line of its own starts itself again to make a run.

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use crate::from_command_line;

/// Set in the child: the runner, and the folder for the record.
const RUNNER: &str = "WIRETAX_RUN_RUNNER";
const FOLDER: &str = "WIRETAX_RUN_FOLDER";
/// Set in the child whose output another process reads to the end.
const DRAINED: &str = "WIRETAX_RUN_DRAINED";

/// A run to be made by a child.
#[derive(Debug)]
pub struct Child {
    /// The runner's executable.
    pub runner: PathBuf,
    /// Where the record and the finding go.
    pub folder: PathBuf,
    /// Where criterion keeps its samples and pages.
    pub criterion: PathBuf,
    /// What criterion is told.
    pub words: Vec<String>,
}

impl Child {
    /// Starts this program again, which must ask [`called`] first of all, and waits for its end.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self) -> io::Result<ExitCode> {
        leave_interrupts();
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg("--bench")
            .args(&self.words)
            .env(RUNNER, &self.runner)
            .env(FOLDER, &self.folder)
            .env(DRAINED, "1")
            .env("CRITERION_HOME", &self.criterion);
        let status = match io::stdout().is_terminal() {
            true => command.status()?,
            // Criterion panics where nobody reads any more; whoever pipes into `head` has seen enough.
            false => drained(&mut command)?,
        };
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(ExitCode::from(code.unwrap_or_else(|| {
            eprintln!(
                "error: the run was ended from outside ({status}); `cargo wiretax finding --run {}` judges what it \
                 had measured",
                self.folder.display()
            );
            1
        })))
    }
}

/// Ctrl-C is for the child, which ends when it has kept what it has.
fn leave_interrupts() {
    if let Err(error) = ctrlc::set_handler(|| {}) {
        eprintln!("wiretax: Ctrl-C will leave the run behind: {error}");
    }
}

/// Where the output goes into a pipe: starts this program again with the same command line and waits for its end, so
/// that a reader who has seen enough does not end the run. `None` in that child, and on a terminal.
pub fn outlives_its_reader() -> Option<ExitCode> {
    if io::stdout().is_terminal() || std::env::var_os(DRAINED).is_some() {
        return None;
    }
    leave_interrupts();
    let run = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1)).env(DRAINED, "1");
        drained(&mut command)
    };
    Some(match run() {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            code.map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            eprintln!("error: cannot start the run: {error}");
            ExitCode::FAILURE
        }
    })
}

/// Runs a command and hands its output on for as long as somebody reads it.
fn drained(command: &mut Command) -> io::Result<ExitStatus> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let (mut out, mut read) = (io::stdout(), true);
    if let Some(mut pipe) = child.stdout.take() {
        let mut chunk = [0; 8192];
        loop {
            let length = pipe.read(&mut chunk)?;
            if length == 0 {
                break;
            }
            read = read
                && out
                    .write_all(&chunk[..length])
                    .and_then(|()| out.flush())
                    .is_ok();
        }
    }
    child.wait()
}

/// Makes the run that this process was started for, if it was started for one.
pub fn called() -> Option<ExitCode> {
    let runner = std::env::var_os(RUNNER)?;
    let folder = std::env::var_os(FOLDER)?;
    Some(from_command_line(|| Ok(runner.into()), folder.into()))
}
