//! Probes: crafted bytes that find out what a codec does with what others may send it.
//!
//! An [`Input`] says what the specification wants of it. [`reference`](mod@reference) reads odd bytes as the specification says
//! and writes their canonical form; [`judge`](judge()) compares a codec's answer with that.
//!
//! | file | what |
//! |---|---|
//! | `inputs/` | the crafted messages, a file for a few topics |
//! | `texts` | the crafted base64 texts, and a strict reader of base64 |
//! | `wire` | writes wire bytes, broken ones too |
//! | `reference/` | a reader that follows the specification |
//! | `judge` | from what a codec did to a verdict |

mod inputs;
mod judge;
pub mod reference;
pub mod texts;
pub mod wire;

use serde::{Deserialize, Serialize};

pub use inputs::inputs;
pub use judge::{Found, Judged, Verdict, judge, judge_text};

/// One probe: bytes, what they are handed to, and what must come of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Stable, in kebab case.
    pub id: String,
    /// What it is about.
    pub topic: String,
    /// What it is and what the specification wants, in a line.
    pub says: String,
    /// What reads it.
    pub on: On,
    /// The bytes.
    #[serde(with = "hex")]
    pub bytes: Vec<u8>,
    /// What must come of it.
    pub expect: Expect,
    /// What is done with it.
    pub work: Work,
}

/// What reads an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// Every codec, as the message of this case.
    Case(String),
    /// Every base64 engine, as a text.
    Text,
}

/// What is done with an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// It is decoded, and encoded again.
    Once,
    /// So is every proper prefix of it; the reference says what must come of each.
    Cuts,
    /// As [`Work::Once`], and what the decode allocates and borrows is counted.
    Weigh,
}

/// What the specification wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// Accept it, with this value.
    Value(Value),
    /// Reject it.
    Reject,
    /// Either; where it is accepted, then with this value. `None` where the value is not known.
    Either(Option<Value>),
    /// What the reference finds. Whoever brought the input may have said what that should be.
    Reference(Option<Stated>),
}

/// What somebody says of their own input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stated {
    /// It must be accepted.
    Accept,
    /// It must be rejected.
    Reject,
    /// Both are right.
    Either,
}

/// A value as well-formed wire bytes without anything odd.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// What the schema knows.
    #[serde(with = "hex")]
    pub known: Vec<u8>,
    /// The same with the unknown fields.
    #[serde(with = "hex")]
    pub whole: Vec<u8>,
}

impl Value {
    /// A value without unknown fields.
    pub fn known(known: Vec<u8>) -> Self {
        Value {
            whole: known.clone(),
            known,
        }
    }
}

impl Expect {
    /// In a word.
    pub fn word(&self) -> &'static str {
        match self {
            Expect::Value(_) => "accept",
            Expect::Reject => "reject",
            Expect::Either(_) => "either",
            Expect::Reference(Some(stated)) => stated.word(),
            Expect::Reference(None) => "as the reference",
        }
    }
}

impl Stated {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Stated::Accept => "accept",
            Stated::Reject => "reject",
            Stated::Either => "either",
        }
    }
}

/// Bytes as hexadecimal digits in JSON.
pub(crate) mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Two digits a byte.
    pub fn text(bytes: &[u8]) -> String {
        use std::fmt::Write;
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&text(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let digit = |byte: u8| {
            let digit = char::from(byte).to_digit(16);
            digit.ok_or_else(|| D::Error::custom("not a hexadecimal digit"))
        };
        let pairs = text.as_bytes().chunks(2);
        pairs
            .map(|pair| match pair {
                [high, low] => Ok((digit(*high)? << 4 | digit(*low)?) as u8),
                _ => Err(D::Error::custom("half a byte")),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_survives_the_way_to_a_runner() {
        for input in inputs() {
            let line = serde_json::to_string(&input).expect("it serialises");
            let back: Input = serde_json::from_str(&line).expect("it reads back");
            assert_eq!(back, input);
        }
    }

    #[test]
    fn half_a_byte_is_an_error() {
        for wrong in ["a", "zz"] {
            let text = format!(r#"{{"known":"{wrong}","whole":""}}"#);
            assert!(serde_json::from_str::<Value>(&text).is_err());
        }
    }
}
