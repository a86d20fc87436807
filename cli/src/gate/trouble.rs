//! What keeps a gate from measuring. The command ends with exit code 2 and this line.

use std::io;
use std::path::{Path, PathBuf};

use wiretax::runner::ask::AskError;
use wiretax_report::FilterError;

use crate::error::Error;

/// Each with what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// There is no such revision.
    #[error(
        "there is no revision `{0}` here; `git log` shows those that there are, and a shallow clone may lack it: `git fetch --unshallow`"
    )]
    Revision(String),
    /// The revision has nothing to compare with.
    #[error(
        "revision `{0}` has no wiretax in it: compare with a later one, or run the gate on its baseline alone, without --base"
    )]
    NoWiretax(String),
    /// The revision cannot be built with another suite.
    #[error(
        "{0} is too old to be built with another suite than its own: leave out --suite, or compare with a later revision"
    )]
    NoSuite(String),
    /// A side does not build. The compiler's errors were printed above this line.
    #[error("{name} does not build: {cause}")]
    Build {
        /// Which side.
        name: String,
        /// What cargo ended with.
        cause: Box<Error>,
    },
    /// Git would not.
    #[error("{0}")]
    Git(String),
    /// A file or folder.
    #[error("{}: cannot {what}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What could not be done.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A file of the gate's own that says nothing that can be understood.
    #[error("{}: {why}", path.display())]
    Bad {
        /// Which.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// Arguments that make no sense together.
    #[error("{0}")]
    Usage(String),
    /// Ctrl-C.
    #[error("interrupted; nothing was judged, and what was built is kept for the next time")]
    Interrupted,
    /// The runner gave no answer.
    #[error(transparent)]
    Ask(Box<AskError>),
    /// The filter is at fault, or leaves nothing.
    #[error(transparent)]
    Filter(Box<FilterError>),
    /// As for any other verb.
    #[error(transparent)]
    Other(Box<Error>),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Other(Box::new(error))
    }
}

impl From<AskError> for Trouble {
    fn from(error: AskError) -> Self {
        Trouble::Ask(Box::new(error))
    }
}

impl From<FilterError> for Trouble {
    fn from(error: FilterError) -> Self {
        Trouble::Filter(Box::new(error))
    }
}

impl Trouble {
    /// A file or folder that does not do.
    pub fn file(path: &Path, what: &'static str, source: io::Error) -> Self {
        Trouble::File {
            path: path.to_owned(),
            what,
            source,
        }
    }
}
