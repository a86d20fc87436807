//! What the reader's terminal can do.

use std::io::IsTerminal;

/// The width of a line where nothing is known of the terminal.
const DEFAULT_WIDTH: usize = 100;

/// How plain text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns in a line.
    pub width: usize,
    /// Whether escape codes for colour and weight are understood.
    pub color: bool,
}

impl Style {
    /// No escape codes, lines of a given width.
    pub fn plain(width: usize) -> Self {
        Style {
            width,
            color: false,
        }
    }

    /// What fits a stream: escape codes only on a terminal, and not where `NO_COLOR` is set (see
    /// no-color.org) or `TERM` is `dumb`.
    pub fn of(stream: &impl IsTerminal) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = stream.is_terminal();
        let width = terminal
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(width, _)| usize::from(width.0));
        Style {
            width: width.unwrap_or(DEFAULT_WIDTH),
            color: terminal && !set("NO_COLOR") && !dumb,
        }
    }
}

impl Default for Style {
    fn default() -> Self {
        Style::plain(DEFAULT_WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gets_no_escape_codes() {
        assert_eq!(Style::of(&tempfile::tempfile().unwrap()), Style::default());
    }
}
