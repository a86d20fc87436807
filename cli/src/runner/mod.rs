//! Builds runners. Cargo knows what is up to date, so asking it every time costs nothing.
//!
//! The built-in suite's runner is a binary of the checkout. Every other suite gets a small package of its own
//! below the target folder, which shares the checkout's lock file, profiles and built dependencies; so a
//! change of suite rebuilds that package and nothing else.
//!
//! | file | what |
//! |---|---|
//! | `cargo` | runs cargo and reads what it says |
//! | `package` | writes the package of a suite |
//! | `generation` | has its code generated |
//! | `manifest` | its `Cargo.toml`, from the checkout's |
//! | `cost` | what generated code weighs |
//! | `blame` | finds the codec whose generated code does not compile |
//! | `old` | removes packages that nobody uses any more |

mod blame;
pub mod cargo;
pub mod cost;
pub mod generation;
mod manifest;
mod old;
mod package;

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use wiretax::measure::environment;
use wiretax_report::RECORD;

use crate::error::Error;

/// The checkout that this command was built from.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// The folder of the last run of `cargo bench`.
pub fn bench_folder() -> PathBuf {
    checkout().join("reports").join("latest")
}

/// Where runs are kept for reference.
pub fn reference() -> PathBuf {
    checkout().join("reports").join("reference")
}

/// Where `cargo bench --bench layers` leaves its run.
pub fn layers_folder() -> PathBuf {
    bench_folder().join(wiretax_session::LAYERS)
}

/// The folder of the run that was started last: that of a bench, or of a suite outside.
pub fn latest_run() -> Result<PathBuf, Error> {
    let ours = bench_folder();
    let packages = std::fs::read_dir(cargo::target()?.join("wiretax"));
    let theirs = packages.into_iter().flatten().flatten();
    let theirs = theirs.map(|package| package.path().join("report"));
    let theirs = theirs.chain([layers_folder()]);
    let age =
        |folder: &PathBuf| std::fs::metadata(folder.join(RECORD)).and_then(|run| run.modified());
    let latest = theirs
        .filter_map(|folder| Some((age(&folder).ok()?, folder)))
        .max();
    Ok(match (latest, age(&ours)) {
        (Some((theirs, folder)), Ok(ours)) if theirs > ours => folder,
        (Some((_, folder)), Err(_)) => folder,
        _ => ours,
    })
}

/// Where a run over a suite leaves what it has.
pub struct Place {
    /// The record, the finding and the page.
    pub report: PathBuf,
    /// Criterion's samples and pages.
    pub criterion: PathBuf,
    lock: PathBuf,
}

impl Place {
    /// Of the suite at an absolute path: in the folder of its package. Of the built-in one, where `None`: where `cargo
    /// bench` has it, for they are runs of the same.
    pub fn of(suite: Option<&Path>) -> Result<Self, Error> {
        let Some(suite) = suite else {
            return Ok(Place {
                report: bench_folder(),
                criterion: environment::criterion_folder(),
                lock: cargo::target()?.join("wiretax").join("built-in.lock"),
            });
        };
        let package = package::Package::of(suite)?;
        let folder = package.folder();
        Ok(Place {
            report: folder.join("report"),
            criterion: folder.join("criterion"),
            lock: folder.join("run.lock"),
        })
    }

    /// Keeps other runs away until it is dropped.
    pub fn lock(&self) -> Result<File, Error> {
        lock(&self.lock)
    }
}

/// An empty folder below the target folder for a suite that is not kept: the same for the same schema and message, so
/// that asking again builds nothing. Whoever else asks waits until the lock is dropped.
pub fn scratch_of(verb: &str, schema: &Path, message: &str) -> Result<(PathBuf, File), Error> {
    let mut hash = DefaultHasher::new();
    let absolute = std::path::absolute(schema).unwrap_or_else(|_| schema.to_owned());
    (absolute, message).hash(&mut hash);
    let name = format!("{verb}-{:016x}", hash.finish());
    let home = cargo::target()?.join("wiretax");
    let lock = lock(&home.join(format!("{name}.lock")))?;
    let folder = home.join(name);
    // What an earlier question left there is not of this one.
    match std::fs::remove_dir_all(&folder) {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(Error::Write {
            path: folder,
            source,
        }),
        _ => Ok((folder, lock)),
    }
}

/// Keeps other commands away from what a file stands for, until it is dropped; says so where it has to wait.
pub fn lock(path: &Path) -> Result<File, Error> {
    let taken = || {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = File::create(path)?;
        if file.try_lock().is_err() {
            eprintln!("wiretax: another command is at work on the same; waiting for its end");
            file.lock()?;
        }
        // Its time tells when it was last used.
        file.set_modified(SystemTime::now())?;
        Ok(file)
    };
    taken().map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}

/// The profile to prove with where none is asked for: of a suite outside, that which it is measured with, so that
/// one build serves both; the built-in suite is not worth minutes of linking.
pub fn proving_profile<'a>(asked: Option<&'a str>, suite: Option<&Path>) -> &'a str {
    asked.unwrap_or(if suite.is_some() { "bench" } else { "release" })
}

/// How a runner is built.
#[derive(Debug, Clone, Copy)]
pub struct Build<'a> {
    /// The cargo profile.
    pub profile: &'a str,
}

impl Build<'_> {
    /// Builds the runner of a suite, the built-in one where `None`; the path of its executable.
    pub fn runner(&self, suite: Option<&Path>) -> Result<PathBuf, Error> {
        match suite {
            None => self.built_in(),
            Some(suite) => self.outside(suite),
        }
    }

    fn built_in(&self) -> Result<PathBuf, Error> {
        let words = ["--package", "wiretax", "--bin", "wiretax-runner"];
        // No criterion: a runner proves and measures, and who asks it draws.
        let words = [
            &words[..],
            &["--no-default-features", "--features", "runner"],
        ]
        .concat();
        let built = cargo::build(&checkout().join("Cargo.toml"), self.profile, &words)?;
        match &built.executable {
            Some(executable) => Ok(executable.clone()),
            None => Err(built.failure("the built-in suite")),
        }
    }

    /// A codec whose generated code does not compile is left out, and its cases say so.
    fn outside(&self, suite: &Path) -> Result<PathBuf, Error> {
        // A relative path means another file to whoever reads it in another folder.
        let suite = std::path::absolute(suite).unwrap_or_else(|_| suite.to_owned());
        let package = package::Package::of(&suite)?;
        let _alone = package.lock()?;
        old::remove(&cargo::target()?, package.folder());
        let mut denied = Vec::new();
        loop {
            package.write(&mut denied)?;
            let built = cargo::build(&package.manifest(), self.profile, &[])?;
            if let Some(executable) = &built.executable {
                return Ok(executable.clone());
            }
            let more = blame::codecs(&built.errors, &package.generated());
            // Nothing new: there is no codec to leave out.
            if more.is_empty() || more.iter().all(|codec| denied.contains(codec)) {
                return Err(built.failure(&suite.display().to_string()));
            }
            denied.extend(more);
        }
    }
}
