//! Counts allocations where it is asked to. The one place with unsafe code: a global allocator cannot be had without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which can count what a thread asks of it. To count, an executable says
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;
/// # fn main() {}
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CountingAllocator;

/// What was allocated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Allocations {
    /// Calls that gave memory: allocations, zeroed ones and reallocations.
    pub count: u64,
    /// Bytes asked for by them; of a reallocation, the whole new size.
    pub bytes: u64,
}

/// What one op allocates, of several the mean: a whole number but for caches that fill now and then.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PerOp {
    /// Calls that gave memory.
    pub count: f64,
    /// Bytes asked for by them.
    pub bytes: f64,
}

thread_local! {
    // Const and without a destructor: reading them allocates nothing, and takes one load.
    static TOTAL: Cell<Allocations> = const { Cell::new(Allocations { count: 0, bytes: 0 }) };
    /// Whether this thread counts. Off, an allocation costs a load and a branch more.
    static COUNTING: Cell<bool> = const { Cell::new(false) };
    /// Whether timed loops of this thread count.
    static ARMED: Cell<bool> = const { Cell::new(false) };
}

/// Counts until it is dropped.
struct Counting(bool);

impl Counting {
    fn begin() -> Self {
        Counting(COUNTING.replace(true))
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        COUNTING.set(self.0);
    }
}

/// What this thread allocates while it does some work; `None` where [`CountingAllocator`] is not the
/// executable's allocator, so that nothing was counted.
pub fn allocated<R>(work: impl FnOnce() -> R) -> (R, Option<Allocations>) {
    let counting = Counting::begin();
    let before = TOTAL.get();
    let result = work();
    let allocations = TOTAL.get().less(before);
    drop(counting);
    (result, counts().then_some(allocations))
}

/// What the timed loops of this thread allocate during some work, and nothing that comes before or after them.
pub(super) fn allocated_in_loops<R>(work: impl FnOnce() -> R) -> (R, Option<Allocations>) {
    let before = TOTAL.get();
    ARMED.set(true);
    let result = work();
    ARMED.set(false);
    let allocations = TOTAL.get().less(before);
    (result, counts().then_some(allocations))
}

/// To be held by a timed loop: counts where [`allocated_in_loops`] asks for it.
pub(super) fn in_loop() -> impl Drop {
    Held(ARMED.get().then(Counting::begin))
}

struct Held(Option<Counting>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.take();
    }
}

impl Allocations {
    fn less(self, before: Allocations) -> Self {
        Allocations {
            count: self.count - before.count,
            bytes: self.bytes - before.bytes,
        }
    }
}

/// Whether counting works here: the proof is one allocation counted; it is taken out again.
fn counts() -> bool {
    let counting = Counting::begin();
    let before = TOTAL.get();
    drop(std::hint::black_box(Box::new(0_u8)));
    drop(counting);
    TOTAL.replace(before) != before
}

fn count(bytes: usize) {
    // A thread that is ending has no counter any more, and nobody to ask for it.
    if !COUNTING.try_with(Cell::get).unwrap_or(false) {
        return;
    }
    let _ = TOTAL.try_with(|total| {
        let Allocations { count, bytes: sum } = total.get();
        total.set(Allocations {
            count: count + 1,
            bytes: sum + bytes as u64,
        });
    });
}

// SAFETY: every method hands its arguments unchanged to `System`, whose contract is the caller's, and
// returns what it returned. Counting touches a thread-local integer pair and never allocates or unwinds.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as above.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}
