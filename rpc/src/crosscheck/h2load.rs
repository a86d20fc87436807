//! Both load generators on one server, in turns: how fast ours sends, and what that costs it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use bytesize::ByteSize;

use super::{Crosscheck, LIMIT, job};
use crate::arms::{Server, turns, verdict};
use crate::drive::interrupted;
use crate::measure::{self, EngineName};
use crate::payload;
use crate::peers::check::Check;
use crate::peers::h2load::{Asked, frame, run};
use crate::peers::tools::Peer;
use crate::process::children;

/// Length of the message in bytes, requests of a round, and requests in flight.
const SIZES: [(usize, u64, u32); 4] = [
    (16, 30_000, 50),
    (4 << 10, 15_000, 50),
    (16 << 10, 8_000, 50),
    (1 << 20, 200, 8),
];

/// Who sends.
const SENDERS: [&str; 3] = ["h2load", "raw", "typed"];

/// One round of one sender: time of the whole, and its CPU time for each request, in seconds.
#[derive(Debug, Clone, Copy)]
struct Turn {
    time: f64,
    cpu: f64,
}

/// Runs it; each size is a check, which passes where every sender got every answer.
pub fn beside(crosscheck: &Crosscheck, server: &Server) -> Vec<Check> {
    if let Err(missing) = crosscheck.tools.h2load() {
        return vec![Check::skipped(&missing, "side by side")];
    }
    let check = |&(bytes, requests, streams): &(usize, u64, u32)| {
        let what = format!("side by side, {}", ByteSize(bytes as u64).display().iec());
        let found = size(crosscheck, server, bytes, requests, streams);
        Check::of(Peer::H2load.name(), None, &what, found.map(Some))
    };
    SIZES.iter().map(check).collect()
}

fn size(
    crosscheck: &Crosscheck,
    server: &Server,
    bytes: usize,
    requests: u64,
    streams: u32,
) -> Result<String, String> {
    let message = payload::note(bytes).ok_or("there is no such message")?;
    let mut rounds: [Vec<Turn>; 3] = Default::default();
    for round in 0..crosscheck.rounds as usize {
        for at in turns(SENDERS.len(), round) {
            let turn = match at {
                0 => theirs(crosscheck, server, &message, requests, streams)?,
                1 => ours(server, EngineName::Raw, &message, requests, streams)?,
                _ => ours(server, EngineName::Typed, &message, requests, streams)?,
            };
            rounds[at].push(turn);
        }
        if interrupted() {
            return Err("Ctrl-C".to_owned());
        }
    }
    let [their, mine @ ..] = &rounds;
    let mut text = String::new();
    for (name, turns) in SENDERS[1..].iter().zip(mine) {
        let of =
            |what: fn(&Turn) -> f64, turns: &[Turn]| turns.iter().map(what).collect::<Vec<_>>();
        // Requests are as many, so rates are as times the other way round.
        let rate = verdict(
            &of(|turn| turn.time, their),
            &of(|turn| turn.time, turns),
            1,
        );
        let cpu = verdict(&of(|turn| turn.cpu, turns), &of(|turn| turn.cpu, their), 1);
        let comma = if text.is_empty() { "" } else { "; " };
        let _ = write!(
            text,
            "{comma}{name}: requests/s {}, client CPU {}",
            rate.brief(),
            cpu.brief()
        );
    }
    Ok(text)
}

fn ours(
    server: &Server,
    engine: EngineName,
    message: &[u8],
    requests: u64,
    streams: u32,
) -> Result<Turn, String> {
    let job = job(
        server.target(),
        Some(server.pid()),
        engine,
        message,
        requests,
        streams,
    );
    let outcome = measure::load(&job).map_err(|error| error.to_string())?;
    if outcome.ok() != requests {
        return Err(format!(
            "{} of {requests} answers: {:?}",
            outcome.ok(),
            outcome.errors
        ));
    }
    let cpu = outcome
        .processes
        .iter()
        .find(|process| process.role == "client");
    let cpu = cpu
        .and_then(|client| client.used.cpu)
        .ok_or("this process's CPU time cannot be read")?;
    Ok(Turn {
        time: outcome.elapsed.as_secs_f64(),
        cpu: cpu.as_secs_f64() / requests as f64,
    })
}

fn theirs(
    crosscheck: &Crosscheck,
    server: &Server,
    message: &[u8],
    requests: u64,
    streams: u32,
) -> Result<Turn, String> {
    let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    file.write_all(&frame(message))
        .map_err(|error| error.to_string())?;
    let command = crosscheck
        .tools
        .h2load()
        .map_err(|missing| missing.to_string())?;
    let asked = Asked {
        address: &server.address().to_string(),
        call: "wiretax.rpc.Echo/Echo",
        frame: file.path(),
        requests,
        connections: 1,
        streams,
    };
    let before = children();
    let found = run(command, asked, LIMIT).map_err(|error| error.to_string())?;
    let cpu = children()
        .zip(before)
        .and_then(|(now, before)| now.checked_sub(before));
    // An RPC that fails has a good HTTP status and no message.
    found
        .judge(requests, message.len() as u64)
        .map_err(|error| error.to_string())?;
    let cpu: Duration = cpu.ok_or("the CPU time of a child cannot be read")?;
    Ok(Turn {
        time: found.elapsed.as_secs_f64(),
        cpu: cpu.as_secs_f64() / requests as f64,
    })
}
