//! Headers of a call: from the wire, what is done with them, and back.

use super::Task;

/// The tasks of this layer.
pub fn tasks() -> Vec<Task> {
    Vec::new()
}
