//! What a run of `load` found. Made by [`crate::drive`], shown by [`crate::format`].

mod latency;

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

pub use latency::Latency;

use crate::process::Use;

/// All that one run found.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What was asked for.
    pub asked: Asked,
    /// When the first measured request was sent.
    pub began: SystemTime,
    /// From then to the last answer; to the end that was asked for, or to when answers were no longer waited for, where that is later.
    pub elapsed: Duration,
    /// Why it ended.
    pub end: End,
    /// Answers by status code, as gRPC names it: `OK`, `Unavailable`. One that is not `OK` is an error, always.
    pub codes: BTreeMap<String, u64>,
    /// What was said beside a code that is not `OK`, with how often: `rpc error: code = Unavailable desc = ...`.
    pub errors: BTreeMap<String, u64>,
    /// From the *intended* send time to the answer where the loop is open; from the real one where it is closed. Every
    /// answer is in it, whatever its code.
    pub latency: Latency,
    /// Only those of the answers that are `OK`.
    pub latency_ok: Latency,
    /// Where the loop is open: from the real send time, which hides what the load generator waited itself.
    pub uncorrected: Option<Latency>,
    /// Where the loop is open: how long after its intended time each request was sent.
    pub lateness: Option<Latency>,
    /// Requests that were due before the end and never sent; 0 where the loop is closed.
    pub dropped: u64,
    /// Requests that were sent and not answered by the end.
    pub unanswered: u64,
    /// Bytes of messages that went and came, without the gRPC and HTTP/2 frames.
    pub bytes_sent: u64,
    /// The same of answers.
    pub bytes_received: u64,
    /// What each process used meanwhile: this one, and the server where it can be seen.
    pub processes: Vec<Process>,
}

/// What one process used during the run.
#[derive(Debug, Clone)]
pub struct Process {
    /// `client` or `server`.
    pub role: &'static str,
    /// Its number; `None` where it was not found.
    pub pid: Option<u32>,
    /// What it used; each part is `None` where it cannot be read, and shown as `n/a`.
    pub used: Use,
}

/// What was asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// A name for people.
    pub name: Option<String>,
    /// `HOST:PORT`.
    pub address: String,
    /// `wiretax.rpc.Echo.Echo`, as ghz spells a call.
    pub call: String,
    /// `raw` or `typed`.
    pub engine: &'static str,
    /// Name of the codec, where the engine is typed.
    pub codec: Option<String>,
    /// Name of the wrap.
    pub wrap: String,
    /// Length of a request's message as it travels, in bytes.
    pub request_bytes: u64,
    /// Connections.
    pub connections: u32,
    /// Requests in flight at most.
    pub in_flight: u32,
    /// Requests to send, where that is what ends it.
    pub requests: Option<u64>,
    /// How long, where that is what ends it.
    pub duration: Option<Duration>,
    /// Requests a second, where the loop is open.
    pub rate: Option<f64>,
    /// What was sent before anything counted.
    pub warmup: Duration,
    /// A request without an answer after this long is `DeadlineExceeded`.
    pub timeout: Duration,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All requests were answered.
    Count,
    /// The time was over.
    Duration,
    /// Ctrl-C.
    Interrupted,
    /// The server was gone, and did not come back.
    Lost,
}

impl Outcome {
    /// Answers, whatever their code.
    pub fn answers(&self) -> u64 {
        self.codes.values().sum()
    }

    /// Answers whose code is `OK`.
    pub fn ok(&self) -> u64 {
        self.codes.get("OK").copied().unwrap_or(0)
    }

    /// Answers a second, whatever their code.
    pub fn rate(&self) -> f64 {
        match self.elapsed.as_secs_f64() {
            0.0 => 0.0,
            seconds => self.answers() as f64 / seconds,
        }
    }
}
