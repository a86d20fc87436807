//! Counts allocations. The one place with unsafe code: a global allocator cannot be had without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what this thread asks of it. To count, an executable says
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

thread_local! {
    // Const and without a destructor: reading it allocates nothing.
    static TOTAL: Cell<Allocations> = const { Cell::new(Allocations { count: 0, bytes: 0 }) };
}

/// What this thread has allocated since it began; `None` where [`CountingAllocator`] is not the
/// executable's allocator, so that nothing was counted.
pub fn allocations() -> Option<Allocations> {
    let before = TOTAL.get();
    // The proof that counting works is one allocation counted; it is taken out again.
    drop(std::hint::black_box(Box::new(0_u8)));
    let counted = TOTAL.get() != before;
    TOTAL.set(before);
    counted.then_some(before)
}

fn count(bytes: usize) {
    // A thread that is ending has no counter any more, and nobody to ask for it.
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
