//! The finding as Markdown.

use std::fmt::Write;

use super::page::{Block, Span, Table, Text, page};
use crate::finding::Finding;

/// The finding as a Markdown document (with the tables of GitHub's dialect).
pub fn markdown(finding: &Finding) -> String {
    let blocks: Vec<String> = page(finding).iter().map(block).collect();
    blocks.join("\n")
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
        })
        .collect()
}

/// Text from outside must not turn into markup or break a row.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '*' | '|' | '<' => safe.extend(['\\', character]),
            '\n' | '\r' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = row(table.titles.iter().map(|title| escaped(title)).collect());
    let rule =
        (0..table.titles.len()).map(|column| if column < table.keys { "---" } else { "---:" });
    text += &row(rule.map(str::to_owned).collect());
    for cells in &table.rows {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{}",
            row(cells.iter().map(|cell| escaped(cell)).collect())
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_stays_text() {
        assert_eq!(escaped("a|b\n*c* <d> \\"), "a\\|b \\*c\\* \\<d> \\\\");
    }
}
