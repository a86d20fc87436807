//! One measured run of load: connect, show that the answer is right, warm up, run, and say what it took.

mod proof;
mod run;

pub use run::{Job, load};

use clap::ValueEnum;

/// What sends the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The frame as it is, over h2: what the server can do
    Raw,
    /// A message in a codec, through tonic's channel: what a program sees
    Typed,
}

impl EngineName {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Raw => "raw",
            EngineName::Typed => "typed",
        }
    }
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No client.
    #[error(transparent)]
    Client(#[from] crate::client::Error),
    /// The answer is another message.
    #[error(
        "the server's answer is not what was sent: {0}; give `load` the same --wrap as the server has, and a payload without fields that \
         the message does not have"
    )]
    Unlike(String),
    /// Somebody took the connection and does not answer.
    #[error(
        "the connection was taken, and there was no answer within {0:?}: is it a gRPC server that listens there?"
    )]
    Silent(std::time::Duration),
    /// The first request broke the connection.
    #[error(
        "the first request was not answered: {0}; is it a gRPC server, without TLS, that listens there?"
    )]
    Broken(String),
    /// No runtime.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
}
