//! From what a run left on disk to its finding.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::{ANCHORS, Measured, ROUNDS, Totals};
use crate::stats::{LEVEL, Sorted, median};
use crate::{
    CellId, Error, Finding, Outcome, Run, Sample, Samples, Sampling, anchors, finding, rounds,
    samples,
};

/// Name of the file beside the run's record that is written when the run starts. Its own time tells which
/// of criterion's files are younger.
pub const STARTED: &str = "started";

/// Takes into the record what was measured of the run so far: of each cell the rounds, in `folder` beside the record, or
/// where they are too few what criterion and the anchors have kept. What could not be read becomes a warning.
///
/// # Errors
/// When criterion's folder or a journal cannot be read.
pub fn collect(run: &mut Run, folder: &Path, criterion: &Path) -> Result<(), Error> {
    let rounds = rounds(&folder.join(ROUNDS))?;
    let found = match samples(criterion, start(run, folder)) {
        // The rounds are there all the same.
        Err(error) if !rounds.is_empty() => Samples {
            warnings: vec![error.to_string()],
            ..Samples::default()
        },
        found => found?,
    };
    let anchors = anchors(&folder.join(ANCHORS))?;
    let in_rounds =
        |id: &CellId| Measured::in_rounds(id, rounds.get(id).map_or(&[], Vec::as_slice));
    let by_criterion = |id: &CellId| {
        let name = id.to_string();
        let anchored = anchors.iter().find(|anchored| anchored.id() == name);
        Some(Measured::of(id.clone(), found.cells.get(id)?, anchored))
    };
    // One kind for all: what was measured in one process and what was measured in many are not to be compared.
    let aborted = |id: &CellId| {
        let mut proofs = run.proofs.iter();
        proofs.any(|of| {
            of.case == id.case
                && of.codec == id.codec
                && matches!(of.outcome, Outcome::Aborted { .. })
        })
    };
    let enough =
        |id: &CellId| in_rounds(id).is_some() || !found.cells.contains_key(id) || aborted(id);
    let any = run.planned.iter().any(|id| in_rounds(id).is_some());
    let mut cells = Vec::new();
    if any && run.planned.iter().all(enough) {
        run.sampling = Sampling::Rounds;
        cells.extend(run.planned.iter().filter_map(in_rounds));
    } else {
        run.sampling = Sampling::Criterion;
        cells.extend(run.planned.iter().filter_map(by_criterion));
    }
    run.totals = Some(Totals::of(&cells));
    run.cells = cells;
    run.warnings.extend(found.warnings);
    let at_speed = run.samples();
    for cell in &mut run.cells {
        let times = at_speed.cells.get(&cell.id).map(Sample::per_iteration);
        cell.estimate = median(&Sorted::new(times.into_iter().flatten()), LEVEL);
    }
    Ok(())
}

/// Puts the samples of a record at the machine's typical speed and judges them.
pub fn judge(run: &Run) -> Finding {
    finding(run, &run.samples())
}

impl Run {
    /// The samples, at the machine's typical speed.
    pub fn samples(&self) -> Samples {
        let cells = self.cells.iter();
        let of: BTreeMap<_, _> = cells.map(|cell| (cell.id.clone(), cell.sample())).collect();
        let anchors: Vec<_> = self.cells.iter().filter_map(Measured::anchored).collect();
        let samples = Samples {
            warnings: self.warnings.clone(),
            ..Samples::from(of)
        };
        samples.anchored(&anchors)
    }
}

/// The time of the marker, or else the second in the record.
fn start(run: &Run, folder: &Path) -> SystemTime {
    std::fs::metadata(folder.join(STARTED))
        .and_then(|marker| marker.modified())
        .ok()
        .or_else(|| UNIX_EPOCH.checked_add(Duration::from_secs(run.started)))
        .unwrap_or(UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Taken, testing};

    /// The first two cells of a run: so many rounds of each, all samples of both by criterion.
    fn collected(rounds: [u64; 2]) -> Run {
        let dir = tempfile::tempdir().unwrap();
        let (folder, criterion) = (dir.path(), dir.path().join("criterion"));
        let mut run = testing::run();
        run.planned.truncate(2);
        for (at, id) in run.planned.iter().enumerate() {
            let new = criterion.join(format!("{at}/of/new"));
            std::fs::create_dir_all(&new).unwrap();
            let benchmark = format!(r#"{{"full_id":"{id}"}}"#);
            std::fs::write(new.join("benchmark.json"), benchmark).unwrap();
            let sample = r#"{"iters":[2.0,2.0],"times":[70.0,71.0]}"#;
            std::fs::write(new.join("sample.json"), sample).unwrap();
        }
        let line = &|cell: usize, round: u64| {
            let taken = Taken {
                id: run.planned[cell].clone(),
                iterations: 3,
                nanos: 300 + round,
                anchor: 1.0,
            };
            serde_json::to_string(&taken).unwrap() + "\n"
        };
        let of = |cell: usize| (0..rounds[cell]).map(move |round| line(cell, round));
        let lines: String = of(0).chain(of(1)).collect();
        std::fs::write(folder.join(ROUNDS), lines).unwrap();
        collect(&mut run, folder, &criterion).unwrap();
        run
    }

    #[test]
    fn rounds_come_before_what_criterion_measured() {
        let run = collected([10, 9]);
        assert_eq!(run.sampling, Sampling::Rounds);
        let [first, second] = &run.cells[..] else {
            panic!("{:?}", run.cells)
        };
        assert_eq!((first.nanos.len(), first.iterations[0]), (10, 3));
        assert!((first.estimate.unwrap().value - 101.5).abs() < 1e-9);
        assert_eq!(second.nanos.len(), 9);
        assert_eq!(run.totals.unwrap().samples, 19);
    }

    #[test]
    fn a_run_that_ended_in_its_first_rounds_keeps_what_criterion_measured() {
        // In the sixth round the first cell had its turn, and the second not.
        for rounds in [[3, 3], [6, 5]] {
            let run = collected(rounds);
            assert_eq!(run.sampling, Sampling::Criterion);
            assert!(run.cells.iter().all(|cell| cell.nanos == [70, 71]));
        }
    }
}
