//! What came of the proof before timing.

use serde::{Deserialize, Serialize};

/// The outcome of the proof for one case and one codec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Name of the case.
    pub case: String,
    /// Name of the codec.
    pub codec: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// Whether a codec carries the value of a case, and if not, how it failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The codec carries the same value as the dynamic message.
    Proven {
        /// What was seen on the way, such as `drops unknown fields`.
        notes: Vec<String>,
    },
    /// The codec carries the value, but by undefined behaviour: it is shown and never ranked.
    Unsound {
        /// What is undefined.
        why: String,
        /// What was seen on the way.
        notes: Vec<String>,
    },
    /// The codec does not take the case at all.
    Refused {
        /// Where it refused, such as `codegen`.
        stage: String,
        /// What it said.
        reason: String,
    },
    /// The codec carries another value; its cells are not timed.
    Wrong {
        /// The first field that differs.
        path: String,
        /// How it differs.
        detail: String,
    },
    /// The codec took its process down; its cells are not timed.
    Aborted {
        /// Signal or exit code.
        how: String,
    },
}

impl Outcome {
    /// What was seen on the way.
    pub fn notes(&self) -> &[String] {
        match self {
            Outcome::Proven { notes } | Outcome::Unsound { notes, .. } => notes,
            Outcome::Refused { .. } | Outcome::Wrong { .. } | Outcome::Aborted { .. } => &[],
        }
    }
}
