//! Ours against what others wrote: our server with their clients, our load generator with their server, both load generators side by
//! side, and the original comparison in JavaScript beside ours.

mod encode;
mod h2load;

use std::time::Duration;

use bytes::Bytes;
use wiretax::wrap::Wrap;

use crate::arms::{Arm, Server, ServerError};
use crate::client::{Call, CallName, Target};
use crate::codec::CodecName;
use crate::drive::{Plan, Until, interrupted};
use crate::format::{Format, render};
use crate::measure::{self, EngineName, Job};
use crate::out::say;
use crate::payload;
use crate::peers::check::Check;
use crate::peers::encode::Start;
use crate::peers::tools::{Peer, Tools};
use crate::peers::{buf, load, script, server};

/// A script may take so long, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(180);
/// Longest message that our server takes from their clients, in bytes.
const MAX_MESSAGE: u64 = 4 << 20;
/// Requests of ours to their server.
const REQUESTS: u64 = 300;

/// What to check.
#[derive(Debug)]
pub struct Crosscheck {
    /// Where the peers are.
    pub tools: Tools,
    /// Which of them.
    pub peers: Vec<Peer>,
    /// Rounds beside h2load.
    pub rounds: u32,
    /// Serializations of a round of the comparison in JavaScript.
    pub count: u64,
    /// Rounds of it.
    pub encode_rounds: u32,
    /// Where its clock starts.
    pub start: Start,
}

/// No server of ours.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(#[from] ServerError);

/// Runs the checks, and prints each as it comes.
///
/// # Errors
/// When our own server does not start. What a peer does wrong is a failed check.
pub fn run(crosscheck: &Crosscheck) -> Result<Vec<Check>, Error> {
    let mut all = Vec::new();
    let ours = Server::start(Arm::new(CodecName::Prost, Wrap::Raw), 1, None, MAX_MESSAGE)?;
    let address = ours.address().to_string();
    let tools = &crosscheck.tools;
    for &peer in &crosscheck.peers {
        if interrupted() {
            break;
        }
        let tell = |check: &Check| say!("{check}");
        match peer {
            Peer::Grpcio => {
                let client = tools.grpcio_client(&address, MAX_MESSAGE);
                all.extend(script::checks(peer, client, LIMIT, tell));
                all.extend(told(foreign_server(tools)));
            }
            Peer::GrpcJs => {
                let client = tools.grpc_js_client(&address, MAX_MESSAGE);
                all.extend(script::checks(peer, client, LIMIT, tell));
            }
            Peer::Buf => all.extend(told(buf::checks(tools, &address, LIMIT))),
            Peer::H2load => all.extend(told(h2load::beside(crosscheck, &ours))),
            Peer::Encode => all.extend(told(encode::beside(crosscheck))),
        }
    }
    Ok(all)
}

fn told(checks: Vec<Check>) -> Vec<Check> {
    for check in &checks {
        say!("{check}");
    }
    checks
}

/// Our load generator on a server that others wrote.
fn foreign_server(tools: &Tools) -> Vec<Check> {
    let command = match tools.grpcio_server() {
        Ok(command) => command,
        Err(missing) => return vec![Check::skipped(&missing, "our load on its server")],
    };
    let name = Peer::Grpcio.name();
    let their = match server::Server::start(command, LIMIT) {
        Ok(their) => their,
        Err(error) => return vec![Check::of(name, None, "its server starts", Err(error))],
    };
    let engines = [EngineName::Raw, EngineName::Typed];
    let check = |engine: EngineName| {
        let what = format!("our {} load on its server", engine.name());
        let found = on(&their.ready().address, engine);
        Check::of(name, None, &what, found)
    };
    engines.into_iter().map(check).collect()
}

fn on(address: &str, engine: EngineName) -> Result<Option<String>, String> {
    let said = |error: &dyn std::error::Error| error.to_string();
    let target = Target::new(address, false).map_err(|error| said(&error))?;
    let message = payload::note(700).ok_or("no message of 700 bytes")?;
    let job = job(target, None, engine, &message, REQUESTS, 10);
    let outcome = measure::load(&job).map_err(|error| said(&error))?;
    let report = render(&outcome, Format::Json).map_err(|error| said(&error))?;
    let loaded = load::judge(&report, Some(REQUESTS)).map_err(|error| said(&error))?;
    Ok(Some(format!("{} answers, all OK", loaded.count)))
}

/// An echo in prost, as it is.
fn job(
    target: Target,
    server: Option<u32>,
    engine: EngineName,
    message: &[u8],
    requests: u64,
    in_flight: u32,
) -> Job {
    Job {
        target,
        server,
        call: Call {
            name: CallName::Echo,
            codec: CodecName::Prost,
            wrap: Wrap::Raw,
            message: Bytes::copy_from_slice(message),
            streams: Vec::new(),
        },
        engine,
        connections: 1,
        plan: Plan {
            until: Until::Count(requests),
            in_flight,
            timeout: Duration::from_secs(60),
        },
        rate: None,
        warmup: Duration::ZERO,
        count_syscalls: false,
        quiet: false,
        name: None,
    }
}
