//! A fixed piece of work timed around every sample.
//!
//! On a shared machine the speed of the processor itself changes from second to second, CPU time or not,
//! and cells that are measured one after the other would be compared across that change. So each group
//! has an anchor, the raw cell of its first sound codec, that runs for a moment before and after each sample
//! of every cell in the group. The finding compares cells in units of their anchor.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wiretax::measure::Cell;
use wiretax_report::Anchored;

/// Nanoseconds that the anchor runs before a sample, and again behind it.
const MOMENT: u64 = 2_000_000;

/// The work.
pub struct Anchor {
    cell: Cell,
    iterations: u64,
}

impl Anchor {
    /// Finds out how often the cell runs in a moment.
    pub fn new(mut cell: Cell) -> Self {
        let mut iterations = 1;
        loop {
            let nanos = cell.run(iterations).max(1);
            if nanos >= MOMENT / 2 {
                let iterations = (iterations * MOMENT / nanos).max(1);
                return Anchor { cell, iterations };
            }
            iterations *= 2;
        }
    }

    /// Nanoseconds per iteration, now.
    fn time(&mut self) -> f64 {
        self.cell.run(self.iterations) as f64 / self.iterations as f64
    }
}

/// Runs a cell for criterion and notes the anchor's time around each sample.
pub struct Watch<'a> {
    anchor: Option<&'a mut Anchor>,
    noted: Anchored,
    last: u64,
}

impl<'a> Watch<'a> {
    /// For the samples of one cell.
    pub fn new(id: String, anchor: Option<&'a mut Anchor>) -> Self {
        Watch {
            anchor,
            noted: Anchored::new(id),
            last: 0,
        }
    }

    /// One sample. Warm-up doubles the iterations from call to call and is left alone; samples in flat mode
    /// repeat them, so that all but the first are recognised.
    pub fn run(&mut self, cell: &mut Cell, iterations: u64) -> u64 {
        let repeated = iterations == std::mem::replace(&mut self.last, iterations);
        match &mut self.anchor {
            Some(anchor) if repeated => {
                let before = anchor.time();
                let nanos = cell.run(iterations);
                self.noted.push(nanos, (before + anchor.time()) / 2.0);
                nanos
            }
            _ => cell.run(iterations),
        }
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
