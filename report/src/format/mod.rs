//! The finding as text, one file a format; `probes` is another page in the same formats.
//!
//! `page` says everything once, in words and tables; a format only lays them out, so all formats
//! say the same.

mod excerpts;
#[cfg(test)]
mod expected;
pub(crate) mod html;
mod markdown;
mod number;
mod page;
mod probes;
mod style;
mod terminal;

pub use excerpts::{SpliceError, excerpts, reference_name, splice};
pub use html::{Extras, charts, html};
pub use markdown::markdown;
pub use probes::{probes_markdown, probes_terminal};
pub use style::Style;
pub use terminal::{terminal, terminal_answer};
