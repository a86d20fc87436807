//! A run as a child of another program. Criterion takes its options from the command line of the process
//! and from nowhere else, so a program with a command line of its own starts itself again to make a run.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::{from_command_line, screen};

/// Set in the child: the runner, and the folder for the record.
const RUNNER: &str = "WIRETAX_RUN_RUNNER";
const FOLDER: &str = "WIRETAX_RUN_FOLDER";

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
            .env("CRITERION_HOME", &self.criterion);
        let status = screen::run(&mut command)?;
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
    // To its own process alone the signal may have come, and the child knows nothing of it.
    if let Err(error) = ctrlc::set_handler(screen::end) {
        eprintln!("wiretax: Ctrl-C will leave the run behind: {error}");
    }
}

/// Starts this program again with the same command line and shows what it says, until its end; `None` in that child.
pub fn shown() -> Option<ExitCode> {
    if screen::is_child() {
        return None;
    }
    leave_interrupts();
    let run = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1));
        screen::run(&mut command)
    };
    Some(match run() {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            code.map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            eprintln!("error: the run: {error}");
            ExitCode::FAILURE
        }
    })
}

/// Makes the run that this process was started for, if it was started for one.
pub fn called() -> Option<ExitCode> {
    let runner = std::env::var_os(RUNNER)?;
    let folder = std::env::var_os(FOLDER)?;
    Some(from_command_line(
        || Ok(runner.into()),
        folder.into(),
        |_| false,
    ))
}
