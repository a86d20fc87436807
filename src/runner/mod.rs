//! A runner: a suite with its generated codecs, and what it is asked.
//!
//! Generated code lives only in runners. The built-in benches and the `wiretax-runner` binary are two of
//! them; whoever wants to know something of a suite starts one as a child process ([`ask`]), so that a
//! codec that aborts kills a child and becomes a result.

mod arm;
pub mod ask;
mod line;
mod probe;
mod proof;
mod serve;
mod suite;

pub use arm::{Arm, Arms, Refusal};
pub use probe::{Probe, Ruling, Steps, Weight};
pub use proof::{Outcome, Proof};
pub use serve::{serve, wanted};
pub use suite::{Case, CellError, Declared, Suite, Sweep};
