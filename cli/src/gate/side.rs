//! One side of a comparison: a tree, its runner, and how that was linked.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use wiretax::runner::{Listed, Proof, ask};
use wiretax_codegen::build::BUILD_SUITE;
use wiretax_report::gate;

use super::link::{self, Link, LinkError};
use super::tree::Tree;
use super::{Home, Trouble};
use crate::runner::cargo;

/// A side with its runner built.
#[derive(Debug)]
pub struct Side {
    /// What was asked for, and what that is.
    pub said: gate::Side,
    /// The runner's executable, a copy that no other build replaces.
    pub runner: PathBuf,
    /// How it was linked, or why that cannot be repeated.
    pub link: Result<Link, LinkError>,
    /// Its suite.
    pub listed: Listed,
    /// What came of each codec on each case.
    pub proofs: Vec<Proof>,
}

/// What a side is built from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// What the user calls it.
    pub name: &'a str,
    /// Its files.
    pub tree: &'a Tree,
    /// The suite; the tree's own built-in one where `None`.
    pub suite: Option<&'a Path>,
    /// Cargo profile.
    pub profile: &'a str,
}

impl Side {
    /// Builds it and asks it what it has.
    pub fn build(source: &Source<'_>, home: &Home) -> Result<Self, Trouble> {
        let Source { name, tree, .. } = source;
        let (executable, link) = built(source, home)?;
        let listed = ask::list(&executable)?;
        // A revision from before the variable builds the suite of its own.
        if source.suite.is_some() && listed.suite == "built-in" {
            return Err(Trouble::NoSuite((*name).to_owned()));
        }
        let proofs = ask::proofs(&executable)?;
        Ok(Side {
            said: gate::Side {
                name: (*name).to_owned(),
                revision: tree.revision.clone(),
            },
            runner: executable,
            link,
            listed,
            proofs,
        })
    }
}

/// Builds the runner, with this command as its linker.
fn built(source: &Source<'_>, home: &Home) -> Result<(PathBuf, Result<Link, LinkError>), Trouble> {
    let Source {
        tree,
        suite,
        profile,
        name,
    } = source;
    let suite = suite.map(|suite| in_tree(suite, tree));
    let mut hash = DefaultHasher::new();
    (&suite, profile).hash(&mut hash);
    let key = format!("{}-{:08x}", tree.key, hash.finish() as u32);
    let kept = home.links().join(&key);
    let this = std::env::current_exe().map_err(|error| Trouble::file(&kept, "find", error))?;
    let mut nonce = 0_u32;
    loop {
        let linker = format!("linker={}", this.display());
        let again = format!("wiretax_link_{nonce}");
        let (profile, settings) = as_release(tree, profile)?;
        let mut words = vec!["--package", "wiretax", "--bin", "wiretax-runner"];
        for setting in &settings {
            words.extend(["--config", setting]);
        }
        words.extend(["--no-default-features", "--features", "runner", "--locked"]);
        words.extend(["--", "-C", &linker, "--cfg", &again]);
        let plan = cargo::Plan {
            verb: "rustc",
            manifest: &tree.folder.join("Cargo.toml"),
            folder: &tree.folder,
            profile: &profile,
            words: &words,
            environment: &[
                (link::INTO, Some(kept.as_os_str())),
                (BUILD_SUITE, suite.as_deref().map(Path::as_os_str)),
            ],
        };
        let built = cargo::run(&plan)?;
        let Some(executable) = &built.executable else {
            return Err(Trouble::Build {
                name: (*name).to_owned(),
                cause: Box::new(built.failure(&tree.folder.display().to_string())),
            });
        };
        let link = Link::read(&kept);
        // Built before, and what was kept of it is gone: link once more.
        if matches!(link, Err(LinkError::Lost(_))) && nonce == 0 {
            nonce = std::process::id();
            continue;
        }
        let from = link.as_ref().map_or(executable, |link| &link.executable);
        let copy = home.runners().join(&key);
        fs::create_dir_all(home.runners())
            .and_then(|()| fs::copy(from, &copy))
            .map_err(|error| Trouble::file(&copy, "write", error))?;
        return Ok((copy, link));
    }
}

/// The profile to give to `cargo rustc`, and what to set in it. For it, and for it alone, `bench` means a test harness; the same build
/// comes of `release` with the settings of the tree's own `[profile.bench]`.
fn as_release(tree: &Tree, profile: &str) -> Result<(String, Vec<String>), Trouble> {
    if profile != "bench" {
        return Ok((profile.to_owned(), Vec::new()));
    }
    let path = tree.folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| Trouble::file(&path, "read", error))?;
    let manifest: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| Trouble::Bad {
            path,
            why: error.message().to_owned(),
        })?;
    let settings = manifest
        .get("profile")
        .and_then(|profiles| profiles.get("bench")?.as_table());
    let settings = settings.into_iter().flatten();
    let set = settings
        .filter(|(key, _)| *key != "inherits")
        .map(|(key, value)| format!("profile.release.{key}={value}"));
    Ok(("release".to_owned(), set.collect()))
}

/// A suite that belongs to the checkout is the tree's own.
fn in_tree(suite: &Path, tree: &Tree) -> PathBuf {
    let suite = std::path::absolute(suite).unwrap_or_else(|_| suite.to_owned());
    match suite.strip_prefix(crate::runner::checkout()) {
        Ok(inside) if tree.folder.join(inside).exists() => tree.folder.join(inside),
        _ => suite,
    }
}
