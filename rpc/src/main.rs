//! A gRPC server and a load generator: does encoding matter end to end?
//!
//! The map of the house:
//!
//! - [`codec`]: any codec of `wiretax`, with any wrap, as a codec of tonic;
//! - [`server`]: what answers;
//! - [`client`]: what asks, and [`drive`], the loops that have it ask over and over;
//! - [`process`]: what a process used meanwhile;
//! - [`measure`]: one run, and [`outcome`], what it found;
//! - [`arms`]: several of them compared, in turns;
//! - [`flood`], [`multi`], [`servers`]: the first report's, the third's and the fourth's; [`matrix`], at which size what matters;
//! - [`peers`]: what others wrote, and [`crosscheck`], ours against it;
//! - [`mod@format`]: that as text, one file a format;
//! - [`verb`]: one file a verb.

#![forbid(unsafe_code)]

mod arms;
mod client;
mod codec;
mod crosscheck;
mod drive;
mod flood;
mod format;
mod matrix;
mod measure;
mod multi;
mod out;
mod outcome;
mod payload;
mod peers;
mod process;
mod server;
mod servers;
mod verb;

use std::process::ExitCode;

use clap::Parser;

/// The messages of `proto/rpc.proto`, in every codec.
#[allow(missing_docs, dead_code, unreachable_pub)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/wiretax/suite.rs"));
}

/// A gRPC server and a load generator: does encoding matter end to end?
#[derive(Debug, Parser)]
#[command(name = "wiretax-rpc", version, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    verb: verb::Verb,
}

fn main() -> ExitCode {
    Cli::parse().verb.run().unwrap_or_else(|error| {
        eprintln!("error: {}", said(&error));
        ExitCode::FAILURE
    })
}

/// What an error says, and its causes as far as it does not say them itself.
fn said(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.contains(&cause) {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&cause);
        }
    }
    text
}
