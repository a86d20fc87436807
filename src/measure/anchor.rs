//! A fixed piece of work timed around every sample.
//!
//! On a shared machine the speed of the processor itself changes from second to second, CPU time or not,
//! and cells that are measured one after the other would be compared across that change. So an anchor
//! runs for a moment before and after each sample, and the finding compares cells in units of it.
//!
//! The anchor is base64 of a few KiB between two buffers that stay where they are. It must not allocate:
//! a first try with one of the cells measured the shape of the heap instead of the machine.

use std::hint::black_box;

use super::clock;
use crate::wrap::{Engine, Standard};

/// Nanoseconds that the anchor runs before a sample, and again behind it.
const MOMENT: u64 = 2_000_000;
/// Bytes that it encodes at a time; they and their text fit into the nearest cache.
const BYTES: usize = 3 * 1024;
/// Iterations that it is timed over at least: where the machine stood still for a moment, few seem to fill one.
const LEAST: u64 = 64;

/// The work.
#[derive(Debug)]
pub struct Anchor {
    bytes: Vec<u8>,
    text: Vec<u8>,
    iterations: u64,
}

impl Anchor {
    /// Finds out how often the work can be done in a moment.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let bytes = (0..BYTES).map(|at| (at * 131) as u8).collect();
        let mut anchor = Anchor {
            bytes,
            text: Vec::new(),
            iterations: 1,
        };
        loop {
            let nanos = anchor.time() * anchor.iterations as f64;
            if nanos >= MOMENT as f64 / 2.0 && anchor.iterations >= LEAST {
                let more = anchor.iterations as f64 * MOMENT as f64 / nanos;
                anchor.iterations = (more as u64).max(LEAST);
                return anchor;
            }
            anchor.iterations *= 2;
        }
    }

    /// Nanoseconds per iteration, now.
    pub fn time(&mut self) -> f64 {
        let start = clock::now();
        for _ in 0..self.iterations {
            black_box(Standard::encode(black_box(&self.bytes), &mut self.text));
        }
        clock::now().saturating_sub(start) as f64 / self.iterations as f64
    }
}
