//! A runner: a suite with its generated codecs, and what it is asked.
//!
//! Generated code lives only in runners. The built-in benches and the `wiretax-runner` binary are two of
//! them; whoever wants to know something of a suite starts one as a child process ([`ask`]), so that a
//! codec that aborts kills a child and becomes a result.
//!
//! | file | what |
//! |---|---|
//! | `suite`, `arm` | the suite, as the glue registers it |
//! | [`damaged`] | what codecs make of damaged input |
//! | `serve` | the child's side: what it is asked, and by which verb |
//! | `listed`, `payloads`, `proof`, `probe`, `measure` | one file an answer: `list`, `payloads`, `verify`, `probe`, `measure` |
//! | `ask`, `remote` | the parent's side: whole answers; and one cell at a time |
//! | `child`, `line` | the process and its lines |

mod arm;
pub mod ask;
mod child;
#[cfg(feature = "layer")]
pub mod damaged;
mod line;
mod listed;
mod measure;
mod payloads;
mod probe;
mod proof;
mod remote;
mod serve;
mod suite;

pub use arm::{Arm, Arms, Refusal};
pub use child::Launch;
pub use listed::{Listed, ListedCase, ListedTask, OpWrap};
pub use measure::Timed;
pub use payloads::{Payload, Payloads};
pub use probe::{Probe, Ruling, Steps, Weight};
pub use proof::{Outcome, Proof};
pub use remote::{Lost, Remote};
pub use serve::{serve, wanted};
pub use suite::{Case, CellError, Declared, Suite, Sweep};
