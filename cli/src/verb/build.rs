//! `wiretax build`: a suite's runner, for whoever wants to ask it themselves; `cargo bench` does.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::error::Error;
use crate::runner;

/// Prints the path of the executable. Run it without arguments to see what it can be asked.
#[derive(Debug, clap::Args)]
pub struct Build {
    /// Suite file; the built-in suite where absent.
    #[arg(long, value_name = "FILE", env = "WIRETAX_SUITE")]
    suite: Option<PathBuf>,
    /// Cargo profile; `bench` is what times are measured with.
    #[arg(long, value_name = "NAME", default_value = "bench")]
    profile: String,
}

impl Build {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let build = runner::Build {
            profile: &self.profile,
        };
        println!("{}", build.runner(self.suite.as_deref())?.display());
        Ok(ExitCode::SUCCESS)
    }
}
