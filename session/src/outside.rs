//! The suite that `WIRETAX_SUITE` names. Its runner is built by the `wiretax` command, which knows how; nothing
//! of the checkout is rebuilt for it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Error;

/// Environment variable that names a suite file.
const SUITE: &str = "WIRETAX_SUITE";

/// The suite file, if one is named.
pub fn suite(checkout: &Path) -> Option<PathBuf> {
    let given = std::env::var_os(SUITE).filter(|given| !given.is_empty())?;
    // Cargo runs a bench in the package's folder; a relative path was typed in another, which the shell left here.
    let typed = PathBuf::from(std::env::var_os("PWD").unwrap_or_default()).join(&given);
    Some(if typed.exists() {
        typed
    } else {
        checkout.join(given)
    })
}

/// Has the suite's runner built for measuring; its executable.
pub fn runner(suite: &Path, checkout: &Path) -> Result<PathBuf, Error> {
    eprintln!("wiretax: building the runner of {}", suite.display());
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["wiretax", "build", "--suite"])
        .arg(suite)
        .current_dir(checkout)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo to build the runner: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "there is no runner of {}; see above for the reason",
            suite.display()
        )
        .into());
    }
    let path = String::from_utf8(output.stdout)?;
    Ok(PathBuf::from(path.trim_end()))
}
