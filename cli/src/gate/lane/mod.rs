//! The lanes, one file each: what is measured on both sides, and the check that comes of it.

pub mod allocations;
pub mod bytes;
pub mod instructions;
pub mod invariants;
pub mod time;

use wiretax::runner::{OpWrap, Remote};
use wiretax_report::CellId;
use wiretax_report::gate::Check;

/// A cell to compare.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Name of the case.
    pub case: String,
    /// Name of the codec.
    pub codec: String,
    /// Op and wrap.
    pub cell: OpWrap,
}

impl Cell {
    /// Its id.
    pub fn id(&self) -> CellId {
        let (op, wrap) = (self.cell.op.name(), self.cell.wrap.to_string());
        CellId::new(&self.case, op, &self.codec, wrap)
    }

    /// Makes it in a runner.
    pub fn open(&self, remote: &mut Remote, slot: usize) -> Result<(), wiretax::runner::Lost> {
        remote.open(slot, &self.case, &self.codec, self.cell)
    }
}

/// The commands that show a check again and that accept it.
#[derive(Debug, Clone)]
pub struct Commands {
    /// Arguments that say what is compared, such as `--base main`.
    pub sides: String,
}

impl Commands {
    /// Fills them in, for a cell or claim in the check's lane.
    pub fn fill(&self, lane: &str, check: &mut Check) {
        let sides = &self.sides;
        check.reproduce = match lane {
            // Claims are no cells, and all of them are measured.
            "invariants" => format!("cargo wiretax gate{sides} --lane {lane}"),
            // Outcomes are of a case and a codec, over all its cells.
            "bytes" => format!(
                "cargo wiretax gate{sides} --lane {lane} '{}'",
                of_pair(&check.of)
            ),
            _ => format!("cargo wiretax gate{sides} --lane {lane} '^{}$'", check.of),
        };
    }
}

/// A filter for `case/codec`.
fn of_pair(pair: &str) -> String {
    match pair.split('/').collect::<Vec<_>>()[..] {
        [case, codec] => format!("case:{case} codec:{codec}"),
        _ => format!("^{pair}$"),
    }
}
