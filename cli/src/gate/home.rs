//! Where a gate keeps what it builds and remembers: `wiretax/gate` below the target folder.

use std::fs::File;
use std::path::PathBuf;

use super::Trouble;
use crate::runner::{self, cargo};

/// The folder, held by one gate at a time.
#[derive(Debug)]
pub struct Home {
    folder: PathBuf,
    _alone: File,
}

impl Home {
    /// Waits for another gate that has it.
    pub fn take() -> Result<Self, Trouble> {
        let folder = cargo::target()?.join("wiretax").join("gate");
        let alone = runner::lock(&folder.join("lock"))?;
        Ok(Home {
            folder,
            _alone: alone,
        })
    }

    /// Checkouts of revisions.
    pub fn trees(&self) -> PathBuf {
        self.folder.join("trees")
    }

    /// Links that can be repeated.
    pub fn links(&self) -> PathBuf {
        self.folder.join("links")
    }

    /// Runners as they were built.
    pub fn runners(&self) -> PathBuf {
        self.folder.join("runners")
    }

    /// Runners of one launch each, removed behind it.
    pub fn launches(&self) -> PathBuf {
        self.folder.join("launches")
    }

    /// How often lanes were wrong about themselves.
    pub fn tallies(&self) -> PathBuf {
        self.folder.join("tallies.json")
    }
}
