//! Echo servers, as the fourth report compared them: an empty request, `hello` back, one connection, a hundred requests in flight. Ours in
//! several codecs, beside servers that others wrote.

mod run;
mod table;

use std::time::Duration;

pub use run::run;
pub use table::table;

use crate::codec::CodecName;
use crate::peers::tools::Tools;

/// What to run.
#[derive(Debug)]
pub struct Servers {
    /// Of our server; the first is what all others are compared with.
    pub codecs: Vec<CodecName>,
    /// Where others' servers are.
    pub tools: Tools,
    /// Length of a turn.
    pub duration: Duration,
    /// Requests in flight.
    pub in_flight: u32,
    /// Rounds.
    pub rounds: u32,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// In the order of their first turns.
    pub servers: Vec<Server>,
    /// Servers that are not here, with the remedy.
    pub missing: Vec<String>,
}

/// One server's rounds.
#[derive(Debug, Clone)]
pub struct Server {
    /// `ours, prost` or `grpc-js 1.14`.
    pub name: String,
    /// Round by round.
    pub turns: Vec<Turn>,
}

/// One turn. Times of answers are in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// Answers a second.
    pub rate: f64,
    /// Half of the answers took no longer.
    pub p50: f64,
    /// 99 of a hundred took no longer.
    pub p99: f64,
    /// The longest.
    pub slowest: f64,
    /// CPU time of the server's process, as a share of one core.
    pub cpu: Option<f64>,
    /// CPU time of the server for each request, in microseconds.
    pub cpu_each: Option<f64>,
    /// System calls of the server a second.
    pub syscalls: Option<f64>,
    /// Resident memory of the server, in bytes.
    pub rss: Option<u64>,
    /// Answers that were not `OK`, or did not come.
    pub failed: u64,
}

impl Found {
    /// Whether any request failed, or a server had no turn.
    pub fn failed(&self) -> bool {
        let none = self.servers.iter().any(|server| server.turns.is_empty());
        none || self
            .servers
            .iter()
            .flat_map(|server| &server.turns)
            .any(|turn| turn.failed > 0)
    }
}
