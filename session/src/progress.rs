//! How far the run is, on standard error, a line a cell: criterion has standard output to itself.

use std::time::{Duration, Instant};

use wiretax::runner::{Listed, Outcome, Proof};

use crate::plan::Plan;

/// Counts cells and guesses the time left from those measured.
pub struct Progress {
    total: usize,
    done: usize,
    start: Instant,
}

impl Progress {
    /// Nothing done yet.
    pub fn new(total: usize) -> Self {
        Progress {
            total,
            done: 0,
            start: Instant::now(),
        }
    }

    /// A cell begins.
    pub fn next(&mut self, id: &str) {
        let left = match self.done {
            0 => String::new(),
            done => {
                let each = self.start.elapsed().div_f64(done as f64);
                format!(
                    ", {} left",
                    minutes(each.mul_f64((self.total - done) as f64))
                )
            }
        };
        self.done += 1;
        eprintln!("[{}/{}{left}] {id}", self.done, self.total);
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
    eprintln!(
        "wiretax: suite {}: {} cases; {proven} of {} codec x case pairs carry the same value; {} cells to measure",
        suite.suite,
        suite.cases.len(),
        proofs.len(),
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
