//! Rounds of SET and GET.

use std::time::Duration;

use base64::Engine as _;
use bytes::Bytes;
use prost::Message as _;
use wiretax::wrap::Wrap;

use super::{Line, Multi, Saved, Turn};
use crate::arms::{AMPLE, Arm, Server, ServerError, turns};
use crate::client::{Call, CallName};
use crate::codec::CodecName;
use crate::drive::{Plan, Until, interrupted};
use crate::generated::{m3, m4};
use crate::measure::{self, EngineName, Job};
use crate::out::say;
use crate::outcome::{End, Outcome};
use crate::server::Refusal;

/// Under which values are set and got.
const KEY: &str = "multi";

/// Nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No server.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The client cannot run.
    #[error(transparent)]
    Client(#[from] measure::Error),
}

/// Runs it, printing a line for each round; Ctrl-C ends it, and what was found counts.
///
/// # Errors
/// When a server does not start or the client cannot connect.
pub fn run(multi: &Multi) -> Result<Saved, Error> {
    let refusals: Vec<Option<Refusal>> = match multi.bad {
        true => [Refusal::Plain, Refusal::Backtrace, Refusal::Printed]
            .map(Some)
            .to_vec(),
        false => vec![None],
    };
    let arm = Arm::new(CodecName::Prost, Wrap::Raw);
    let servers = refusals
        .iter()
        .map(|&refusal| Server::start(arm, 1, refusal, AMPLE));
    let servers = servers.collect::<Result<Vec<_>, _>>()?;
    let mut saved = Saved::default();
    for &size in &multi.sizes {
        for &depth in &multi.depths {
            for call in [CallName::Set, CallName::Get] {
                let mut lines: Vec<Line> = refusals
                    .iter()
                    .map(|refusal| line(call, size, depth, *refusal))
                    .collect();
                for round in 0..multi.rounds as usize {
                    for at in turns(lines.len(), round) {
                        if call == CallName::Get && !multi.bad {
                            // What is got must have this size.
                            load(multi, &servers[at], CallName::Set, size, 1, 1)?;
                        }
                        let outcome = load(multi, &servers[at], call, size, depth, multi.requests)?;
                        if interrupted() || outcome.end == End::Interrupted {
                            saved.lines.extend(lines);
                            return Ok(saved);
                        }
                        let turn = turn(&outcome);
                        say!("{}", lines[at].printed(&turn));
                        lines[at].rounds.push(turn);
                    }
                }
                saved.lines.extend(lines);
            }
        }
    }
    Ok(saved)
}

fn line(call: CallName, size: u64, depth: u32, refusal: Option<Refusal>) -> Line {
    Line {
        call: if call == CallName::Set { "SET" } else { "GET" }.to_owned(),
        size: named(size),
        depth,
        refusal: refusal.map(|refusal| refusal.to_string()),
        rounds: Vec::new(),
    }
}

/// `4KiB` of what is whole in that unit, and otherwise in bytes: lines of different sizes have different names.
fn named(size: u64) -> String {
    let whole = [(1 << 20, "MiB"), (1 << 10, "KiB")]
        .into_iter()
        .find(|(unit, _)| size.is_multiple_of(*unit));
    match whole {
        Some((unit, name)) => format!("{}{name}", size / unit),
        None => format!("{size}B"),
    }
}

fn load(
    multi: &Multi,
    server: &Server,
    call: CallName,
    size: u64,
    depth: u32,
    requests: u64,
) -> Result<Outcome, Error> {
    let message = match call {
        CallName::Set => m3::prost::generated::Msg0 {
            n1: KEY.to_owned(),
            n2: text(size),
        }
        .encode_to_vec(),
        _ => m4::prost::generated::Msg0 { n1: KEY.to_owned() }.encode_to_vec(),
    };
    let job = Job {
        target: server.target(),
        server: Some(server.pid()),
        call: Call {
            name: call,
            codec: CodecName::Prost,
            wrap: Wrap::Raw,
            message: Bytes::from(message),
            streams: Vec::new(),
        },
        engine: EngineName::Typed,
        connections: multi.clients.min(depth),
        plan: Plan {
            until: Until::Count(requests),
            in_flight: depth,
            timeout: Duration::from_secs(120),
        },
        rate: None,
        warmup: Duration::ZERO,
        count_syscalls: false,
        quiet: true,
        name: None,
    };
    Ok(measure::load(&job)?)
}

/// Base64 text of so many symbols.
fn text(size: u64) -> String {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let mut random = fastrand::Rng::with_seed(1);
    let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..))
        .take(size.div_ceil(4) * 3)
        .collect();
    let mut text = base64::engine::general_purpose::STANDARD.encode(bytes);
    text.truncate(size);
    text
}

fn turn(outcome: &Outcome) -> Turn {
    let millis = |time: Option<Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let answered = outcome.answers();
    let server = outcome
        .processes
        .iter()
        .find(|process| process.role == "server");
    let cpu = server.and_then(|server| server.used.cpu_per_request(answered));
    Turn {
        total: outcome.elapsed.as_secs_f64() * 1e3,
        answered,
        failed: answered + outcome.unanswered - outcome.ok(),
        min: millis(outcome.latency.fastest()),
        max: millis(outcome.latency.slowest()),
        avg: millis(outcome.latency.average()),
        p95: millis(outcome.latency.percentile(95.0)),
        server_us: cpu.map(|cpu| cpu.as_secs_f64() * 1e6),
    }
}
