//! How far the run is, on standard error: a bar where that is a terminal, or else a line a step. Criterion has standard
//! output to itself.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wiretax::runner::{Listed, Outcome, Proof};

use crate::plan::Plan;
use crate::screen;

/// What a line begins with that is a [`Step`] for a bar.
pub const MARK: char = '\u{1e}';

/// A step that begins.
#[derive(Debug, Serialize, Deserialize)]
pub struct Step {
    /// What is being done.
    pub doing: String,
    /// Steps before this one.
    pub done: u64,
    /// Steps in all.
    pub total: u64,
    /// What it is being done to.
    pub at: String,
}

/// Counts steps and guesses the time left from those done.
pub struct Progress {
    doing: &'static str,
    total: usize,
    done: usize,
    start: Instant,
}

impl Progress {
    /// Nothing done yet; `doing` says in a word or two what will be.
    pub fn new(doing: &'static str, total: usize) -> Self {
        Progress {
            doing,
            total,
            done: 0,
            start: Instant::now(),
        }
    }

    /// A step begins.
    pub fn next(&mut self, at: &str) {
        let before = self.done;
        self.done += 1;
        if screen::has_bar() {
            let step = Step {
                doing: self.doing.to_owned(),
                done: before as u64,
                total: self.total as u64,
                at: at.to_owned(),
            };
            let step = serde_json::to_string(&step).unwrap_or_default();
            eprintln!("{MARK}{step}");
            return;
        }
        let left = match before {
            0 => String::new(),
            _ => {
                let each = self.start.elapsed().div_f64(before as f64);
                let left = self.total.saturating_sub(before) as f64;
                format!(", {} left", minutes(each.mul_f64(left)))
            }
        };
        eprintln!("[{} {}/{}{left}] {at}", self.doing, self.done, self.total);
    }
}

fn minutes(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=90 => format!("{seconds} s"),
        seconds => format!("{:.1} min", seconds as f64 / 60.0),
    }
}

/// What was proven, and what will not be measured and why.
pub fn announce(suite: &Listed, proofs: &[Proof], plan: &Plan) {
    let proven = proofs
        .iter()
        .filter(|proof| proof.outcome.is_timed())
        .count();
    let pairs = proofs.len();
    let said = match suite.tasks.len() {
        0 => format!(
            "{} cases; {proven} of {pairs} codec x case pairs carry the same value",
            suite.cases.len()
        ),
        tasks => {
            let ways: usize = suite.tasks.iter().map(|task| task.ways.len()).sum();
            format!(
                "{tasks} tasks and {ways} ways to do one; of {pairs} pairs of a task's name and who does it {proven} give what they should in every way"
            )
        }
    };
    eprintln!(
        "wiretax: suite {}: {said}; {} cells to measure",
        suite.suite,
        plan.cells.len(),
    );
    for proof in proofs {
        let pair = format!("{} with {}", proof.case, proof.codec);
        match &proof.outcome {
            Outcome::Proven { .. } => {}
            Outcome::Unsound { .. } => {
                eprintln!("  unsound  {pair}: measured, marked and not ranked")
            }
            Outcome::Refused { stage, reason } => eprintln!("  refused  {pair}: {stage}: {reason}"),
            Outcome::Wrong { path, detail } => eprintln!("  wrong    {pair}: {path}: {detail}"),
            Outcome::Aborted { how } => eprintln!("  aborted  {pair}: its process {how}"),
        }
    }
}
