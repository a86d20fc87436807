//! How a message crosses the wire: any codec of `wiretax`, with any wrap, as a codec of tonic.
//!
//! | file | what |
//! |---|---|
//! | [`arm`] | [`Arm`]: the reading and writing of one message type |
//! | [`owned`] | decoded in the decoder; what borrows is copied |
//! | [`borrowed`] | passed on as bytes and parsed in the handler |
//! | [`none`] | passed on as bytes and not looked at: the floor |
//! | [`typed`] | a prost message as itself |
//! | [`family`] | one codec, for every message of the calls |
//! | [`part`] | the pieces of work, each a function that a profile can tell apart |
//! | [`tonic`] | an arm as tonic's own codec |

mod arm;
mod borrowed;
mod family;
mod none;
mod owned;
mod part;
mod tonic;
mod typed;

use clap::ValueEnum;

pub use self::tonic::{Item, Wire};
pub use arm::{Arm, Fault};
pub use family::{
    Family, Floor, Prost, ProstBytes, Protobuf, QuickProtobuf, QuickProtobufBorrowed,
};
pub use typed::Typed;

/// A codec, by the name that the command line and the reports have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum CodecName {
    /// Neither parsed nor printed: bytes in, bytes out. The floor.
    None,
    /// prost, bytes as `Vec<u8>`
    Prost,
    /// prost, bytes as `Bytes`
    ProstBytes,
    /// rust-protobuf 3
    Protobuf,
    /// quick-protobuf, copied into a message that owns its fields before the handler gets it
    QuickProtobuf,
    /// quick-protobuf, passed on as bytes and parsed in the handler, where it may borrow
    QuickProtobufBorrowed,
}

#[cfg(test)]
impl CodecName {
    /// Those that parse and print.
    pub const PARSING: [CodecName; 5] = [
        CodecName::Prost,
        CodecName::ProstBytes,
        CodecName::Protobuf,
        CodecName::QuickProtobuf,
        CodecName::QuickProtobufBorrowed,
    ];
}

impl std::fmt::Display for CodecName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CodecName::None => "none",
            CodecName::Prost => "prost",
            CodecName::ProstBytes => "prost-bytes",
            CodecName::Protobuf => "protobuf",
            CodecName::QuickProtobuf => "quick-protobuf",
            CodecName::QuickProtobufBorrowed => "quick-protobuf-borrowed",
        })
    }
}

/// Does something with the family of a codec's name.
macro_rules! with_family {
    ($name:expr, $family:ident => $do:expr) => {
        match $name {
            $crate::codec::CodecName::None => {
                type $family = $crate::codec::Floor;
                $do
            }
            $crate::codec::CodecName::Prost => {
                type $family = $crate::codec::Prost;
                $do
            }
            $crate::codec::CodecName::ProstBytes => {
                type $family = $crate::codec::ProstBytes;
                $do
            }
            $crate::codec::CodecName::Protobuf => {
                type $family = $crate::codec::Protobuf;
                $do
            }
            $crate::codec::CodecName::QuickProtobuf => {
                type $family = $crate::codec::QuickProtobuf;
                $do
            }
            $crate::codec::CodecName::QuickProtobufBorrowed => {
                type $family = $crate::codec::QuickProtobufBorrowed;
                $do
            }
        }
    };
}
pub(crate) use with_family;

#[cfg(test)]
mod tests;
