//! The charts, one file a kind.

mod outcomes;
mod probes;
mod ranked;
mod split;
mod sweep;

pub(super) use outcomes::outcomes;
pub(super) use probes::{probes, verdict_key};
pub(super) use ranked::ranked;
pub(super) use split::{Parts, parts, split};
pub(super) use sweep::{sweeps, table as sweep_table};
