//! A whole timed loop: what every measured thing comes down to.

use super::alloc::{self, PerOp};
use super::place::Place;

/// Iterations whose allocations do not count, and those that do.
const FEW: u64 = 2;
const COUNTED: u64 = 8;

/// From a number of iterations, and where buffers are to lie, to nanoseconds.
pub(super) type Timed = Box<dyn FnMut(u64, Place) -> u64>;

/// A timed loop, erased, that has its buffers elsewhere in each run.
pub struct Loop {
    timed: Timed,
    place: Place,
}

impl std::fmt::Debug for Loop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Loop")
    }
}

impl Loop {
    /// A loop of your own: `timed` gets a number of iterations and where to put its buffers, prepares what it needs, and
    /// gives what [`timed`](super::timed) gave for the iterations alone.
    pub fn new(timed: impl FnMut(u64, Place) -> u64 + 'static) -> Self {
        Loop::of(Box::new(timed))
    }

    pub(super) fn of(timed: Timed) -> Self {
        Loop {
            timed,
            place: Place::default(),
        }
    }

    /// Runs so many iterations on freshly placed buffers; the nanoseconds that they took, by
    /// [`clock::now`](super::clock::now), placing and warming the buffers excluded.
    pub fn run(&mut self, iterations: u64) -> u64 {
        self.place = self.place.next();
        (self.timed)(iterations, self.place)
    }

    /// Has the buffers of the next run placed as if so many had gone before. They lie elsewhere from run to
    /// run; whoever makes a loop anew for each would have them at one place.
    pub fn place_after(&mut self, runs: usize) {
        self.place = Place::of(runs);
    }

    /// What one op allocates, placing the buffers excluded; `None` where the executable's allocator does not
    /// count.
    pub fn allocations(&mut self) -> Option<PerOp> {
        // What only the first op of a run allocates cancels out, as it does in a long sample.
        let mut of = |iterations| alloc::allocated_in_loops(|| self.run(iterations)).1;
        let (few, many) = (of(FEW)?, of(FEW + COUNTED)?);
        let mean = |many: u64, few: u64| many.saturating_sub(few) as f64 / COUNTED as f64;
        Some(PerOp {
            count: mean(many.count, few.count),
            bytes: mean(many.bytes, few.bytes),
        })
    }
}
