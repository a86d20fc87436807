//! Rounds of all servers.

use std::time::Duration;

use bytes::Bytes;
use wiretax::wrap::Wrap;

use super::{Found, Server, Servers, Turn};
use crate::arms::{self, AMPLE, Arm, ServerError, turns};
use crate::client::{Call, CallName, NotAllowed, Target};
use crate::codec::CodecName;
use crate::drive::{Plan, Until, interrupted};
use crate::measure::{self, EngineName, Job};
use crate::outcome::Outcome;
use crate::peers::server as foreign;
use crate::peers::tools::Peer;

/// Theirs may take so long to begin.
const PATIENCE: Duration = Duration::from_secs(60);
/// A runtime that compiles what is hot has done so by then.
const WARMUP: Duration = Duration::from_millis(500);

/// Nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No server of ours.
    #[error(transparent)]
    Ours(#[from] ServerError),
    /// No server of theirs, although it is installed.
    #[error("{0}: {1}")]
    Theirs(&'static str, foreign::ServerError),
    /// It said an address that may not be loaded.
    #[error(transparent)]
    Address(#[from] NotAllowed),
    /// The client cannot run.
    #[error("{0}: {1}")]
    Client(String, measure::Error),
}

/// A server that runs.
enum Running {
    Ours(arms::Server),
    Theirs(foreign::Server),
}

impl Running {
    fn at(&self) -> Result<(Target, Option<u32>), Error> {
        Ok(match self {
            Running::Ours(server) => (server.target(), Some(server.pid())),
            Running::Theirs(server) => (Target::new(&server.ready().address, false)?, None),
        })
    }
}

/// Runs it. Ctrl-C ends it, and whole rounds count.
///
/// # Errors
/// When a server that is here does not begin or answer. One that is not installed is left out and named.
pub fn run(servers: &Servers) -> Result<Found, Error> {
    let mut found = Found::default();
    let mut running = Vec::new();
    for &codec in &servers.codecs {
        let arm = Arm::new(codec, Wrap::Raw);
        running.push((
            format!("ours, {codec}"),
            Running::Ours(arms::Server::start(arm, 1, None, AMPLE)?),
        ));
    }
    for (peer, command) in [
        (Peer::GrpcJs, servers.tools.grpc_js_server()),
        (Peer::Grpcio, servers.tools.grpcio_server()),
    ] {
        match command {
            Ok(command) => {
                let name = peer.name();
                let server = foreign::Server::start(command, PATIENCE * servers.rounds.max(10))
                    .map_err(|error| Error::Theirs(name, error))?;
                running.push((
                    format!(
                        "{name} {}",
                        server
                            .ready()
                            .version
                            .as_deref()
                            .unwrap_or("of unknown version")
                    ),
                    Running::Theirs(server),
                ));
            }
            Err(missing) => found.missing.push(format!("{}: {missing}", peer.name())),
        }
    }
    let server = |(name, _): &(String, Running)| Server {
        name: name.clone(),
        turns: Vec::new(),
    };
    found.servers = running.iter().map(server).collect();
    for round in 0..servers.rounds as usize {
        let mut these = vec![None; running.len()];
        for at in turns(running.len(), round) {
            let (name, server) = &running[at];
            eprintln!("# round {} of {}: {name}", round + 1, servers.rounds);
            let (target, pid) = server.at()?;
            let outcome = measure::load(&job(servers, target, pid))
                .map_err(|error| Error::Client(name.clone(), error))?;
            if interrupted() {
                return Ok(found);
            }
            these[at] = Some(turn(&outcome));
        }
        for (server, turn) in found.servers.iter_mut().zip(these) {
            server.turns.extend(turn);
        }
    }
    Ok(found)
}

fn job(servers: &Servers, target: Target, server: Option<u32>) -> Job {
    Job {
        target,
        server,
        call: Call {
            name: CallName::Hello,
            codec: CodecName::Prost,
            wrap: Wrap::Raw,
            message: Bytes::new(),
            streams: Vec::new(),
        },
        engine: EngineName::Raw,
        connections: 1,
        plan: Plan {
            until: Until::Time(servers.duration),
            in_flight: servers.in_flight,
            timeout: Duration::from_secs(20),
        },
        rate: None,
        warmup: WARMUP,
        count_syscalls: true,
        quiet: false,
        name: None,
    }
}

fn turn(outcome: &Outcome) -> Turn {
    let millis = |time: Option<Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    let answers = outcome.answers();
    let server = outcome
        .processes
        .iter()
        .find(|process| process.role == "server")
        .map(|server| server.used);
    let used = server.unwrap_or_default();
    Turn {
        rate: outcome.rate(),
        p50: millis(outcome.latency.percentile(50.0)),
        p99: millis(outcome.latency.percentile(99.0)),
        slowest: millis(outcome.latency.slowest()),
        cpu: used.cpu_share(),
        cpu_each: used
            .cpu_per_request(answers)
            .map(|cpu| cpu.as_secs_f64() * 1e6),
        syscalls: used.syscalls_per_second(),
        rss: used.rss,
        failed: answers + outcome.unanswered - outcome.ok(),
    }
}
