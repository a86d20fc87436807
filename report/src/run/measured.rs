//! What was measured of one cell, as the record keeps it.

use serde::{Deserialize, Serialize};

use super::{Anchored, CellId, Sample};
use crate::stats::Estimate;

/// A cell with every sample of it. Entry `i` of the three lists belongs to sample `i`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Which cell.
    pub id: CellId,
    /// How many iterations each sample ran.
    pub iterations: Vec<u64>,
    /// Nanoseconds that all of them took, as the clock said.
    pub nanos: Vec<u64>,
    /// Nanoseconds of the anchor around each sample; empty where there was none.
    pub anchors: Vec<f64>,
    /// Nanoseconds of one iteration at the machine's typical speed: the median with its 95 % interval. Kept for
    /// other programs to read; this one computes it from the samples.
    pub estimate: Option<Estimate>,
    /// What one iteration allocates, where that was counted.
    pub allocated: Option<Allocated>,
    /// Instructions of one iteration by callgrind, where that was counted.
    pub instructions: Option<f64>,
}

/// What one iteration allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Allocated {
    /// Calls that gave memory; a whole number but for caches that fill now and then.
    pub count: f64,
    /// Bytes asked for.
    pub bytes: f64,
}

/// Sums over all cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Cells.
    pub cells: u64,
    /// Their samples.
    pub samples: u64,
    /// Iterations of these.
    pub iterations: u64,
    /// Nanoseconds of these.
    pub nanos: u64,
}

impl Measured {
    /// What criterion and the anchor kept of a cell; the estimate and the counts come later.
    pub fn of(id: CellId, sample: &Sample, anchored: Option<&Anchored>) -> Self {
        let whole = |values: &[f64]| values.iter().map(|value| *value as u64).collect();
        let (from, anchors) = anchored
            .and_then(|anchored| anchored.of_samples(sample))
            .unwrap_or((0, &[]));
        Measured {
            id,
            iterations: whole(sample.iters.get(from..).unwrap_or_default()),
            nanos: whole(sample.nanos.get(from..).unwrap_or_default()),
            anchors: anchors.to_vec(),
            estimate: None,
            allocated: None,
            instructions: None,
        }
    }

    /// The samples, as the clock took them.
    pub fn sample(&self) -> Sample {
        let float = |values: &[u64]| values.iter().map(|value| *value as f64).collect();
        Sample {
            iters: float(&self.iterations),
            nanos: float(&self.nanos),
        }
    }

    /// The anchor around them, where there was one.
    pub fn anchored(&self) -> Option<Anchored> {
        let mut anchored = Anchored::new(self.id.to_string());
        for (nanos, anchor) in self.nanos.iter().zip(&self.anchors) {
            anchored.push(*nanos, *anchor);
        }
        (!anchored.is_empty()).then_some(anchored)
    }
}

impl Totals {
    /// Sums up.
    pub fn of(cells: &[Measured]) -> Self {
        let sum = |values: fn(&Measured) -> &[u64]| {
            let all = cells.iter().flat_map(values);
            all.fold(0, |sum: u64, value| sum.saturating_add(*value))
        };
        Totals {
            cells: cells.len() as u64,
            samples: cells.iter().map(|cell| cell.nanos.len() as u64).sum(),
            iterations: sum(|cell| &cell.iterations),
            nanos: sum(|cell| &cell.nanos),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_comes_back_as_it_was() {
        let id: CellId = "a/decode/prost/raw".parse().unwrap();
        let sample = Sample {
            iters: vec![1.0, 2.0, 2.0],
            nanos: vec![5.0, 11.0, 12.0],
        };
        let bare = Measured::of(id.clone(), &sample, None);
        assert_eq!(bare.sample(), sample);
        assert_eq!(bare.anchored(), None);

        let mut anchored = Anchored::new(id.to_string());
        anchored.push(11, 1.5);
        anchored.push(12, 1.25);
        let kept = Measured::of(id, &sample, Some(&anchored));
        assert_eq!(kept.iterations, [2, 2], "the first sample had no anchor");
        assert_eq!(kept.anchored(), Some(anchored));
        let totals = Totals {
            cells: 2,
            samples: 5,
            iterations: 9,
            nanos: 51,
        };
        assert_eq!(Totals::of(&[bare, kept]), totals);
    }
}
