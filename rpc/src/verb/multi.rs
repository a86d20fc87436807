//! `wiretax-rpc multi`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bytesize::ByteSize;

use super::words;
use crate::drive::{self, interrupted};
use crate::multi::{self, Multi, Saved};
use crate::out;

/// Arguments of `multi`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    compare: Option<Compare>,
    /// Clients, each with a connection of its own
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    clients: u32,
    /// Requests of a round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    requests: u64,
    /// Rounds of each line [default: 3, and 10 with --bad, since a verdict needs them]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: Option<u32>,
    /// Sizes of a value, which is base64 text
    #[arg(long, value_parser = words::size, value_delimiter = ',', default_value = "4KiB,16KiB")]
    sizes: Vec<ByteSize>,
    /// Requests in flight
    #[arg(long, value_delimiter = ',', default_value = "10000,20000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    depths: Vec<u32>,
    /// Every call fails: with a plain error, with one that captures a backtrace, and with one that prints it, in turns
    #[arg(long)]
    bad: bool,
    /// Keep what was found, for `compare`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum Compare {
    /// Two runs that were kept: which lines became slower or faster
    Compare {
        /// The run before
        before: PathBuf,
        /// The run after
        after: PathBuf,
    },
}

/// Runs it, or compares.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(Compare::Compare { before, after }) = &args.compare {
        out::print(&multi::compare(&Saved::read(before)?, &Saved::read(after)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    drive::watch();
    let multi = Multi {
        clients: args.clients,
        requests: args.requests,
        rounds: args.rounds.unwrap_or(if args.bad { 10 } else { 3 }),
        sizes: words::distinct(&args.sizes)
            .iter()
            .map(ByteSize::as_u64)
            .collect(),
        depths: words::distinct(&args.depths),
        bad: args.bad,
    };
    // Opened first: nothing that took minutes is lost for a wrong path.
    let save = args.save.as_ref().map(|path| {
        out::file(path).with_context(|| {
            format!(
                "cannot write {}: give a file that can be written",
                path.display()
            )
        })
    });
    let save = save.transpose()?;
    let saved = multi::run(&multi)?;
    out::print(&multi::verdicts(&saved))?;
    if let Some(file) = save {
        out::replace(file, &serde_json::to_vec_pretty(&saved)?)
            .context("cannot write what was found")?;
    }
    let wrong = !args.bad && saved.failed() > 0;
    Ok(match (interrupted(), wrong) {
        (true, _) => ExitCode::from(drive::INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}
