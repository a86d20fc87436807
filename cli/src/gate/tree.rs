//! Clean checkouts of revisions, in a cache below the target folder.
//!
//! Clones that share the repository's objects, not worktrees: one that is left over, or removed by hand, leaves no trace in
//! the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wiretax_report::counted;

use super::Trouble;
use crate::runner;

/// A folder with the files of a revision, or those of the working tree.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The folder.
    pub folder: PathBuf,
    /// What it is of, as a report shows it.
    pub revision: String,
    /// What files of this tree are called by in caches.
    pub key: String,
}

impl Tree {
    /// The checkout that this command belongs to, as it stands.
    pub fn working() -> Self {
        let known = || {
            let head = git(&["rev-parse", "HEAD"])?;
            let changed = git(&["status", "--porcelain"])?.lines().count() as u64;
            Ok::<_, Trouble>(match changed {
                0 => head,
                count => format!("{head} with {}", counted(count, "changed file")),
            })
        };
        Tree {
            folder: runner::checkout().to_owned(),
            // A copy without its history can be compared with its baseline all the same.
            revision: known().unwrap_or_else(|_| "unknown: no git, or no repository".to_owned()),
            key: "working".to_owned(),
        }
    }

    /// A revision, checked out below `cache` unless that was done before.
    pub fn of(revision: &str, cache: &Path) -> Result<Self, Trouble> {
        let commit = format!("{revision}^{{commit}}");
        let hash = git(&[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &commit,
        ])
        .map_err(|_| Trouble::Revision(revision.to_owned()))?;
        let key = hash.get(..16).unwrap_or(&hash).to_owned();
        let folder = cache.join(&key);
        let tree = Tree {
            folder,
            revision: hash.clone(),
            key,
        };
        if !tree.is_whole(&hash) {
            tree.check_out(&hash)?;
        }
        if !tree.folder.join("src/runner").is_dir() {
            return Err(Trouble::NoWiretax(revision.to_owned()));
        }
        Ok(tree)
    }

    /// Another tree with the same files and another lock file.
    pub fn with_lock(&self, lock: &Path, cache: &Path) -> Result<Self, Trouble> {
        let name = lock.display().to_string();
        let text = fs::read(lock).map_err(|error| Trouble::file(lock, "read", error))?;
        let folder = cache.join(format!("{}-locked", self.key));
        remove(&folder)?;
        let listed = git_in(
            &self.folder,
            &[
                "ls-files",
                "--cached",
                "--others",
                "--exclude-standard",
                "-z",
            ],
        )?;
        for file in listed.split('\0').filter(|file| !file.is_empty()) {
            let (from, to) = (self.folder.join(file), folder.join(file));
            // Listed and not there: it was removed in the working tree.
            if from.is_file() {
                let parent = to.parent().unwrap_or(&folder);
                fs::create_dir_all(parent).map_err(|e| Trouble::file(parent, "write", e))?;
                fs::copy(&from, &to).map_err(|error| Trouble::file(&to, "write", error))?;
            }
        }
        let path = folder.join("Cargo.lock");
        fs::write(&path, text).map_err(|error| Trouble::file(&path, "write", error))?;
        Ok(Tree {
            folder,
            revision: format!("{} with {name}", self.revision),
            key: format!("{}-locked", self.key),
        })
    }

    /// Whether the revision is there, and as it should be: a run that was ended in the middle leaves half of one.
    fn is_whole(&self, hash: &str) -> bool {
        let said = |words: &[&str]| git_in(&self.folder, words).ok();
        self.folder.join(".git").is_dir()
            && said(&["rev-parse", "HEAD"]).as_deref() == Some(hash)
            && said(&["status", "--porcelain"]).as_deref() == Some("")
    }

    fn check_out(&self, hash: &str) -> Result<(), Trouble> {
        let folder = &self.folder;
        remove(folder)?;
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent).map_err(|error| Trouble::file(parent, "write", error))?;
        }
        let target = folder.to_string_lossy();
        let clone = [
            "clone",
            "--quiet",
            "--shared",
            "--no-checkout",
            ".",
            &target,
        ];
        git(&clone)?;
        git_in(folder, &["checkout", "--quiet", "--detach", hash])?;
        Ok(())
    }
}

fn remove(folder: &Path) -> Result<(), Trouble> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Trouble::file(folder, "remove", error))
        }
        _ => Ok(()),
    }
}

/// What git says in the checkout, without the white space around it.
pub fn git(words: &[&str]) -> Result<String, Trouble> {
    git_in(runner::checkout(), words)
}

fn git_in(folder: &Path, words: &[&str]) -> Result<String, Trouble> {
    let output = Command::new("git")
        .args(words)
        .current_dir(folder)
        // A hook or a caller's settings shall not lead it to another repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Trouble::Git(format!("git cannot be run ({error}); install git")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(Trouble::Git(format!("git {}: {said}", words.join(" "))))
        }
    }
}
