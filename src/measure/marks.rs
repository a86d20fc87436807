//! Where a timed loop begins and ends, for tools that see calls: callgrind counts from one to the other.
//!
//! Calls of functions that do nothing, outside of what the clock sees.

use std::hint::black_box;

/// A timed loop begins.
#[inline(never)]
pub(super) fn timed_loop_begins() {
    // Something, and not the same, so that neither is optimised away or taken for the other.
    black_box(1_u8);
}

/// It has ended.
#[inline(never)]
pub(super) fn timed_loop_ends() {
    black_box(2_u8);
}
