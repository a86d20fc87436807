//! `wiretax finding`: what the latest run found, from what it left behind.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use wiretax::measure::environment;
use wiretax_report::{RECORD, Run, Style};

use crate::error::Error;
use crate::runner;

/// A run that was interrupted or killed has kept every cell that it measured; this judges those.
#[derive(Debug, clap::Args)]
pub struct Finding {
    /// Markdown instead of text for a terminal.
    #[arg(long)]
    markdown: bool,
    /// Folder with the run's record. Where absent, that of the latest run, of `cargo bench` or of `wiretax try`.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
}

impl Finding {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let folder = match &self.run {
            Some(folder) => folder.clone(),
            None => runner::latest_run()?,
        };
        let mut run = Run::read(&folder.join(RECORD))?;
        if run.cells.is_empty() {
            // It was killed: what it measured is still where criterion puts it, for `wiretax try` beside the record.
            let beside = folder.join("..").join("criterion");
            let criterion = match beside.is_dir() {
                true => beside,
                false => environment::criterion_folder(),
            };
            wiretax_report::collect(&mut run, &folder, &criterion)?;
        }
        let finding = wiretax_report::judge(&run);
        let text = if self.markdown {
            wiretax_report::markdown(&finding)
        } else {
            wiretax_report::terminal(&finding, &Style::of(&io::stdout()))
        };
        match io::stdout().lock().write_all(text.as_bytes()) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}
