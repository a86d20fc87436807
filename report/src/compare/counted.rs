//! What was counted of both runs: it is the same in every run of one build, so that a small change shows here that times
//! cannot show.

use crate::run::{CellId, Measured, Run};

/// Instructions may differ by this share, and by [`FEW`], before they are named: which memory the allocator hands out,
/// and in which order a hash map lies, is not the same in every run.
pub const INSTRUCTIONS: f64 = 0.02;
/// Instructions that are never named.
pub const FEW: f64 = 50.0;

/// What is counted of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Instructions, by callgrind.
    Instructions,
    /// Calls that give memory.
    Allocations,
    /// Bytes that they ask for.
    AllocatedBytes,
}

impl What {
    /// All of them.
    pub const ALL: [What; 3] = [What::Instructions, What::Allocations, What::AllocatedBytes];

    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            What::Instructions => "instructions",
            What::Allocations => "allocations",
            What::AllocatedBytes => "allocated bytes",
        }
    }

    fn of(self, cell: &Measured) -> Option<f64> {
        match self {
            What::Instructions => cell.instructions,
            What::Allocations => Some(cell.allocated?.count),
            What::AllocatedBytes => Some(cell.allocated?.bytes),
        }
    }

    fn differs(self, a: f64, b: f64) -> bool {
        match self {
            What::Instructions => (b - a).abs() > FEW && (b - a).abs() > INSTRUCTIONS * a,
            // Counts of a few ops are averaged, so that fractions are rounding.
            What::Allocations | What::AllocatedBytes => (b - a).abs() > 0.5,
        }
    }
}

/// A count that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// Which cell.
    pub id: CellId,
    /// What of it.
    pub what: What,
    /// In the earlier and in the later run.
    pub values: [f64; 2],
}

/// The counts of both runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// How many cells have the count in both, in the order of [`What::ALL`].
    pub compared: [usize; 3],
    /// What changed, in the order of the earlier run.
    pub changed: Vec<Changed>,
}

/// Compares the counts of these cells.
pub(super) fn counted(earlier: &Run, later: &Run, ids: &[CellId]) -> Counted {
    let of = |run: &Run, id: &CellId| run.cells.iter().find(|cell| cell.id == *id).cloned();
    let mut found = Counted::default();
    for id in ids {
        let (Some(a), Some(b)) = (of(earlier, id), of(later, id)) else {
            continue;
        };
        for (at, what) in What::ALL.into_iter().enumerate() {
            let Some((a, b)) = what.of(&a).zip(what.of(&b)) else {
                continue;
            };
            found.compared[at] += 1;
            if what.differs(a, b) {
                found.changed.push(Changed {
                    id: id.clone(),
                    what,
                    values: [a, b],
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Allocated;
    use crate::testing;

    fn run(instructions: f64, allocations: f64) -> Run {
        let mut run = testing::measured();
        for cell in &mut run.cells {
            cell.instructions = Some(instructions);
            cell.allocated = Some(Allocated {
                count: allocations,
                bytes: 64.0,
            });
        }
        run.cells[0].instructions = None;
        run
    }

    #[test]
    fn only_what_is_more_than_chance_is_named() {
        let ids: Vec<CellId> = run(0.0, 0.0).cells.iter().map(|of| of.id.clone()).collect();
        let of = |a: &Run, b: &Run| counted(a, b, &ids[..3]);
        let base = run(10_000.0, 3.0);
        assert_eq!(of(&base, &run(10_150.0, 3.0)).changed, []);
        assert_eq!(of(&run(100.0, 3.0), &run(149.0, 3.0)).changed, []);
        let changed = of(&base, &run(10_250.0, 4.0));
        assert_eq!(changed.compared, [2, 3, 3]);
        let words: Vec<&str> = changed.changed.iter().map(|of| of.what.word()).collect();
        assert_eq!(
            words,
            [
                "allocations",
                "instructions",
                "allocations",
                "instructions",
                "allocations"
            ]
        );
        assert_eq!(changed.changed[1].values, [10_000.0, 10_250.0]);
    }
}
