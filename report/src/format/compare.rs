//! Two runs compared, as text and as JSON; docs/FORMATS.md explains the JSON.

use serde_json::{Value, json};

use super::cells::rounded;
use super::json::{estimate, printed};
use super::number::{self, thousands};
use super::page::{Block, Page, Table, Text};
use super::{Style, markdown, terminal};
use crate::compare::{Cell, Comparison, Verdict};
use crate::run::CellId;
use crate::stats::{ALIKE, Estimate};

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
pub fn compare_terminal(compare: &Compare<'_>, style: &Style) -> String {
    terminal::lay_out(&page(compare), style)
}

/// As a Markdown document.
pub fn compare_markdown(compare: &Compare<'_>) -> String {
    markdown::lay_out(&page(compare))
}

/// As JSON for other programs.
pub fn compare_json(compare: &Compare<'_>) -> String {
    let found = compare.found;
    let records = [0, 1].map(|at| json!({"name": compare.names[at], "started": found.started[at]}));
    let differences = found
        .differences
        .iter()
        .map(|of| json!({"label": of.label, "a": of.values[0], "b": of.values[1]}));
    let cell = |cell: &Cell| {
        json!({
            "id": cell.id.to_string(),
            "verdict": word(cell.verdict),
            "ratio": estimate(&cell.compared.plain),
            "beyond_shift": estimate(&cell.compared.beyond_shift),
            "a_ns": estimate(&cell.times[0]),
            "b_ns": estimate(&cell.times[1]),
            "why": cell.why,
        })
    };
    let unlike = found.unlike.iter();
    let unlike = unlike.map(|(id, why)| json!({"id": id.to_string(), "why": why}));
    let ids = |ids: &[CellId]| -> Vec<String> { ids.iter().map(ToString::to_string).collect() };
    printed(&json!({
        "format": 1,
        "a": records[0],
        "b": records[1],
        "differences": differences.collect::<Vec<_>>(),
        "machine": found.machine.map(rounded),
        "shift": found.shift.map(|shift| estimate(&shift.ratio)),
        "stray": found.stray.map(rounded),
        "threshold": found.threshold,
        "counts": Value::Object(VERDICTS.map(|of| (word(of).to_owned(), found.count(of).into())).into_iter().collect()),
        "cells": found.cells.iter().map(cell).collect::<Vec<_>>(),
        "not_compared": unlike.collect::<Vec<_>>(),
        "only_in_a": ids(&found.alone[0]),
        "only_in_b": ids(&found.alone[1]),
        "noise": found.noise,
    }))
}

const VERDICTS: [Verdict; 5] = [
    Verdict::Slower,
    Verdict::Faster,
    Verdict::Less,
    Verdict::Same,
    Verdict::Noisy,
];

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Slower => "slower",
        Verdict::Faster => "faster",
        Verdict::Less => "below-threshold",
        Verdict::Same => "same",
        Verdict::Noisy => "noisy",
    }
}

fn page(compare: &Compare<'_>) -> Vec<Block> {
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
    section(&mut page, "Slower", found.of(Verdict::Slower));
    section(&mut page, "Faster", found.of(Verdict::Faster));
    section(
        &mut page,
        "Changed by less than the threshold, or not surely by more",
        found.of(Verdict::Less),
    );
    section(&mut page, "Too noisy to say", found.of(Verdict::Noisy));
    if all {
        section(&mut page, "The same", found.of(Verdict::Same));
    }
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
    let all = thousands(found.cells.len() as u64);
    let (noisy, same) = (found.count(Verdict::Noisy), found.count(Verdict::Same));
    let none = thousands((noisy + same) as u64);
    let alike = number::percent(ALIKE);
    let hidden = match noisy {
        0 => format!("; all of them are the same within {alike}"),
        _ => format!(
            "; {} of them are the same within {alike}, in the others {alike} could hide in the noise",
            count(Verdict::Same)
        ),
    };
    let mut lines = vec![Text::from(format!(
        "no difference is shown for {none} of {all} cells{hidden}"
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
            number::ratio(&shift.ratio),
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

fn section<'a>(page: &mut Vec<Block>, title: &str, cells: impl Iterator<Item = &'a Cell>) {
    let mut table = Table::new(1, ["cell", "B over A, beyond the shift", "A", "B", "why"]);
    table.words.push("why".into());
    for cell in cells {
        let [a, b] = cell.times.each_ref().map(number::bare_time);
        let why = cell.why.clone().unwrap_or_else(|| "-".into());
        let ratio = beyond(&cell.compared.beyond_shift);
        table.rows.push(vec![cell.id.to_string(), ratio, a, b, why]);
    }
    if !table.rows.is_empty() {
        page.heading(2, format!("{title}: {}", table.rows.len()));
        page.table(table.without_empty_columns());
    }
}

/// A ratio near one: three decimals, which are tenths of a per cent.
fn beyond(ratio: &Estimate) -> String {
    let ends = ratio
        .interval
        .map(|i| format!(" [{:.3}, {:.3}]", i.low, i.high))
        .unwrap_or_default();
    format!("{:.3}x{ends}", ratio.value)
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
        let s = if count == 1 { "" } else { "s" };
        Text::from(format!("{line} ({count} cell{s})"))
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
        let s = if count == 1 { "" } else { "s" };
        lines.push(Text::from(format!("{letter}: {count} cell{s}{named}")));
    }
    page.list(lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::compare;
    use crate::filter::Selected;
    use crate::run::Totals;
    use crate::testing;

    fn found() -> Comparison {
        let (earlier, mut later) = (testing::measured(), testing::measured());
        for (at, cell) in later.cells.iter_mut().enumerate() {
            let stray = 1.02 + 0.001 * (at % 5) as f64;
            let factor = if cell.id.to_string() == "tree/encode/prost/raw" {
                1.5
            } else {
                stray
            };
            for nanos in &mut cell.nanos {
                *nanos = (*nanos as f64 * factor) as u64;
            }
        }
        later
            .cells
            .retain(|cell| cell.id.to_string() != "tree/decode/prost/raw");
        later.cases[0].wire_bytes = 81;
        later.environment.set("rustc", "1.99");
        later.totals = Some(Totals::of(&later.cells));
        compare(
            &Selected::whole(earlier),
            &Selected::whole(later),
            0.05,
            false,
        )
        .unwrap()
    }

    #[test]
    fn text_names_what_changed_and_what_did_not() {
        let found = found();
        let names = ["before/record.json", "after/record.json"];
        let compare = Compare {
            found: &found,
            names,
            all: false,
        };
        let text = compare_terminal(&compare, &Style::plain(100));
        for part in [
            "- B: after/record.json, 2023-11-14 22:13 UTC\n",
            "- no difference is shown for 66 of 67 cells; all of them are the same within 10 %\n",
            "- surely slower by more than 5.0 %: 1, surely faster: 0\n",
            "- as a whole, B takes 1.02x [1.02, 1.02] of the time of A.",
            "Slower: 1\n---------\n",
            "tree/encode/prost/raw",
            "Not compared: 24\n",
            "- append-16: not the same message: 80 wire bytes in A, 81 wire bytes in B (24 cells)\n",
            "- A: 1 cell; --all names them\n",
            "- rustc: not recorded in A, 1.99 in B\n",
            "- A has no anchors",
        ] {
            assert!(text.contains(part), "{part}\n\n{text}");
        }
        assert!(!text.contains("The same: "));
        let all = compare_markdown(&Compare {
            all: true,
            ..compare
        });
        assert!(
            all.contains("## The same: 66\n") && all.contains("A: 1 cell: tree/decode/prost/raw"),
            "{all}"
        );
    }

    #[test]
    fn json_has_every_cell() {
        let found = found();
        let text = compare_json(&Compare {
            found: &found,
            names: ["a", "b"],
            all: false,
        });
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            read["counts"],
            json!({"slower": 1, "faster": 0, "below-threshold": 0, "same": 66, "noisy": 0})
        );
        assert_eq!(read["cells"].as_array().unwrap().len(), 67);
        let slower = read["cells"]
            .as_array()
            .unwrap()
            .iter()
            .find(|cell| cell["verdict"] == "slower");
        assert_eq!(slower.unwrap()["id"], "tree/encode/prost/raw");
        assert!(slower.unwrap()["beyond_shift"]["low"].as_f64().unwrap() > 1.05);
        assert_eq!(read["only_in_a"], json!(["tree/decode/prost/raw"]));
        assert_eq!(
            read["differences"][0],
            json!({"label": "rustc", "a": null, "b": "1.99"})
        );
    }
}
