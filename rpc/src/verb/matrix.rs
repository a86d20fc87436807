//! `wiretax-rpc matrix`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use bytesize::ByteSize;
use clap::ValueEnum;
use wiretax::wrap::{EngineName, Wrap};

use super::words;
use crate::codec::CodecName;
use crate::drive::{self, interrupted};
use crate::matrix::{self, Matrix};
use crate::out;

/// Arguments of `matrix`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Codecs; `none` is the floor that each is compared with
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = CodecName::value_variants().to_vec())]
    codecs: Vec<CodecName>,
    /// Wraps; `raw` is what each is compared with
    #[arg(long, value_parser = words::wrap, value_delimiter = ',', default_values_t = [Wrap::Raw, Wrap::Base64(EngineName::Base64), Wrap::Field(EngineName::Base64)])]
    wraps: Vec<Wrap>,
    /// Lengths of a message
    #[arg(long, value_parser = words::size, value_delimiter = ',', default_value = "16,4KiB,16KiB,1MiB")]
    sizes: Vec<ByteSize>,
    /// Rounds, in each of which every arm has its turn
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// Length of a turn
    #[arg(long, value_parser = words::some_time, default_value = "150ms")]
    turn: Duration,
    /// Requests in flight
    #[arg(short = 'c', long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    in_flight: u32,
    /// Do not look where the time goes (needs `perf`)
    #[arg(long)]
    no_profile: bool,
}

/// Runs it and prints what it found.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.codecs.contains(&CodecName::None) || !args.wraps.contains(&Wrap::Raw) {
        bail!(
            "without the codec `none` and the wrap `raw` there is nothing to compare with: add them to --codecs and --wraps"
        );
    }
    drive::watch();
    let matrix = Matrix {
        codecs: words::distinct(&args.codecs),
        wraps: words::distinct(&args.wraps),
        sizes: words::distinct(&args.sizes)
            .iter()
            .map(|size| size.as_u64() as usize)
            .collect(),
        rounds: args.rounds,
        turn: args.turn,
        in_flight: args.in_flight,
        profile: !args.no_profile,
    };
    let sizes = matrix::run(&matrix)?;
    out::print(&matrix::tables(&matrix, &sizes))?;
    Ok(
        match (interrupted(), sizes.iter().any(matrix::Size::failed)) {
            (true, _) => ExitCode::from(drive::INTERRUPTED),
            (false, true) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        },
    )
}
