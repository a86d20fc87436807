//! The `wiretax` command. It never links generated code: it has cargo build a runner and asks that.
//!
//! One file a verb in `verb/`; `runner` builds, `record` reads what runs leave behind, `output` prints,
//! `progress` says meanwhile how far it is.

#![forbid(unsafe_code)]

mod error;
mod gate;
mod output;
mod progress;
mod record;
mod runner;
mod verb;

use std::process::ExitCode;

use clap::Parser;

/// Where the time goes when a protobuf message crosses the wire.
///
/// The measuring itself is `cargo bench`.
#[derive(Debug, Parser)]
#[command(name = "wiretax", bin_name = "cargo wiretax", version)]
struct Wiretax {
    #[command(subcommand)]
    verb: verb::Verb,
}

fn main() -> ExitCode {
    if let Some(code) = gate::link::called() {
        return code;
    }
    if let Some(code) = wiretax_session::called() {
        return code;
    }
    match Wiretax::parse().verb.run() {
        Ok(code) => code,
        Err(error) => {
            // It may name what a record or a suite calls its things.
            eprintln!("error: {}", wiretax_report::visible(&error.to_string()));
            ExitCode::from(2)
        }
    }
}
