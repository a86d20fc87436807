//! Several servers or clients compared: each arm has its turn in every round, so that what slows the machine for a while slows
//! all of them, and what is said of two arms rests on rounds that ran side by side.

mod order;
mod server;
mod verdict;

pub use order::turns;
pub use server::{AMPLE, Server, ServerError};
pub use verdict::{Verdict, verdict};

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use wiretax::wrap::Wrap;

use crate::codec::CodecName;

/// A codec with a wrap, written `prost/base64-field`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arm {
    /// The codec.
    pub codec: CodecName,
    /// The wrap.
    pub wrap: Wrap,
}

impl Arm {
    /// Of a codec and a wrap.
    pub fn new(codec: CodecName, wrap: Wrap) -> Self {
        Arm { codec, wrap }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.codec, self.wrap)
    }
}

impl FromStr for Arm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (codec, wrap) = text.split_once('/').ok_or_else(|| {
            format!("`{text}` is no arm: write it as CODEC/WRAP, as prost/base64-field")
        })?;
        let codec = CodecName::from_str(codec, false).map_err(|_| {
            let known = CodecName::value_variants().iter().map(ToString::to_string);
            format!(
                "unknown codec `{codec}`; known are {}",
                known.collect::<Vec<_>>().join(", ")
            )
        })?;
        let wrap = wrap
            .parse()
            .map_err(|error: wiretax::wrap::UnknownName| error.to_string())?;
        Ok(Arm { codec, wrap })
    }
}
