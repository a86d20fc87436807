//! `wiretax finding`: what the latest run found, from what it left behind.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

use wiretax::measure::environment;
use wiretax_report::{Run, Style};

use crate::error::Error;
use crate::runner;

/// A run that was interrupted or killed has kept every cell that it measured; this judges those.
#[derive(Debug, clap::Args)]
pub struct Finding {
    /// Markdown instead of text for a terminal.
    #[arg(long)]
    markdown: bool,
    /// Folder with the run's record.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
}

impl Finding {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let latest = || runner::checkout().join("reports").join("latest");
        let folder = self.run.clone().unwrap_or_else(latest);
        let run = Run::read(&folder.join("run.json"))?;
        let since = UNIX_EPOCH + Duration::from_secs(run.started.saturating_sub(1));
        let samples = wiretax_report::samples(&environment::criterion_folder(), since)?;
        let finding = wiretax_report::finding(&run, &samples);
        if self.markdown {
            print!("{}", wiretax_report::markdown(&finding));
        } else {
            let style = Style::of(&std::io::stdout());
            print!("{}", wiretax_report::terminal(&finding, &style));
        }
        Ok(ExitCode::SUCCESS)
    }
}
