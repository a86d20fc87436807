//! Fills a plausible message from a schema: the same bytes for the same seed, for ever.
//!
//! docs/SUITE.md lists what a suite can say of it.
//!
//! Every value has a random stream of its own, derived from the seed, the field numbers that lead to it, and
//! its index. So one more element, or one more field in the schema, changes no other value; growing
//! a message only adds to it; and names do not matter.
//!
//! Wire bytes are written here and not by a codec: fields in the order of their numbers, map entries in the
//! order of their keys and always with both, packed where the schema says so, proto3 defaults left out. No NaN.
//!
//! | file | what |
//! |---|---|
//! | `rng` | the random stream |
//! | `plan` | rules, matched with the schema |
//! | `fill` | messages, their fields and oneofs |
//! | `many` | lists and maps |
//! | `shape` | a message, as the generator needs to know it |
//! | `scalar` | values of scalar fields, and their wire form |
//! | `text` | the contents of strings and bytes |
//! | `constant` | values given in a rule |
//! | `well_known` | timestamps and other messages whose fields have a meaning |
//! | `size` | reaches a size |

mod constant;
mod fill;
mod many;
mod plan;
#[cfg(test)]
mod refusal_tests;
mod rng;
#[cfg(test)]
mod rule_tests;
mod scalar;
mod shape;
mod size;
#[cfg(test)]
mod tests;
mod text;
mod well_known;

use std::collections::BTreeMap;
use std::fmt;

use prost_reflect::MessageDescriptor;
use serde::Deserialize;

use crate::error::Place;

/// What to generate; see the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generate {
    /// The seed.
    pub seed: u64,
    /// The wire bytes to aim for.
    pub size: Option<u64>,
    /// The path of the field that reaches the size.
    pub grow: Option<String>,
    /// The paths of the fields to fill, when not all.
    pub only: Option<Vec<String>>,
    /// The messages below the root, at most.
    pub depth: Option<u32>,
    /// The elements of lists and maps that have no rule.
    pub count: Option<Bounds>,
    /// Whether extensions are filled.
    pub extensions: bool,
    /// Rules by path or by `Message.field`.
    pub fields: BTreeMap<String, Rule>,
}

/// What to put into a field; see the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Where the rule is written.
    pub at: Option<Place>,
    /// How many elements.
    pub count: Option<Bounds>,
    /// How many bytes.
    pub length: Option<Bounds>,
    /// How many characters before escaping.
    pub chars: Option<Bounds>,
    /// What kind of text or bytes.
    pub content: Option<Content>,
    /// The least and the most number.
    pub range: Option<Numbers>,
    /// The value itself.
    pub value: Option<toml::Value>,
    /// Whether to leave the field out.
    pub skip: bool,
}

/// A number, or the least and the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number that is not negative, or [least, most]"
)]
pub enum Bounds {
    /// Exactly so many.
    Exactly(u64),
    /// At least, and at most.
    Between([u64; 2]),
}

impl Bounds {
    /// Exactly so many.
    #[must_use]
    pub fn exactly(n: u64) -> Self {
        Self::Exactly(n)
    }

    /// The least and the most.
    #[must_use]
    pub fn ends(self) -> (u64, u64) {
        match self {
            Self::Exactly(n) => (n, n),
            Self::Between([least, most]) => (least, most),
        }
    }
}

/// What kind of text or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// One word.
    Word,
    /// Words with spaces between.
    Words,
    /// Printable ASCII.
    Ascii,
    /// Hexadecimal digits.
    Hex,
    /// A version 4 UUID, 36 characters.
    Uuid,
    /// The JSON text of a string of random ASCII characters, 0 to 127, escaped as JavaScript does.
    Json,
    /// Random bytes.
    Random,
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Word => "word",
            Self::Words => "words",
            Self::Ascii => "ascii",
            Self::Hex => "hex",
            Self::Uuid => "uuid",
            Self::Json => "json",
            Self::Random => "random",
        })
    }
}

/// The least and the most number.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected [least, most], two numbers")]
pub enum Numbers {
    /// Whole numbers.
    Whole([i64; 2]),
    /// Numbers with a fraction.
    Real([f64; 2]),
}

/// Why a message cannot be generated as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct GenerateError {
    /// Where the rule is that is wrong, when one is.
    pub at: Option<Place>,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
}

impl GenerateError {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            at: None,
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    fn at(mut self, at: Option<&Place>) -> Self {
        self.at = self.at.or_else(|| at.cloned());
        self
    }
}

/// Generates the wire bytes of a message.
///
/// # Errors
/// When a rule does not fit the schema, or the size cannot be reached.
pub fn generate(message: &MessageDescriptor, how: &Generate) -> Result<Vec<u8>, GenerateError> {
    let plan = plan::Plan::new(message, how)?;
    size::reach(message, how, &plan)
}
