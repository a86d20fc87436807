//! Builds runners. Cargo knows what is up to date, so asking it every time costs nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;

/// The checkout that this command was built from.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Builds the runner of a suite, the built-in one where `None`; the path of its executable.
pub fn build(suite: Option<&Path>) -> Result<PathBuf, Error> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args([
            "build",
            "--quiet",
            "--release",
            "--message-format",
            "json-render-diagnostics",
        ])
        .args([
            "--package",
            "wiretax",
            "--bin",
            "wiretax-runner",
            "--manifest-path",
        ])
        .arg(checkout().join("Cargo.toml"))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    match suite {
        Some(suite) => cargo.env("WIRETAX_SUITE", absolute(suite)),
        None => cargo.env_remove("WIRETAX_SUITE"),
    };
    let output = cargo.output().map_err(Error::Cargo)?;
    let name = suite.map_or("the built-in suite".to_owned(), |suite| {
        suite.display().to_string()
    });
    if !output.status.success() {
        return Err(Error::Build(name));
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message.get("executable")?.as_str().map(PathBuf::from))
        .ok_or(Error::Build(name))
}

/// The build script runs in another folder, where a relative path would mean another file.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
