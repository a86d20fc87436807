//! `wiretax-rpc serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::bail;
use bytesize::ByteSize;
use wiretax::wrap::Wrap;

use super::words;
use crate::codec::CodecName;
use crate::server::{self, Refusal, Settings};

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The codec of the services `Echo` and `Append`
    #[arg(long, value_enum, default_value_t = CodecName::Prost)]
    codec: CodecName,
    /// How messages travel: `raw`, `base64`, `base64-field`, each base64 with an engine behind an @
    #[arg(long, value_parser = words::wrap, default_value = "raw")]
    wrap: Wrap,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_parser = words::bind, default_value = "127.0.0.1:0", value_name = "HOST:PORT")]
    bind: SocketAddr,
    /// Threads that answer
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: u16,
    /// Streams at a time for each connection [default: no limit]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    max_streams: Option<u32>,
    /// Longest request that is taken
    #[arg(long, default_value = "4MiB", value_name = "SIZE")]
    max_message: ByteSize,
    /// Refuse every call of the service `Store`, with an error of this sort
    #[arg(long, value_enum, value_name = "SORT")]
    refuse: Option<Refusal>,
    /// Listen where other machines can connect
    #[arg(long)]
    allow_remote: bool,
    /// End when standard input closes: with whoever started this
    #[arg(long, hide = true)]
    with_parent: bool,
}

/// Serves until it is stopped.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.bind.ip().is_loopback() && !args.allow_remote {
        bail!(
            "{} can be reached from other machines: say --allow-remote if that is meant",
            args.bind
        );
    }
    let settings = Settings {
        codec: args.codec,
        wrap: args.wrap,
        bind: args.bind,
        threads: usize::from(args.threads),
        max_streams: args.max_streams,
        max_message: usize::try_from(args.max_message.as_u64())?,
        refusal: args.refuse,
        with_parent: args.with_parent,
    };
    server::serve(&settings, |ready| {
        // Whoever started this waits for the line; without a reader there is nobody to tell.
        if let Ok(line) = serde_json::to_string(&ready) {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    })?;
    Ok(ExitCode::SUCCESS)
}
