//! `wiretax finding`: what the latest run found, from what it left behind.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::error::Error;
use crate::{output, record};

/// A run that was interrupted or killed has kept every cell that it measured; this judges those.
#[derive(Debug, clap::Args)]
pub struct Finding {
    /// Markdown instead of text for a terminal.
    #[arg(long)]
    markdown: bool,
    /// A run's record, or the folder with it. Where absent, that of the latest run, of `cargo bench` or of `wiretax try`.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
}

impl Finding {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let record = record::read(self.run.as_deref())?;
        let finding = wiretax_report::judge(&record.run);
        let text = match self.markdown {
            true => wiretax_report::markdown(&finding),
            false => wiretax_report::terminal(&finding, output::screen(None)),
        };
        output::print(&text, None)?;
        Ok(ExitCode::SUCCESS)
    }
}
