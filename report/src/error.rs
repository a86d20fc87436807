//! What can go wrong in reading and writing records.
//!
//! The text holds its cause, so there is no `source` beneath it that a caller would print again.

use std::io;
use std::path::PathBuf;

/// A record or a directory that could not be used; the text names it and says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The run's record cannot be read.
    #[error("cannot read the run's record {}: {cause}; `cargo bench` writes it", path.display())]
    ReadRun {
        /// Where it was looked for.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The run's record is no record.
    #[error(
        "{} is not a run's record, or not a whole one: {cause}; give another, or make one with `cargo bench`",
        path.display()
    )]
    ParseRun {
        /// The file.
        path: PathBuf,
        /// What the parser said, with line and column.
        cause: serde_json::Error,
    },
    /// Kept answers to probes cannot be read.
    #[error(
        "cannot read what probes answered from {}: {cause}; `cargo wiretax probe --record FILE` writes it",
        path.display()
    )]
    ReadProbes {
        /// Where it was looked for.
        path: PathBuf,
        /// What the system or the parser said.
        cause: io::Error,
    },
    /// The run's record contradicts itself.
    #[error(
        "{} was changed after it was written: {damage}; get it anew from where it came from, or run `cargo bench` again",
        path.display()
    )]
    RunDamaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        damage: String,
    },
    /// The run's record was written by another version.
    #[error(
        "{} has layout {found}, this version reads layouts 1 to {expected}; run `cargo bench` again, \
         or use the version that wrote it",
        path.display()
    )]
    RunFormat {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: u32,
        /// The newest layout that this version reads.
        expected: u32,
    },
    /// The run's record cannot be written.
    #[error(
        "cannot write the run's record {}: {cause}; check that its directory can be written",
        path.display()
    )]
    WriteRun {
        /// Where it was to go.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A text cannot be written.
    #[error(
        "cannot write {}: {cause}; check that nothing else bears this name and that its folder can \
         be written",
        path.display()
    )]
    WriteText {
        /// Where it was to go.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Criterion's directory cannot be listed.
    #[error(
        "cannot list criterion's directory {}: {cause}; check its permissions",
        path.display()
    )]
    CriterionDir {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}
