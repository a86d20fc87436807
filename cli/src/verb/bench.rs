//! `wiretax bench`: measures a suite, without the long build of `cargo bench`.

use std::path::PathBuf;
use std::process::ExitCode;

use super::measure::Measure;
use crate::error::Error;

/// Builds the suite's runner, proves that every codec carries the same value, measures, and prints the finding. Of a suite
/// of your own, no more is built than its runner, a small package; `cargo bench` builds the built-in suite first.
///
/// Exits with 0 where there is a finding, with 2 where the question could not be asked.
#[derive(Debug, clap::Args)]
pub struct Bench {
    /// Suite file; the built-in suite where absent.
    #[arg(long, value_name = "FILE", env = "WIRETAX_SUITE")]
    suite: Option<PathBuf>,
    /// Cells to measure, as in `'case:orders wrap:raw'`; docs/FILTER.md explains filters.
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    #[command(flatten)]
    measure: Measure,
}

impl Bench {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let name = match &self.suite {
            Some(suite) => suite.display().to_string(),
            None => "the built-in suite".to_owned(),
        };
        eprintln!("wiretax: building the runner of {name}, unless that is done");
        self.measure
            .run(self.suite.as_deref(), self.filter.as_deref())
    }
}
