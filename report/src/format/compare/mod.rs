//! Two runs compared, as text and as JSON.

mod cells;
mod json;
#[cfg(test)]
mod tests;

use super::number::{self, counted, thousands};
use super::page::{Block, Page, Text};
use super::{Screen, markdown, terminal};
use crate::compare::{Cell, Comparison, Counted, Verdict, What};
use crate::stats::ALIKE;
use cells::{beyond, noisy, section};

pub use json::compare_json;

/// What was compared, for a reader.
#[derive(Clone, Copy, Debug)]
pub struct Compare<'a> {
    /// What was found.
    pub found: &'a Comparison,
    /// What the two records are called, such as their paths.
    pub names: [&'a str; 2],
    /// Every cell is shown, those without a difference and those that one record has alone as well.
    pub all: bool,
}

/// As plain text for a terminal.
pub fn compare_terminal(compare: &Compare<'_>, on: impl Into<Screen>) -> String {
    let on = on.into();
    terminal::lay_out(&page(compare, on.style.width), &on)
}

/// As a Markdown document.
pub fn compare_markdown(compare: &Compare<'_>) -> String {
    markdown::lay_out(&page(compare, usize::MAX))
}

fn page(compare: &Compare<'_>, width: usize) -> Vec<Block> {
    let Compare { found, names, all } = *compare;
    let mut page = Vec::new();
    page.heading(1, "B against A");
    page.list(
        ["A", "B"]
            .into_iter()
            .zip(names)
            .zip(found.started)
            .map(|((letter, name), started)| {
                Text::from(format!("{letter}: {name}, {}", number::moment(started)))
            })
            .collect(),
    );
    page.heading(2, "In short");
    page.list(in_short(found));
    let of = |verdict| -> Vec<&Cell> { found.of(verdict).collect() };
    section(&mut page, "Slower", &of(Verdict::Slower), width);
    section(&mut page, "Faster", &of(Verdict::Faster), width);
    section(
        &mut page,
        "Changed, and not surely beyond the threshold",
        &of(Verdict::Less),
        width,
    );
    match all {
        true => {
            section(&mut page, "Too noisy to say", &of(Verdict::Noisy), width);
            section(&mut page, "The same", &of(Verdict::Same), width);
        }
        false => noisy(&mut page, &of(Verdict::Noisy)),
    }
    changed_counts(&mut page, &found.counted);
    unlike(&mut page, found);
    alone(&mut page, found, all);
    if !found.differences.is_empty() {
        page.heading(2, "What else differs");
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "not recorded".into());
        let line = |of: &crate::compare::Difference| {
            let [a, b] = of.values.each_ref().map(value);
            Text::from(format!("{}: {a} in A, {b} in B", of.label))
        };
        page.list(found.differences.iter().map(line).collect());
    }
    page.heading(2, "Noise");
    page.list(found.noise.iter().map(Text::from).collect());
    page
}

/// The counts, and what the runs differ by as a whole.
fn in_short(found: &Comparison) -> Vec<Text> {
    let count = |verdict| thousands(found.count(verdict) as u64);
    let all = counted(found.cells.len() as u64, "cell");
    let (noisy, same) = (found.count(Verdict::Noisy), found.count(Verdict::Same));
    let none = thousands((noisy + same) as u64);
    let alike = number::percent(ALIKE);
    let hidden = match noisy {
        0 => format!("; all of them are the same within {alike}"),
        _ if same == 0 => format!("; {alike} could hide in the noise of each"),
        _ => format!(
            "; {} of them are the same within {alike}, in the others {alike} could hide in the noise",
            count(Verdict::Same)
        ),
    };
    let mut lines = vec![Text::from(format!(
        "no difference is shown for {none} of {all}{hidden}"
    ))];
    let threshold = match found.threshold > 0.0 {
        true => format!(" by more than {:.1} %", found.threshold * 100.0),
        false => String::new(),
    };
    let mut changed = format!(
        "surely slower{threshold}: {}, surely faster: {}",
        count(Verdict::Slower),
        count(Verdict::Faster)
    );
    if found.count(Verdict::Less) > 0 {
        changed += &format!(
            ", changed by less or not surely by more: {}",
            count(Verdict::Less)
        );
    }
    lines.push(Text::from(changed));
    lines.extend(counts(&found.counted));
    if let Some(shift) = &found.shift {
        let machine = match found.machine {
            Some(machine) => format!(
                "; in units of the anchor, a fixed piece of work, which itself took {}x",
                number::plain(machine)
            ),
            None => String::new(),
        };
        lines.push(Text::from(format!(
            "as a whole, B takes {} of the time of A{machine}. That is the machine, or a change that slows all \
             work alike: it is taken out of what follows",
            beyond(&shift.ratio),
        )));
    }
    if let Some(stray) = found.stray {
        lines.push(Text::from(format!(
            "a cell is named where it strays from that by more than its samples and the spread between the runs \
             explain, which is {} at the least; at most one comparison of one build in twenty names any cell",
            number::percent(stray - 1.0)
        )));
    }
    lines
}

/// What was counted and is not the same; one cell's lines stand together.
fn changed_counts(page: &mut Vec<Block>, counted: &Counted) {
    if counted.changed.is_empty() {
        return;
    }
    page.heading(2, "Counts that changed");
    page.list(
        counted
            .changed
            .iter()
            .map(|of| {
                let [a, b] = of.values.map(|value| thousands(value.round() as u64));
                let share = (of.values[1] / of.values[0] - 1.0) * 100.0;
                let share = match share.is_finite() {
                    true => format!(" ({share:+.1} %)"),
                    false => String::new(),
                };
                Text::from(format!("{}: {a} -> {b} {}{share}", of.id, of.what.word()))
            })
            .collect(),
    );
}

/// How many counts are the same, for each kind that both runs have.
fn counts(counts: &Counted) -> Option<Text> {
    let of = |(what, compared): (What, usize)| {
        let changed = counts.changed.iter().filter(|of| of.what == what).count();
        let same = match what {
            What::Instructions => " within 2 %",
            What::Allocations | What::AllocatedBytes => "",
        };
        (compared > 0).then(|| {
            format!(
                "{} the same{same} for {} of {}",
                what.word(),
                compared - changed,
                counted(compared as u64, "cell")
            )
        })
    };
    let lines: Vec<String> = What::ALL
        .into_iter()
        .zip(counts.compared)
        .filter_map(of)
        .collect();
    (!lines.is_empty()).then(|| Text::from(format!("counted: {}", lines.join("; "))))
}

/// The cells that could not be compared, one line for each reason.
fn unlike(page: &mut Vec<Block>, found: &Comparison) {
    if found.unlike.is_empty() {
        return;
    }
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (id, why) in &found.unlike {
        let line = format!("{}: {why}", id.case);
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    page.heading(2, format!("Not compared: {}", found.unlike.len()));
    let said = |(line, count): (String, usize)| {
        let cells = counted(count as u64, "cell");
        Text::from(format!("{line} ({cells})"))
    };
    page.list(lines.into_iter().map(said).collect());
}

fn alone(page: &mut Vec<Block>, found: &Comparison, all: bool) {
    if found.alone.iter().all(Vec::is_empty) {
        return;
    }
    page.heading(2, "In one record only");
    let mut lines = Vec::new();
    for (letter, ids) in ["A", "B"].iter().zip(&found.alone) {
        let count = ids.len();
        let named = match (count, all) {
            (0, _) => continue,
            (_, true) => {
                let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
                format!(": {}", names.join(", "))
            }
            (_, false) => "; --all names them".to_owned(),
        };
        let cells = counted(count as u64, "cell");
        lines.push(Text::from(format!("{letter}: {cells}{named}")));
    }
    page.list(lines);
}
