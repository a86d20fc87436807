//! Where buffers lie.
//!
//! On some machines a copy is 20 times slower when source and destination lie at the wrong distance
//! modulo 4,096. One address per bench would make a lottery of it; so every sample gets its own.

use crate::codec::PAGE;

/// Steps that visit every offset of a page, far from the last one (odd, near the golden section).
const STEP: usize = 2531;

/// The addresses of a sample, the same for the same number in every run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    sample: usize,
}

impl Place {
    /// Those of the sample with this number.
    pub fn of(sample: usize) -> Self {
        Place { sample }
    }

    /// Those of the next sample.
    pub fn next(self) -> Self {
        Place::of(self.sample.wrapping_add(1))
    }

    /// Offset into a page, for the buffer of a payload, whose start is ours to choose. Each payload of a mix
    /// has another one in the same sample, and all of them over the samples.
    pub fn offset(&self, payload: usize) -> usize {
        (self.sample.wrapping_add(payload).wrapping_mul(STEP)) % PAGE
    }

    /// An allocation to hold while others are made, which moves them along the heap.
    pub fn pad(&self, which: usize) -> Vec<u8> {
        Vec::with_capacity(16 + self.sample.wrapping_add(1).wrapping_mul((which + 1) * STEP) % PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_of_a_page_comes_up() {
        for payload in [0, 1, 999] {
            let mut place = Place::default();
            let mut seen = vec![false; PAGE];
            for _ in 0..PAGE {
                seen[place.offset(payload)] = true;
                assert_ne!(place.offset(payload), place.offset(payload + 1));
                place = place.next();
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
