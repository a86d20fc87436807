//! The wire bytes of a suite, handed out by its runner: whoever asks holds no generated code and no payloads.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::suite::Case;

/// The wire bytes of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payloads {
    /// Name of the case.
    pub case: String,
    /// Its payloads, more than one in a mix.
    pub payloads: Vec<Payload>,
}

/// One payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payload {
    /// Its wire bytes, as base64 text in the answer.
    #[serde(serialize_with = "to_text", deserialize_with = "from_text")]
    pub wire: Vec<u8>,
    /// How often a pass has it.
    pub weight: u32,
}

impl Payloads {
    pub(super) fn of(case: &Case) -> Self {
        let payload = |&(wire, weight): &(&[u8], u32)| Payload {
            wire: wire.to_vec(),
            weight,
        };
        let declared = case.declared();
        Payloads {
            case: declared.name.to_owned(),
            payloads: declared.wires.iter().map(payload).collect(),
        }
    }
}

fn to_text<S: Serializer>(wire: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&BASE64_STANDARD.encode(wire))
}

fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    BASE64_STANDARD
        .decode(text)
        .map_err(serde::de::Error::custom)
}
