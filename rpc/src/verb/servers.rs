//! `wiretax-rpc servers`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use super::words;
use crate::codec::CodecName;
use crate::drive::{self, interrupted};
use crate::out;
use crate::peers::tools::Tools;
use crate::servers::{self, Servers};

/// Arguments of `servers`; `-z` and `-c` are those of the fourth report.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Length of each server's turn; the report had one of 40s
    #[arg(short = 'z', long, value_parser = words::some_time, default_value = "2s")]
    duration: Duration,
    /// Requests in flight, on one connection
    #[arg(short = 'c', long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    in_flight: u32,
    /// Rounds, in each of which every server has its turn
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// Codecs of our server; the first is what all others are compared with
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [CodecName::Prost, CodecName::None, CodecName::Protobuf, CodecName::QuickProtobuf])]
    codecs: Vec<CodecName>,
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
}

/// Runs it and prints the table.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    drive::watch();
    let servers = Servers {
        codecs: args.codecs.clone(),
        tools: Tools::new(
            std::path::absolute(&args.scripts)?,
            std::path::absolute(&args.folder)?,
        ),
        duration: args.duration,
        in_flight: args.in_flight,
        rounds: args.rounds,
    };
    let found = servers::run(&servers)?;
    out::print(&servers::table(&servers, &found))?;
    Ok(match (interrupted(), found.failed()) {
        (true, _) => ExitCode::from(drive::INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}
