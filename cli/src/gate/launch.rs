//! Runners for one launch: fresh files, each with a link layout of its own, pinned to one processor.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wiretax::runner::{Launch, Lost, Remote};

use super::Trouble;
use super::link::{Link, LinkError};

/// Nanoseconds of a batch.
const BATCH: f64 = 1e6;
/// How long two arms alternate.
const TURNS: Duration = Duration::from_millis(100);
/// Pairs of batches, at least: where one op takes longer than a batch, the time is not kept to.
const FEWEST: usize = 5;

/// Where the runner of a launch comes from.
#[derive(Debug, Clone, Copy)]
pub enum Program<'a> {
    /// A link to be repeated with another layout.
    Link(&'a Link),
    /// An executable to be copied: its layout stays.
    File(&'a Path),
}

impl<'a> Program<'a> {
    /// The link where it can be repeated, else the executable.
    pub fn of(link: &'a Result<Link, LinkError>, runner: &'a Path) -> Self {
        match link {
            Ok(link) => Program::Link(link),
            Err(_) => Program::File(runner),
        }
    }

    /// Whether every launch has a layout of its own.
    pub fn has_layouts(&self) -> bool {
        matches!(self, Program::Link(_))
    }
}

/// A runner of one launch. Its file goes with it.
pub struct Worker {
    /// To be asked.
    pub remote: Remote,
    file: PathBuf,
}

impl Worker {
    /// Makes the file, in `folder` under a name of its own; the process is started when it is first asked.
    pub fn new(program: Program<'_>, folder: &Path, name: &str) -> Result<Self, Trouble> {
        fs::create_dir_all(folder).map_err(|error| Trouble::file(folder, "write", error))?;
        let file = folder.join(format!("{name}-{}", std::process::id()));
        let worker = Worker {
            remote: Remote::launched(Launch {
                under: pinned(),
                ..Launch::of(&file)
            }),
            file,
        };
        let file = &worker.file;
        match program {
            Program::File(runner) => {
                fs::copy(runner, file).map_err(|error| Trouble::file(file, "write", error))?;
            }
            Program::Link(link) => {
                let seed = fastrand::u32(1..);
                let linked = link.shuffled(seed, file);
                linked.map_err(|error| Trouble::Usage(error.to_string()))?;
            }
        }
        Ok(worker)
    }
}

impl Worker {
    /// The runner's file, for as long as this is kept.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = fs::remove_file(&self.file);
    }
}

/// What pins a runner to a processor: the last one, which has the least to do with interrupts. Nothing where the system has no
/// such command.
fn pinned() -> Vec<OsString> {
    let last = std::thread::available_parallelism().map_or(0, |count| count.get() - 1);
    let words = ["taskset".to_owned(), "-c".to_owned(), last.to_string()];
    match is_pinnable() {
        true => words.map(OsString::from).to_vec(),
        false => Vec::new(),
    }
}

/// Whether `taskset` is there.
pub fn is_pinnable() -> bool {
    static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *FOUND.get_or_init(|| {
        let tried = Command::new("taskset")
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        tried.is_ok_and(|status| status.success())
    })
}

/// An arm: what a slot of a runner holds, and how often it is run in a batch.
pub struct Arm {
    slot: usize,
    iterations: u64,
}

impl Arm {
    /// Finds out how many iterations fill a batch; what is run for that warms it up.
    pub fn new(remote: &mut Remote, slot: usize) -> Result<Self, Lost> {
        let mut iterations = 1;
        loop {
            let nanos = remote.run(slot, iterations, false)?.nanos as f64;
            if nanos >= BATCH / 4.0 || iterations >= 1 << 30 {
                let pace = (nanos / iterations as f64).max(0.1);
                let iterations = (BATCH / pace).max(1.0) as u64;
                return Ok(Arm { slot, iterations });
            }
            iterations *= 4;
        }
    }

    /// Nanoseconds of an iteration, over a batch.
    fn batch(&self, remote: &mut Remote) -> Result<f64, Lost> {
        let timed = remote.run(self.slot, self.iterations, false)?;
        Ok(timed.nanos as f64 / self.iterations as f64)
    }
}

/// The second arm's time over the first's: batches alternate in random order, and the medians are compared.
pub fn ratio(
    (first, first_arm): (&mut Remote, &Arm),
    second: Option<&mut Remote>,
    second_arm: &Arm,
) -> Result<f64, Lost> {
    let mut second = second;
    let start = Instant::now();
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    while start.elapsed() < TURNS || ones.len() < FEWEST {
        let other_first = fastrand::bool();
        for is_other in [other_first, !other_first] {
            match (is_other, second.as_deref_mut()) {
                (true, Some(second)) => others.push(second_arm.batch(second)?),
                // Both arms are in one process.
                (true, None) => others.push(second_arm.batch(first)?),
                (false, _) => ones.push(first_arm.batch(first)?),
            }
        }
    }
    Ok(middle(others) / middle(ones))
}

fn middle(values: Vec<f64>) -> f64 {
    wiretax_report::stats::Sorted::new(values)
        .median()
        .unwrap_or(f64::NAN)
}
