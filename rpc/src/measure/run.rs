//! From connecting to what was found.

use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

use tokio::task::LocalSet;

use super::proof::prove;
use super::{EngineName, Error};
use crate::client::{Call, CallName, Engine, Raw, Target, Typed};
use crate::codec::{Family, Typed as Whole, with_family};
use crate::drive::{Plan, Stop, Tally, Until, closed, open};
use crate::outcome::{Asked, End, Outcome, Process};
use crate::process::{Reading, Syscalls, Use, listener};
use crate::server::{Entry, Key, Stored};

/// What to measure.
#[derive(Debug, Clone)]
pub struct Job {
    /// Where.
    pub target: Target,
    /// The server's process, where it is known; it is looked for otherwise.
    pub server: Option<u32>,
    /// What.
    pub call: Call,
    /// How it is sent.
    pub engine: EngineName,
    /// Connections.
    pub connections: u32,
    /// How it goes.
    pub plan: Plan,
    /// Requests a second, where the loop is open.
    pub rate: Option<f64>,
    /// Before anything counts.
    pub warmup: Duration,
    /// Whether system calls are counted.
    pub count_syscalls: bool,
    /// Whether errors are expected, and nothing is said of the first one.
    pub quiet: bool,
    /// A name for the report.
    pub name: Option<String>,
}

/// Runs it on this thread.
///
/// # Errors
/// When nobody answers, or the answer is not the message that was sent.
pub fn load(job: &Job) -> Result<Outcome, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let local = LocalSet::new();
    let outcome = local.block_on(&runtime, on_this_thread(job));
    // Connections are not waited for: their servers may be frozen.
    runtime.shutdown_background();
    outcome
}

async fn on_this_thread(job: &Job) -> Result<Outcome, Error> {
    let (target, call, connections) = (job.target, &job.call, job.connections);
    match job.engine {
        EngineName::Raw => measured(job, Raw::connect(target, connections, call).await?).await,
        EngineName::Typed if matches!(call.name, CallName::Set | CallName::Get) => {
            of_store(job).await
        }
        EngineName::Typed => with_family!(call.codec, F => typed::<F>(job).await),
    }
}

async fn typed<F: Family>(job: &Job) -> Result<Outcome, Error> {
    let (target, call, connections) = (job.target, &job.call, job.connections);
    match call.name {
        CallName::Echo | CallName::Hello => {
            let (note, answer) = (F::note(call.wrap), F::note(call.wrap));
            measured(
                job,
                Typed::connect(target, connections, call, note, answer).await?,
            )
            .await
        }
        CallName::Append | CallName::Set | CallName::Get => {
            let (event, answer) = (F::proposed(call.wrap), F::appended(call.wrap));
            measured(
                job,
                Typed::connect(target, connections, call, event, answer).await?,
            )
            .await
        }
    }
}

async fn of_store(job: &Job) -> Result<Outcome, Error> {
    let (target, call, connections) = (job.target, &job.call, job.connections);
    let (entry, key) = (Whole::<Entry>::new(), Whole::<Key>::new());
    match call.name {
        CallName::Set => {
            let stored = Whole::<Stored>::new();
            measured(
                job,
                Typed::connect(target, connections, call, entry, stored).await?,
            )
            .await
        }
        _ => {
            measured(
                job,
                Typed::connect(target, connections, call, key, entry).await?,
            )
            .await
        }
    }
}

async fn measured<E: Engine>(job: &Job, engine: E) -> Result<Outcome, Error> {
    let engine = Rc::new(engine);
    let (timeout, quiet) = (job.plan.timeout, job.quiet);
    prove(&*engine, &job.call, job.connections, timeout, quiet).await?;
    let stop = Stop::at_interrupt();
    if !job.warmup.is_zero() {
        let until = Until::Time(job.warmup);
        driven(job, &engine, Plan { until, ..job.plan }, &stop).await;
    }
    let found = || {
        job.target
            .is_local()
            .then(|| listener(job.target.address()))
            .flatten()
    };
    let server = job.server.or_else(found);
    let me = std::process::id();
    let pids: Vec<u32> = [Some(me), server].into_iter().flatten().collect();
    let counters = match job.count_syscalls {
        true => Syscalls::of(&pids),
        false => Vec::new(),
    };
    let before: Vec<Reading> = pids.iter().map(|&pid| Reading::of(pid)).collect();
    let (began, at) = (Instant::now(), SystemTime::now());
    let tally = driven(job, &engine, job.plan, &stop).await;
    let after: Vec<Reading> = pids.iter().map(|&pid| Reading::of(pid)).collect();
    let mut counts = counters.into_iter().map(Syscalls::end);
    let mut used = before.iter().zip(&after).map(|(before, after)| {
        let syscalls = counts.next().flatten();
        let mut used = after.since(before, syscalls);
        // A process whose time cannot be read is gone, or another one by now.
        used.syscalls = used.cpu.and(used.syscalls);
        used
    });
    let client = used.next().unwrap_or_default();
    let processes = vec![
        process("client", Some(me), client),
        process("server", server, used.next().unwrap_or_default()),
    ];
    drop(used);
    Ok(outcome(job, tally, began, at, &stop, processes))
}

async fn driven<E: Engine>(job: &Job, engine: &Rc<E>, plan: Plan, stop: &Stop) -> Tally {
    match job.rate {
        Some(rate) => open(engine, plan, rate, stop).await,
        None => closed(engine, plan, stop).await,
    }
}

fn process(role: &'static str, pid: Option<u32>, used: Use) -> Process {
    Process { role, pid, used }
}

fn outcome(
    job: &Job,
    tally: Tally,
    began: Instant,
    at: SystemTime,
    stop: &Stop,
    processes: Vec<Process>,
) -> Outcome {
    let (requests, duration) = match job.plan.until {
        Until::Count(count) => (Some(count), None),
        Until::Time(time) => (None, Some(time)),
    };
    let end = match job.plan.until {
        _ if stop.is_lost() => End::Lost,
        _ if stop.asked() => End::Interrupted,
        Until::Count(_) => End::Count,
        Until::Time(_) => End::Duration,
    };
    let open = job.rate.is_some();
    let bytes = job.call.message.len() as u64;
    Outcome {
        asked: Asked {
            name: job.name.clone(),
            address: job.target.address().to_string(),
            call: job.call.name.dotted(),
            engine: job.engine.name(),
            codec: (job.engine == EngineName::Typed).then(|| job.call.codec.to_string()),
            wrap: job.call.wrap.to_string(),
            request_bytes: bytes,
            connections: job.connections,
            in_flight: job.plan.in_flight,
            requests,
            duration,
            rate: job.rate,
            warmup: job.warmup,
            timeout: job.plan.timeout,
        },
        began: at,
        elapsed: tally.elapsed(began),
        end,
        codes: tally.by_code(),
        errors: tally.errors.clone(),
        dropped: tally.dropped,
        unanswered: tally.unanswered(),
        bytes_sent: tally.sent * bytes,
        bytes_received: tally.received,
        uncorrected: open.then_some(tally.uncorrected),
        lateness: open.then_some(tally.lateness),
        latency: tally.latency,
        latency_ok: tally.latency_ok,
        processes,
    }
}
