//! Payloads: the wire bytes of a case, from a file or from the generator, proven to be its message.
//!
//! | folder | what |
//! |---|---|
//! | `check` | walks wire bytes along a schema: are they valid, and what is in them |
//! | `form` | from a captured file, in any of the forms that people have it in, to wire bytes |
//! | `generate` | fills a plausible message from a schema, the same bytes for the same seed for ever |

pub mod check;
pub mod form;
pub mod generate;
#[cfg(test)]
pub(crate) mod shared;

pub use check::{Checked, Reason, WireError, check};
pub use generate::{Generate, GenerateError, generate};

pub use crate::limits::MAX_PAYLOAD;
