//! A fixed piece of work timed around every sample.
//!
//! On a shared machine the speed of the processor itself changes from second to second, CPU time or not,
//! and cells that are measured one after the other would be compared across that change. So an anchor
//! runs for a moment before and after each sample, and the finding compares cells in units of it.
//!
//! The anchor is base64 of a few KiB between two buffers that stay where they are. It must not allocate:
//! a first try with one of the cells measured the shape of the heap instead of the machine.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wiretax::measure::{Cell, clock};
use wiretax::wrap::{Engine, Standard};
use wiretax_report::Anchored;

/// Nanoseconds that the anchor runs before a sample, and again behind it.
const MOMENT: u64 = 2_000_000;
/// Bytes that it encodes at a time; they and their text fit into the nearest cache.
const BYTES: usize = 3 * 1024;

/// The work.
pub struct Anchor {
    bytes: Vec<u8>,
    text: Vec<u8>,
    iterations: u64,
}

impl Anchor {
    /// Finds out how often the work can be done in a moment.
    pub fn new() -> Self {
        let bytes = (0..BYTES).map(|at| (at * 131) as u8).collect();
        let mut anchor = Anchor {
            bytes,
            text: Vec::new(),
            iterations: 1,
        };
        loop {
            let nanos = anchor.time() * anchor.iterations as f64;
            if nanos >= MOMENT as f64 / 2.0 {
                anchor.iterations = (anchor.iterations as f64 * MOMENT as f64 / nanos) as u64;
                return anchor;
            }
            anchor.iterations *= 2;
        }
    }

    /// Nanoseconds per iteration, now.
    fn time(&mut self) -> f64 {
        let start = clock::now();
        for _ in 0..self.iterations {
            black_box(Standard::encode(black_box(&self.bytes), &mut self.text));
        }
        clock::now().saturating_sub(start) as f64 / self.iterations as f64
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
