//! Measuring: the clock, the allocation counter, where buffers lie, and the loops that are timed.

mod alloc;
mod cell;
pub mod clock;
pub mod environment;
mod place;

pub use alloc::{Allocations, CountingAllocator, allocations};
pub use cell::{Cell, MakeError};
