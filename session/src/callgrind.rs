//! A runner under callgrind: the instructions of an op, in all and function by function.
//!
//! The runner marks its timed loops; callgrind writes down what lies between the marks. A short loop and a longer one of
//! the same cell give the cost of an op: what both have in common cancels out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use wiretax::runner::{Launch, Lost, OpWrap, Remote};

/// Iterations of the shorter loop; of the longer one, so many more as make up about so many instructions, within
/// these bounds. Over few iterations it matters too much how the allocator happens to stand.
const FEW: u64 = 2;
const INSTRUCTIONS: u64 = 2_000_000;
const MORE: (u64, u64) = (4, 256);
const SLOT: usize = 0;

/// The version of valgrind; if it cannot be run, why.
pub fn available() -> Result<String, String> {
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

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A cell: its case, codec, op and wrap.
    Cell(&'a str, &'a str, OpWrap),
    /// A [`Canary`](wiretax::measure::Canary) with so many rounds more.
    Canary(u32),
}

/// Instructions of one op.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counted {
    /// In all.
    pub total: f64,
    /// In each function, callees not counted; those that took none are left out.
    pub functions: BTreeMap<String, f64>,
}

/// Counts, one cell after the other.
#[derive(Debug)]
pub struct Counter {
    runner: PathBuf,
    running: Option<Running>,
}

/// One process, and what it has written.
#[derive(Debug)]
struct Running {
    remote: Remote,
    folder: TempDir,
    dumps: u64,
}

/// Why there is no count of a cell.
#[derive(Debug, thiserror::Error)]
pub enum Uncounted {
    /// The cell cannot be run there.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// Callgrind's files cannot be had.
    #[error("callgrind left no count: {0}")]
    NoDump(String),
}

impl Counter {
    /// With the runner at a path; nothing is started yet.
    pub fn new(runner: &Path) -> Self {
        Counter {
            runner: runner.to_owned(),
            running: None,
        }
    }

    /// Instructions of one op. A process that was used before has another heap than a new one, which moves counts by
    /// a little: whoever compares counts calls [`Counter::forget`] in between.
    pub fn count(&mut self, subject: Subject<'_>) -> Result<Counted, Uncounted> {
        let counted = self.tried(subject);
        if counted.is_err() {
            // Whatever state it is in, the next cell shall not suffer from it.
            self.forget();
        }
        counted
    }

    /// Ends the process; the next cell gets a new one.
    pub fn forget(&mut self) {
        self.running = None;
    }

    fn tried(&mut self, subject: Subject<'_>) -> Result<Counted, Uncounted> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.runner)?),
        };
        let remote = &mut running.remote;
        match subject {
            Subject::Cell(case, codec, cell) => remote.open(SLOT, case, codec, cell)?,
            Subject::Canary(more) => remote.canary(SLOT, more)?,
        }
        let few = running.run(FEW)?;
        let more = (INSTRUCTIONS * FEW / few.total.max(1)).clamp(MORE.0, MORE.1);
        let many = running.run(FEW + more)?;
        let per_op = |many: u64, few: u64| (many as f64 - few as f64) / more as f64;
        let functions = many.functions.iter().map(|(name, &of)| {
            let few = few.functions.get(name).copied().unwrap_or_default();
            (name.clone(), per_op(of, few))
        });
        Ok(Counted {
            total: per_op(many.total, few.total),
            functions: functions.filter(|(_, of)| *of != 0.0).collect(),
        })
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
    fn run(&mut self, iterations: u64) -> Result<Dump, Uncounted> {
        self.remote.run(SLOT, iterations, false)?;
        self.dumps += 1;
        let path = self.folder.path().join(format!("dump.{}", self.dumps));
        let text =
            fs::read_to_string(&path).map_err(|error| Uncounted::NoDump(error.to_string()))?;
        // They would fill the disk in a long run.
        let _ = fs::remove_file(&path);
        Dump::read(&text).ok_or_else(|| Uncounted::NoDump("its file has no total".to_owned()))
    }
}

/// What one of callgrind's files says.
#[derive(Debug, Default, PartialEq)]
struct Dump {
    total: u64,
    functions: BTreeMap<String, u64>,
}

impl Dump {
    /// Reads the format of callgrind, version 1: `fn=(7) name` names a function, later `fn=(7)` alone; lines that begin
    /// with a position are costs of its own, but for the one behind `calls=`, which is that of the callee.
    fn read(text: &str) -> Option<Self> {
        let mut dump = Dump::default();
        let mut names = BTreeMap::new();
        let mut at = String::new();
        let mut is_call = false;
        let mut has_total = false;
        for line in text.lines() {
            if let Some(total) = line.strip_prefix("summary:") {
                dump.total = total.split_whitespace().next()?.parse().ok()?;
                has_total = true;
            } else if let Some(named) = line.strip_prefix("fn=") {
                at = name(named, &mut names);
            } else if let Some(named) = line.strip_prefix("cfn=") {
                // It may be named here for the first time.
                name(named, &mut names);
            } else if line.starts_with("calls=") {
                is_call = true;
            } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
                let cost = line
                    .split_whitespace()
                    .nth(1)
                    .and_then(|of| of.parse().ok());
                if !std::mem::take(&mut is_call) {
                    *dump.functions.entry(at.clone()).or_default() += cost.unwrap_or(0);
                }
            }
        }
        has_total.then_some(dump)
    }
}

/// The name that `(7) name` or `(7)` stands for, without the hash that the compiler adds.
fn name(named: &str, names: &mut BTreeMap<String, String>) -> String {
    let (id, name) = match named.split_once(' ') {
        Some((id, name)) => (id, Some(name)),
        None => (named, None),
    };
    match name {
        None => names.get(id).cloned().unwrap_or_else(|| named.to_owned()),
        Some(name) => {
            let plain = match name.rsplit_once("::h") {
                Some((plain, hash)) if hash.len() >= 16 => plain,
                _ => name,
            };
            names.insert(id.to_owned(), plain.to_owned());
            plain.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_read_function_by_function() {
        let text = "version: 1\nevents: Ir\n\nsummary: 1234\n\nob=(1) /x\nfl=(1) ???\nfn=(3) a::b::h0123456789abcdef\n0 100\ncfn=(4) memcpy\ncalls=2 0\n0 900\n+3 20\n\nfn=(4)\n0 1000\n* 14\nfn=(3)\n0 100\n";
        let dump = Dump::read(text).unwrap();
        assert_eq!(dump.total, 1_234);
        let functions: Vec<_> = dump.functions.iter().collect();
        let expected = [("a::b", 220_u64), ("memcpy", 1_014)];
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, of)| (name.to_string(), *of))
            .collect();
        let expected: Vec<_> = expected.iter().map(|(name, of)| (name, of)).collect();
        assert_eq!(functions, expected);
    }

    #[test]
    fn a_file_without_a_total_is_none() {
        assert_eq!(Dump::read("version: 1\n"), None);
        assert_eq!(Dump::read("summary: \n"), None);
    }
}
