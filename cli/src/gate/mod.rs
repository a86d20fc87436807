//! `wiretax gate`: what a change did to cells, lane by lane.
//!
//! | file | what |
//! |---|---|
//! | `home`, `tree` | where it keeps what it builds, and clean checkouts |
//! | `link`, `side`, `identical` | a side's runner, its last link, and whether both are the same code |
//! | `launch` | runners of one launch, each with a layout of its own |
//! | `lane/` | what is measured, one file a lane |
//! | `claims`, `baseline`, `cells` | what the repository says: `gate/` |
//! | `judge` | all lanes, against a base or the baseline |
//! | `accept` | rewrites entries of the baseline |
//! | `self_check` | how often all this is wrong |
//! | `progress`, `trouble` | what it says meanwhile, and what keeps it from measuring |

pub mod accept;
mod baseline;
mod cells;
mod claims;
mod home;
mod identical;
mod judge;
mod lane;
mod launch;
pub mod link;
mod progress;
pub mod self_check;
mod side;
mod tree;
mod trouble;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use wiretax::measure::environment;
use wiretax_report::Environment;
use wiretax_report::gate::{GATE_FORMAT, Gate, Lane, Tally};

use baseline::Baseline;
use cells::Cells;
use claims::Claims;
use home::Home;
use progress::Meter;
use side::{Side, Source};
use tree::Tree;
pub use trouble::Trouble;

/// What to compare.
#[derive(Debug, Clone)]
pub struct Question {
    /// Revision to compare with; the baseline alone where `None`.
    pub base: Option<String>,
    /// Revision that is judged; the working tree where `None`.
    pub head: Option<String>,
    /// Another lock file for the base, which is the head's code otherwise.
    pub base_lock: Option<PathBuf>,
    /// Suite; the built-in one where `None`.
    pub suite: Option<PathBuf>,
    /// Filter on cells; that of `gate/gate.toml` where `None`.
    pub filter: Option<String>,
    /// Lanes; all that can be measured where empty.
    pub lanes: Vec<Lane>,
    /// Cargo profile.
    pub profile: String,
}

/// A question with everything built that it needs.
pub struct Bench {
    home: Home,
    head: Side,
    base: Option<Side>,
    cells: Cells,
    files: Files,
    baseline: Option<Baseline>,
    claims: Claims,
}

/// The files of a gate that are kept in version control.
#[derive(Debug, Clone)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// Beside the suite, or of the checkout.
    fn of(suite: Option<&Path>) -> Self {
        let folder = match suite.and_then(Path::parent) {
            Some(folder) => folder.join("gate"),
            None => crate::runner::checkout().join("gate"),
        };
        Files { folder }
    }

    fn baseline(&self) -> PathBuf {
        self.folder.join("baseline.json")
    }

    fn claims(&self) -> PathBuf {
        self.folder.join("invariants.toml")
    }

    fn cells(&self) -> PathBuf {
        self.folder.join("gate.toml")
    }
}

impl Question {
    /// Builds both sides.
    pub fn prepare(&self) -> Result<Bench, Trouble> {
        if self.base.is_some() && self.base_lock.is_some() {
            let both = "give --base or --base-lock, not both: the one is another revision, the other the same code with other versions";
            return Err(Trouble::Usage(both.to_owned()));
        }
        let suite = match &self.suite {
            Some(path) => {
                let absolute = std::path::absolute(path);
                Some(absolute.map_err(|error| Trouble::file(path, "find", error))?)
            }
            None => None,
        };
        let files = Files::of(suite.as_deref());
        // What can be wrong is found before minutes are spent on building.
        let baseline = Baseline::read(&files.baseline())?;
        let claims = Claims::read(&files.claims())?;
        let wanted = cells::Wanted::read(&files.cells(), self.filter.as_deref())?;
        let home = Home::take()?;
        let head_tree = match &self.head {
            Some(revision) => Tree::of(revision, &home.trees())?,
            None => Tree::working(),
        };
        let base_tree = match (&self.base, &self.base_lock) {
            (Some(revision), _) => Some((revision.clone(), Tree::of(revision, &home.trees())?)),
            (None, Some(lock)) => {
                let name = lock.display().to_string();
                Some((name, head_tree.with_lock(lock, &home.trees())?))
            }
            (None, None) => None,
        };
        let build = |name: &str, tree: &Tree| {
            eprintln!(
                "wiretax: building {name}, unless that is done ({})",
                tree.revision
            );
            let source = Source {
                name,
                tree,
                suite: suite.as_deref(),
                profile: &self.profile,
            };
            Side::build(&source, &home)
        };
        let name = self.head.as_deref().unwrap_or("working tree");
        let head = build(name, &head_tree)?;
        let base = match &base_tree {
            Some((name, tree)) => Some(build(name, tree)?),
            None => None,
        };
        let cells = wanted.of(&head, base.as_ref(), baseline.as_ref())?;
        Ok(Bench {
            home,
            head,
            base,
            cells,
            files,
            baseline,
            claims,
        })
    }

    /// Measures what is asked for, and judges it.
    pub fn ask(&self) -> Result<Gate, Trouble> {
        let bench = self.prepare()?;
        let mut environment: Environment = bench.head.listed.environment.iter().cloned().collect();
        environment.set("load at start", environment::load());
        let switches = Switches::now();
        let mut meter = Meter::new();
        let lanes = judge::lanes(&bench, self, &mut meter)?;
        environment.set("load at end", environment::load());
        environment.set("involuntary context switches", switches.since());
        let tallies = tallies(&bench.home, &lanes)?;
        Ok(Gate {
            format: GATE_FORMAT,
            base: match &bench.base {
                Some(base) => base.said.clone(),
                None => bench.baseline_side(),
            },
            head: bench.head.said.clone(),
            started: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default()
                .as_secs(),
            suite: bench.head.listed.suite.clone(),
            filter: bench.cells.filter.clone(),
            environment,
            lanes,
            tallies,
        })
    }

    /// The arguments that ask the same.
    fn arguments(&self) -> String {
        let mut words = String::new();
        let mut option = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                words += &format!(" {name} {value}");
            }
        };
        option("--base", self.base.clone());
        option("--head", self.head.clone());
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        option("--base-lock", path(&self.base_lock));
        option("--suite", path(&self.suite));
        words
    }
}

impl Bench {
    fn baseline_side(&self) -> wiretax_report::gate::Side {
        wiretax_report::gate::Side {
            name: "baseline".to_owned(),
            revision: match &self.baseline {
                Some(_) => self.files.baseline().display().to_string(),
                None => "there is none".to_owned(),
            },
        }
    }
}

/// Counts the trials of this run to those of all before it, and keeps the sum.
fn tallies(home: &Home, lanes: &[wiretax_report::gate::LaneResult]) -> Result<Vec<Tally>, Trouble> {
    let path = home.tallies();
    // One that cannot be read is begun anew: it is a memory, not a result.
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let mut tallies: Vec<Tally> = serde_json::from_str(&kept).unwrap_or_default();
    Tally::count(&mut tallies, lanes);
    let text = serde_json::to_string_pretty(&tallies).unwrap_or_default();
    wiretax_report::write_text(&path, &text).map_err(crate::error::Error::from)?;
    Ok(tallies)
}

/// Involuntary context switches of this process and those that it has waited for: how often others wanted the processor.
struct Switches(Option<u64>);

impl Switches {
    fn now() -> Self {
        let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"));
        Switches(line.and_then(|count| count.trim().parse().ok()))
    }

    fn since(&self) -> String {
        match (self.0, Switches::now().0) {
            (Some(before), Some(after)) => after.saturating_sub(before).to_string(),
            _ => "unknown".to_owned(),
        }
    }
}
