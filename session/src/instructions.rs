//! Counts the instructions of cells with callgrind: exact where times are not, and blind to caches and branches.
//!
//! The runner runs under valgrind and marks its timed loops; callgrind writes down what lies between the marks.
//! A short loop and a longer one of the same cell give the cost of an op: what both have in common cancels out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use wiretax::runner::{Launch, Lost, Remote};

use crate::cells::Failed;
use crate::plan::{Plan, Planned};
use crate::progress::Progress;
use crate::stop::stopped;

/// Iterations of the shorter loop; of the longer one, so many more as make up about so many instructions, within
/// these bounds. Over few iterations it matters too much how the allocator happens to stand.
const FEW: u64 = 2;
const INSTRUCTIONS: u64 = 2_000_000;
const MORE: (u64, u64) = (4, 256);
const SLOT: usize = 0;

/// Environment variable that leaves it out, `WIRETAX_INSTRUCTIONS=off`: it takes half a minute.
const SWITCH: &str = "WIRETAX_INSTRUCTIONS";

/// Whether instructions are asked for.
pub fn wanted() -> Result<bool, String> {
    match std::env::var(SWITCH).as_deref() {
        Err(_) | Ok("" | "on") => Ok(true),
        Ok("off") => Ok(false),
        Ok(other) => Err(format!(
            "{SWITCH}={other} means nothing; give `off`, or leave it out"
        )),
    }
}

/// The version of valgrind; if it cannot be run, why.
fn available() -> Result<String, String> {
    let tried = Command::new("valgrind")
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    match tried {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => Err(format!("valgrind --version ended with {}", output.status)),
        Err(error) => Err(format!(
            "valgrind cannot be run ({error}); install the package `valgrind`"
        )),
    }
}

/// What was counted.
pub struct Instructions {
    /// Instructions of one op, by the cell's id.
    pub cells: BTreeMap<String, f64>,
    /// With what, or why not.
    pub how: String,
}

/// Counts the planned cells but for those of codecs that have failed, until it is stopped. What cannot be counted is
/// left out, and the first reason told.
pub fn of(runner: &Path, plan: &Plan, failed: &[Failed]) -> Instructions {
    let mut cells = BTreeMap::new();
    let how = match available() {
        Ok(version) => format!("counted with {version}, without AVX-512 and `rep movsb`"),
        Err(why) => {
            eprintln!("wiretax: instructions are not counted: {why}");
            return Instructions {
                cells,
                how: format!("not counted: {why}"),
            };
        }
    };
    let has_failed = |planned: &&Planned| {
        let mut failed = failed.iter();
        failed.any(|of| of.case == planned.name && of.codec == planned.codec)
    };
    let wanted: Vec<&Planned> = plan.cells.iter().filter(|cell| !has_failed(cell)).collect();
    let mut progress = Progress::new("counting instructions", wanted.len());
    let mut counter = Counter::new(runner);
    let mut told = false;
    for planned in wanted {
        if stopped() {
            break;
        }
        progress.next(&planned.id());
        match counter.count(planned) {
            Ok(count) => {
                cells.insert(planned.id(), count);
            }
            Err(why) if !std::mem::replace(&mut told, true) => {
                eprintln!("  not counted: {why}");
            }
            Err(_) => {}
        }
    }
    Instructions { cells, how }
}

/// A runner under callgrind.
struct Counter {
    runner: PathBuf,
    running: Option<Running>,
}

/// One process, and what it has written.
struct Running {
    remote: Remote,
    folder: TempDir,
    dumps: u64,
}

/// Why there is no count of a cell.
#[derive(Debug, thiserror::Error)]
enum Uncounted {
    /// The cell cannot be run there.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// Callgrind's files cannot be had.
    #[error("callgrind left no count: {0}")]
    NoDump(String),
}

impl Counter {
    fn new(runner: &Path) -> Self {
        Counter {
            runner: runner.to_owned(),
            running: None,
        }
    }

    /// Instructions of one op.
    fn count(&mut self, planned: &Planned) -> Result<f64, Uncounted> {
        let counted = self.tried(planned);
        if counted.is_err() {
            // Whatever state it is in, the next cell shall not suffer from it.
            self.running = None;
        }
        counted
    }

    fn tried(&mut self, planned: &Planned) -> Result<f64, Uncounted> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.runner)?),
        };
        let remote = &mut running.remote;
        remote.open(SLOT, &planned.name, &planned.codec, planned.cell)?;
        let few = running.run(FEW)?;
        let more = (INSTRUCTIONS * FEW / few.max(1)).clamp(MORE.0, MORE.1);
        let many = running.run(FEW + more)?;
        Ok((many as f64 - few as f64) / more as f64)
    }
}

impl Running {
    fn start(runner: &Path) -> Result<Self, Uncounted> {
        let folder = tempfile::tempdir().map_err(|error| Uncounted::NoDump(error.to_string()))?;
        let mut out = OsString::from("--callgrind-out-file=");
        out.push(folder.path().join("dump"));
        let mut under: Vec<OsString> = [
            "valgrind",
            "--tool=callgrind",
            "--zero-before=*::timed_loop_begins*",
            "--dump-before=*::timed_loop_ends*",
            "--dump-line=no",
        ]
        .map(OsString::from)
        .to_vec();
        under.push(out);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let launch = Launch {
            runner: runner.to_owned(),
            under,
            // Nothing of the surroundings may move the count. `rep movsb` is one instruction that valgrind counts
            // once per byte; glibc has other ways to copy.
            environment: Some(vec![
                ("PATH".into(), path),
                ("GLIBC_TUNABLES".into(), "glibc.cpu.hwcaps=-ERMS".into()),
            ]),
        };
        Ok(Running {
            remote: Remote::launched(launch),
            folder,
            dumps: 0,
        })
    }

    /// Instructions of a loop.
    fn run(&mut self, iterations: u64) -> Result<u64, Uncounted> {
        self.remote.run(SLOT, iterations, false)?;
        self.dumps += 1;
        let path = self.folder.path().join(format!("dump.{}", self.dumps));
        let text =
            fs::read_to_string(&path).map_err(|error| Uncounted::NoDump(error.to_string()))?;
        // They would fill the disk in a long run.
        let _ = fs::remove_file(&path);
        total(&text).ok_or_else(|| Uncounted::NoDump("its file has no total".to_owned()))
    }
}

/// The instructions that a dump sums up.
fn total(dump: &str) -> Option<u64> {
    let line = dump
        .lines()
        .find_map(|line| line.strip_prefix("summary:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_of_a_dump_is_read() {
        assert_eq!(total("version: 1\nsummary: 1234\n\nfn=(1)\n"), Some(1_234));
        assert_eq!(total("version: 1\n"), None);
        assert_eq!(total("summary: \n"), None);
    }
}
