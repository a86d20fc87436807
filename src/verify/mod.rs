//! Proof before timing: every codec carries the same value.
//!
//! Equality is of values, not of bytes: maps have no order, defaults need not be sent. The judge is a
//! dynamic message, which knows the schema and shares no code with the generated types.

mod difference;
mod fold;
mod prove;

pub use difference::{Difference, first_difference};
pub use fold::fold;
pub use prove::{Evidence, Failure, Subject};
