//! The finding as plain text for a terminal.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};

use super::page::{ABSENT, Block, NO_BREAK, Span, Table, Text, answer, in_short, page};
use super::{Screen, Style};
use crate::finding::{Finding, Verdict};

/// Words in a table are broken into lines of at most so many columns.
const WIDEST: usize = 44;
/// What separates two columns, as `comfy-table` pads them.
const PADDING: usize = 2;

/// The finding as plain text. Tables that are too wide for the style are split, their first columns
/// repeated.
pub fn terminal(finding: &Finding, on: impl Into<Screen>) -> String {
    lay_out(&page(finding), &on.into())
}

/// Its answer alone, under a heading that says that it is the same again: what stands last on a
/// terminal is what is read first.
pub fn terminal_answer(finding: &Finding, on: impl Into<Screen>) -> String {
    lay_out(&answer(finding), &on.into())
}

/// Its answer alone, where nothing has said it before.
pub fn terminal_in_short(finding: &Finding, on: impl Into<Screen>) -> String {
    lay_out(&in_short(finding), &on.into())
}

/// A page as plain text, with what the screen can show.
pub(super) fn lay_out(page: &[Block], on: &Screen) -> String {
    let show = |text: &str| on.glyphs.line(text);
    let blocks: Vec<String> = page
        .iter()
        .map(|block| layout(&block.shown(&show), &on.style))
        .collect();
    blocks.join("\n").replace(NO_BREAK, " ")
}

fn layout(block: &Block, style: &Style) -> String {
    match block {
        Block::Heading(level, text) => heading(*level, text, style),
        Block::Paragraph(words) => wrapped(&text(words, style), "", style),
        Block::List(items) => items
            .iter()
            .map(|item| wrapped(&text(item, style), "- ", style))
            .collect(),
        Block::Lines(lines) => lines.iter().map(|line| format!("  {line}\n")).collect(),
        Block::Table(rows) => table(rows, style),
    }
}

fn heading(level: u8, text: &str, style: &Style) -> String {
    let rule = match level {
        1 => Some("="),
        2 => Some("-"),
        _ => None,
    };
    // Painted after it was broken into lines: escape codes have no width.
    let lines = wrapped(text, "", style);
    let widest = lines.lines().map(textwrap::core::display_width).max();
    let rule = rule.map(|mark| format!("{}\n", mark.repeat(widest.unwrap_or(0))));
    let lines = lines.lines().map(|line| painted(line, "1", style) + "\n");
    lines.collect::<String>() + &rule.unwrap_or_default()
}

fn text(text: &Text, style: &Style) -> String {
    text.0
        .iter()
        .map(|span| match span {
            Span::Plain(words) => words.clone(),
            Span::Code(typed) => format!("`{typed}`"),
            Span::Verdict(verdict) => {
                let color = match verdict {
                    Verdict::Holds => "32",
                    Verdict::DoesNotHold => "31",
                    Verdict::Inconclusive => "33",
                };
                painted(&verdict.to_string(), color, style)
            }
        })
        .collect()
}

/// Puts the escape code of a colour or a weight around words, where it is understood.
pub(super) fn painted(words: &str, code: &str, style: &Style) -> String {
    if style.color {
        format!("\u{1b}[{code}m{words}\u{1b}[0m")
    } else {
        words.to_owned()
    }
}

/// Words in lines that fit the style, the first behind a bullet.
pub(super) fn wrapped(words: &str, bullet: &str, style: &Style) -> String {
    let indent = " ".repeat(bullet.len());
    let options = textwrap::Options::new(style.width)
        .initial_indent(bullet)
        .subsequent_indent(&indent)
        // Names of cells have hyphens; whoever copies one wants it whole.
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = textwrap::wrap(words, options);
    let lines = lines.iter().map(|line| fitted(line, &indent, style.width));
    lines.collect()
}

/// A line with a word that is too long for it, such as the id of a cell, broken where the parts of the word meet; what
/// follows stands behind the indent.
fn fitted(line: &str, indent: &str, width: usize) -> String {
    let mut text = String::new();
    let mut rest = line.to_owned();
    while textwrap::core::display_width(&rest) > width {
        let joints = rest
            .char_indices()
            .filter(|(at, c)| *at > indent.len() && matches!(c, '/' | '@' | '-' | '_' | &NO_BREAK));
        let fits = joints.map(|(at, _)| at).take_while(|at| {
            let head = rest.get(..*at).unwrap_or_default();
            textwrap::core::display_width(head) <= width
        });
        let Some((head, tail)) = fits.last().and_then(|at| rest.split_at_checked(at)) else {
            break;
        };
        text += &format!("{head}\n");
        rest = format!("{indent}{}", tail.trim_start_matches(NO_BREAK));
    }
    text + &rest + "\n"
}

fn table(table: &Table, style: &Style) -> String {
    let parts: Vec<String> = split(table, style.width).iter().map(drawn).collect();
    let mut lines = parts.iter().flat_map(|part| part.lines());
    match lines.all(|line| textwrap::core::display_width(line) <= style.width) {
        true => parts.join("\n"),
        false => stacked(table, style),
    }
}

/// A table that is too wide even where it is split: a row in lines, what it is about in the first of them.
fn stacked(table: &Table, style: &Style) -> String {
    let keys = table.keys.clamp(1, table.titles.len().max(1));
    let joined = |cells: &[String]| cells.get(..keys).unwrap_or(cells).join(", ");
    let mut text = wrapped(&format!("{}:", joined(&table.titles)), "", style);
    for row in &table.rows {
        text += &wrapped(&joined(row), "- ", style);
        for (title, cell) in table.titles.iter().zip(row).skip(keys) {
            if cell != ABSENT {
                text += &wrapped(&format!("{title}: {cell}"), "  ", style);
            }
        }
    }
    text
}

/// Tables of the same rows that fit the width, each with the key columns and at least one more.
fn split(table: &Table, width: usize) -> Vec<Table> {
    let columns = table.titles.len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = table.rows.iter().filter_map(|row| row.get(column));
            let cells = cells.chain(table.titles.get(column));
            let widest = cells.map(|cell| textwrap::core::display_width(cell)).max();
            widest.unwrap_or(0).min(WIDEST) + PADDING
        })
        .collect();
    let keys = table.keys.min(columns);
    let keys_width: usize = widths.iter().take(keys).sum();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut used = width.saturating_add(1);
    for (column, wide) in widths.iter().enumerate().skip(keys) {
        // Words say something of the number before them: they stay together where both fit.
        let words = (column + 1..columns).take_while(|next| table.is_left(*next));
        let together = wide + words.filter_map(|next| widths.get(next)).sum::<usize>();
        let needed = if keys_width + together > width {
            *wide
        } else {
            together
        };
        if used + needed > width {
            parts.push((0..keys).collect());
            used = keys_width;
        }
        used += wide;
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
    }
    if parts.is_empty() {
        parts.push((0..keys).collect());
    }
    let pick = |columns: &[usize], cells: &[String]| -> Vec<String> {
        columns
            .iter()
            .filter_map(|column| cells.get(*column).cloned())
            .collect()
    };
    let part = |columns: &Vec<usize>| Table {
        keys,
        words: table.words.clone(),
        titles: pick(columns, &table.titles),
        rows: table.rows.iter().map(|row| pick(columns, row)).collect(),
    };
    parts.iter().map(part).collect()
}

fn drawn(table: &Table) -> String {
    let mut drawing = comfy_table::Table::new();
    drawing
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(&table.titles)
        .add_rows(&table.rows);
    for (place, column) in drawing.column_iter_mut().enumerate() {
        column.set_padding((0, PADDING as u16));
        column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(
            (WIDEST + PADDING) as u16,
        )));
        if !table.is_left(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = drawing.lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let mut table = Table::new(1, ["codec", "raw", "base64"]);
        table
            .rows
            .push(["prost", "100 ns", "1.20 us"].map(str::to_owned).into());
        table
            .rows
            .push(["protobuf", "~1.00 us", "-"].map(str::to_owned).into());
        table
    }

    #[test]
    fn columns_are_aligned() {
        let text = table(&example(), &Style::plain(80));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "codec          raw   base64",
                "prost       100 ns  1.20 us",
                "protobuf  ~1.00 us        -",
            ]
        );
    }

    #[test]
    fn a_table_too_wide_is_split() {
        let parts = split(&example(), 22);
        let titles: Vec<_> = parts.iter().map(|part| part.titles.clone()).collect();
        assert_eq!(titles, [["codec", "raw"], ["codec", "base64"]]);
        assert_eq!(split(&example(), 0).len(), 2);
        let mut words = Table::new(1, ["case", "one", "says one", "two", "says two"]);
        words.words = ["says one", "says two"].map(str::to_owned).into();
        let parts = split(&words, 27);
        let titles: Vec<_> = parts.iter().map(|part| part.titles.join(" ")).collect();
        assert_eq!(titles, ["case one says one", "case two says two"]);
        assert_eq!(split(&words, 15).len(), 4);
        assert_eq!(split(&Table::new(1, ["codec"]), 80).len(), 1);
    }

    #[test]
    fn a_table_too_wide_to_be_split_is_stacked() {
        let text = table(&example(), &Style::plain(17));
        let expected =
            "codec:\n- prost\n  raw: 100 ns\n  base64: 1.20 us\n- protobuf\n  raw: ~1.00 us\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn names_too_long_for_a_line_are_broken_where_their_parts_meet() {
        let narrow = Style::plain(20);
        assert_eq!(
            wrapped(
                "in append-4Ki/decode/prost/base64@base64-simd",
                "- ",
                &narrow
            ),
            "- in\n  append-4Ki/decode\n  /prost/base64\n  @base64-simd\n"
        );
        assert_eq!(
            heading(2, "Does dropping gain more?", &narrow),
            "Does dropping gain\nmore?\n------------------\n"
        );
    }

    #[test]
    fn long_words_are_broken_and_set_left() {
        let mut words = Table::new(1, ["case", "tax", "says"]);
        words.words.push("says".into());
        let long = "under half; quick-protobuf: over half; prost-bytes: inconclusive";
        for says in [long, "over half"] {
            words
                .rows
                .push(["a", "1.00x", says].map(str::to_owned).into());
        }
        let text = table(&words, &Style::plain(80));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "case    tax  says",
                "a     1.00x  under half; quick-protobuf: over half;",
                "             prost-bytes: inconclusive",
                "a     1.00x  over half",
            ]
        );
    }

    #[test]
    fn escape_codes_only_where_understood() {
        let words = Text::default().verdict(Verdict::Holds);
        assert_eq!(text(&words, &Style::plain(80)), "holds");
        let color = Style {
            color: true,
            width: 80,
        };
        assert_eq!(text(&words, &color), "\u{1b}[32mholds\u{1b}[0m");
    }
}
