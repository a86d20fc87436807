//! The finding as Markdown.

use std::fmt::Write;

use super::Glyphs;
use super::page::{Block, NO_BREAK, Span, Table, Text, page};
use crate::finding::Finding;

/// The finding as a Markdown document (with the tables of GitHub's dialect).
pub fn markdown(finding: &Finding) -> String {
    lay_out(&page(finding))
}

/// A page as Markdown.
pub(super) fn lay_out(page: &[Block]) -> String {
    let show = |text: &str| Glyphs::Blocks.line(text);
    let blocks: Vec<String> = page.iter().map(|of| block(&of.shown(&show))).collect();
    blocks.join("\n").replace(NO_BREAK, " ")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            format!("{} {}\n", "#".repeat(usize::from(*level)), escaped(text))
        }
        Block::Paragraph(words) => format!("{}\n", text(words)),
        Block::List(items) => items
            .iter()
            .map(|item| format!("- {}\n", text(item)))
            .collect(),
        Block::Lines(lines) => format!("```text\n{}\n```\n", lines.join("\n")),
        Block::Table(rows) => table(rows),
    }
}

fn text(text: &Text) -> String {
    text.0
        .iter()
        .map(|span| match span {
            Span::Plain(words) => escaped(words),
            Span::Verdict(verdict) => format!("**{verdict}**"),
            Span::Code(typed) => code(typed),
        })
        .collect()
}

/// Text from outside must not turn into markup. What it has between backticks is taken as it is.
fn escaped(text: &str) -> String {
    let mut parts = text.split('`').peekable();
    let mut safe = String::with_capacity(text.len());
    let mut in_code = false;
    while let Some(part) = parts.next() {
        // A backtick that is never closed opens nothing.
        let literal = in_code && parts.peek().is_some();
        let mut characters = part.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\n' | '\r' => safe.push(' '),
                '\\' | '*' | '<' if !literal => safe.extend(['\\', character]),
                // Brackets alone are text; what follows makes a link of them.
                ']' if !literal && matches!(characters.peek(), Some('(' | '[' | ':')) => {
                    safe.push_str("\\]");
                }
                other => safe.push(other),
            }
        }
        if parts.peek().is_some() {
            safe.push('`');
        }
        in_code = !in_code;
    }
    safe
}

/// A link; where `folder` leads is written so that no character of it ends the address.
pub(super) fn link(words: &str, folder: &str, file: &str) -> String {
    format!(
        "[{}]({})",
        literal(words),
        address(&format!("{folder}/{file}"))
    )
}

/// Text in which nothing is markup, in one line.
pub(super) fn literal(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in Glyphs::Blocks.line(text).chars() {
        if "\\`*_[]<>&|~".contains(character) {
            safe.push('\\');
        }
        safe.push(character);
    }
    safe
}

/// A path as an address: what is not plain is written in hexadecimal.
fn address(path: &str) -> String {
    let mut safe = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b'@' => {
                safe.push(char::from(byte));
            }
            other => safe.push_str(&format!("%{other:02X}")),
        }
    }
    safe
}

/// The same in a table, where a pipe would end the cell, even between backticks.
fn cell(text: &str) -> String {
    escaped(text).replace('|', "\\|")
}

/// What somebody typed, between more backticks than it has in a row.
fn code(typed: &str) -> String {
    let runs = typed.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0) + 1);
    // A space keeps its own backticks from those around it.
    let space = if typed.starts_with('`') || typed.ends_with('`') {
        " "
    } else {
        ""
    };
    format!(
        "{fence}{space}{}{space}{fence}",
        typed.replace(['\n', '\r'], " ")
    )
}

fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = row(table.titles.iter().map(|title| cell(title)).collect());
    let rule =
        (0..table.titles.len()).map(|column| if table.is_left(column) { "---" } else { "---:" });
    text += &row(rule.map(str::to_owned).collect());
    for cells in &table.rows {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{}",
            row(cells.iter().map(|text| cell(text)).collect())
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_stays_text() {
        assert_eq!(escaped("a|b\n*c* <d> \\"), "a|b \\*c\\* \\<d> \\\\");
        assert_eq!(escaped("`a*` b* `c*"), "`a*` b\\* `c\\*");
        assert_eq!(cell("a|`b|*`"), "a\\|`b\\|*`");
        assert_eq!(
            escaped("[1, 2] ![a](b) [c][d]"),
            "[1, 2] ![a\\](b) [c\\][d]"
        );
    }

    #[test]
    fn a_link_ends_where_it_is_to_end() {
        assert_eq!(
            link("finding", "../kept", "a.md"),
            "[finding](../kept/a.md)"
        );
        assert_eq!(
            link("a](b) *c*\n", "my runs (old)", "50%é.md"),
            "[a\\](b) \\*c\\* ](my%20runs%20%28old%29/50%25%C3%A9.md)"
        );
    }

    #[test]
    fn what_was_typed_is_shown_as_typed() {
        assert_eq!(code("^(a|b*)/"), "`^(a|b*)/`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
    }
}
