//! The random stream of generated payloads.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), written out:
//! payloads are compared across versions of this project, so the stream must not hang on a crate that may
//! change its own between two releases, as the `rand` family does. It splits, which gives every value of a
//! message its own stream, and is far better than the job asks for. It is not for secrets.

/// Weyl increment: 2^64 / golden ratio, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Self(mix(seed ^ GOLDEN))
    }

    /// The stream of a part, told apart by two numbers. Does not advance this one.
    pub(super) fn child(self, field: u64, index: u64) -> Self {
        Self(mix(
            mix(self.0 ^ mix(field)).wrapping_add(index.wrapping_mul(GOLDEN))
        ))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number from 0 to `n` - 1; 0 for `n` = 0. By the high half of a product, whose bias is n / 2^64.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: u64, most: u64) -> u64 {
        match most.wrapping_sub(least).checked_add(1) {
            Some(n) => least.wrapping_add(self.below(n)),
            None => self.next(),
        }
    }

    /// A number from 0 to 1, 1 excluded: 53 bits.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of some; `items` must not be empty.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// The finaliser of SplitMix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The published test vector of the reference implementation, for the state 1234567.
        let mut rng = Rng(1_234_567);
        let got: Vec<u64> = std::iter::repeat_with(|| rng.next()).take(3).collect();
        assert_eq!(
            got,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_in_bounds() {
        let mut rng = Rng::new(7);
        for _ in 0..1000 {
            assert!(rng.below(10) < 10);
            assert!((3..=5).contains(&rng.between(3, 5)));
            assert!((0.0..1.0).contains(&rng.unit()));
        }
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.between(4, 4), 4);
        rng.between(0, u64::MAX);
    }

    #[test]
    fn children_differ() {
        let rng = Rng::new(1);
        let firsts = [
            rng.child(1, 0),
            rng.child(1, 1),
            rng.child(2, 0),
            Rng::new(2).child(1, 0),
        ];
        let mut firsts = firsts.map(|mut child| child.next());
        firsts.sort_unstable();
        assert!(firsts.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
