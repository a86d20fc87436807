//! Why what someone brought cannot become a suite.

use std::path::PathBuf;

use crate::error::Error;
use crate::payload::form::{FormError, count};

/// Why there is no suite. One line each, with the remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BringError {
    /// The schema, or a file, is at fault.
    #[error(transparent)]
    Error(#[from] Error),
    /// Standard input could not be read.
    #[error("standard input: cannot read this payload: {0}")]
    Stdin(std::io::Error),
    /// The schema has no message of that name.
    #[error("{}: no message `{name}`; {remedy}", schema.display())]
    NoMessage {
        /// The schema.
        schema: PathBuf,
        /// The name.
        name: String,
        /// The nearest names.
        remedy: String,
    },
    /// The message cannot be measured.
    #[error("{}: message `{name}` cannot be measured: {what}; {remedy}", schema.display())]
    Unusable {
        /// The schema.
        schema: PathBuf,
        /// Its name.
        name: String,
        /// Why not.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// A payload cannot be read.
    #[error("{}: {error}{}", path.display(), reads_as(instead))]
    Form {
        /// The file.
        path: PathBuf,
        /// Form, place, reason and remedy.
        error: Box<FormError>,
        /// The messages of the schema that it plausibly is, the likeliest first.
        instead: Vec<String>,
    },
    /// No message of the schema fits.
    #[error("{}: no message of {} is plausible; give the one that it is with `--message` to see why it does not fit", path.display(), schema.display())]
    NonePlausible {
        /// The payload.
        path: PathBuf,
        /// The schema.
        schema: PathBuf,
    },
    /// A codec that is none.
    #[error("unknown codec `{codec}`; {remedy}")]
    NoCodec {
        /// The name.
        codec: String,
        /// The nearest, or all.
        remedy: String,
    },
    /// There is nothing to measure.
    #[error("no payload: give a captured file, or `--generate SIZE` to have one made")]
    NoPayload,
    /// There are two things to measure.
    #[error("a payload and `--generate`: keep one of them")]
    PayloadAndGenerate,
    /// Weights and payloads do not match.
    #[error(
        "{} for {}: give one for each, in the same order, or none",
        count(*weights, "weight"),
        count(*payloads, "payload")
    )]
    Weights {
        /// How many weights.
        weights: usize,
        /// How many payloads.
        payloads: usize,
    },
    /// A weight of 0.
    #[error("weight 0 for {}: leave the payload out, or give 1 or more", path.display())]
    WeightZero {
        /// The payload.
        path: PathBuf,
    },
    /// The suite could not be written.
    #[error("{}: cannot write: {source}; {remedy}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
        /// What to do.
        remedy: &'static str,
    },
}

fn reads_as(messages: &[String]) -> String {
    let quoted: Vec<String> = messages.iter().map(|name| format!("`{name}`")).collect();
    match quoted.is_empty() {
        true => String::new(),
        false => format!("; it reads well as {}", quoted.join(" or ")),
    }
}
