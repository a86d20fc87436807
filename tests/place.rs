//! Where a buffer lies, in a process that does nothing else: what other tests leave on the heap, such as the symbols of a backtrace, makes
//! holes that all samples would get.

#![forbid(unsafe_code)]

use wiretax::measure::Place;

/// Distances between buffers matter modulo this.
const PAGE: usize = 4096;

#[test]
fn a_buffer_lies_elsewhere_in_each_sample() {
    for capacity in [100, 4_096, 20_000] {
        let mut seen = std::collections::BTreeSet::new();
        for sample in 0..30 {
            // Holes, as a decode leaves them.
            let holes: Vec<Vec<u8>> = (0..9).map(|_| Vec::with_capacity(5_000)).collect();
            let kept: Vec<Vec<u8>> = holes.into_iter().step_by(2).collect();
            let (buffer, _pads) = Place::of(sample).buffer(capacity);
            assert!(buffer.is_empty() && buffer.capacity() >= capacity);
            seen.insert(buffer.as_ptr() as usize % PAGE);
            drop(kept);
        }
        // Where the heap would not have it, it may be where it was before.
        assert!(seen.len() >= 15, "{capacity}: {seen:?}");
    }
}
