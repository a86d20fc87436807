//! Measuring: the clock, the anchor, the allocation counter, where buffers lie, and the loops that are timed.

mod alloc;
mod anchor;
mod cell;
pub mod clock;
pub mod environment;
mod loops;
mod marks;
mod mix;
mod place;
mod turn;

pub use alloc::{Allocations, CountingAllocator, PerOp, allocated};
pub use anchor::Anchor;
pub use cell::{Cell, MakeError};
pub use mix::Mix;
