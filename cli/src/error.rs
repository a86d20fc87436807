//! Why a verb could not do its work. Findings and failed proofs are no errors: verbs report those.

use std::io;

/// The command ends with this line and exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Cargo is not there.
    #[error("cannot run cargo to build the runner: {0}; install a Rust toolchain")]
    Cargo(io::Error),
    /// The runner did not build; cargo has said why.
    #[error("the runner of {0} did not build; see above for the reason")]
    Build(String),
    /// The suite is at fault; the text names file, place and remedy.
    #[error("{0}")]
    Suite(String),
    /// The runner gave no answer.
    #[error(transparent)]
    Ask(#[from] wiretax::runner::ask::AskError),
    /// A record is at fault.
    #[error(transparent)]
    Report(#[from] wiretax_report::Error),
    /// The answer could not be printed.
    #[error("cannot print the answer: {0}")]
    Output(io::Error),
}
