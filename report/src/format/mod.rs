//! The finding as text, one file a format; `probes` is another page in the same formats. `suites`, `csv`, `json`, `bencher`
//! and `action` show the cells themselves.
//!
//! `page` says everything once, in words and tables; a format only lays them out, so all formats
//! say the same.

mod action;
mod bars;
mod bencher;
mod cells;
mod compare;
mod csv;
mod excerpts;
#[cfg(test)]
mod expected;
mod fence;
mod gate;
pub(crate) mod html;
mod json;
mod markdown;
mod number;
mod page;
mod probes;
mod rank;
mod style;
mod suites;
mod terminal;
mod visible;

pub use action::github_action_benchmark;
pub use bencher::bencher;
pub use compare::{Compare, compare_json, compare_markdown, compare_terminal};
pub use csv::csv;
pub use excerpts::{SpliceError, excerpts, reference_name, splice};
pub use gate::{gate_json, gate_markdown, gate_terminal};
pub use html::{Extras, charts, gate_html, html};
pub use json::json;
pub use markdown::markdown;
pub use probes::{probes_markdown, probes_terminal};
pub use rank::{rank_markdown, rank_terminal};
pub use style::{Glyphs, Screen, Style};
pub use suites::suites;
pub use terminal::{terminal, terminal_answer, terminal_in_short};
pub use visible::visible;
