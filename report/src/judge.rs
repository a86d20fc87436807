//! From what a run left on disk to its finding.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::{ANCHORS, Measured, Totals};
use crate::stats::{LEVEL, Sorted, median};
use crate::{Error, Finding, Run, Sample, Samples, anchors, finding, samples};

/// Name of the file beside the run's record that is written when the run starts. Its own time tells which
/// of criterion's files are younger.
pub const STARTED: &str = "started";

/// Takes into the record what criterion and the anchors, in `folder` beside it, have kept of the run so far; what could
/// not be read becomes a warning.
///
/// # Errors
/// When criterion's folder or the anchors cannot be read.
pub fn collect(run: &mut Run, folder: &Path, criterion: &Path) -> Result<(), Error> {
    let found = samples(criterion, start(run, folder))?;
    let anchors = anchors(&folder.join(ANCHORS))?;
    let at_speed = found.clone().anchored(&anchors);
    let mut cells = Vec::new();
    for id in &run.planned {
        let Some(sample) = found.cells.get(id) else {
            continue;
        };
        let name = id.to_string();
        let anchored = anchors.iter().find(|anchored| anchored.id() == name);
        let mut cell = Measured::of(id.clone(), sample, anchored);
        let times = at_speed.cells.get(id).map(Sample::per_iteration);
        cell.estimate = median(&Sorted::new(times.into_iter().flatten()), LEVEL);
        cells.push(cell);
    }
    run.totals = Some(Totals::of(&cells));
    run.cells = cells;
    run.warnings.extend(found.warnings);
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
