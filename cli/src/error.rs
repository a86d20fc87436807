//! Why a verb could not do its work. Findings and failed proofs are no errors: verbs report those.

use std::io;
use std::path::PathBuf;

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
    /// A file of the checkout could not be read.
    #[error("{}: cannot read: {source}; this command belongs to the checkout that it was built in", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something could not be written.
    #[error("{}: cannot write: {source}; make room or give the folder write permission", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The runner gave no answer.
    #[error(transparent)]
    Ask(#[from] wiretax::runner::ask::AskError),
    /// What was brought cannot become a suite.
    #[error(transparent)]
    Bring(#[from] wiretax_codegen::bring::BringError),
    /// This program cannot start itself.
    #[error("the run: {0}")]
    Child(io::Error),
    /// Inputs without anything that says what they are.
    #[error(
        "--inputs needs what they are of: give --schema FILE --message NAME, or --suite FILE --case NAME"
    )]
    NoSchema,
    /// A filter is at fault, or leaves nothing.
    #[error("filter `{0}`: {1}")]
    Filter(String, String),
    /// What the user brought cannot be read.
    #[error("{}: cannot read it: {}", .0.display(), .1)]
    Input(PathBuf, io::Error),
    /// It can, and is at fault: where, and why.
    #[error("{0}: {1}")]
    Inputs(String, String),
    /// A record is at fault.
    #[error(transparent)]
    Report(#[from] wiretax_report::Error),
    /// A folder that is not that of a run.
    #[error("{}: there is no record.json in this folder; name a run's folder, as `cargo bench` leaves reports/latest, or its \
         record", .0.display())]
    NoRecord(PathBuf),
    /// A record without samples.
    #[error(
        "{0}: nothing of this run is measured yet, or its samples are not kept in it and no longer beside it; wait for its \
         end, or run `cargo bench` again"
    )]
    Unmeasured(String),
    /// A filter on cells is at fault, or leaves nothing.
    #[error(transparent)]
    Cells(#[from] wiretax_report::FilterError),
    /// Two runs that cannot be compared.
    #[error(transparent)]
    Compare(#[from] wiretax_report::compare::Error),
    /// The answer would replace what it is made of.
    #[error("{}: this is the record that is read; give another file with --out", .0.display())]
    OverRecord(PathBuf),
    /// Another run of the same day and processor is kept there.
    #[error("{}: another run of that day and processor is kept there; move it away first, or give another folder with --into", .0.display())]
    Kept(PathBuf),
    /// A run that was cut short, or that a filter made smaller, is no reference.
    #[error("{}: only a complete run of the whole suite is kept for reference; run `cargo bench` to its end", .0.display())]
    NotWhole(PathBuf),
    /// The gate could not measure.
    #[error(transparent)]
    Gate(Box<crate::gate::Trouble>),
    /// The answer could not be printed.
    #[error("cannot print the answer: {0}")]
    Output(io::Error),
}
