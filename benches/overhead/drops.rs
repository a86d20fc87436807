//! What dropping a decoded message costs. A decode cell includes it, as every caller pays for it; this
//! says how large that part is.

use std::hint::black_box;

use wiretax::measure::{allocated, clock};

/// Messages alive at once: few enough for the near caches, many enough for the clock.
const BATCH: usize = 64;
/// Batches, of which the median counts.
const BATCHES: usize = 201;

/// Decoding one message and dropping it again.
pub struct Cost {
    /// Part of the time of decode and drop together that is drop, from 0 to 1.
    pub drop_share: f64,
    /// Allocations per decode.
    pub count: u64,
    /// Bytes allocated per decode.
    pub bytes: u64,
}

/// Measures `decode`, which makes one message.
pub fn cost<M>(decode: impl Fn() -> M) -> Cost {
    let ((), allocations) = allocated(|| drop(black_box(decode())));
    let allocations = allocations.unwrap_or_default();
    let mut shares: Vec<f64> = (0..BATCHES).map(|_| drop_share(&decode)).collect();
    shares.sort_by(f64::total_cmp);
    Cost {
        drop_share: shares[BATCHES / 2],
        count: allocations.count,
        bytes: allocations.bytes,
    }
}

fn drop_share<M>(decode: &impl Fn() -> M) -> f64 {
    let mut batch = Vec::with_capacity(BATCH);
    let start = clock::now();
    for _ in 0..BATCH {
        batch.push(black_box(decode()));
    }
    let decoded = clock::now();
    batch.clear();
    let dropped = clock::now();
    (dropped - decoded) as f64 / (dropped - start).max(1) as f64
}
