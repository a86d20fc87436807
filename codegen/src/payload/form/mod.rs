//! Payload forms: from a captured file to the wire bytes in it, the form recognised by content or told by name.
//!
//! People have messages in files as logs, brokers, proxies and test suites left them: framed, as base64, as
//! JSON. Here every such form is read, and two readings that both make sense are never chosen between silently.
//!
//! | file | what |
//! |---|---|
//! | `recognise` | all forms tried against a message, the best taken, the others told |
//! | `fit` | whether a reading fits a message, and which of several that do is the best |
//! | `candidates` | all messages of a schema tried against a payload; `score` says how plausible each is |
//! | `reading` | what a form yields before any message is asked: bytes, and where messages begin in them |
//! | `base64`, `frame`, `delimited`, `data` | the forms that hold wire bytes; `dress` is what base64 has around it |
//! | `json`, `text` | the forms that only a message can read; `order` makes their bytes the same in every run |
//! | `error` | why a payload cannot be read |

mod base64;
mod candidates;
mod data;
mod delimited;
mod dress;
mod error;
mod fit;
mod frame;
mod json;
mod order;
mod reading;
mod recognise;
mod score;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::str::FromStr;

pub(crate) use candidates::contained;
pub use candidates::{Candidate, candidates};
pub use error::{FormError, Spot};
pub use recognise::{read_as, recognise};

use crate::nearest::did_you_mean;
use crate::suite::UnknownWord;
use crate::suite::words::words;

/// The most messages that one payload may hold.
pub const MAX_MESSAGES: usize = 100_000;

/// How deep text format may be nested: the parser below recurses. As deep as [`check`](super::check()) takes.
pub const MAX_TEXT_NESTING: usize = super::check::MAX_NESTING;

words! {
    /// What a payload file holds.
    Form, "format" {
        /// The wire bytes of one message.
        Wire = "wire",
        /// Messages, each after its length as a varint, as `writeDelimitedTo` writes them.
        Delimited = "delimited",
        /// JSON of one message, an array of messages, or one message after the other.
        Json = "json",
        /// The text format of one message.
        Text = "text",
        /// Base64 of wire bytes, of gRPC frames or of a delimited stream.
        Base64 = "base64",
        /// Base64 of gRPC-web frames, in one piece or several.
        GrpcWebText = "grpc-web-text",
        /// gRPC frames: a flag, a length in four bytes, a message.
        Grpc = "grpc",
        /// JSON that holds base64 in members named `data`, as brokers push it.
        JsonData = "json-data",
    }
}

/// The messages of a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The wire bytes of each message, in order. At least one, and not all empty; each is valid for the message.
    pub messages: Vec<Vec<u8>>,
    /// What the payload was read as.
    pub form: Form,
    /// The same for people, in one line: "base64, URL-safe alphabet, no padding; holds 2 gRPC frames".
    pub how: String,
    /// What people should know: what was mended or skipped, and what else the payload could be.
    pub notes: Vec<String>,
}

/// `1 message`, `2 messages`.
pub(crate) fn count(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}
