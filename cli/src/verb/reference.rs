//! `wiretax reference`: keeps a run in the repository, for people to read and for documents to quote.

use std::path::PathBuf;
use std::process::ExitCode;

use wiretax_report::stats::{LEVEL, lower_rank};
use wiretax_report::{Measured, RECORD, Run};

use crate::error::Error;
use crate::{output, record, runner};

/// Copies a complete run's record, its finding and its charts to `reports/reference/DATE-CPU`.
///
/// Exits with 0 where they are there, with 2 where not.
#[derive(Debug, clap::Args)]
pub struct Reference {
    /// A run's record, or the folder with it; that of the latest run where absent.
    #[arg(long, value_name = "RECORD")]
    run: Option<PathBuf>,
    /// Folder to keep runs in; `reports/reference` of the checkout where absent.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

impl Reference {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let from = match &self.run {
            Some(given) => record::file(given),
            None => record::file(&runner::latest_run()?),
        };
        let run = Run::read(&from)?;
        if !is_whole(&run) {
            return Err(Error::NotWhole(from));
        }
        let finding = wiretax_report::judge(&run);
        let home = self.into.clone().unwrap_or_else(runner::reference);
        let folder = home.join(wiretax_report::reference_name(&finding));
        let to = folder.join(RECORD);
        if Run::read(&to).is_ok_and(|kept| kept.started != run.started) {
            return Err(Error::Kept(to));
        }
        run.write(&to)?;
        let markdown = wiretax_report::markdown(&finding);
        wiretax_report::write_text(&folder.join("finding.md"), &markdown)?;
        for (name, svg) in wiretax_report::charts(&run, &finding) {
            wiretax_report::write_text(&folder.join("charts").join(name), &svg)?;
        }
        output::print(&format!("{}\n", folder.display()), None)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether every cell of the whole suite was measured to the end, with enough samples for an interval.
pub(super) fn is_whole(run: &Run) -> bool {
    let enough = |cell: &Measured| lower_rank(cell.nanos.len(), LEVEL).is_some();
    run.complete
        && run.filter.is_none()
        && !run.cells.is_empty()
        && run.cells.len() == run.planned.len()
        && run.cells.iter().all(enough)
}
