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

/// How often a buffer is moved on towards its place: the heap decides.
const TRIES: usize = 24;
/// What is as large has pages of its own, of which it always begins at the same place.
const MAPPED: usize = 128 * 1024;
/// Allocators give addresses that are multiples of this, and keep half as much for themselves.
const ALIGNED: usize = 16;
/// The smallest piece that an allocator hands out.
const LEAST: usize = 64;

impl Place {
    /// An empty vector with this capacity, at another place of a page in each sample, and what must be held while it is there. Padding
    /// alone does not do: where it fits into a hole of the heap, nothing behind it moves.
    pub fn buffer(&self, capacity: usize) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut held = Vec::with_capacity(2 * TRIES);
        let mut buffer = Vec::with_capacity(capacity);
        if capacity >= MAPPED {
            return (buffer, held);
        }
        let wanted = self.offset(1) / ALIGNED * ALIGNED;
        let whole = (capacity + ALIGNED / 2).next_multiple_of(ALIGNED);
        for _ in 0..TRIES {
            let at = buffer.as_ptr() as usize % PAGE / ALIGNED * ALIGNED;
            if at == wanted {
                break;
            }
            // The next one lies behind this and a pad, unless there is a hole; then it lies somewhere, and the next try goes on from there.
            let behind = (at + whole) % PAGE;
            let between = (wanted + PAGE - behind) % PAGE;
            let between = if between < LEAST {
                between + PAGE
            } else {
                between
            };
            let pad = Vec::with_capacity(between - ALIGNED / 2);
            held.push(std::mem::take(&mut buffer));
            held.push(pad);
            buffer = Vec::with_capacity(capacity);
        }
        (buffer, held)
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
