//! What `wiretax` makes of its measurements: records, statistics, the finding, and its formats.
//! Measures nothing itself.
//!
//! The way through: a [`Run`] is the record; [`collect`] takes into it what criterion measured, [`judge()`] makes the
//! [`Finding`] of it, [`markdown`] and [`terminal`] say that in text, [`html`] as a page with
//! [`charts`], and [`write_text`] keeps it.
//!
//! - [`run`]: the record of a run, on disk and in memory;
//! - [`stats`]: pure statistics, each with its source;
//! - [`probes`]: what codecs did with odd inputs;
//! - [`finding`](mod@finding): what follows from a run and its samples, as values;
//! - [`format`](mod@format): the finding as text, one file a format.

#![forbid(unsafe_code)]

mod error;
pub mod finding;
pub mod format;
mod judge;
mod layout;
pub mod probes;
pub mod run;
pub mod stats;
#[cfg(test)]
mod testing;
mod write;

pub use error::Error;
pub use finding::{Finding, finding};
pub use format::{
    Extras, SpliceError, Style, charts, excerpts, html, markdown, probes_markdown, probes_terminal,
    reference_name, splice, terminal, terminal_answer,
};
pub use judge::{STARTED, collect, judge};
pub use run::{
    ANCHORS, Allocated, Anchored, Case, CellId, Compressed, Drift, Environment, Measured, Outcome,
    Proof, RECORD, Race, RaceArm, Round, Run, Sample, Samples, Sweep, anchors, samples,
};
pub use write::write_text;
