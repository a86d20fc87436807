//! Which cells this run measures, in the order in which it does.

use wiretax::runner::{Listed, ListedCase, OpWrap, Proof};
use wiretax::wrap::Op;

use crate::args::{Args, Mode};

/// Environment variable that asks for every cell, `WIRETAX_CELLS=all`.
const CELLS: &str = "WIRETAX_CELLS";

/// The cells to measure.
pub struct Plan {
    /// In order: a codec's wraps stand side by side, since their ratio is what matters.
    pub cells: Vec<Planned>,
}

/// One cell to measure.
pub struct Planned {
    /// Index of its case in the suite.
    pub case: usize,
    /// Name of its case.
    pub name: String,
    /// Its codec.
    pub codec: String,
    /// Its op and wrap.
    pub cell: OpWrap,
}

impl Planned {
    /// `case/op`, a criterion group.
    pub fn group(&self) -> String {
        format!("{}/{}", self.name, self.cell.op)
    }

    /// `codec/wrap`, the function in the group.
    pub fn function(&self) -> String {
        format!("{}/{}", self.codec, self.cell.wrap)
    }

    /// `case/op/codec/wrap`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.group(), self.function())
    }
}

/// The cells that the suite asks for, the filter leaves, and the proofs allow; a list needs no proofs.
pub fn plan(suite: &Listed, args: &Args, proofs: &[Proof]) -> Plan {
    let timed = |case: &str, codec: &str| {
        args.mode() == Mode::List
            || proofs
                .iter()
                .any(|p| p.case == case && p.codec == codec && p.outcome.is_timed())
    };
    let cells = every(suite)
        .filter(|planned| args.keeps(&planned.id()) && timed(&planned.name, &planned.codec))
        .collect();
    Plan { cells }
}

/// Whether every cell is asked for; a value that means nothing is an error, not a default run.
pub fn all_cells() -> Result<bool, String> {
    match std::env::var(CELLS).as_deref() {
        Err(_) | Ok("") => Ok(false),
        Ok("all") => Ok(true),
        Ok(other) => Err(format!(
            "{CELLS}={other} means nothing; give `all`, or leave it out"
        )),
    }
}

fn every(suite: &Listed) -> impl Iterator<Item = Planned> {
    let all = all_cells().unwrap_or(false);
    suite
        .cases
        .iter()
        .enumerate()
        .flat_map(move |(index, case)| of_case(index, case, all))
}

fn of_case(index: usize, case: &ListedCase, all: bool) -> Vec<Planned> {
    let plan = if all { &case.cells } else { &case.default };
    let mut cells = Vec::new();
    for op in Op::ALL {
        for codec in &case.codecs {
            cells.extend(
                plan.iter()
                    .filter(|cell| cell.op == op)
                    .map(|&cell| Planned {
                        case: index,
                        name: case.name.clone(),
                        codec: codec.clone(),
                        cell,
                    }),
            );
        }
    }
    cells
}

/// Says why there is nothing to do, and what was near.
pub fn explain_nothing(suite: &Listed, args: &Args) {
    let Some(filter) = args.filter() else {
        println!("wiretax: no codec takes any case of this suite; `cargo wiretax verify` says why");
        return;
    };
    let near = every(suite)
        .map(|planned| planned.id())
        .max_by(|left, right| {
            let like = |id: &str| strsim::jaro_winkler(id, filter);
            like(left).total_cmp(&like(right))
        })
        .unwrap_or_default();
    println!(
        "wiretax: no cell of suite `{}` matches `{filter}`; the nearest is `{near}`, `--list` shows all",
        suite.suite
    );
}
