//! A cell of which it is known what it costs: a gate tries itself on it.
//!
//! Work in equal rounds. With one round in twenty more it takes 5 % longer, with one in a hundred more 1 % more
//! instructions; a gate that does not see that, or that sees a difference between two alike, is not to be trusted.

use std::hint::black_box;

use super::loops;

/// Rounds of an iteration with nothing planted.
pub const ROUNDS: u32 = 1_000;

/// The work.
#[derive(Debug)]
pub struct Canary {
    rounds: u32,
    state: u64,
}

impl Canary {
    /// An iteration of [`ROUNDS`] and some more.
    pub fn new(more: u32) -> Self {
        Canary {
            rounds: ROUNDS + more,
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Runs so many iterations; the nanoseconds that they took.
    pub fn run(&mut self, iterations: u64) -> u64 {
        let (rounds, mut state) = (black_box(self.rounds), self.state);
        let nanos = loops::timed(iterations, || {
            for _ in 0..rounds {
                // Each round waits for the one before it, so that no processor does two at once.
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state = black_box(state.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
            }
        });
        self.state = state;
        nanos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_works_and_goes_on_where_it_was() {
        let mut canary = Canary::new(50);
        assert_eq!(canary.rounds, 1_050);
        canary.run(3);
        let there = canary.state;
        canary.run(0);
        assert_eq!(canary.state, there);
        canary.run(1);
        assert_ne!(canary.state, there);
    }
}
