//! Every cell of a run with all that was measured of it, and the table of them.

use std::collections::BTreeMap;

use askama::Template;

use super::links::Criterion;
use super::rendered;
use crate::finding::{Finding, Slot, Standing, summaries};
use crate::format::number;
use crate::run::{Allocated, BASE64, BASE64_FIELD, Case, CellId, RAW, Run};
use crate::stats::{self, Estimate, Sorted};

/// What a table says where nothing was counted.
const NOT_COUNTED: &str = "not counted";

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    /// Which.
    pub id: CellId,
    /// What the proof allows to be said of its codec.
    pub standing: Standing,
    /// Nanoseconds for one op; `None` where it was not measured.
    pub time: Option<Estimate>,
    /// What one op allocates.
    pub allocated: Option<Allocated>,
    /// Instructions of one op.
    pub instructions: Option<f64>,
}

/// All cells, in the order of the finding, and what charts ask of them.
pub(super) struct Cells<'a> {
    /// The cases, in the order of the run.
    pub cases: &'a [Case],
    /// The cells.
    pub all: Vec<Cell>,
    /// The codecs, in the order of the run.
    pub codecs: Vec<String>,
    /// Whether the run is of tasks.
    pub of_tasks: bool,
    /// Nanoseconds of each cell, ascending, for differences.
    times: BTreeMap<CellId, Sorted>,
}

impl<'a> Cells<'a> {
    /// What the four parts of an id are called.
    pub fn names(&self) -> [&'static str; 4] {
        match self.of_tasks {
            true => ["task", "op", "by", "how"],
            false => ["case", "op", "codec", "wrap"],
        }
    }

    /// Takes the times of the finding and the counts of the record.
    pub fn of(run: &'a Run, finding: &Finding) -> Self {
        let measured: BTreeMap<_, _> = run.cells.iter().map(|cell| (&cell.id, cell)).collect();
        let mut all = Vec::new();
        let mut add = |id: CellId, standing: Standing, slot: Slot| {
            let time = match slot {
                Slot::Absent => return,
                Slot::Unmeasured => None,
                Slot::Number(estimate) => Some(estimate),
            };
            let counts = measured.get(&id);
            all.push(Cell {
                standing,
                time,
                allocated: counts.and_then(|cell| cell.allocated),
                instructions: counts.and_then(|cell| cell.instructions),
                id,
            });
        };
        if finding.layers.is_some() {
            for cell in summaries(run, &run.samples()) {
                add(cell.id, cell.standing, Slot::Number(cell.time));
            }
        }
        // A task has no tables of codecs.
        let cases = finding.cases.iter().filter(|_| finding.layers.is_none());
        for found in cases {
            for op in &found.ops {
                for row in &op.rows {
                    let id = CellId::new(&found.case.name, &op.op, &row.codec, RAW);
                    add(id.with_wrap(BASE64), row.standing, row.base64);
                    add(id.with_wrap(BASE64_FIELD), row.standing, row.field);
                    add(id, row.standing, row.raw);
                }
                for row in &op.engines {
                    let wrap = format!("{}@{}", row.wrap, row.engine);
                    let id = CellId::new(&found.case.name, &op.op, &row.codec, wrap);
                    add(id, row.standing, row.time);
                }
            }
        }
        let mut codecs: Vec<String> = Vec::new();
        let named = run.proofs.iter().map(|proof| &proof.codec);
        for codec in named.chain(all.iter().map(|cell| &cell.id.codec)) {
            if !codecs.contains(codec) {
                codecs.push(codec.clone());
            }
        }
        let place = |codec: &String| codecs.iter().position(|known| known == codec);
        // Within a case and an op by wrap, then by codec, as the charts have them.
        let blocks = all.chunk_by_mut(|a, b| a.id.case == b.id.case && a.id.op == b.id.op);
        for block in blocks {
            block.sort_by_key(|cell| (wrap_order(&cell.id.wrap), place(&cell.id.codec)));
        }
        let samples = run.samples().cells;
        let times = samples.into_iter().map(|(id, sample)| {
            let times = Sorted::new(sample.per_iteration());
            (id, times)
        });
        Cells {
            cases: &run.cases,
            of_tasks: run.is_of_tasks(),
            times: times.collect(),
            all,
            codecs,
        }
    }

    /// A case by its name.
    pub fn case(&self, name: &str) -> Option<&'a Case> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// A cell by its id.
    pub fn get(&self, id: &CellId) -> Option<&Cell> {
        self.all.iter().find(|cell| cell.id == *id)
    }

    /// The cells of each case and op, in order.
    pub fn blocks(&self) -> impl Iterator<Item = &[Cell]> {
        self.all
            .chunk_by(|a, b| a.id.case == b.id.case && a.id.op == b.id.op)
    }

    /// How much longer one cell takes than another, in nanoseconds; the interval holds for both together.
    pub fn difference(&self, cell: &CellId, base: &CellId) -> Option<Estimate> {
        stats::difference(self.times.get(cell)?, self.times.get(base)?)
    }
}

impl Cells<'_> {
    /// The ranks of cells by their times, from 1; those whose intervals do not tell them apart share one. `None` for a
    /// cell without a time.
    pub fn ranks(&self, cells: &[&Cell]) -> Vec<Option<usize>> {
        let level = stats::joint_level(cells.len());
        let times = cells.iter().map(|cell| {
            let times = self.times.get(&cell.id);
            vec![times.and_then(|times| stats::median(times, level))]
        });
        let ranking = stats::ranking(&times.collect::<Vec<_>>());
        let rank = |at: usize| ranking.places.iter().find(|place| place.contestant == at);
        (0..cells.len()).map(|at| Some(rank(at)?.rank)).collect()
    }

    /// How many times longer one cell takes than another; the interval holds for both together.
    pub fn ratio(&self, cell: &CellId, base: &CellId) -> Option<Estimate> {
        stats::ratio(self.times.get(cell)?, self.times.get(base)?)
    }
}

/// Raw first, then base64 by its engines, then fields.
fn wrap_order(wrap: &str) -> (u8, String) {
    let kind = match wrap.split('@').next() {
        Some(RAW) => 0,
        Some(BASE64) => 1,
        _ => 2,
    };
    (kind, wrap.to_owned())
}

/// What a wrap is called where there is room for words.
pub(super) fn wrap_words(wrap: &str) -> String {
    match wrap.split_once('@') {
        Some((wrap, engine)) => format!("{wrap}, engine {engine}"),
        None => wrap.to_owned(),
    }
}

#[derive(Template)]
#[template(path = "cells.html")]
struct Table {
    names: [&'static str; 4],
    rows: Vec<Row>,
    criterion: bool,
}

/// One row; text is escaped by the template.
struct Row {
    id: CellId,
    remark: &'static str,
    time: String,
    interval: String,
    allocations: String,
    bytes: String,
    instructions: String,
    link: Option<String>,
}

/// The table of all cells.
pub(super) fn table(cells: &Cells<'_>, criterion: Option<&Criterion>) -> String {
    let row = |cell: &Cell| {
        let link = cell
            .time
            .and(criterion)
            .and_then(|criterion| criterion.cell(&cell.id));
        let interval = cell.time.and_then(|time| time.interval);
        Row {
            id: cell.id.clone(),
            remark: match cell.standing {
                Standing::Sound => "",
                Standing::Unsound => "unsound",
                Standing::Out => "not proven",
            },
            time: cell
                .time
                .map_or("not measured".to_owned(), |time| number::time(&time)),
            interval: interval.map_or("-".to_owned(), |interval| {
                format!(
                    "{} to {}",
                    number::nanos(interval.low),
                    number::nanos(interval.high)
                )
            }),
            allocations: counted(cell.allocated.map(|allocated| allocated.count)),
            bytes: counted(cell.allocated.map(|allocated| allocated.bytes)),
            instructions: counted(cell.instructions),
            link,
        }
    };
    rendered(&Table {
        names: cells.names(),
        rows: cells.all.iter().map(row).collect(),
        criterion: criterion.is_some(),
    })
}

/// A count, or that there is none.
fn counted(count: Option<f64>) -> String {
    count.map_or(NOT_COUNTED.to_owned(), number::count)
}
