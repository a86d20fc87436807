//! Cells as criterion benches, on the thread CPU clock.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Bencher, Criterion};

use crate::measure::{Cell, clock};

/// Thread CPU time as a criterion measurement: repeatable on a busy machine, where wall time is not.
#[derive(Debug, Clone, Copy, Default)]
pub struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        clock::now()
    }

    fn end(&self, start: u64) -> u64 {
        clock::now().saturating_sub(start)
    }

    fn add(&self, left: &u64, right: &u64) -> u64 {
        left + right
    }

    fn zero(&self) -> u64 {
        0
    }

    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        // Wall time is counted in nanoseconds too, so its formatter serves.
        WallTime.formatter()
    }
}

/// A criterion that measures CPU time.
pub fn criterion() -> Criterion<CpuTime> {
    Criterion::default().with_measurement(CpuTime)
}

/// Measures one cell: `group.bench_function(id, |bencher| wiretax::criterion::bench(bencher, &mut cell))`.
pub fn bench(bencher: &mut Bencher<'_, CpuTime>, cell: &mut Cell) {
    bencher.iter_custom(|iterations| cell.run(iterations));
}
