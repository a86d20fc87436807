//! One file a verb: its arguments, and what it does.

mod flood;
mod load;
mod matrix;
mod multi;
mod peers;
mod serve;
mod servers;
mod words;

use std::process::ExitCode;

use clap::Subcommand;

/// What the command can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Answers calls in one codec and one wrap, until it is stopped
    Serve(serve::Args),
    /// The write flood of the first report: does a codec, or base64, slow a client down end to end?
    Flood(flood::Args),
    /// Codecs by wraps by sizes: what a request costs client and server, and where that goes
    Matrix(matrix::Args),
    /// SET and GET with many requests in flight, as the third report has it: what do errors cost a server?
    Multi(multi::Args),
    /// Our server and load generator against what others wrote, and the original comparison in JavaScript beside ours
    Peers(peers::Args),
    /// Echo servers side by side, as the fourth report has them: ours in several codecs, and others'
    Servers(servers::Args),
    /// Sends one call over and over, and says how long the answers took
    Load(load::Args),
}

impl Verb {
    /// Does it.
    ///
    /// # Errors
    /// With a text that says what to do.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Verb::Serve(args) => serve::run(&args),
            Verb::Flood(args) => flood::run(&args),
            Verb::Multi(args) => multi::run(&args),
            Verb::Matrix(args) => matrix::run(&args),
            Verb::Peers(args) => peers::run(&args),
            Verb::Servers(args) => servers::run(&args),
            Verb::Load(args) => load::run(&args),
        }
    }
}
