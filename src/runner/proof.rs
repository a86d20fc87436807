//! What came of proving a codec on a case, as runners say it in JSON.

use serde::{Deserialize, Serialize};

/// A codec on a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Name of the case.
    pub case: String,
    /// Name of the codec.
    pub codec: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// How a proof ended. Only the first two are timed, and only the first is ranked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Outcome {
    /// The codec carries the payload's value.
    Proven {
        /// Bytes that it encodes the value in.
        wire_bytes: u64,
        /// Tells these bytes from others.
        #[serde(default)]
        digest: u64,
        /// What it did that is worth knowing.
        notes: Vec<String>,
    },
    /// It does, by way of undefined behaviour in its own code.
    Unsound {
        /// Bytes that it encodes the value in.
        wire_bytes: u64,
        /// Tells these bytes from others.
        #[serde(default)]
        digest: u64,
        /// What is undefined.
        why: String,
        /// What it did that is worth knowing.
        notes: Vec<String>,
    },
    /// Its generator would not take the schema.
    Refused {
        /// Who refused.
        stage: String,
        /// Why, in a line.
        reason: String,
    },
    /// It carries another value, or fails.
    Wrong {
        /// The first differing field, or the step in parentheses.
        path: String,
        /// What was expected and what was found.
        detail: String,
    },
    /// Its process ended.
    Aborted {
        /// By which signal or exit code.
        how: String,
    },
}

impl Outcome {
    pub(super) fn wrong(path: &str, detail: impl ToString) -> Self {
        Outcome::Wrong {
            path: path.to_owned(),
            detail: detail.to_string(),
        }
    }

    /// Whether the codec's cells of this case are measured.
    pub fn is_timed(&self) -> bool {
        matches!(self, Outcome::Proven { .. } | Outcome::Unsound { .. })
    }
}
