//! `wiretax-rpc peers`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use crate::crosscheck::{self, Crosscheck};
use crate::drive;
use crate::out::say;
use crate::peers::check::{count, failures};
use crate::peers::encode::Start;
use crate::peers::tools::{Peer, Tools};

/// Arguments of `peers`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these peers: grpcio, grpc-js, h2load, buf, encode [default: all]
    #[arg(long, value_delimiter = ',', value_name = "PEER")]
    only: Vec<String>,
    /// Peers without which the run fails; the others may be missing and are then skipped
    #[arg(long, value_delimiter = ',', value_name = "PEER")]
    require: Vec<String>,
    /// Where `rpc/peers/install` put what it installed
    #[arg(
        long,
        default_value = "target/peers",
        env = "WIRETAX_PEERS",
        value_name = "DIR"
    )]
    folder: PathBuf,
    /// The scripts of the peers
    #[arg(long, default_value = "rpc/peers", value_name = "DIR")]
    scripts: PathBuf,
    /// Rounds beside h2load
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Serializations of each arm in a round of the comparison in JavaScript
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Rounds of that comparison
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    encode_rounds: u32,
    /// Where its clock starts: at a message that is there, at its fields, or at bytes that must become text first where text is wanted
    #[arg(long, value_enum, default_value = "fields")]
    start: Start,
}

/// Runs the checks and prints them.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for name in args.only.iter().chain(&args.require) {
        if !Peer::ALL.iter().any(|peer| peer.name() == name) {
            let known: Vec<&str> = Peer::ALL.iter().map(|peer| peer.name()).collect();
            bail!("unknown peer `{name}`; known are {}", known.join(", "));
        }
    }
    drive::watch();
    let wanted =
        |peer: Peer| args.only.is_empty() || args.only.iter().any(|name| name == peer.name());
    // Scripts are run elsewhere than here.
    let absolute = |path: &PathBuf| std::path::absolute(path);
    let crosscheck = Crosscheck {
        tools: Tools::new(absolute(&args.scripts)?, absolute(&args.folder)?),
        peers: Peer::ALL.into_iter().filter(|&peer| wanted(peer)).collect(),
        rounds: args.rounds,
        count: args.count,
        encode_rounds: args.encode_rounds,
        start: args.start,
    };
    let checks = crosscheck::run(&crosscheck)?;
    if drive::interrupted() {
        say!("interrupted: what was under way then is no failure of a peer");
        return Ok(ExitCode::from(drive::INTERRUPTED));
    }
    say!("\n{}", count(&checks));
    let failures = failures(&checks, &args.require);
    for failure in &failures {
        eprintln!("error: {failure}");
    }
    Ok(match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
