//! Measuring: the clock, the anchor, the allocation counter, where buffers lie, the loops that are timed, and a canary to
//! try a gate on.

mod alloc;
mod anchor;
pub mod canary;
mod cell;
pub mod clock;
pub mod environment;
mod failing;
mod looped;
mod loops;
mod marks;
mod mix;
mod place;
mod turn;

pub use alloc::{Allocations, CountingAllocator, PerOp, allocated};
pub use anchor::Anchor;
pub use canary::Canary;
pub use cell::{Cell, MakeError};
pub use failing::{Damaged, Failing, Stage};
pub use looped::Loop;
pub use loops::timed;
pub use mix::Mix;
pub use place::Place;
