//! `wiretax-rpc flood`.

use std::process::ExitCode;

use anyhow::bail;

use crate::arms::Arm;
use crate::codec::CodecName;
use crate::drive::{self, interrupted};
use crate::flood::{self, Flood};
use crate::out;
use wiretax::wrap::{EngineName, Wrap};

/// Arguments of `flood`, spelled as the original spells them, and as other verbs do.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Clients at a time, each with a connection of its own
    #[arg(long = "client_count", visible_alias = "client-count", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=64))]
    client_count: u32,
    /// Writes of each client
    #[arg(long = "request_count", visible_alias = "request-count", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    request_count: u64,
    /// Streams are named so, with a number behind
    #[arg(long = "stream_prefix", visible_alias = "stream-prefix", default_value = "hi", value_parser = header)]
    stream_prefix: String,
    /// Streams to write to
    #[arg(long = "stream_count", visible_alias = "stream-count", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    stream_count: u32,
    /// Writes of each client that are not yet answered, at most
    #[arg(long = "max_in_flight", visible_alias = "max-in-flight", default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_in_flight: u32,
    /// Rounds, in each of which every arm has its turn
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// What is compared, as CODEC/WRAP: the first is what the others are compared with [default: prost and protobuf, each with and
    /// without base64 in its fields, prost as one base64 text, and the floor]
    #[arg(long, value_delimiter = ',', value_name = "CODEC/WRAP")]
    arms: Vec<Arm>,
    /// Codec of the server, which is the same for all arms
    #[arg(long, value_enum, default_value_t = CodecName::Prost)]
    server_codec: CodecName,
    /// Threads of the server
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1_024))]
    server_threads: u16,
}

/// What may stand in a header.
fn header(text: &str) -> Result<String, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    match plain {
        true => Ok(text.to_owned()),
        false => Err("letters, digits and signs of ASCII only: it travels in a header".to_owned()),
    }
}

/// Runs it and prints what it found.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let field = Wrap::Field(EngineName::Base64);
    let arms = match args.arms.as_slice() {
        [] => vec![
            // The client as it was shipped comes first.
            Arm::new(CodecName::Prost, field),
            Arm::new(CodecName::Protobuf, field),
            Arm::new(CodecName::Prost, Wrap::Raw),
            Arm::new(CodecName::Protobuf, Wrap::Raw),
            Arm::new(CodecName::Prost, Wrap::Base64(EngineName::Base64)),
            Arm::new(CodecName::None, Wrap::Raw),
        ],
        arms => arms.to_vec(),
    };
    let twice = (1..arms.len()).find(|&at| arms[..at].contains(&arms[at]));
    if let Some(at) = twice {
        bail!("arm {} is there twice: each has one name", arms[at]);
    }
    drive::watch();
    let flood = Flood {
        arms,
        clients: args.client_count,
        requests: args.request_count,
        streams: (0..args.stream_count)
            .map(|at| format!("{}-{at}", args.stream_prefix))
            .collect(),
        in_flight: args.max_in_flight,
        rounds: args.rounds,
        server_codec: args.server_codec,
        server_threads: args.server_threads,
    };
    let found = flood::run(&flood)?;
    out::print(&flood::table(&found))?;
    Ok(match (interrupted(), found.failed()) {
        (true, _) => ExitCode::from(drive::INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}
