//! From what a run left on disk to its finding.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use crate::run::ANCHORS;
use crate::{Error, Finding, Run, anchors, finding, samples};

/// Reads the samples that belong to `run` from criterion's folder, puts them at the machine's typical
/// speed by the anchors beside the run's record in `folder`, and judges them.
///
/// # Errors
/// When criterion's folder or the anchors cannot be read. What is missing or broken in them is named in
/// the finding.
pub fn judge(run: &Run, folder: &Path, criterion: &Path) -> Result<Finding, Error> {
    // The start is known to the second, and file times lag a little: rounded down it loses nothing.
    let since = UNIX_EPOCH + Duration::from_secs(run.started);
    let samples = samples(criterion, since)?.anchored(&anchors(&folder.join(ANCHORS))?);
    Ok(finding(run, &samples))
}
