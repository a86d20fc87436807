//! Runs `cargo build` and reads its JSON.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use super::checkout;
use crate::error::Error;
use crate::progress::Building;

/// What came of a build.
pub struct Built {
    /// The executable, unless something did not compile.
    pub executable: Option<PathBuf>,
    /// The compiler's errors, as its JSON has them.
    pub errors: Vec<Value>,
    /// What cargo itself said.
    said: String,
}

/// A build to be made.
pub struct Plan<'a> {
    /// `build` or `rustc`.
    pub verb: &'a str,
    /// The package.
    pub manifest: &'a Path,
    /// Where cargo is run, whose configuration holds.
    pub folder: &'a Path,
    /// The profile.
    pub profile: &'a str,
    /// Further arguments.
    pub words: &'a [&'a str],
    /// Variables to set, or to take away.
    pub environment: &'a [(&'a str, Option<&'a OsStr>)],
}

/// Builds the package of a manifest, and says meanwhile what is done; `words` are further arguments.
pub fn build(manifest: &Path, profile: &str, words: &[&str]) -> Result<Built, Error> {
    run(&Plan {
        verb: "build",
        manifest,
        // The checkout's cargo configuration holds for all that is built from it.
        folder: checkout(),
        profile,
        words,
        environment: &[],
    })
}

/// Makes a build, and says meanwhile what is done.
pub fn run(plan: &Plan<'_>) -> Result<Built, Error> {
    let mut command = Command::new(cargo());
    command
        .args([plan.verb, "--quiet", "--message-format", "json"])
        .args(["--profile", plan.profile, "--color", "never"])
        .arg("--manifest-path")
        .arg(plan.manifest)
        // What follows `--` is for the compiler, so these come last.
        .args(plan.words)
        .current_dir(plan.folder)
        .env("CARGO_TARGET_DIR", target()?);
    for (name, value) in plan.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(Error::Cargo)?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // Both at once: cargo waits where nobody reads.
    let (messages, said) = thread::scope(|scope| {
        let said = scope.spawn(|| text(stderr));
        (messages(stdout), said.join().unwrap_or_default())
    });
    let status = child.wait().map_err(Error::Cargo)?;
    let executable = messages
        .iter()
        .filter_map(|message| message.get("executable")?.as_str())
        .next_back()
        .map(PathBuf::from)
        .filter(|_| status.success());
    let errors = messages
        .iter()
        .filter(|message| message["reason"] == "compiler-message")
        .map(|message| message["message"].clone())
        .filter(|message| message["level"] == "error")
        .collect();
    Ok(Built {
        executable,
        errors,
        said,
    })
}

/// What cargo says in JSON, each crate told as it is compiled.
fn messages(stdout: Option<impl Read>) -> Vec<Value> {
    let mut building = Building::new();
    let mut messages = Vec::new();
    let lines = stdout.map(|stdout| BufReader::new(stdout).split(b'\n'));
    for line in lines.into_iter().flatten().map_while(Result::ok) {
        let Ok(message) = serde_json::from_slice::<Value>(&line) else {
            continue;
        };
        if let Some(name) = compiled(&message) {
            building.compiled(name);
        }
        messages.push(message);
    }
    messages
}

/// The crate that a message says is compiled, if it had to be.
fn compiled(message: &Value) -> Option<&str> {
    let new = message["reason"] == "compiler-artifact" && message["fresh"] == false;
    message["target"]["name"].as_str().filter(|_| new)
}

fn text(stderr: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stderr) = stderr {
        // What was read before an error is what there is.
        let _ = stderr.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_crate_is_told_where_it_had_to_be_compiled() {
        let message = |fresh: bool| json!({ "reason": "compiler-artifact", "fresh": fresh, "target": { "name": "prost" } });
        assert_eq!(compiled(&message(false)), Some("prost"));
        assert_eq!(compiled(&message(true)), None);
        assert_eq!(compiled(&json!({ "reason": "build-finished" })), None);
    }
}
