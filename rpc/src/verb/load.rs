//! `wiretax-rpc load`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use bytes::Bytes;
use wiretax::wrap::Wrap;

use super::words::{self, Payload};
use crate::client::{Call, CallName, Target, make_room};
use crate::codec::CodecName;
use crate::drive::{self, Plan, Until};
use crate::format::{Format, render};
use crate::measure::{self, EngineName, Job};
use crate::out;
use crate::outcome::{End, Outcome};
use crate::payload;

/// Exit code where any answer was not `OK`, or none came.
const FAILED: u8 = 1;

/// Requests in flight where nothing is said: as many as ghz has, and in an open loop more than it should ever need.
const CLOSED: u32 = 50;
const OPEN: u32 = 2_000;

/// Arguments of `load`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the server listens
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// Requests in flight at most [default: 50, and 2000 with --rate]
    #[arg(short = 'c', long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    in_flight: Option<u32>,
    /// Connections that they share
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections: u32,
    /// How long [default: 10s, unless --requests is given]
    #[arg(short = 'z', long, value_parser = words::some_time, conflicts_with = "requests")]
    duration: Option<Duration>,
    /// How many requests
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u64).range(1..))]
    requests: Option<u64>,
    /// Requests a second, sent when they are due (an open loop); without it each answer brings the next request
    #[arg(short = 'r', long, value_parser = words::rate)]
    rate: Option<f64>,
    /// Before anything counts
    #[arg(long, value_parser = words::duration, default_value = "500ms")]
    warmup: Duration,
    /// Longest wait for an answer
    #[arg(long, value_parser = words::some_time, default_value = "20s")]
    timeout: Duration,
    /// Whether the frame is sent as it is, or written and read with a codec
    #[arg(long, value_enum, default_value_t = EngineName::Raw)]
    engine: EngineName,
    /// What to call
    #[arg(long, value_enum, default_value_t = CallName::Echo)]
    call: CallName,
    /// Codec of the typed engine
    #[arg(long, value_enum, default_value_t = CodecName::Prost)]
    codec: CodecName,
    /// How messages travel; the server must have the same
    #[arg(long, value_parser = words::wrap, default_value = "raw")]
    wrap: Wrap,
    /// A size, as 16 or 4KiB, or a file of wire bytes of the call's message [default: 16, and the event of the write flood for
    /// --call append]
    #[arg(long, value_parser = words::payload, value_name = "FILE|SIZE")]
    payload: Option<Payload>,
    /// Form of the report
    #[arg(long, short = 'O', value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where the report goes [default: standard output]
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// A name for the report
    #[arg(long)]
    name: Option<String>,
    /// Do not count system calls: counting costs each of them a little
    #[arg(long)]
    no_syscalls: bool,
    /// Load another machine
    #[arg(long)]
    allow_remote: bool,
}

/// Runs it and shows what it found.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let target = Target::new(&args.address, args.allow_remote)?;
    make_room(args.connections)?;
    let wire = message(args)?;
    let call = Call {
        name: args.call,
        codec: args.codec,
        wrap: args.wrap,
        message: Bytes::from(payload::wrapped(args.wrap, wire)),
        streams: Vec::new(),
    };
    let until = match (args.requests, args.duration) {
        (Some(count), _) => Until::Count(count),
        (None, time) => Until::Time(time.unwrap_or(Duration::from_secs(10))),
    };
    let default = if args.rate.is_some() { OPEN } else { CLOSED };
    let in_flight = args.in_flight.unwrap_or(default);
    if args.connections > in_flight {
        bail!(
            "{} connections for {in_flight} requests in flight: some would never be used; raise -c",
            args.connections
        );
    }
    let job = Job {
        target,
        server: None,
        call,
        engine: args.engine,
        connections: args.connections,
        plan: Plan {
            until,
            in_flight,
            timeout: args.timeout,
        },
        rate: args.rate,
        warmup: args.warmup,
        count_syscalls: !args.no_syscalls,
        quiet: false,
        name: args.name.clone(),
    };
    // Opened before anything is measured, so that nothing measured is lost for a wrong path.
    let output = match &args.output {
        Some(path) => Some(out::file(path).with_context(|| {
            format!(
                "cannot write the report to {}: give a file that can be written",
                path.display()
            )
        })?),
        None => None,
    };
    drive::watch();
    let outcome = measure::load(&job)?;
    let text = render(&outcome, args.format)?;
    match output {
        Some(file) => out::replace(file, text.as_bytes()).context("cannot write the report")?,
        None => out::print(&text).context("cannot write the report")?,
    }
    Ok(code(&outcome))
}

fn code(outcome: &Outcome) -> ExitCode {
    match outcome.end {
        End::Interrupted => ExitCode::from(drive::INTERRUPTED),
        _ if outcome.ok() == 0 || outcome.ok() < outcome.answers() + outcome.unanswered => {
            ExitCode::from(FAILED)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn message(args: &Args) -> anyhow::Result<Vec<u8>> {
    match (&args.payload, args.call) {
        (Some(Payload::File(path)), _) => std::fs::read(path).with_context(|| {
            format!(
                "cannot read the payload {}: give a file of wire bytes, or a size as 16 or 4KiB",
                path.display()
            )
        }),
        (Some(Payload::Size(_)), CallName::Append) => {
            bail!(
                "--call append sends an event, whose size is its own: leave --payload out, or give a file of wire bytes"
            )
        }
        (None, CallName::Append) => Ok(payload::proposed().to_vec()),
        (None, CallName::Hello) => Ok(Vec::new()),
        (size, _) => {
            let size = match size {
                Some(Payload::Size(size)) => *size,
                _ => 16,
            };
            payload::note(size).with_context(|| {
                format!("no message is {size} bytes long: a field takes 3, so 0, 3 or more")
            })
        }
    }
}
