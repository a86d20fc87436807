//! Rounds of all arms.

use std::thread;

use bytes::Bytes;
use wiretax::wrap::Wrap;

use super::{Flood, Found, Round};
use crate::arms::{AMPLE, Arm, Server, ServerError, turns};
use crate::client::{Call, CallName};
use crate::drive::{Plan, Until, interrupted};
use crate::measure::{self, EngineName, Job};
use crate::out::say;
use crate::outcome::{End, Outcome};
use crate::payload;
use crate::process::Reading;

/// Nothing was compared.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No server.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// A client cannot run.
    #[error("arm {arm}: {source}")]
    Client {
        /// Whose.
        arm: Arm,
        /// Why.
        source: measure::Error,
    },
}

/// Runs it; each turn prints its clients' lines as the original does. Ctrl-C ends it, and whole rounds count.
///
/// # Errors
/// When a server does not start or a client cannot connect.
pub fn run(flood: &Flood) -> Result<Found, Error> {
    let mut servers = Vec::new();
    for arm in &flood.arms {
        // What travels as base64 text needs a server that reads text; a text inside the object is the client's own business.
        let wrap = match arm.wrap {
            Wrap::Base64(engine) => Wrap::Base64(engine),
            Wrap::Raw | Wrap::Field(_) => Wrap::Raw,
        };
        let wanted = Arm::new(flood.server_codec, wrap);
        let known = servers.iter().any(|(arm, _)| *arm == wanted);
        if !known {
            servers.push((
                wanted,
                Server::start(wanted, flood.server_threads, None, AMPLE)?,
            ));
        }
    }
    let server = |arm: Arm| {
        let text = matches!(arm.wrap, Wrap::Base64(_));
        let mut all = servers.iter();
        let found = all.find(|(of, _)| {
            if text {
                of.wrap == arm.wrap
            } else {
                of.wrap == Wrap::Raw
            }
        });
        found.map(|(_, server)| server)
    };
    let mut arms: Vec<(Arm, Vec<Round>)> =
        flood.arms.iter().map(|&arm| (arm, Vec::new())).collect();
    let mut rounds = 0;
    'all: for round in 0..flood.rounds as usize {
        for at in turns(arms.len(), round) {
            let arm = arms[at].0;
            let Some(server) = server(arm) else { continue };
            say!("# round {} of {}: {arm}", round + 1, flood.rounds);
            let turn = turn(flood, arm, server)?;
            match turn {
                Some(turn) => arms[at].1.push(turn),
                None => break 'all,
            }
        }
        rounds += 1;
    }
    for (_, turns) in &mut arms {
        turns.truncate(rounds);
    }
    Ok(Found { arms, rounds })
}

/// One arm's turn; `None` after Ctrl-C.
fn turn(flood: &Flood, arm: Arm, server: &Server) -> Result<Option<Round>, Error> {
    let pids = [std::process::id(), server.pid()];
    let before = pids.map(Reading::of);
    let job = job(flood, arm, server);
    let outcomes: Vec<_> = thread::scope(|scope| {
        let clients: Vec<_> = (0..flood.clients)
            .map(|_| scope.spawn(|| measure::load(&job)))
            .collect();
        clients.into_iter().map(|client| client.join()).collect()
    });
    let after = pids.map(Reading::of);
    let mut all = Vec::new();
    for (worker, outcome) in outcomes.into_iter().enumerate() {
        // A client that panicked has said why.
        let Ok(outcome) = outcome else { continue };
        let outcome: Outcome = outcome.map_err(|source| Error::Client { arm, source })?;
        say!("{}", totals(worker, &outcome));
        all.push(outcome);
    }
    if interrupted() || all.iter().any(|outcome| outcome.end == End::Interrupted) || all.is_empty()
    {
        return Ok(None);
    }
    let written = all.iter().map(Outcome::ok).sum();
    let [client, server] =
        [0, 1].map(|at| after[at].since(&before[at], None).cpu_per_request(written));
    Ok(Some(Round {
        time: together(&all),
        written,
        failed: all
            .iter()
            .map(|outcome| outcome.answers() + outcome.unanswered - outcome.ok())
            .sum(),
        client_cpu: client,
        server_cpu: server,
    }))
}

/// From the first client's first write to the last one's last answer.
fn together(all: &[Outcome]) -> std::time::Duration {
    let first = all.iter().map(|outcome| outcome.began).min();
    let last = all
        .iter()
        .map(|outcome| outcome.began + outcome.elapsed)
        .max();
    let both = first
        .zip(last)
        .and_then(|(first, last)| last.duration_since(first).ok());
    both.unwrap_or_default()
}

/// The line that the original prints.
fn totals(worker: usize, outcome: &Outcome) -> String {
    let (ok, time) = (outcome.ok(), outcome.elapsed);
    let rate = match time.as_secs_f64() {
        0.0 => 0.0,
        seconds => ok as f64 / seconds,
    };
    let failed = outcome.answers() + outcome.unanswered - ok;
    let failed = if failed > 0 {
        format!(", {failed} FAILED")
    } else {
        String::new()
    };
    format!(
        "WORKER {worker} TOTALS:  {ok} WRITES IN {}ms ({rate:.0}/s){failed}",
        time.as_millis()
    )
}

fn job(flood: &Flood, arm: Arm, server: &Server) -> Job {
    let message = payload::wrapped(arm.wrap, payload::proposed().to_vec());
    Job {
        target: server.target(),
        server: Some(server.pid()),
        call: Call {
            name: CallName::Append,
            codec: arm.codec,
            wrap: arm.wrap,
            message: Bytes::from(message),
            streams: flood.streams.clone(),
        },
        engine: EngineName::Typed,
        connections: 1,
        plan: Plan {
            until: Until::Count(flood.requests),
            in_flight: flood.in_flight,
            timeout: std::time::Duration::from_secs(60),
        },
        rate: None,
        // The original has none: each run is a fresh client.
        warmup: std::time::Duration::ZERO,
        count_syscalls: false,
        quiet: false,
        name: None,
    }
}
