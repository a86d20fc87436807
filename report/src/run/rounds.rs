//! Samples that were taken in rounds, as they are kept while the run is under way.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{CellId, Measured};
use crate::Error;
use crate::stats::{LEVEL, lower_rank};

/// Name of the file beside the run's record that keeps the rounds, one [`Taken`] a line.
pub const ROUNDS: &str = "rounds.jsonl";

/// One sample of one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// Which cell.
    pub id: CellId,
    /// Iterations.
    pub iterations: u64,
    /// Nanoseconds of all of them.
    pub nanos: u64,
    /// Nanoseconds of one iteration of the anchor, the mean of before and behind.
    pub anchor: f64,
}

/// Reads the rounds of a run, by cell and in their order; none where there is no such file. A last line that was cut short is passed over,
/// and so is a sample whose anchor makes no sense.
pub fn rounds(path: &Path) -> Result<BTreeMap<CellId, Vec<Taken>>, Error> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(cause) => {
            return Err(Error::ReadRun {
                path: path.to_owned(),
                cause,
            });
        }
    };
    let mut cells: BTreeMap<_, Vec<Taken>> = BTreeMap::new();
    let lines = text.lines();
    for taken in lines.filter_map(|line| serde_json::from_str::<Taken>(line).ok()) {
        if taken.anchor > 0.0 && taken.anchor.is_finite() {
            cells.entry(taken.id.clone()).or_default().push(taken);
        }
    }
    Ok(cells)
}

impl Measured {
    /// What rounds took of a cell; `None` where they are too few for an interval.
    pub fn in_rounds(id: &CellId, rounds: &[Taken]) -> Option<Self> {
        lower_rank(rounds.len(), LEVEL)?;
        Some(Measured {
            id: id.clone(),
            iterations: rounds.iter().map(|taken| taken.iterations).collect(),
            nanos: rounds.iter().map(|taken| taken.nanos).collect(),
            anchors: rounds.iter().map(|taken| taken.anchor).collect(),
            estimate: None,
            allocated: None,
            instructions: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(id: &str, nanos: u64, anchor: f64) -> Taken {
        Taken {
            id: id.parse().unwrap(),
            iterations: 3,
            nanos,
            anchor,
        }
    }

    #[test]
    fn rounds_read_back_in_order_but_for_what_is_broken() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (a, b) = ("a/decode/prost/raw", "a/decode/prost/base64");
        let all = [
            taken(a, 30, 1.0),
            taken(b, 60, 1.0),
            taken(a, 33, 1.1),
            taken(a, 31, 0.0),
        ];
        let mut text: String = all
            .iter()
            .map(|taken| serde_json::to_string(taken).unwrap() + "\n")
            .collect();
        text += "{\"id\": \"a/decode/pr";
        std::fs::write(file.path(), text).unwrap();
        let found = rounds(file.path()).unwrap();
        let of = |id: &str| found[&id.parse::<CellId>().unwrap()].clone();
        assert_eq!(of(a), [all[0].clone(), all[2].clone()]);
        assert_eq!(of(b), [all[1].clone()]);
        assert!(
            rounds(&file.path().with_extension("gone"))
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn few_rounds_are_no_measurement() {
        let id = "a/decode/prost/raw";
        let six: Vec<Taken> = (0..6).map(|at| taken(id, 30 + at, 1.0)).collect();
        let id = id.parse().unwrap();
        assert_eq!(Measured::in_rounds(&id, &six[..5]), None);
        let measured = Measured::in_rounds(&id, &six).unwrap();
        assert_eq!(measured.nanos, [30, 31, 32, 33, 34, 35]);
        assert_eq!(measured.iterations, [3; 6]);
        assert_eq!(measured.anchors, [1.0; 6]);
    }
}
