//! Rounds of all arms, size by size.

use std::time::Duration;

use bytes::Bytes;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Found, Matrix, Size, Turn, profile};
use crate::arms::{AMPLE, Arm, Server, ServerError, turns};
use crate::client::{Call, CallName};
use crate::drive::{Plan, Until, interrupted};
use crate::measure::{self, EngineName, Job};
use crate::outcome::{Outcome, Process};
use crate::payload;

/// Nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No server.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// A client cannot run.
    #[error("arm {arm}, {size} bytes: {source}")]
    Client {
        /// Whose.
        arm: Arm,
        /// Length of the message.
        size: usize,
        /// Why.
        source: measure::Error,
    },
    /// A message of this length cannot be.
    #[error("no message is {0} bytes long: a field takes 3, so give 3 or more in --sizes")]
    Length(usize),
}

/// How long a server is looked at.
const LOOK: Duration = Duration::from_millis(600);
/// Before each turn.
const WARMUP: Duration = Duration::from_millis(20);

/// Runs it. Ctrl-C ends it, and whole rounds count.
///
/// # Errors
/// When a server does not start or a client cannot connect.
pub fn run(matrix: &Matrix) -> Result<Vec<Size>, Error> {
    let arms = matrix.arms();
    let servers = arms
        .iter()
        .map(|&arm| Server::start(arm, 1, None, AMPLE))
        .collect::<Result<Vec<_>, _>>()?;
    let looks = u64::from(matrix.profile && profile::available());
    let steps = matrix.sizes.len() as u64 * arms.len() as u64 * (u64::from(matrix.rounds) + looks);
    let bar = ProgressBar::new(steps).with_style(style());
    let mut sizes = Vec::new();
    for &bytes in &matrix.sizes {
        let wire = payload::note(bytes)
            .filter(|wire| !wire.is_empty())
            .ok_or(Error::Length(bytes))?;
        let mut found: Vec<Found> = arms
            .iter()
            .map(|&arm| Found {
                arm,
                turns: Vec::new(),
                shares: None,
            })
            .collect();
        'rounds: for round in 0..matrix.rounds as usize {
            let mut these = vec![None; arms.len()];
            for at in turns(arms.len(), round) {
                bar.set_message(format!("{bytes} bytes, {}", arms[at]));
                let job = job(matrix, &servers[at], arms[at], &wire, matrix.turn);
                let outcome = load(&job, arms[at], bytes)?;
                if interrupted() {
                    break 'rounds;
                }
                these[at] = Some(turn(&outcome));
                bar.inc(1);
            }
            for (found, turn) in found.iter_mut().zip(these) {
                found.turns.extend(turn);
            }
        }
        if looks > 0 && !interrupted() {
            for (at, found) in found.iter_mut().enumerate() {
                bar.set_message(format!(
                    "{bytes} bytes, where the time goes in {}",
                    arms[at]
                ));
                let look = profile::Look::at(servers[at].pid());
                let outcome = load(
                    &job(matrix, &servers[at], arms[at], &wire, LOOK),
                    arms[at],
                    bytes,
                );
                found.shares = look.and_then(profile::Look::end);
                outcome?;
                bar.inc(1);
            }
        }
        sizes.push(Size { bytes, arms: found });
        if interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(sizes)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {pos}/{len} {msg}")
        .unwrap_or(ProgressStyle::default_bar())
}

fn load(job: &Job, arm: Arm, size: usize) -> Result<Outcome, Error> {
    measure::load(job).map_err(|source| Error::Client { arm, size, source })
}

fn job(matrix: &Matrix, server: &Server, arm: Arm, wire: &[u8], turn: Duration) -> Job {
    Job {
        target: server.target(),
        server: Some(server.pid()),
        call: Call {
            name: CallName::Echo,
            codec: arm.codec,
            wrap: arm.wrap,
            message: Bytes::from(payload::wrapped(arm.wrap, wire.to_vec())),
            streams: Vec::new(),
        },
        engine: EngineName::Typed,
        connections: 1,
        plan: Plan {
            until: Until::Time(turn),
            in_flight: matrix.in_flight,
            timeout: Duration::from_secs(20),
        },
        rate: None,
        warmup: WARMUP,
        count_syscalls: false,
        quiet: false,
        name: None,
    }
}

fn turn(outcome: &Outcome) -> Turn {
    let answers = outcome.answers();
    let of = |role: &str| {
        let process: Option<&Process> = outcome
            .processes
            .iter()
            .find(|process| process.role == role);
        let cpu = process?.used.cpu_per_request(answers)?;
        Some(cpu.as_secs_f64() * 1e6)
    };
    Turn {
        rate: outcome.rate(),
        client: of("client"),
        server: of("server"),
        failed: answers + outcome.unanswered - outcome.ok(),
    }
}
