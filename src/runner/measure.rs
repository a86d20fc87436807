//! Measuring on request: the child's side of [`super::remote`].
//!
//! The timed loop, its clock and its anchor are here, in the process that has the generated code. Whoever
//! asks only says how often to run, so what it does in between costs a sample nothing.

use std::collections::HashMap;
use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use super::listed::OpWrap;
use super::suite::Suite;
use crate::layer::Id;
use crate::measure::{Anchor, Canary, Loop, PerOp};

/// A request, a JSON document a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub(super) enum Request {
    /// Makes a cell and keeps it under a number, in place of what was there.
    Open {
        /// The number.
        slot: usize,
        /// Name of the case.
        case: String,
        /// Name of the codec.
        codec: String,
        /// Op and wrap.
        cell: OpWrap,
        /// How many runs are said to have gone before, which decides where buffers lie.
        runs: usize,
    },
    /// Makes the loop of one way of a task and keeps it under a number, in place of what was there.
    Task {
        /// The number.
        slot: usize,
        /// What is worked on.
        name: String,
        /// What is done with it.
        op: String,
        /// Who does it.
        by: String,
        /// How.
        how: String,
        /// As for a cell.
        runs: usize,
    },
    /// Keeps a canary under a number, in place of what was there.
    Canary {
        /// The number.
        slot: usize,
        /// Rounds more than it has of its own.
        more: u32,
    },
    /// Runs a cell.
    Run {
        /// Its number.
        slot: usize,
        /// How often.
        iterations: u64,
        /// Whether to run the anchor before and behind it.
        anchored: bool,
    },
    /// Counts what one op of a cell allocates.
    Count {
        /// Its number.
        slot: usize,
    },
}

/// An answer, a JSON document a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub(super) enum Answer {
    /// The cell is there.
    Opened,
    /// It has run.
    Ran(Timed),
    /// It was counted.
    Counted {
        /// What one op allocates; `None` where the executable's allocator does not count.
        per_op: Option<PerOp>,
    },
    /// It cannot be had.
    Failed {
        /// Why.
        why: String,
    },
}

/// What a run of a cell took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// Nanoseconds, all iterations together.
    pub nanos: u64,
    /// Nanoseconds of one iteration of the anchor, the mean of before and behind, where it was asked for.
    pub anchor: Option<f64>,
}

/// What is kept under a number.
enum Held {
    Loop(Loop),
    Canary(Canary),
}

impl Held {
    fn run(&mut self, iterations: u64) -> u64 {
        match self {
            Held::Loop(looped) => looped.run(iterations),
            Held::Canary(canary) => canary.run(iterations),
        }
    }
}

/// Answers requests from standard input until there are no more.
pub(super) fn serve(suite: &Suite, say: impl Fn(&Answer) -> io::Result<()>) -> io::Result<()> {
    // Before the first cell, so that none finds another heap than the next.
    let mut anchor = Anchor::new();
    let mut cells = HashMap::new();
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?) {
            Ok(request) => answer(suite, &mut cells, &mut anchor, request),
            Err(error) => Answer::Failed {
                why: format!("the request cannot be read: {error}"),
            },
        };
        say(&answer)?;
    }
    Ok(())
}

fn answer(
    suite: &Suite,
    cells: &mut HashMap<usize, Held>,
    anchor: &mut Anchor,
    request: Request,
) -> Answer {
    match request {
        Request::Open {
            slot,
            case,
            codec,
            cell,
            runs,
        } => {
            // First, so that the new cell finds the memory of the old one free.
            cells.remove(&slot);
            let Some(of) = suite.cases().iter().find(|of| of.declared().name == case) else {
                let why = format!("the suite has no case `{case}`");
                return Answer::Failed { why };
            };
            match of.cell(&codec, cell.op, cell.wrap) {
                Ok(mut cell) => {
                    cell.place_after(runs);
                    cells.insert(slot, Held::Loop(cell.into()));
                    Answer::Opened
                }
                Err(error) => Answer::Failed {
                    why: error.to_string(),
                },
            }
        }
        Request::Task {
            slot,
            name,
            op,
            by,
            how,
            runs,
        } => {
            cells.remove(&slot);
            let id = Id {
                name: &name,
                op: &op,
                by: &by,
                how: &how,
            };
            let Some(way) = suite.way(id) else {
                let why = format!("the suite has no task `{id}`");
                return Answer::Failed { why };
            };
            let mut looped = way.make();
            looped.place_after(runs);
            cells.insert(slot, Held::Loop(looped));
            Answer::Opened
        }
        Request::Canary { slot, more } => {
            cells.insert(slot, Held::Canary(Canary::new(more)));
            Answer::Opened
        }
        Request::Count { slot } => match cells.get_mut(&slot) {
            Some(Held::Loop(looped)) => Answer::Counted {
                per_op: looped.allocations(),
            },
            Some(Held::Canary(_)) => Answer::Counted {
                per_op: Some(PerOp::default()),
            },
            None => Answer::Failed {
                why: format!("no cell was opened as {slot}"),
            },
        },
        Request::Run {
            slot,
            iterations,
            anchored,
        } => {
            let Some(cell) = cells.get_mut(&slot) else {
                let why = format!("no cell was opened as {slot}");
                return Answer::Failed { why };
            };
            if !anchored {
                let nanos = cell.run(iterations);
                return Answer::Ran(Timed {
                    nanos,
                    anchor: None,
                });
            }
            let before = anchor.time();
            let nanos = cell.run(iterations);
            let mean = (before + anchor.time()) / 2.0;
            Answer::Ran(Timed {
                nanos,
                anchor: Some(mean),
            })
        }
    }
}
