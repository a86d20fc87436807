//! From what a run left on disk to its finding.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::ANCHORS;
use crate::{Error, Finding, Run, anchors, finding, samples};

/// Name of the file beside the run's record that is written when the run starts. Its own time tells which
/// of criterion's files are younger.
pub const STARTED: &str = "started";

/// Reads the samples that belong to `run` from criterion's folder, puts them at the machine's typical
/// speed by the anchors beside the run's record in `folder`, and judges them.
///
/// # Errors
/// When criterion's folder or the anchors cannot be read. What is missing or broken in them is named in
/// the finding.
pub fn judge(run: &Run, folder: &Path, criterion: &Path) -> Result<Finding, Error> {
    let samples = samples(criterion, start(run, folder))?;
    let anchors = anchors(&folder.join(ANCHORS))?;
    Ok(finding(run, &samples.anchored(&anchors)))
}

/// The time of the marker, or else the second in the record.
fn start(run: &Run, folder: &Path) -> SystemTime {
    std::fs::metadata(folder.join(STARTED))
        .and_then(|marker| marker.modified())
        .ok()
        .or_else(|| UNIX_EPOCH.checked_add(Duration::from_secs(run.started)))
        .unwrap_or(UNIX_EPOCH)
}
