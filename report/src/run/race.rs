//! The race: a few arms that run interleaved, printed as the report that this project started from
//! printed its own.

use serde::{Deserialize, Serialize};

/// One message or one mix, one op, several arms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// Name of the case.
    pub case: String,
    /// What every arm does, such as `encode`.
    pub op: String,
    /// Messages that one op goes through, more than 1 for a mix.
    #[serde(default = "super::one")]
    pub messages: u64,
    /// Length of the encoded message, of a mix of the whole pass, the same for every arm.
    pub wire_bytes: u64,
    /// The arms, in any order.
    pub arms: Vec<RaceArm>,
}

/// One codec under one wrap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaceArm {
    /// What the arm is called in print, such as `prost, no base64`.
    pub name: String,
    /// Name of the codec.
    pub codec: String,
    /// The wrap, as in a [`CellId`](super::CellId).
    pub wrap: String,
    /// What was timed. Round `i` of every arm ran side by side.
    pub rounds: Vec<Round>,
}

/// One round of one arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// How many ops.
    pub count: u64,
    /// How long all of them took.
    pub nanos: u64,
}
