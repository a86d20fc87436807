//! What the anchor took around each sample, noted while criterion measures.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wiretax::runner::{Lost, Remote};
use wiretax_report::Anchored;

/// Runs a cell for criterion and notes the anchor's time around each sample.
pub struct Watch {
    anchored: bool,
    noted: Anchored,
    last: u64,
}

impl Watch {
    /// For the samples of one cell.
    pub fn new(id: String, anchored: bool) -> Self {
        Watch {
            anchored,
            noted: Anchored::new(id),
            last: 0,
        }
    }

    /// One sample of the cell that is open as number `slot`. Warm-up doubles the iterations from call to
    /// call and is left alone; samples in flat mode repeat them, so that all but the first are recognised.
    pub fn run(&mut self, remote: &mut Remote, slot: usize, iterations: u64) -> Result<u64, Lost> {
        let repeated = iterations == std::mem::replace(&mut self.last, iterations);
        let timed = remote.run(slot, iterations, self.anchored && repeated)?;
        if let Some(anchor) = timed.anchor {
            self.noted.push(timed.nanos, anchor);
        }
        Ok(timed.nanos)
    }

    /// What was noted.
    pub fn finish(self) -> Anchored {
        self.noted
    }
}

/// The file that keeps what was noted, a cell a line, so that an end at any time loses no cell.
pub struct Log {
    path: PathBuf,
    /// None once writing has failed.
    file: Option<File>,
}

impl Log {
    /// An empty log in a folder.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let path = folder.join(wiretax_report::ANCHORS);
        std::fs::create_dir_all(folder)?;
        Ok(Log {
            file: Some(File::create(&path)?),
            path,
        })
    }

    /// Adds a cell. A failure costs the correction and not the run: it is said once.
    pub fn add(&mut self, noted: &Anchored) {
        if noted.is_empty() {
            return;
        }
        let Some(file) = &mut self.file else { return };
        let line = serde_json::to_string(noted).unwrap_or_default() + "\n";
        if let Err(error) = file.write_all(line.as_bytes()) {
            eprintln!(
                "wiretax: cannot write {}: {error}; cells from here on are not anchored",
                self.path.display()
            );
            self.file = None;
        }
    }
}
