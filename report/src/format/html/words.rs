//! The blocks of a page as HTML: the same words as in the other formats.

use askama::Template;

use super::rendered;
use super::text::escaped;
use crate::format::page::{Block, Span, Text};

#[derive(Template)]
#[template(path = "words.html")]
struct Words<'a> {
    blocks: &'a [Block],
    /// How many levels headings go down.
    down: u8,
}

/// Blocks as they come, with headings so many levels further down.
pub(super) fn words(blocks: &[Block], down: u8) -> String {
    rendered(&Words { blocks, down })
}

/// Running text with its verdicts and what was typed.
fn text(text: &Text) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => plain(words),
        Span::Verdict(verdict) => format!("<strong>{verdict}</strong>"),
        Span::Code(typed) => format!("<code>{}</code>", escaped(typed)),
    };
    text.0.iter().map(span).collect()
}

/// Words; what they have between backticks is code.
pub(super) fn plain(words: &str) -> String {
    let mut parts = words.split('`').peekable();
    let mut safe = String::with_capacity(words.len());
    let mut in_code = false;
    while let Some(part) = parts.next() {
        let closed = parts.peek().is_some();
        // A backtick that is never closed opens nothing.
        match (in_code, closed) {
            (true, true) => safe += &format!("<code>{}</code>", escaped(part)),
            (true, false) => safe += &format!("`{}", escaped(part)),
            (false, _) => safe += &escaped(part),
        }
        in_code = !in_code;
    }
    safe
}

/// The level of a heading, which ends at six.
fn level(level: &u8, down: &u8) -> u8 {
    level.saturating_add(*down).clamp(1, 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;
    use crate::format::page::{Page, Table};

    #[test]
    fn words_stay_words() {
        let mut page: Vec<Block> = Vec::new();
        page.heading(1, "a <b>");
        page.paragraph(
            Text::from("x `y<` z` & ")
                .verdict(Verdict::Holds)
                .code("<i>"),
        );
        let mut table = Table::new(1, ["<t>", "n"]);
        table.rows.push(vec!["\"k\"".to_owned(), "1".to_owned()]);
        page.table(table);
        let html = words(&page, 1);
        assert!(html.contains("<h2>a &#60;b&#62;</h2>"), "{html}");
        assert!(
            html.contains(
                "<p>x <code>y&lt;</code> z` &amp; <strong>holds</strong><code>&lt;i&gt;</code></p>"
            ),
            "{html}"
        );
        assert!(
            html.contains("&#34;k&#34;") && !html.contains("<t>"),
            "{html}"
        );
    }
}
