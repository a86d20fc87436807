//! What was found, to be kept as JSON.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Saved {
    /// One for each call, size, depth and sort of error.
    pub lines: Vec<Line>,
}

/// One line of the report, with all its rounds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    /// `SET` or `GET`.
    pub call: String,
    /// `4KiB`.
    pub size: String,
    /// Requests in flight.
    pub depth: u32,
    /// Sort of error; none where calls succeed.
    pub refusal: Option<String>,
    /// Round by round.
    pub rounds: Vec<Turn>,
}

/// One round of a line. Times are in milliseconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Turn {
    /// From the first request to the last answer.
    pub total: f64,
    /// Requests that were answered.
    pub answered: u64,
    /// Those of them that were not `OK`.
    pub failed: u64,
    /// Of a request.
    pub min: f64,
    /// Of a request.
    pub max: f64,
    /// Of a request.
    pub avg: f64,
    /// Of a request.
    pub p95: f64,
    /// CPU time of the server for each request, in microseconds.
    pub server_us: Option<f64>,
}

/// A file that is none.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}; `multi --save FILE` writes one")]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("{path} is no run of `multi --save`: {source}")]
    Parse {
        /// Which.
        path: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
}

impl Saved {
    /// Reads one.
    ///
    /// # Errors
    /// When there is none.
    pub fn read(path: &Path) -> Result<Self, SavedError> {
        let text = std::fs::read(path).map_err(|source| SavedError::Read {
            path: path.to_owned(),
            source,
        })?;
        serde_json::from_slice(&text).map_err(|source| SavedError::Parse {
            path: path.to_owned(),
            source,
        })
    }

    /// Answers that were not `OK`.
    pub fn failed(&self) -> u64 {
        let rounds = self.lines.iter().flat_map(|line| &line.rounds);
        rounds.map(|round| round.failed).sum()
    }
}

impl Line {
    /// What it is about.
    pub fn name(&self) -> String {
        let refusal = self
            .refusal
            .as_ref()
            .map(|sort| format!(" {sort} error"))
            .unwrap_or_default();
        format!("{} {}{refusal}, depth {}", self.call, self.size, self.depth)
    }

    /// Whether another one is about the same.
    pub fn is_like(&self, other: &Line) -> bool {
        self.name() == other.name()
    }

    /// As the third report prints a round: requests in flight, and how many were not answered with `OK`.
    pub fn printed(&self, round: &Turn) -> String {
        let label = match &self.refusal {
            Some(sort) => format!("{} {} {sort}", self.call, self.size),
            None => format!("{} {}", self.call, self.size),
        };
        let (depth, failed) = (self.depth, round.failed);
        format!(
            "{label:>22}, {depth}/{failed} min/max/avg/p95: {:4.0}/{:4.0}/{:7.2}/{:7.2} {:6.0}ms total, {:8.2} ops/sec",
            round.min,
            round.max,
            round.avg,
            round.p95,
            round.total,
            round.rate()
        )
    }
}

impl Turn {
    /// Answers a second.
    pub fn rate(&self) -> f64 {
        match self.total {
            0.0 => 0.0,
            total => self.answered as f64 * 1e3 / total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_as_the_report_has_it() {
        let line = Line {
            call: "SET".to_owned(),
            size: "4KiB".to_owned(),
            depth: 10_000,
            refusal: None,
            rounds: Vec::new(),
        };
        let round = Turn {
            total: 7_238.0,
            answered: 20_000,
            failed: 0,
            min: 852.0,
            max: 4_506.0,
            avg: 2_585.58,
            p95: 3_779.1,
            server_us: None,
        };
        let expected = "SET 4KiB, 10000/0 min/max/avg/p95:  852/4506/2585.58/3779.10   7238ms total,  2763.19 ops/sec";
        assert_eq!(line.printed(&round).trim_start(), expected);
    }

    #[test]
    fn a_file_that_is_none_is_named() {
        let missing = Saved::read(Path::new("no-such-run.json")).expect_err("it is not there");
        assert!(
            missing.to_string().contains("no-such-run.json"),
            "{missing}"
        );
    }
}
