//! The package of a suite outside the checkout: generated code, and a `main` that includes it.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use wiretax_codegen::build::Denied;

use super::{cargo, checkout, generation, lock, manifest};
use crate::error::Error;

/// The `main` of every such runner.
const MAIN: &str = r#"//! Written by `wiretax`; it is written again whenever the suite is used.

// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

include!("generated/suite.rs");

#[global_allocator]
static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;

fn main() -> std::process::ExitCode {
    wiretax::runner::serve(&suite())
}
"#;

/// A package in a folder of its own.
pub struct Package {
    name: String,
    suite: PathBuf,
    folder: PathBuf,
}

impl Package {
    /// The package of the suite at an absolute path; nothing is written yet.
    pub fn of(suite: &Path) -> Result<Self, Error> {
        Package::for_what("suite", suite)
    }

    /// As [`Package::of`], for another purpose than its runner.
    pub fn for_what(what: &str, suite: &Path) -> Result<Self, Error> {
        let mut hash = DefaultHasher::new();
        suite.hash(&mut hash);
        let name = format!("wiretax-{what}-{:016x}", hash.finish());
        let folder = cargo::target()?.join("wiretax").join(&name);
        let package = Package {
            name,
            suite: suite.to_owned(),
            folder,
        };
        fs::create_dir_all(&package.folder).map_err(|e| cannot_write(&package.folder, e))?;
        Ok(package)
    }

    /// The folder; what is not the package's own in it stays.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The manifest.
    pub fn manifest(&self) -> PathBuf {
        self.folder.join("Cargo.toml")
    }

    /// Where the generated code is.
    pub fn generated(&self) -> PathBuf {
        self.folder.join("generated")
    }

    /// Keeps other commands away from the package until it is dropped.
    pub fn lock(&self) -> Result<File, Error> {
        lock(&self.folder.join("lock"))
    }

    /// Name of the executable of a program.
    pub fn executable(&self, program: &str) -> String {
        manifest::executable(&self.name, program)
    }

    /// Writes the runner: generates its code, without the codecs in `denied`, to which those are added that cannot even be tried. What is
    /// as it was keeps its time, so that cargo sees what has changed; what cannot be generated leaves all as it was.
    pub fn write(&self, denied: &mut Vec<Denied>) -> Result<(), Error> {
        self.generate(denied)?;
        self.programs(&[("main", MAIN)])
    }

    /// Generates the code alone.
    pub fn generate(&self, denied: &mut Vec<Denied>) -> Result<(), Error> {
        let old = self.folder.join("generated.old");
        let new = self.generated();
        let io = |source| cannot_write(&old, source);
        if old.exists() {
            // Another command was ended in the middle: what is whole is the old.
            remove(&new).map_err(io)?;
        } else if new.exists() {
            fs::rename(&new, &old).map_err(io)?;
        }
        let generated = generation::generate(&self.suite, &new, denied);
        if old.exists() {
            if generated.is_err() {
                remove(&new).map_err(io)?;
                fs::rename(&old, &new).map_err(io)?;
            } else {
                keep_times(&old, &new).map_err(io)?;
                remove(&old).map_err(io)?;
            }
        }
        generated
    }

    /// Writes programs, each with its name and text, and the manifest that builds them.
    pub fn programs(&self, programs: &[(&str, &str)]) -> Result<(), Error> {
        let names: Vec<&str> = programs.iter().map(|(name, _)| *name).collect();
        self.file("Cargo.toml", &manifest::print(&self.name, &names)?)?;
        for (name, text) in programs {
            self.file(&format!("{name}.rs"), text)?;
        }
        let lock = checkout().join("Cargo.lock");
        let text =
            fs::read_to_string(&lock).map_err(|source| Error::Read { path: lock, source })?;
        self.file("Cargo.lock", &text)
    }

    /// Writes a file of the package, unless it has this content already.
    fn file(&self, name: &str, content: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        if fs::read(&path).is_ok_and(|old| old == content.as_bytes()) {
            return Ok(());
        }
        fs::write(&path, content).map_err(|source| cannot_write(&path, source))
    }
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Gives every file in `new` that is the same in `old` the time that it had there.
fn keep_times(old: &Path, new: &Path) -> io::Result<()> {
    for entry in fs::read_dir(new)? {
        let entry = entry?;
        let (path, before) = (entry.path(), old.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            if before.is_dir() {
                keep_times(&before, &path)?;
            }
        } else if before.is_file() && fs::read(&before)? == fs::read(&path)? {
            let time = fs::metadata(&before)?.modified()?;
            File::options()
                .append(true)
                .open(&path)?
                .set_modified(time)?;
        }
    }
    Ok(())
}

fn cannot_write(path: &Path, source: io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_keeps_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
        for side in [&old, &new] {
            fs::create_dir_all(side.join("m0")).unwrap();
            fs::write(side.join("m0/same"), "a").unwrap();
            fs::write(side.join("other"), side.to_str().unwrap()).unwrap();
        }
        for file in ["m0/same", "other"] {
            let file = File::options().append(true).open(old.join(file)).unwrap();
            file.set_modified(then).unwrap();
        }
        keep_times(&old, &new).unwrap();
        let time = |file: &str| fs::metadata(new.join(file)).unwrap().modified().unwrap();
        assert_eq!(time("m0/same"), then);
        assert_ne!(time("other"), then);
    }
}
