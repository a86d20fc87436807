//! Codecs by wraps by sizes: what a request costs client and server, and where that goes.
//!
//! | file | what |
//! |---|---|
//! | [`mod@run`] | rounds of all arms |
//! | [`profile`] | where the server's CPU time goes, by `perf` |
//! | [`table`] | the tables and verdicts |

mod profile;
mod run;
mod table;

use std::time::Duration;

use wiretax::wrap::Wrap;

pub use profile::{Kind, Shares};
pub use run::run;
pub use table::tables;

use crate::arms::Arm;
use crate::codec::CodecName;

/// What to run.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// With `None`, the floor.
    pub codecs: Vec<CodecName>,
    /// With `raw`.
    pub wraps: Vec<Wrap>,
    /// Lengths of a message, in bytes.
    pub sizes: Vec<usize>,
    /// Rounds.
    pub rounds: u32,
    /// Length of each arm's turn in a round.
    pub turn: Duration,
    /// Requests in flight.
    pub in_flight: u32,
    /// Whether to look where the time goes.
    pub profile: bool,
}

impl Matrix {
    /// The floor first; it reads and writes nothing, so it has no wrap but `raw`.
    pub fn arms(&self) -> Vec<Arm> {
        let mut arms = vec![Arm::new(CodecName::None, Wrap::Raw)];
        for &codec in self
            .codecs
            .iter()
            .filter(|&&codec| codec != CodecName::None)
        {
            arms.extend(self.wraps.iter().map(|&wrap| Arm::new(codec, wrap)));
        }
        arms
    }
}

/// What was found at one size.
#[derive(Debug, Clone)]
pub struct Size {
    /// Length of the message, in bytes.
    pub bytes: usize,
    /// In the order of [`Matrix::arms`].
    pub arms: Vec<Found>,
}

/// What one arm took.
#[derive(Debug, Clone)]
pub struct Found {
    /// Which.
    pub arm: Arm,
    /// Round by round.
    pub turns: Vec<Turn>,
    /// Where the server's time goes; `None` where it was not looked at.
    pub shares: Option<Shares>,
}

/// One arm's turn.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// Answers a second.
    pub rate: f64,
    /// CPU time of the client for each request, in microseconds.
    pub client: Option<f64>,
    /// The same of the server.
    pub server: Option<f64>,
    /// Answers that were not `OK`, or did not come.
    pub failed: u64,
}

impl Size {
    /// Whether any request failed, or no round was finished.
    pub fn failed(&self) -> bool {
        let mut turns = self.arms.iter().flat_map(|found| &found.turns);
        self.arms.iter().any(|found| found.turns.is_empty()) || turns.any(|turn| turn.failed > 0)
    }
}
