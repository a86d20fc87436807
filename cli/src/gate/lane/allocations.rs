//! Allocations and allocated bytes per op.

use std::path::Path;

use wiretax::measure::PerOp;
use wiretax::runner::{Lost, Remote};
use wiretax_report::gate::{Check, Quantity, Unit, Verdict, rules};

use super::Cell;

const SLOT: usize = 0;

/// What one op of a cell allocates; `None` where the runner does not count. In a process of its own: what others left on the
/// heap shall not matter.
pub fn count(runner: &Path, cell: &Cell) -> Result<Option<PerOp>, Lost> {
    let mut remote = Remote::new(runner);
    cell.open(&mut remote, SLOT)?;
    remote.count(SLOT)
}

/// The checks of a cell: calls, and bytes.
pub fn checks(cell: &Cell, base: PerOp, head: PerOp) -> [Check; 2] {
    let of = cell.id().to_string();
    let check = |what: &str, base: f64, head: f64, unit| Check {
        what: what.to_owned(),
        base: Quantity::Number(base, unit),
        head: Quantity::Number(head, unit),
        threshold: "any change".to_owned(),
        ..Check::named(of.clone(), rules::allocations(base, head))
    };
    [
        check("allocations", base.count, head.count, Unit::Allocations),
        check("allocated bytes", base.bytes, head.bytes, Unit::Bytes),
    ]
}

/// A cell that could not be counted on a side.
pub fn lost(cell: &Cell, side: &str, why: &dyn std::fmt::Display) -> Check {
    Check {
        what: "allocations".to_owned(),
        note: Some(format!("not counted on the side of {side}: {why}")),
        ..Check::named(cell.id().to_string(), Verdict::Inconclusive)
    }
}
