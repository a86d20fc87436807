//! What a runner says while it works, in JSON, a document a line.

use serde::{Deserialize, Serialize};

/// One line of a runner's answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub(super) enum Line<T> {
    /// Work on a pair begins; if nothing follows, it killed the runner.
    Begin {
        /// Its place among all pairs.
        index: usize,
        /// Name of the case, or of the input.
        subject: String,
        /// Name of the codec, or of the engine.
        codec: String,
    },
    /// A step of it begins.
    Step {
        /// Its name.
        step: String,
    },
    /// What came of it.
    Answer(T),
    /// The question makes no sense to this runner.
    Fault {
        /// Why.
        why: String,
    },
    /// All pairs have been answered.
    End,
}
