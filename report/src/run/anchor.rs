//! What the anchor took around each sample, and the samples in units of it.

use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{CellId, Sample, Samples};
use crate::Error;
use crate::stats::{Sorted, at_typical_speed};

/// Name of the file beside the run's record that keeps the anchors, one [`Anchored`] a line.
pub const ANCHORS: &str = "anchors.jsonl";

/// A fixed piece of work, the anchor, timed around the samples of one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchored {
    id: String,
    /// Nanoseconds of the sample; they tell which samples these are.
    nanos: Vec<f64>,
    /// Nanoseconds of one iteration of the anchor, the mean of before and behind.
    anchor: Vec<f64>,
}

impl Anchored {
    /// Nothing yet, for the cell with this id.
    pub fn new(id: String) -> Self {
        Anchored {
            id,
            nanos: Vec::new(),
            anchor: Vec::new(),
        }
    }

    /// The id of the cell.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A sample and its anchor.
    pub fn push(&mut self, nanos: u64, anchor: f64) {
        self.nanos.push(nanos as f64);
        self.anchor.push(anchor);
    }

    /// Whether no sample has an anchor.
    pub fn is_empty(&self) -> bool {
        self.nanos.is_empty()
    }

    /// The place of the first anchored sample, and the anchors from there on; `None` where they are not of these
    /// samples.
    pub(super) fn of_samples(&self, sample: &Sample) -> Option<(usize, &[f64])> {
        Some((self.place_in(sample)?, &self.anchor))
    }

    /// Where in `sample` these stand: they are its last samples, to the nanosecond.
    fn place_in(&self, sample: &Sample) -> Option<usize> {
        let start = sample.nanos.len().checked_sub(self.nanos.len())?;
        let fits = self.nanos.len() == self.anchor.len()
            && sample.iters.len() == sample.nanos.len()
            && sample.nanos[start..] == self.nanos[..]
            && self.anchor.iter().all(|anchor| *anchor > 0.0);
        (fits && !self.is_empty()).then_some(start)
    }
}

/// How far the machine's speed strayed: the anchor's time over its typical time, the 5th and the 95th
/// percentile over all anchored samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// 5th percentile; below 1 the machine was faster than usual.
    pub low: f64,
    /// 95th percentile; above 1 it was slower.
    pub high: f64,
}

/// Reads the anchors of a run; none where there is no such file. A last line that was cut short is
/// passed over, as is one that is not ours: it costs the correction of a cell.
pub fn anchors(path: &Path) -> Result<Vec<Anchored>, Error> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(cause) => Err(Error::ReadRun {
            path: path.to_owned(),
            cause,
        }),
    }
}

/// The typical speed of the machine during a run: the median of all anchors, in nanoseconds. One for the whole run, so
/// that cells of different cases and ops are in one scale as well.
pub fn speed(anchors: &[Anchored]) -> Option<f64> {
    let all = anchors.iter().flat_map(|anchored| &anchored.anchor);
    Sorted::new(all.copied()).median()
}

impl Samples {
    /// Puts every sample at the typical speed of the machine during the run, which is the median of its
    /// anchors. Samples without an anchor are dropped from cells that have anchors;
    /// cells that have none are left as they are.
    pub fn anchored(mut self, anchors: &[Anchored]) -> Self {
        let Some(typical) = speed(anchors) else {
            return self;
        };
        let mut relative = Vec::new();
        for anchored in anchors {
            let Ok(id) = anchored.id.parse::<CellId>() else {
                continue;
            };
            let Some(sample) = self.cells.get_mut(&id) else {
                continue;
            };
            let Some(start) = anchored.place_in(sample) else {
                continue;
            };
            sample.iters.drain(..start);
            sample.nanos = at_typical_speed(&anchored.nanos, &anchored.anchor, typical);
            relative.extend(anchored.anchor.iter().map(|anchor| anchor / typical));
        }
        let relative = Sorted::new(relative);
        self.drift = relative
            .quantile(0.05)
            .zip(relative.quantile(0.95))
            .map(|(low, high)| Drift { low, high });
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn sample(nanos: &[f64]) -> Sample {
        Sample {
            iters: vec![1.0; nanos.len()],
            nanos: nanos.to_vec(),
        }
    }

    fn anchored(id: &str, pairs: &[(u64, f64)]) -> Anchored {
        let mut anchored = Anchored::new(id.to_owned());
        pairs
            .iter()
            .for_each(|(nanos, anchor)| anchored.push(*nanos, *anchor));
        anchored
    }

    fn samples(cells: &[(&str, &[f64])]) -> Samples {
        let cells = cells
            .iter()
            .map(|(id, nanos)| (id.parse().unwrap(), sample(nanos)));
        Samples::from(cells.collect::<BTreeMap<_, _>>())
    }

    #[test]
    fn a_machine_that_slows_down_between_two_cells_does_not_change_their_ratio() {
        let (raw, text) = ("a/decode/prost/raw", "a/decode/prost/base64");
        let found =
            samples(&[(raw, &[9.0, 100.0, 100.0]), (text, &[9.0, 600.0, 600.0])]).anchored(&[
                anchored(raw, &[(100, 10.0), (100, 10.0)]),
                anchored(text, &[(600, 20.0), (600, 20.0)]),
            ]);
        let of = |id: &str| found.cells[&id.parse::<CellId>().unwrap()].nanos.clone();
        assert_eq!(of(raw), [150.0, 150.0], "the first sample had no anchor");
        assert_eq!(of(text), [450.0, 450.0]);
        let drift = found.drift.unwrap();
        assert!(drift.low < 0.7 && drift.high > 1.3, "{drift:?}");
    }

    #[test]
    fn anchors_of_other_samples_change_nothing() {
        let id = "a/decode/prost/raw";
        let before = samples(&[(id, &[100.0, 101.0])]);
        for other in [
            anchored(id, &[(99, 10.0)]),
            anchored(id, &[(1, 1.0), (2, 1.0), (3, 1.0)]),
            anchored(id, &[(101, 0.0)]),
            anchored("a/decode/other/raw", &[(101, 10.0)]),
            anchored("not an id", &[(101, 10.0)]),
        ] {
            assert_eq!(before.clone().anchored(&[other]).cells, before.cells);
        }
    }

    #[test]
    fn a_line_cut_short_costs_its_cell_only() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let whole = anchored("a/decode/prost/raw", &[(7, 1.0)]);
        let line = serde_json::to_string(&whole).unwrap();
        std::fs::write(file.path(), format!("{line}\n{}", &line[..line.len() / 2])).unwrap();
        assert_eq!(anchors(file.path()).unwrap(), [whole]);
        assert_eq!(anchors(&file.path().with_extension("gone")).unwrap(), []);
    }
}
