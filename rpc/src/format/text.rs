//! The report for a terminal. Its first parts are laid out as those of ghz, whose readers know where to look; unlike there,
//! every answer is in the histogram, whatever its code.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::bins::{self, Bin};
use super::words::{self, Line};
use super::{figures, number};
use crate::outcome::Outcome;

/// Width of the longest bar, and what it is made of.
const WIDTH: u128 = 40;
const BAR: &str = "∎";

/// The report as plain text.
pub(super) fn text(outcome: &Outcome) -> String {
    let mut out = String::new();
    for notice in words::notices(outcome) {
        let _ = writeln!(out, "{notice}");
    }
    section(&mut out, "Summary", &lines(&words::summary(outcome)));
    let bars = |bins: Vec<Bin>| histogram(&bins);
    section(
        &mut out,
        "Response time histogram",
        &bars(bins::linear(&outcome.latency)),
    );
    section(
        &mut out,
        "Response time histogram, five marks a decade",
        &bars(bins::logarithmic(&outcome.latency)),
    );
    section(&mut out, "Latency distribution", &distribution(outcome));
    section(&mut out, "Open loop", &lines(&words::open_loop(outcome)));
    let codes = words::by_count(&outcome.codes)
        .into_iter()
        .map(|(code, count)| {
            let code = format!("[{}]", words::line(code));
            [code, number::counted(count, "response")]
        });
    section(&mut out, "Status code distribution", &pairs(codes));
    let errors = words::by_count(&outcome.errors)
        .into_iter()
        .map(|(error, count)| [format!("[{count}]"), words::line(error)]);
    section(&mut out, "Error distribution", &pairs(errors));
    section(&mut out, "Processes", &processes(outcome));
    section(&mut out, "Asked for", &lines(&words::asked(outcome)));
    out
}

/// A title and what belongs to it; nothing where there is nothing.
fn section(out: &mut String, title: &str, body: &str) {
    if !body.is_empty() {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = write!(out, "{gap}{title}:\n{body}");
    }
}

fn lines(lines: &[Line]) -> String {
    lines.iter().fold(String::new(), |mut out, (label, value)| {
        let _ = writeln!(out, "  {:<15} {value}", format!("{label}:"));
        out
    })
}

fn histogram(bins: &[Bin]) -> String {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    if most == 0 {
        return "  no answer\n".to_owned();
    }
    let marks = number::marks(bins);
    let longest = marks.iter().map(String::len).max().unwrap_or(0);
    let digits = most.to_string().len();
    let mut out = String::new();
    for (mark, bin) in marks.iter().zip(bins) {
        let count = format!("[{}]", bin.count);
        let bar = (u128::from(bin.count) * WIDTH + u128::from(most) / 2) / u128::from(most);
        let bar = BAR.repeat(bar as usize);
        let width = digits + 2;
        let _ = writeln!(out, "  {mark:<longest$} {count:<width$} |{bar}");
    }
    out
}

fn distribution(outcome: &Outcome) -> String {
    let columns = words::columns(outcome);
    if outcome.latency.count() == 0 {
        return "  no answer\n".to_owned();
    }
    let times = |percent| {
        columns
            .iter()
            .map(move |(_, latency)| number::known(latency.percentile(percent).map(number::time)))
    };
    if columns.len() == 1 {
        return number::percents().fold(String::new(), |mut out, percent| {
            for time in times(percent) {
                let _ = writeln!(out, "  {percent} % in {time}");
            }
            out
        });
    }
    let mut table = table(columns.iter().map(|(name, _)| *name));
    for percent in number::percents() {
        table.add_row(
            [format!("{percent} % in")]
                .into_iter()
                .chain(times(percent)),
        );
    }
    let note = match outcome.uncorrected {
        Some(_) => format!("  {}\n", words::CORRECTED),
        None => String::new(),
    };
    indented(&table) + &note
}

fn processes(outcome: &Outcome) -> String {
    if outcome.processes.is_empty() {
        return String::new();
    }
    let mut table = table(outcome.processes.iter().map(|process| process.role));
    for row in figures::rows(outcome) {
        table.add_row([row.label.to_owned()].into_iter().chain(row.values));
    }
    indented(&table)
}

/// A table whose first column has no title and whose others are figures.
fn table<'a>(titles: impl Iterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    table.set_header([""].into_iter().chain(titles));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn indented(table: &Table) -> String {
    // A cell brings a space of its own.
    table.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, " {}", line.trim_end());
        out
    })
}

/// Two columns, the second as it is.
fn pairs(rows: impl Iterator<Item = [String; 2]>) -> String {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|[first, _]| first.chars().count()).max();
    let width = width.unwrap_or(0) + 2;
    rows.iter().fold(String::new(), |mut out, [first, second]| {
        let _ = writeln!(out, "  {first:<width$} {second}");
        out
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::testing;

    /// The counts of a histogram, as they were printed.
    fn printed(text: &str, title: &str) -> Vec<u64> {
        let (_, rest) = text.split_once(&format!("{title}:\n")).unwrap();
        let (body, _) = rest.split_once("\n\n").unwrap();
        body.lines()
            .map(|line| {
                let (_, rest) = line.split_once('[').unwrap();
                rest.split_once(']').unwrap().0.parse().unwrap()
            })
            .collect()
    }

    const TITLES: [&str; 2] = [
        "Response time histogram",
        "Response time histogram, five marks a decade",
    ];

    #[test]
    fn a_closed_loop_without_faults_reads_as_ghz() {
        let text = text(&testing::closed());
        assert!(
            text.starts_with("Summary:\n  Count:          200\n  Total:          181.57 ms\n"),
            "{text}"
        );
        assert!(text.contains("\n  Requests/sec:   1101.50\n"), "{text}");
        assert_eq!(printed(&text, TITLES[0]).len(), 11);
        let bar = "∎".repeat(40);
        assert!(text.contains("\n  26.093 [3]  |∎∎\n"), "{text}");
        assert!(
            text.contains(&format!("\n  30.330 [61] |{bar}\n")),
            "{text}"
        );
        assert!(
            text.contains("\nStatus code distribution:\n  [OK]   200 responses\n"),
            "{text}"
        );
        for absent in ["Error distribution", "Open loop", "corrected", "failed"] {
            assert!(!text.contains(absent), "{absent}: {text}");
        }
    }

    #[test]
    fn nothing_says_so() {
        let text = text(&testing::empty());
        assert!(text.starts_with("There was no answer.\n\nSummary:\n"));
        assert_eq!(text.matches("  no answer\n").count(), 3, "{text}");
        assert!(text.contains("Average:        n/a\n"), "{text}");
    }

    #[test]
    fn no_line_ends_with_a_space() {
        for outcome in [testing::closed(), testing::open_with_errors()] {
            for line in text(&outcome).lines() {
                assert_eq!(line, line.trim_end());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn what_is_printed_adds_up_to_the_answers(nanos in prop::collection::vec(testing::nanos(), 1..200)) {
            let outcome = testing::open_of(&nanos);
            let text = text(&outcome);
            for title in TITLES {
                prop_assert_eq!(printed(&text, title).iter().sum::<u64>(), outcome.answers());
            }
        }
    }
}
