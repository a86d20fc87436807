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

/// Builds the runner of a suite, the built-in one where `None`, with a cargo profile; the path of its
/// executable.
pub fn build(suite: Option<&Path>, profile: &str) -> Result<PathBuf, Error> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args([
            "build",
            "--quiet",
            "--message-format",
            "json-render-diagnostics",
            "--profile",
            profile,
        ])
        .args([
            "--package",
            "wiretax",
            "--bin",
            "wiretax-runner",
            // No criterion: a runner proves and measures, it does not bench.
            "--no-default-features",
            "--features",
            "runner",
            "--manifest-path",
        ])
        .arg(checkout().join("Cargo.toml"))
        .args(["--color", "never"])
        .stdin(Stdio::null());
    match suite {
        Some(suite) => cargo.env("WIRETAX_SUITE", absolute(suite)),
        None => cargo.env_remove("WIRETAX_SUITE"),
    };
    let output = cargo.output().map_err(Error::Cargo)?;
    let name = suite.map_or("the built-in suite".to_owned(), |suite| {
        suite.display().to_string()
    });
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(match at_fault(&said) {
            Some(fault) => Error::Suite(fault.to_owned()),
            None => {
                eprint!("{said}");
                Error::Build(name)
            }
        });
    }
    eprint!("{said}");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message.get("executable")?.as_str().map(PathBuf::from))
        .ok_or(Error::Build(name))
}

/// What the build script found wrong with the suite, out of the lines that cargo puts around it.
fn at_fault(said: &str) -> Option<&str> {
    let ours = concat!("error: wiretax@", env!("CARGO_PKG_VERSION"), ": ");
    said.lines().find_map(|line| line.strip_prefix(ours))
}

/// The build script runs in another folder, where a relative path would mean another file.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
