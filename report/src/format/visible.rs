//! Texts of a record as a reader may see them. Somebody else wrote them, and what a terminal obeys, such as an escape code
//! or a turn of the direction of writing, would let them paint over what is said.

use std::borrow::Cow;

use super::Glyphs;
use super::page::NO_BREAK;

/// A text in which every character is seen: those that a terminal would obey are written as `\u{1b}`. Lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(obeyed) {
        true => Cow::Owned(written(text, obeyed)),
        false => Cow::Borrowed(text),
    }
}

impl Glyphs {
    /// A text in one line, with what can be shown: nothing that a terminal obeys, and where there is ASCII alone, nothing
    /// else.
    pub fn line(self, text: &str) -> String {
        let text = text.replace(['\n', '\r'], " ");
        match self {
            Glyphs::Blocks => written(&text, obeyed),
            Glyphs::Ascii => {
                let text = text.replace('±', "+/-").replace('≤', "<=");
                written(&text, |c| obeyed(c) || !(c.is_ascii() || c == NO_BREAK))
            }
        }
    }
}

/// Whether a terminal does something at a character instead of showing it.
fn obeyed(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    // Lines of their own, and what is there and not seen.
    let hidden = matches!(
        c,
        '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}' | '\u{feff}'
    );
    turns || hidden || (c.is_control() && !matches!(c, '\n' | '\t'))
}

/// The text with some characters written out.
fn written(text: &str, out: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match out(c) {
            true => safe.extend(c.escape_unicode()),
            false => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        let text = "a\u{1b}[31m\u{7}\u{9b}b\u{202e}c\r";
        let expected = r"a\u{1b}[31m\u{7}\u{9b}b\u{202e}c\u{d}";
        assert_eq!(visible(text), expected);
        assert_eq!(visible("two\nlines, ±1 \u{e9}"), "two\nlines, ±1 \u{e9}");
    }

    #[test]
    fn a_line_has_only_what_can_be_shown() {
        let text = "±1 %\n≤ \u{e9} \u{1b}";
        assert_eq!(Glyphs::Blocks.line(text), "±1 % ≤ \u{e9} \\u{1b}");
        assert_eq!(Glyphs::Ascii.line(text), r"+/-1 % <= \u{e9} \u{1b}");
    }
}
