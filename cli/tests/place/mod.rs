//! What the tests of whole verbs share: a folder to work in, the command run there, and what it answered.
//!
//! The runners that the command builds have a target folder of their own, `target/e2e`. A suite's package there
//! is named by the suite's path; so every test has one fixed folder, and tests that run again build little.

// No test uses all of it.
#![allow(dead_code)]

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A working folder with a `protoc` that must not be called.
pub struct Place(PathBuf);

/// What the command answered.
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    /// The folder of the test of this name, emptied.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Whatever an earlier run left; the first run finds nothing.
        let _ = std::fs::remove_dir_all(&folder);
        let place = Place(folder);
        place.write("bin/protoc", "#!/bin/sh\ntouch \"$0.called\"\nexit 1\n");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.path("bin/protoc"), executable).expect("the file is ours");
        place
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Writes a file, and the folders that it lies in.
    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let path = self.path(file);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be written");
        std::fs::write(path, content).expect("the folder can be written");
    }

    /// Runs `wiretax` in this folder.
    pub fn wiretax(&self, arguments: &[&str]) -> Answer {
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = [self.path("bin")]
            .into_iter()
            .chain(std::env::split_paths(&inherited));
        let path: OsString = std::env::join_paths(folders).expect("folders without a colon");
        let mut command = command(arguments);
        command
            .current_dir(&self.0)
            .env("PATH", path)
            .env("PROTOC", self.path("bin/protoc"));
        Answer::of(command)
    }

    /// Runs `wiretax verify --profile dev` in this folder.
    pub fn verify(&self, arguments: &[&str]) -> Answer {
        self.wiretax(&[&["verify", "--profile", "dev"], arguments].concat())
    }

    /// Nothing may need a `protoc`.
    #[track_caller]
    pub fn assert_no_protoc(&self) {
        let called = self.path("bin/protoc.called").exists();
        assert!(!called, "protoc was called");
    }
}

/// Runs `wiretax` where the tests run.
pub fn wiretax(arguments: &[&str]) -> Answer {
    Answer::of(command(arguments))
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wiretax"));
    command
        .args(arguments)
        .env("CARGO_TARGET_DIR", target())
        .env("RUST_BACKTRACE", "1")
        .env_remove("WIRETAX_SUITE")
        .stdin(Stdio::null());
    command
}

/// The target folder of the runners.
pub fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("e2e")
}

/// A folder beside the repository; none, and a line that says so, where it is not there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared")
        .join(name);
    if path.is_dir() {
        return path.canonicalize().ok();
    }
    println!("skipped: ../shared/{name} is not here");
    None
}

impl Answer {
    fn of(mut command: Command) -> Self {
        let output = command.output().expect("the command starts");
        Answer {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// The lines of standard error that are more than progress.
    pub fn errors(&self) -> Vec<&str> {
        let lines = self.stderr.lines();
        lines
            .filter(|line| !line.starts_with("wiretax: "))
            .collect()
    }

    /// The proofs of `verify --json`: case, codec, outcome.
    pub fn proofs(&self) -> Vec<(String, String, Value)> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        self.stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a document a line"))
            .map(|proof| {
                (
                    text(&proof["case"]),
                    text(&proof["codec"]),
                    proof["outcome"].clone(),
                )
            })
            .collect()
    }

    /// Exit code 2, nothing on standard output, and one line of error.
    #[track_caller]
    pub fn assert_one_error(&self, begins: &str, contains: &str) {
        let said = &self.stderr;
        assert_eq!(self.code, Some(2), "{said}");
        assert_eq!(self.stdout, "", "{said}");
        let [error] = self.errors()[..] else {
            panic!("not one line: {said}");
        };
        assert!(error.starts_with(&format!("error: {begins}")), "{said}");
        assert!(error.contains(contains), "{said}");
    }
}
