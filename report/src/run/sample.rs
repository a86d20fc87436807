//! What criterion measured for a cell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::CellId;

/// The samples of one cell: entry `i` of both lists belongs together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// How many iterations each sample ran.
    pub iters: Vec<f64>,
    /// How long all of them took.
    pub nanos: Vec<f64>,
}

impl Sample {
    /// Nanoseconds for one iteration, sample by sample; entries that make no sense are left out.
    pub fn per_iteration(&self) -> impl Iterator<Item = f64> {
        self.iters
            .iter()
            .zip(&self.nanos)
            .filter(|(iters, nanos)| **iters > 0.0 && **nanos >= 0.0)
            .map(|(iters, nanos)| nanos / iters)
            .filter(|value| value.is_finite())
    }
}

/// The samples of a run, and what went wrong in reading them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// What was read.
    pub cells: BTreeMap<CellId, Sample>,
    /// What could not be read, a sentence each.
    pub warnings: Vec<String>,
    /// How far the machine's speed strayed, where samples were anchored.
    pub drift: Option<super::Drift>,
}

impl From<BTreeMap<CellId, Sample>> for Samples {
    fn from(cells: BTreeMap<CellId, Sample>) -> Self {
        Samples {
            cells,
            ..Samples::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_out_what_makes_no_sense() {
        let sample = Sample {
            iters: vec![2.0, 0.0, f64::NAN, 4.0, 1.0, 9.0],
            nanos: vec![10.0, 10.0, 10.0, 10.0, -1.0],
        };
        assert_eq!(sample.per_iteration().collect::<Vec<_>>(), [5.0, 2.5]);
    }
}
