//! A reader that follows the specification on odd bytes, and writes what they mean without anything odd.
//!
//! What the codecs do is judged by this, so it shares no code with any of them. Where the specification
//! leaves a choice, it accepts and says that it had a doubt.
//!
//! | rule | here |
//! |---|---|
//! | a singular field twice | the last scalar counts, sub-messages merge |
//! | oneofs | a member forgets the others, the same sub-message merges |
//! | packed and unpacked | both, for every repeated scalar |
//! | another wire type, an unlisted value of a closed enum | an unknown field |
//! | unknown fields | kept, groups among them |
//! | strings | UTF-8 in proto3; a doubt in proto2 |
//! | required fields | a doubt where one is missing |
//! | depth | more than 100 is a doubt, and beyond [`DEEPEST`] the value is not known |

mod node;
mod read;
mod scalar;
#[cfg(test)]
mod tests;
mod write;

use prost_reflect::MessageDescriptor;

use super::Value;

/// Messages inside each other, at most, that are read at all.
pub const DEEPEST: usize = 256;

/// Messages or groups inside each other that every implementation takes.
const USUAL: usize = 100;

/// What the bytes mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The value; `None` where it lies too deep.
    pub value: Option<Value>,
    /// Why a decoder may also reject them.
    pub doubt: Option<&'static str>,
}

/// Why the bytes are no such message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at byte {at}: {why}")]
pub struct Rejected {
    /// Where.
    pub at: usize,
    /// Why.
    pub why: &'static str,
    /// The field that this is in, as in `orders[1].state`; empty outside of any.
    pub field: String,
    /// Whether it comes behind that field, where another should begin.
    pub behind: bool,
}

impl Rejected {
    /// With the field, in words.
    pub fn in_words(&self) -> String {
        match (self.field.is_empty(), self.behind) {
            (true, _) => self.to_string(),
            (false, false) => format!("at byte {}, in {}: {}", self.at, self.field, self.why),
            (false, true) => format!("at byte {}, behind {}: {}", self.at, self.field, self.why),
        }
    }
}

/// Reads bytes as a message.
pub fn read(message: &MessageDescriptor, wire: &[u8]) -> Result<Meaning, Rejected> {
    let mut reader = read::Reader::new(wire);
    let mut root = node::Node::new(message.clone());
    match reader.message(&mut root, 1, None) {
        Ok(()) => {}
        Err(read::Stop::Rejected(rejected)) => return Err(rejected),
        Err(read::Stop::TooDeep) => {
            return Ok(Meaning {
                value: None,
                doubt: Some(read::DEEP),
            });
        }
    }
    if !root.is_complete() {
        reader.doubt = Some("a required field is missing: some take what is there");
    }
    Ok(Meaning {
        value: Some(Value {
            known: write::message(&root, false),
            whole: write::message(&root, true),
        }),
        doubt: reader.doubt,
    })
}
