//! What a run leaves behind: one record, which holds all that was measured and says where.
//!
//! A [`Run`] is written before the first sample is taken, so that an interrupted run still says what it meant
//! to measure; until its end the samples are where criterion puts them, and [`samples`] reads those that
//! belong to the run. At the end they move into the record, which needs nothing else from then on.
//!
//! docs/RECORD.md describes the layout.

mod anchor;
mod cell;
mod criterion;
mod environment;
mod file;
mod measured;
mod proof;
mod race;
mod rounds;
mod sample;

use serde::{Deserialize, Serialize};

pub use anchor::{ANCHORS, Anchored, Drift, anchors, speed};
pub use cell::{BASE64, BASE64_FIELD, CellId, DEFAULT_ENGINE, NotACell, RAW};
pub use criterion::samples;
pub use environment::Environment;
pub use file::{FORMAT, RECORD};
pub use measured::{Allocated, Measured, Totals};
pub use proof::{Outcome, Proof};
pub use race::{Race, RaceArm, Round};
pub use rounds::{ROUNDS, Taken, rounds};
pub use sample::{Sample, Samples};

/// One run of the benches: what it meant to measure, where, and what was proven before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Version of the layout that the record was written in, at most [`FORMAT`].
    pub format: u32,
    /// Path of the suite, or `built-in`.
    pub suite: String,
    /// When the run started, in seconds since the Unix epoch.
    pub started: u64,
    /// What the user asked criterion to select, if anything.
    pub filter: Option<String>,
    /// Where the run took place.
    pub environment: Environment,
    /// The cases, in the order of the suite.
    pub cases: Vec<Case>,
    /// The cells that this run means to measure, in order.
    pub planned: Vec<CellId>,
    /// What came of the proof before timing: one entry for each case and codec.
    pub proofs: Vec<Proof>,
    /// The arms of the race, timed in interleaved rounds.
    pub race: Option<Race>,
    /// Whether the run went through all that it planned; it is written at the end.
    #[serde(default)]
    pub complete: bool,
    /// How the samples were taken.
    #[serde(default)]
    pub sampling: Sampling,
    /// What was measured, in the order of the plan; empty while the run is under way.
    #[serde(default)]
    pub cells: Vec<Measured>,
    /// What went wrong without stopping the run, a sentence each.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Sums over the cells, by which a damaged record is known; absent while the run is under way.
    #[serde(default)]
    pub totals: Option<Totals>,
}

/// How samples were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sampling {
    /// By criterion, all of a cell before the next; what lasts longer than a cell is in no interval.
    #[default]
    Criterion,
    /// In rounds: every cell once in each, in random order, each sample in a process of its own.
    Rounds,
}

/// A schema, a message type and a payload, as the suite names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its name in the suite.
    pub name: String,
    /// One line on what it stresses.
    pub stresses: String,
    /// Full name of its message type; empty in records of layout 1.
    #[serde(default)]
    pub message: String,
    /// What filters can ask for, such as `bytes`.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Messages that one op goes through: of a mix those of a pass, otherwise 1.
    #[serde(default = "one")]
    pub messages: u64,
    /// Length of the encoded message; this and the lengths below are of the whole pass. Of a task the largest of its works.
    pub wire_bytes: u64,
    /// Length of the encoded message as base64 text.
    pub base64_bytes: u64,
    /// Summed length of the message's bytes fields.
    pub field_bytes: u64,
    /// What general compression leaves of it, where that was tried.
    #[serde(default)]
    pub compressed: Option<Compressed>,
    /// Its place in a family of cases that differ only in size.
    pub sweep: Option<Sweep>,
    /// What is done that is no codec's work, op by op; empty for a message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub works: Vec<Work>,
}

impl Run {
    /// Whether it is of tasks rather than messages.
    pub fn is_of_tasks(&self) -> bool {
        !self.cases.is_empty() && self.cases.iter().all(Case::is_task)
    }
}

impl Case {
    /// Whether it is a task rather than a message: its ways are no codecs and have no wraps.
    pub fn is_task(&self) -> bool {
        !self.works.is_empty()
    }

    /// Its work under an op, where it is a task.
    pub fn work(&self, op: &str) -> Option<&Work> {
        self.works.iter().find(|work| work.op == op)
    }

    /// Bytes that one op goes through.
    pub fn bytes(&self, op: &str) -> u64 {
        self.work(op).map_or(self.wire_bytes, |work| work.bytes)
    }

    /// What an op stresses, or what a task times, in a line.
    pub fn about(&self, op: &str) -> &str {
        self.work(op).map_or(&self.stresses, |work| &work.what)
    }
}

/// Work on a case that is no codec's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Its op.
    pub op: String,
    /// What is timed, in a line.
    pub what: String,
    /// Bytes that one op goes through; 0 in records that do not say it.
    #[serde(default)]
    pub bytes: u64,
    /// Who does it in no time that could be measured, and why.
    pub free: Vec<(String, String)>,
}

/// Lengths after general compression, each message of a pass by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compressed {
    /// gzip at level 6 of the wire bytes.
    pub wire_gzip: u64,
    /// zstd at level 3 of the wire bytes.
    pub wire_zstd: u64,
    /// gzip at level 6 of the base64 text.
    pub base64_gzip: u64,
    /// zstd at level 3 of the base64 text.
    pub base64_zstd: u64,
}

/// What records say that were written before there were mixes.
fn one() -> u64 {
    1
}

/// A place in a family of cases that differ only in size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// Name of the family, such as `append`.
    pub family: String,
    /// The size that varies, in bytes.
    pub bytes: u64,
}
