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

/// What text, bars and frames are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Box-drawing and block characters of Unicode.
    Blocks,
    /// ASCII alone: `#`, `-` and `|`.
    Ascii,
}

impl Glyphs {
    /// What the locale and the terminal can show: blocks where the locale is UTF-8 and `TERM` is not `dumb`.
    pub fn of_locale() -> Self {
        let get = |name: &str| std::env::var(name).unwrap_or_default();
        // The first that is set decides (POSIX, chapter 8.2).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(get);
        Self::known(&locale, &get("TERM"))
    }

    fn known(locale: &[String], term: &str) -> Self {
        let set = locale.iter().find(|value| !value.is_empty());
        let locale = set.map(|value| value.to_lowercase()).unwrap_or_default();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        match utf8 && term != "dumb" {
            true => Glyphs::Blocks,
            false => Glyphs::Ascii,
        }
    }
}

/// A screen: how text is laid out there, and what it can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// How text is laid out.
    pub style: Style,
    /// What it is drawn with.
    pub glyphs: Glyphs,
}

impl Screen {
    /// What fits a stream, and the locale.
    pub fn of(stream: &impl IsTerminal) -> Self {
        Screen {
            style: Style::of(stream),
            glyphs: Glyphs::of_locale(),
        }
    }
}

/// A screen that can show everything.
impl From<&Style> for Screen {
    fn from(style: &Style) -> Self {
        Screen {
            style: *style,
            glyphs: Glyphs::Blocks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_need_a_locale_that_has_them() {
        let known = |locale: [&str; 3], term| Glyphs::known(&locale.map(str::to_owned), term);
        assert_eq!(known(["", "", "de_DE.UTF-8"], "xterm"), Glyphs::Blocks);
        assert_eq!(known(["", "C.utf8", "C"], ""), Glyphs::Blocks);
        assert_eq!(known(["C", "C.UTF-8", "C.UTF-8"], "xterm"), Glyphs::Ascii);
        assert_eq!(known(["", "", ""], "xterm"), Glyphs::Ascii);
        assert_eq!(known(["", "", "C.UTF-8"], "dumb"), Glyphs::Ascii);
    }

    #[test]
    fn a_file_gets_no_escape_codes() {
        assert_eq!(Style::of(&tempfile::tempfile().unwrap()), Style::default());
    }
}
