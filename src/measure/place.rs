//! Where buffers lie.
//!
//! On some machines a copy is 20 times slower when source and destination lie at the wrong distance
//! modulo 4,096. One address per bench would make a lottery of it; so every sample gets its own.

use crate::codec::PAGE;

/// Steps that visit every offset of a page, far from the last one (odd, near the golden section).
const STEP: usize = 2531;

/// Chooses addresses, another for each sample, the same sequence in every run.
#[derive(Debug, Default)]
pub struct Places {
    sample: usize,
}

impl Places {
    /// Moves on to the next sample.
    pub fn next(&mut self) {
        self.sample += 1;
    }

    /// Offset into a page, for the buffer of a payload, whose start is ours to choose. Each payload of a mix
    /// has another one in the same sample, and all of them over the samples.
    pub fn offset(&self, payload: usize) -> usize {
        ((self.sample + payload) * STEP) % PAGE
    }

    /// An allocation to hold while others are made, which moves them along the heap.
    pub fn pad(&self, which: usize) -> Vec<u8> {
        Vec::with_capacity(16 + ((self.sample + 1) * (which + 1) * STEP) % PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_of_a_page_comes_up() {
        for payload in [0, 1, 999] {
            let mut places = Places::default();
            let mut seen = vec![false; PAGE];
            for _ in 0..PAGE {
                seen[places.offset(payload)] = true;
                assert_ne!(places.offset(payload), places.offset(payload + 1));
                places.next();
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
