//! Runs `cargo build` and reads its JSON.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::checkout;
use crate::error::Error;

/// What came of a build.
pub struct Built {
    /// The executable, unless something did not compile.
    pub executable: Option<PathBuf>,
    /// The compiler's errors, as its JSON has them.
    pub errors: Vec<Value>,
    /// What cargo itself said.
    said: String,
}

/// Builds the package of a manifest; `words` are further arguments.
pub fn build<'a>(
    manifest: &Path,
    profile: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Built, Error> {
    let output = Command::new(cargo())
        .args(["build", "--quiet", "--message-format", "json"])
        .args(["--profile", profile, "--color", "never"])
        .args(words)
        .arg("--manifest-path")
        .arg(manifest)
        // The checkout's cargo configuration holds for all that is built from it.
        .current_dir(checkout())
        .env("CARGO_TARGET_DIR", target()?)
        .stdin(Stdio::null())
        .output()
        .map_err(Error::Cargo)?;
    let messages: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let executable = messages
        .iter()
        .filter_map(|message| message.get("executable")?.as_str())
        .next_back()
        .map(PathBuf::from)
        .filter(|_| output.status.success());
    let errors = messages
        .iter()
        .filter(|message| message["reason"] == "compiler-message")
        .map(|message| message["message"].clone())
        .filter(|message| message["level"] == "error")
        .collect();
    Ok(Built {
        executable,
        errors,
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

impl Built {
    /// The error that stands for this failed build. What the compiler and cargo said is printed, or, where it is
    /// our build script that found a fault, becomes the error.
    pub fn failure(&self, of: &str) -> Error {
        if let Some(fault) = at_fault(&self.said) {
            return Error::Suite(fault.to_owned());
        }
        for error in &self.errors {
            eprint!("{}", error["rendered"].as_str().unwrap_or_default());
        }
        eprint!("{}", self.said);
        Error::Build(of.to_owned())
    }
}

/// What the build script found wrong with the suite, out of the lines that cargo puts around it.
fn at_fault(said: &str) -> Option<&str> {
    let ours = concat!("error: wiretax@", env!("CARGO_PKG_VERSION"), ": ");
    said.lines().find_map(|line| line.strip_prefix(ours))
}

/// The target folder of the checkout, by cargo's own rules.
pub fn target() -> Result<PathBuf, Error> {
    let output = Command::new(cargo())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .arg("--manifest-path")
        .arg(checkout().join("Cargo.toml"))
        .stdin(Stdio::null())
        .output()
        .map_err(Error::Cargo)?;
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    match metadata["target_directory"].as_str() {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            Err(Error::Build(checkout().display().to_string()))
        }
    }
}

fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
