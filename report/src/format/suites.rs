//! The cells of a run for a terminal, a suite at a time: ops a second, each against the fastest, and bars. A suite here is
//! what can be compared directly: the codecs and wraps of one op of one case.

use super::bars;
use super::number::{self, NOISY, counted, thousands};
use super::terminal::{painted, wrapped};
use super::{Glyphs, Screen, Style};
use crate::finding::{CellSummary, Standing};
use crate::run::{Outcome, Run};

/// Columns before a name, the first two for a mark.
const INDENT: usize = 3;
/// Columns between two columns.
const GAP: &str = "   ";

/// The platform, then every suite.
pub fn suites(run: &Run, cells: &[CellSummary], on: impl Into<Screen>) -> String {
    let on = on.into();
    let mut text = platform(run, cells, &on);
    let mut groups: Vec<(&str, &str)> = Vec::new();
    for cell in cells {
        let group = (cell.id.case.as_str(), cell.id.op.as_str());
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for group in groups {
        let of = |cell: &&CellSummary| (cell.id.case.as_str(), cell.id.op.as_str()) == group;
        let of: Vec<&CellSummary> = cells.iter().filter(of).collect();
        text += &suite(run, &of, &on);
    }
    text
}

/// Words that may have come from elsewhere, in lines that fit.
fn said(words: &str, bullet: &str, on: &Screen) -> String {
    wrapped(&on.glyphs.line(words), bullet, &on.style)
}

/// What a cell is called beside the others of its suite.
fn name(cell: &CellSummary, glyphs: Glyphs) -> String {
    glyphs.line(&format!("{}/{}", cell.id.codec, cell.id.wrap))
}

fn platform(run: &Run, cells: &[CellSummary], on: &Screen) -> String {
    let get = |label: &str| run.environment.get(label);
    let cores = get("cores").map(|cores| format!(", cores: {cores}"));
    let cpu = get("cpu").map(|cpu| format!("{cpu}{}", cores.unwrap_or_default()));
    let memory = get("memory").map(|memory| format!("memory: {memory}"));
    let facts = [
        get("system").map(str::to_owned),
        get("rustc").map(str::to_owned),
        cpu,
        memory,
    ];
    let mut text = format!("{}\n========\n", painted("Platform", "1", &on.style));
    for fact in facts.into_iter().flatten() {
        text += &said(&fact, "   ", on);
    }
    let measured = match run.planned.len() {
        planned if planned > cells.len() => {
            format!(
                "{} of {}",
                thousands(cells.len() as u64),
                counted(planned as u64, "cell")
            )
        }
        _ => counted(cells.len() as u64, "cell"),
    };
    let filter = run
        .filter
        .as_ref()
        .map(|filter| format!(", filter `{filter}`"));
    let legend = format!(
        "{measured} of suite {}{}, {}. avg is the median time of one op, which of a mix is a pass over its messages. * marks \
         the fastest, and what is as fast within the intervals; {NOISY} what is too noisy to quote.",
        run.suite,
        filter.unwrap_or_default(),
        number::moment(run.started),
    );
    text + "\n" + &said(&legend, "", on)
}

/// A cell in words, its columns not yet padded.
struct Row {
    name: String,
    mark: char,
    ops: String,
    against: String,
    avg: String,
}

impl Row {
    fn of(cell: &CellSummary, fastest: Option<&CellSummary>, glyphs: Glyphs) -> Row {
        let noisy = if cell.time.is_noisy() { NOISY } else { "" };
        let sound = cell.standing == Standing::Sound;
        let mark = match fastest {
            _ if !sound => '!',
            Some(fastest) if as_fast(cell, fastest) => '*',
            _ => ' ',
        };
        let against = fastest.map(|fastest| {
            let more = (fastest.time.value / cell.time.value - 1.0) * 100.0;
            let text = format!("{more:.2} %");
            let text = if text == "-0.00 %" {
                "0.00 %".into()
            } else {
                text
            };
            let plus = if more >= 0.005 { "+" } else { "" };
            format!("{noisy}{plus}{text}")
        });
        Row {
            name: name(cell, glyphs),
            mark,
            ops: format!("{noisy}{}", rate(cell.ops().value)),
            against: against.unwrap_or_default(),
            avg: format!("{noisy}{}", number::nanos(cell.time.value)),
        }
    }
}

/// Whether a cell is the fastest, or their intervals overlap.
fn as_fast(cell: &CellSummary, fastest: &CellSummary) -> bool {
    let ends = cell.time.interval.zip(fastest.time.interval);
    cell.id == fastest.id || ends.is_some_and(|(own, best)| own.low <= best.high)
}

/// Ops a second, whole unless that would hide much.
fn rate(ops: f64) -> String {
    match ops >= 100.0 {
        true => thousands(ops.round() as u64),
        false => number::plain(ops),
    }
}

fn suite(run: &Run, cells: &[&CellSummary], on: &Screen) -> String {
    let Screen { style, glyphs } = on;
    let Some(first) = cells.first() else {
        return String::new();
    };
    let case = &first.case;
    let tags = match case.tags.is_empty() {
        true => String::new(),
        false => format!(" [{}]", case.tags.join(", ")),
    };
    let sizes = number::size_of(case, &first.id.op);
    let heading = format!("Suite: {}/{}{tags}, {sizes}", case.name, first.id.op);
    // Painted after it was broken into lines: escape codes have no width.
    let heading = said(&heading, "", on);
    let heading: Vec<String> = heading
        .lines()
        .map(|line| painted(line, "1", style))
        .collect();
    let mut text = format!("\n{}\n", heading.join("\n"));

    let is_sound = |cell: &&&CellSummary| cell.standing == Standing::Sound;
    let by_time = |a: &&CellSummary, b: &&CellSummary| a.time.value.total_cmp(&b.time.value);
    let fastest = cells
        .iter()
        .filter(is_sound)
        .copied()
        .min_by(|a, b| by_time(a, b));
    let mut sorted = cells.to_vec();
    sorted.sort_by(by_time);
    let rows = |cells: &[&CellSummary], sound: bool| -> Vec<Row> {
        let of = cells.iter().filter(|cell| is_sound(cell) == sound);
        of.map(|cell| Row::of(cell, fastest, *glyphs)).collect()
    };
    let rated = |row: &Row| vec![format!("{} ops/sec", row.ops)];
    text += &lines(&rows(cells, true), &[rated], style);
    text += "\n";
    text += &lines(&rows(&sorted, true), &COMPARED, style);
    let unsound = rows(&sorted, false);
    if !unsound.is_empty() {
        text += &wrapped("unsound, shown and never ranked:", GAP, style);
        text += &lines(&unsound, &COMPARED, style);
    }
    if let Some(fastest) = fastest {
        let sound = sorted.iter().filter(is_sound);
        let share = |cell: &&CellSummary| fastest.time.value / cell.time.value;
        let bars: Vec<(String, f64)> = sound
            .map(|cell| (name(cell, *glyphs), share(cell)))
            .collect();
        text += "\n";
        text += &bars::chart(&bars, style.width, *glyphs);
    }
    for failure in failures(run, &case.name) {
        text += &said(&failure, GAP, on);
    }
    text
}

/// The codecs that have no time in a case, and why.
fn failures(run: &Run, case: &str) -> impl Iterator<Item = String> {
    let of = run.proofs.iter().filter(move |proof| proof.case == case);
    of.filter_map(|proof| {
        let why = match &proof.outcome {
            Outcome::Proven { .. } | Outcome::Unsound { .. } => return None,
            Outcome::Refused { stage, reason } => format!("refused by {stage}: {reason}"),
            Outcome::Wrong { path, detail } => format!("wrong at {path}: {detail}"),
            Outcome::Aborted { how } => format!("aborted: its process {how}"),
        };
        Some(format!("{} has no time: {why}", proof.codec))
    })
}

/// The columns that a row can have, those to its right gone first.
type Columns = fn(&Row) -> Vec<String>;

/// Against the fastest; the rate, which stands above already, goes first.
const COMPARED: [Columns; 3] = [
    |row| {
        let (ops, avg) = (&row.ops, &row.avg);
        vec![
            row.against.clone(),
            format!("({ops} ops/sec)"),
            format!("(avg: {avg})"),
        ]
    },
    |row| vec![row.against.clone(), format!("(avg: {})", row.avg)],
    |row| vec![row.against.clone()],
];

/// Rows with as many columns as fit, set right; where not even the last choice fits beside the names, the columns stand
/// below them.
fn lines(rows: &[Row], choices: &[Columns], style: &Style) -> String {
    let width = |text: &String| textwrap::core::display_width(text);
    let name = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let laid = |columns: &Columns| -> (usize, Vec<String>) {
        let cells: Vec<Vec<String>> = rows.iter().map(columns).collect();
        let count = cells.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count)
            .map(|at| {
                cells
                    .iter()
                    .filter_map(|row| row.get(at))
                    .map(width)
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let line = |row: &Vec<String>| {
            let padded = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:>width$}"));
            padded.collect::<Vec<_>>().join(GAP)
        };
        let lines: Vec<String> = cells.iter().map(line).collect();
        (lines.iter().map(width).max().unwrap_or(0), lines)
    };
    let laid: Vec<(usize, Vec<String>)> = choices.iter().map(laid).collect();
    let room = style.width.saturating_sub(INDENT);
    let beside = laid
        .iter()
        .find(|(wide, _)| name + GAP.len() + wide <= room);
    let below = || {
        laid.iter()
            .find(|(wide, _)| INDENT + wide <= room)
            .or(laid.last())
    };
    let mut text = String::new();
    let paint = |row: &Row, line: &str| match row.mark {
        '*' => painted(line, "32", style),
        '!' => painted(line, "33", style),
        _ => line.to_owned(),
    };
    if let Some((_, lines)) = beside {
        for (row, columns) in rows.iter().zip(lines) {
            let line = format!("{} {:name$}{GAP}{columns}", row.mark, row.name);
            text += &format!(" {}\n", paint(row, &line));
        }
    } else if let Some((_, lines)) = below() {
        for (row, columns) in rows.iter().zip(lines) {
            let name = broken(&row.name, room, 0);
            let marked = format!("{} {}", row.mark, name.replace('\n', "\n   ").trim_end());
            text += &format!(" {}\n", paint(row, &marked));
            text += &format!("{:1$}{columns}\n", "", 2 * INDENT);
        }
    }
    text
}

/// A name in lines of at most `room` columns, broken where its parts meet, each behind `indent` blanks.
pub(super) fn broken(name: &str, room: usize, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = name;
    while rest.len() > room {
        let joints = rest
            .char_indices()
            .filter(|(_, c)| matches!(c, '@' | '/' | '-'));
        let fits = joints.map(|(at, _)| at).rfind(|at| (1..=room).contains(at));
        let Some((head, tail)) = fits.and_then(|at| rest.split_at_checked(at)) else {
            break;
        };
        lines.push(head.to_owned());
        rest = tail;
    }
    lines.push(rest.to_owned());
    lines
        .iter()
        .map(|line| format!("{:indent$}{line}\n", ""))
        .collect()
}

#[cfg(test)]
#[path = "suites_tests.rs"]
mod tests;
