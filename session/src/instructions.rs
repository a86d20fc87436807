//! Counts the instructions of cells with callgrind: exact where times are not, and blind to caches and branches.

use std::collections::BTreeMap;
use std::path::Path;

use wiretax::runner::OpWrap;

use crate::callgrind::{Counter, Subject, available};
use crate::cells::Failed;
use crate::plan::{Plan, Planned, What};
use crate::progress::Progress;
use crate::stop::stopped;

/// Environment variable that leaves it out, `WIRETAX_INSTRUCTIONS=off`: it takes half a minute.
const SWITCH: &str = "WIRETAX_INSTRUCTIONS";

/// Whether instructions are asked for.
pub fn wanted() -> Result<bool, String> {
    match std::env::var(SWITCH).as_deref() {
        Err(_) | Ok("" | "on") => Ok(true),
        Ok("off") => Ok(false),
        Ok(other) => Err(format!(
            "{SWITCH}={other} means nothing; give `off`, or leave it out"
        )),
    }
}

/// What was counted.
pub struct Instructions {
    /// Instructions of one op, by the cell's id.
    pub cells: BTreeMap<String, f64>,
    /// With what, or why not.
    pub how: String,
}

/// Counts the planned cells but for those of codecs that have failed, until it is stopped. What cannot be counted is
/// left out, and the first reason told.
pub fn of(runner: &Path, plan: &Plan, failed: &[Failed]) -> Instructions {
    let mut cells = BTreeMap::new();
    // Tasks have times alone: what they run is other people's code, which a change here does not touch.
    let is_way = |planned: &Planned| matches!(planned.what, What::Way(..));
    if plan.cells.iter().all(is_way) {
        let how = "not counted: ways to do a task have times alone".to_owned();
        return Instructions { cells, how };
    }
    let how = match available() {
        Ok(version) => format!("counted with {version}, without AVX-512 and `rep movsb`"),
        Err(why) => {
            eprintln!("wiretax: instructions are not counted: {why}");
            return Instructions {
                cells,
                how: format!("not counted: {why}"),
            };
        }
    };
    let has_failed = |planned: &&Planned| {
        let mut failed = failed.iter();
        failed.any(|of| of.case == planned.name && of.codec == planned.codec)
    };
    let left = plan.cells.iter().filter(|cell| !has_failed(cell));
    let wanted = left.filter_map(|planned| match planned.what {
        What::Cell(cell) => Some((planned, cell)),
        What::Way(..) => None,
    });
    let wanted: Vec<(&Planned, OpWrap)> = wanted.collect();
    let mut progress = Progress::new("counting instructions", wanted.len());
    let mut counter = Counter::new(runner);
    let mut told = false;
    for (planned, cell) in wanted {
        if stopped() {
            break;
        }
        progress.next(&planned.id());
        let subject = Subject::Cell(&planned.name, &planned.codec, cell);
        match counter.count(subject) {
            Ok(count) => {
                cells.insert(planned.id(), count.total);
            }
            Err(why) if !std::mem::replace(&mut told, true) => {
                eprintln!("  not counted: {why}");
            }
            Err(_) => {}
        }
    }
    Instructions { cells, how }
}
