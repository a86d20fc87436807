//! What probes found, as text: a table a topic, and a note for every cell that is not as specified.

use super::page::{Block, Page, Table, Text};
use super::{Screen, markdown, terminal};
use crate::probes::{Matrix, Probes, Row, Verdict, Weight};

/// As a Markdown document.
pub fn probes_markdown(probes: &Probes) -> String {
    markdown::lay_out(&page(probes, true))
}

/// As plain text for a terminal; what each input is, only Markdown and JSON have room for.
pub fn probes_terminal(probes: &Probes, on: impl Into<Screen>) -> String {
    terminal::lay_out(&page(probes, false), &on.into())
}

/// What is said of probes; `says` adds what each input is.
pub(super) fn page(probes: &Probes, says: bool) -> Vec<Block> {
    let mut page = Vec::new();
    page.heading(1, "What each codec does with odd bytes");
    page.paragraph(
        "Every input was decoded and encoded again in a child process. What came out was read as the \
         specification says and compared with what the input means.",
    );
    page.list(legend(probes));
    page.list(probes.notes.iter().map(Text::from).collect());
    page.heading(2, "Totals");
    for matrix in &probes.matrices {
        page.table(totals(matrix));
    }
    for matrix in &probes.matrices {
        page.heading(2, format!("Each {}", matrix.title));
        for topic in topics(&matrix.rows) {
            let rows: Vec<&Row> = matrix
                .rows
                .iter()
                .filter(|row| row.topic == topic)
                .collect();
            let (table, notes) = section(matrix, &rows, says);
            page.heading(3, topic);
            page.table(table);
            page.list(notes);
        }
    }
    weights(&mut page, &probes.weights);
    page.heading(2, "How it was made");
    let facts = probes.facts.iter();
    let mut made = vec![Text::from("command: ").code(probes.command.clone())];
    made.extend(facts.map(|(label, value)| Text::from(format!("{label}: {value}"))));
    page.list(made);
    page
}

/// The words that are used.
fn legend(probes: &Probes) -> Vec<Text> {
    let cells = || {
        let rows = probes.matrices.iter().flat_map(|matrix| &matrix.rows);
        rows.flat_map(|row| &row.cells)
    };
    Verdict::ALL
        .into_iter()
        .filter(|verdict| cells().any(|cell| cell.verdict == *verdict))
        .map(|verdict| format!("{}: {}", verdict.word(), verdict.meaning()).into())
        .collect()
}

/// How often each column had each verdict.
fn totals(matrix: &Matrix) -> Table {
    let mut table = Table::new(1, [matrix.title.as_str(), "inputs"]);
    let words = Verdict::ALL.map(|verdict| verdict.word().to_owned());
    table.titles.extend(words);
    for column in &matrix.columns {
        let of = || {
            let cells = matrix.rows.iter().flat_map(|row| &row.cells);
            cells.filter(|cell| cell.column == *column)
        };
        let mut row = vec![column.clone(), of().count().to_string()];
        row.extend(Verdict::ALL.map(|verdict| {
            match of().filter(|cell| cell.verdict == verdict).count() {
                0 => "-".to_owned(),
                many => many.to_string(),
            }
        }));
        table.rows.push(row);
    }
    table.without_empty_columns()
}

fn topics(rows: &[Row]) -> Vec<&str> {
    let mut topics: Vec<&str> = Vec::new();
    for row in rows {
        if !topics.contains(&row.topic.as_str()) {
            topics.push(&row.topic);
        }
    }
    topics
}

/// The table of a topic and its notes.
fn section(matrix: &Matrix, rows: &[&Row], says: bool) -> (Table, Vec<Text>) {
    let mut table = Table::new(2, ["input", "wants"]);
    table.titles.extend(matrix.columns.iter().cloned());
    if says {
        table.titles.push("what it is".to_owned());
    }
    table.words = table.titles.clone();
    let mut notes = Vec::new();
    for row in rows {
        let mut cells = vec![row.input.clone(), row.wants.clone()];
        cells.extend(of_row(matrix, row, &mut notes));
        if says {
            cells.push(row.says.clone());
        }
        table.rows.push(cells);
    }
    let numbered = notes.iter().enumerate();
    let notes = numbered.map(|(at, note)| format!("[{}] {note}", at + 1).into());
    (table, notes.collect())
}

/// The cells of a row, and the notes that they need. Those that say the same share a note.
fn of_row(matrix: &Matrix, row: &Row, notes: &mut Vec<String>) -> Vec<String> {
    let cells = matrix.columns.iter().map(|column| {
        let Some(cell) = row.cells.iter().find(|cell| cell.column == *column) else {
            return "-".to_owned();
        };
        let word = cell.verdict.word();
        let note = match cell.verdict {
            // Where both are right, which of them it does is worth knowing, and no more.
            Verdict::Spec if row.wants == "either" => {
                let does = cell.detail.split(':').next();
                does.unwrap_or_default().to_owned()
            }
            Verdict::Spec => return word.to_owned(),
            _ => format!("{}: {}", row.input, cell.detail),
        };
        let known = notes.iter().position(|known| *known == note);
        let number = known.unwrap_or_else(|| {
            notes.push(note);
            notes.len() - 1
        });
        // No space: four columns of these just fit a line.
        format!("{word}[{}]", number + 1)
    });
    cells.collect()
}

fn weights(page: &mut Vec<Block>, weights: &[Weight]) {
    if weights.is_empty() {
        return;
    }
    page.heading(2, "What a decode copies and borrows");
    page.paragraph(
        "Bytes of bytes fields are borrowed where they lie within the input, which is found by address. \
         Strings have no such visitor: what a message has and a decode did not allocate, it borrowed.",
    );
    let titles = [
        "input",
        "codec",
        "bytes in",
        "allocated bytes",
        "allocations",
        "bytes fields borrowed",
    ];
    let mut table = Table::new(2, titles);
    for weight in weights {
        let borrowed = match weight.field_bytes {
            0 => "-".to_owned(),
            all => format!("{} of {all}", weight.borrowed_bytes),
        };
        table.rows.push(vec![
            weight.input.clone(),
            weight.codec.clone(),
            weight.bytes_in.to_string(),
            weight.allocated_bytes.to_string(),
            weight.allocations.to_string(),
            borrowed,
        ]);
    }
    page.table(table);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probes::Cell;

    fn example() -> Probes {
        let cell = |column: &str, verdict, detail: &str| Cell {
            column: column.to_owned(),
            verdict,
            detail: detail.to_owned(),
        };
        let row = |input: &str, wants: &str, cells| Row {
            input: input.to_owned(),
            topic: "tags".to_owned(),
            says: "a | tag".to_owned(),
            wants: wants.to_owned(),
            cells,
        };
        let matrix = Matrix {
            title: "codec".to_owned(),
            columns: ["a", "b"].map(str::to_owned).into(),
            rows: vec![
                row(
                    "one",
                    "accept",
                    vec![
                        cell("a", Verdict::Wrong, "x: lost"),
                        cell("b", Verdict::Wrong, "x: lost"),
                    ],
                ),
                row(
                    "two",
                    "either",
                    vec![
                        cell("a", Verdict::Spec, "accepts"),
                        cell("b", Verdict::Abort, "(drop): its process was killed"),
                    ],
                ),
            ],
        };
        Probes {
            command: "cargo wiretax probe".to_owned(),
            matrices: vec![matrix],
            ..Probes::default()
        }
    }

    #[test]
    fn notes_are_shared_and_choices_told() {
        let text = probes_markdown(&example());
        assert!(
            text.contains("| one | accept | wrong[1] | wrong[1] | a \\| tag |"),
            "{text}"
        );
        assert!(
            text.contains("| two | either | as specified[2] | abort[3] |"),
            "{text}"
        );
        assert!(
            text.contains("- [1] one: x: lost\n- [2] accepts\n"),
            "{text}"
        );
        assert!(
            !text.contains("hang"),
            "what did not happen needs no word: {text}"
        );
    }

    #[test]
    fn totals_count_each_column() {
        let text = probes_terminal(&example(), &crate::Style::plain(80));
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.starts_with("codec"));
        let rows = &lines[at.expect("a table")..][..3];
        assert_eq!(
            rows,
            [
                "codec  inputs  as specified  wrong  abort",
                "a           2             1      1      -",
                "b           2             -      1      1",
            ]
        );
    }
}
