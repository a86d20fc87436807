//! The write flood of the first report: a client appends events as fast as the server takes them, in arms that differ in
//! what writing an event costs the client. The server is the same for all of them.

mod run;
mod table;

use std::time::Duration;

pub use run::run;
pub use table::table;

use crate::arms::Arm;
use crate::codec::CodecName;

/// What to run.
#[derive(Debug, Clone)]
pub struct Flood {
    /// Compared with the first one.
    pub arms: Vec<Arm>,
    /// Clients at a time.
    pub clients: u32,
    /// Writes of each client.
    pub requests: u64,
    /// Names of the streams.
    pub streams: Vec<String>,
    /// Writes of each client in flight at most.
    pub in_flight: u32,
    /// Rounds.
    pub rounds: u32,
    /// Codec of the server.
    pub server_codec: CodecName,
    /// Threads of the server.
    pub server_threads: u16,
}

/// What each arm did, round by round.
#[derive(Debug, Clone)]
pub struct Found {
    /// In the order of the flood.
    pub arms: Vec<(Arm, Vec<Round>)>,
    /// Rounds in which every arm had its turn.
    pub rounds: usize,
}

/// One arm's turn.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// From the first write to the last answer, of the slowest client.
    pub time: Duration,
    /// Writes that were answered with `OK`, of all clients.
    pub written: u64,
    /// Writes that were not.
    pub failed: u64,
    /// CPU time of the client for each write.
    pub client_cpu: Option<Duration>,
    /// CPU time of the server for each write.
    pub server_cpu: Option<Duration>,
}

impl Found {
    /// Whether any write failed, or nothing was compared.
    pub fn failed(&self) -> bool {
        let mut rounds = self.arms.iter().flat_map(|(_, rounds)| rounds);
        self.rounds == 0 || rounds.any(|round| round.failed > 0)
    }
}
