//! `wiretax generate`, hidden: the code generation of a suite in a process of its own. One of the generators
//! prints to standard output, and whatever one of them does to the process is a result this way.

use std::io::{self, Read};
use std::process::ExitCode;

use crate::error::Error;
use crate::runner::generation::Job;

/// Reads the job as JSON from standard input; what is wrong with the suite goes to standard error.
#[derive(Debug, clap::Args)]
pub struct Generate {}

impl Generate {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .map_err(Error::Output)?;
        let job: Job =
            serde_json::from_str(&text).map_err(|error| Error::Suite(error.to_string()))?;
        job.run().map_err(|error| Error::Suite(error.to_string()))?;
        Ok(ExitCode::SUCCESS)
    }
}
