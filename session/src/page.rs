//! The HTML page of a run, with what lies around it: criterion's pages, and what the codecs do with odd bytes.

use std::path::{Path, PathBuf};

use wiretax_report::probes::Probes;
use wiretax_report::{Extras, Finding, Run};

use crate::checkout;

/// Name of the page beside the record.
pub const PAGE: &str = "report.html";

/// The page of a run for a file at `at`, which links to criterion's pages where those are there. The probes are those that
/// are kept in the checkout.
pub fn page(run: &Run, finding: &Finding, at: &Path, criterion: Option<&Path>) -> String {
    let extras = Extras {
        probes: kept_probes(),
        criterion: criterion.map(index).and_then(|index| relative(&index, at)),
    };
    wiretax_report::html(run, finding, &extras)
}

/// Where criterion's pages begin.
pub fn index(criterion: &Path) -> PathBuf {
    criterion.join("report").join("index.html")
}

/// `None` where the checkout has none that this version can read; the page then says nothing of them.
fn kept_probes() -> Option<Probes> {
    let kept = checkout::folder().join("reports").join("reference");
    Probes::read(&kept.join("probes.json")).ok()
}

/// The address of a file that is there, as seen from another file.
fn relative(file: &Path, from: &Path) -> Option<String> {
    let file = file.canonicalize().ok()?;
    let folder = std::path::absolute(from).ok()?.parent()?.to_owned();
    let folder = folder.canonicalize().unwrap_or(folder);
    let path = pathdiff::diff_paths(file, folder)?;
    Some(path.to_str()?.replace('\\', "/"))
}
