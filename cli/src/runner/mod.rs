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
//! | `blame` | finds the codec whose generated code does not compile |

mod blame;
mod cargo;
pub mod generation;
mod manifest;
mod package;

use std::path::{Path, PathBuf};

use crate::error::Error;

/// The checkout that this command was built from.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// A folder below the target folder for what belongs to the suite at an absolute path.
pub fn folder(suite: &Path) -> Result<PathBuf, Error> {
    Ok(package::Package::of(suite)?.folder().to_owned())
}

/// A folder below the target folder, by its name.
pub fn scratch(name: &str) -> Result<PathBuf, Error> {
    Ok(cargo::target()?.join("wiretax").join(name))
}

/// How a runner is built.
#[derive(Debug, Clone, Copy)]
pub struct Build<'a> {
    /// The cargo profile.
    pub profile: &'a str,
    /// Count allocations, which costs each of them a little.
    pub counting: bool,
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
        let mut features = vec!["runner"];
        features.extend(self.counting.then_some("counting"));
        // No criterion: a runner proves and measures, and who asks it draws.
        let features = features.join(",");
        let words = ["--package", "wiretax", "--bin", "wiretax-runner"];
        let words = words
            .into_iter()
            .chain(["--no-default-features", "--features", &features]);
        let built = cargo::build(&checkout().join("Cargo.toml"), self.profile, words)?;
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
        let mut denied = Vec::new();
        loop {
            package.write(&mut denied)?;
            let features: &[&str] = match self.counting {
                true => &["--features", "counting"],
                false => &[],
            };
            let words = features.iter().copied();
            let built = cargo::build(&package.manifest(), self.profile, words)?;
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
