//! What `wiretax` makes of its measurements: records, statistics, the finding, and its formats.
//! Measures nothing itself.
//!
//! The way through: a [`Run`] is the record; [`collect`] takes into it what criterion measured, [`judge()`] makes the
//! [`Finding`] of it, [`markdown`] and [`terminal`] say that in text, [`html`] as a page with
//! [`charts`], and [`write_text`] keeps it.
//!
//! - [`run`]: the record of a run, on disk and in memory;
//! - [`filter`]: which cells somebody means;
//! - [`stats`]: pure statistics, each with its source;
//! - [`probes`]: what codecs did with odd inputs;
//! - [`finding`](mod@finding): what follows from a run and its samples, as values;
//! - [`compare`]: two runs, cell by cell;
//! - [`rank`]: an order of the codecs;
//! - [`format`](mod@format): the finding as text, one file a format.

#![forbid(unsafe_code)]

pub mod compare;
mod count;
mod error;
pub mod filter;
pub mod finding;
pub mod format;
pub mod gate;
mod judge;
mod layout;
pub mod probes;
pub mod rank;
pub mod run;
pub mod stats;
#[cfg(test)]
mod testing;
mod write;

pub use compare::Comparison;
pub use count::counted;
pub use error::Error;
pub use filter::{Filter, FilterError, Selected};
pub use finding::{CellSummary, Finding, finding, summaries};
pub use format::{
    Compare, Extras, Glyphs, Screen, SpliceError, Style, bencher, charts, compare_json,
    compare_markdown, compare_terminal, csv, excerpts, gate_html, gate_json, gate_markdown,
    gate_terminal, github_action_benchmark, html, json, markdown, probes_markdown, probes_terminal,
    rank_markdown, rank_terminal, reference_name, splice, suites, terminal, terminal_answer,
    terminal_in_short, visible,
};
pub use judge::{STARTED, collect, judge};
pub use run::{
    ANCHORS, Allocated, Anchored, Case, CellId, Compressed, Drift, Environment, Measured, Outcome,
    Proof, RECORD, ROUNDS, Race, RaceArm, Round, Run, Sample, Samples, Sampling, Sweep, Taken,
    Work, anchors, rounds, samples,
};
pub use write::write_text;
