//! Which state of the checkout is measured.

use std::path::Path;
use std::process::{Command, Stdio};

/// The checkout's folder.
pub fn folder() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The git revision of this checkout and whether anything was changed since, such as `1a13da9..., clean`.
pub fn revision() -> String {
    let git = |words: &[&str]| {
        let output = Command::new("git")
            .args(words)
            .current_dir(folder())
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let Some(head) = git(&["rev-parse", "HEAD"]) else {
        return "unknown: no git, or no repository".to_owned();
    };
    // Files that git does not know may be left over; what it knows decides what was built.
    match git(&["status", "--porcelain", "--untracked-files=no"]).as_deref() {
        Some("") => format!("{head}, clean"),
        Some(_) => format!("{head}, with changes"),
        None => head,
    }
}
