//! Removes generated packages that nobody has used for long: every suite, and every message that was tried, leaves one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Where they are, below the target folder.
const HOME: &str = "wiretax";
/// How long one is kept behind its last use.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The locks in a package's folder. Each is written whenever it is taken, so that their times tell of its last use.
const LOCKS: [&str; 2] = ["lock", "run.lock"];
/// Where cargo has what it made of a package, below the folder of a profile.
const MADE: [&str; 5] = ["", "deps", ".fingerprint", "build", "incremental"];

/// Removes the packages below `target` that were not used for long, with what cargo made of them, and says so. Stay do
/// `in_use` and those that another process has locked. What cannot be removed stays too: it only takes room.
pub fn remove(target: &Path, in_use: &Path) {
    let before = SystemTime::now().checked_sub(KEPT);
    let removed = before.map_or(0, |before| unused(target, in_use, before));
    if removed > 0 {
        let (days, s) = (KEPT.as_secs() / 86_400, if removed == 1 { "" } else { "s" });
        eprintln!(
            "wiretax: removed {removed} generated package{s} that nobody used for {days} days"
        );
    }
}

/// Removes those that were last used before a time; how many those are.
fn unused(target: &Path, in_use: &Path, before: SystemTime) -> usize {
    let home = target.join(HOME);
    let folders = entries(&home).into_iter().filter(|path| path.is_dir());
    let old = folders.filter(|folder| folder != in_use);
    old.filter(|folder| one(target, folder, before).is_some())
        .count()
}

/// Removes one; `None` where it stays.
fn one(target: &Path, folder: &Path, before: SystemTime) -> Option<()> {
    let name = folder.file_name()?.to_str()?;
    // A suite that is not kept has its lock beside its folder.
    let beside = folder.with_file_name(format!("{name}.lock"));
    let locks = LOCKS.map(|lock| folder.join(lock)).into_iter();
    let locks: Vec<PathBuf> = locks
        .chain([beside.clone()])
        .filter(|lock| lock.is_file())
        .collect();
    let times = locks.iter().map(|lock| modified(lock));
    let last = times.max().unwrap_or_else(|| modified(folder))?;
    if last >= before {
        return None;
    }
    let held: Option<Vec<File>> = locks.iter().map(|lock| taken(lock)).collect();
    let _held = held?;
    made(target, name);
    // Out of the way in one step: whoever waits for a lock of it begins anew, and finds nothing half removed.
    let gone = folder.with_file_name(format!(".{name}.{}", std::process::id()));
    fs::rename(folder, &gone).ok()?;
    let _ = fs::remove_file(beside);
    let _ = fs::remove_dir_all(gone);
    Some(())
}

/// Removes executables, and what they were made from, of the package of this name.
fn made(target: &Path, name: &str) {
    let profiles = entries(target).into_iter().filter(|path| path.is_dir());
    for profile in profiles.filter(|path| *path != target.join(HOME)) {
        for path in MADE.iter().flat_map(|of| entries(&profile.join(of))) {
            if path.file_name().is_some_and(|file| is_of(file, name)) {
                let _ = match path.is_dir() {
                    true => fs::remove_dir_all(path),
                    false => fs::remove_file(path),
                };
            }
        }
    }
}

/// Whether a file that cargo made belongs to a package: `NAME`, `NAME.d`, `NAME-PROGRAM`, underscores aside.
fn is_of(file: &OsStr, name: &str) -> bool {
    let file = file.to_string_lossy().replace('_', "-");
    let rest = file.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
}

/// The lock, unless another process has it.
fn taken(lock: &Path) -> Option<File> {
    let file = File::options().write(true).open(lock).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|of| of.modified()).ok()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let entries = entries.collect::<io::Result<Vec<_>>>().unwrap_or_default();
    entries.into_iter().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target folder with a package of this name, last used at a time, and its executables.
    fn package(target: &Path, name: &str, used: SystemTime) -> PathBuf {
        let folder = target.join("wiretax").join(name);
        let release = target.join("release");
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(release.join("deps")).unwrap();
        fs::create_dir_all(release.join(".fingerprint").join(format!("{name}-0123"))).unwrap();
        let deps = format!("deps/{}-0123", name.replace('-', "_"));
        for file in [name, &format!("{name}.d"), &format!("{name}-prost"), &deps] {
            fs::write(release.join(file), "").unwrap();
        }
        fs::write(folder.join("Cargo.toml"), "").unwrap();
        let lock = File::create(folder.join("lock")).unwrap();
        lock.set_modified(used).unwrap();
        folder
    }

    /// What is in a folder and below.
    fn all(folder: &Path) -> Vec<PathBuf> {
        let below = |path: PathBuf| match path.is_dir() {
            true => [all(&path), vec![path]].concat(),
            false => vec![path],
        };
        entries(folder).into_iter().flat_map(below).collect()
    }

    #[test]
    fn what_nobody_used_for_long_is_removed_and_nothing_else() {
        let target = tempfile::tempdir().unwrap();
        let target = target.path();
        let day = Duration::from_secs(24 * 60 * 60);
        let ago = |days| SystemTime::now().checked_sub(day * days).unwrap();
        package(target, "wiretax-suite-00aa", ago(31));
        let kept = [
            package(target, "wiretax-suite-00aab", ago(29)),
            package(target, "wiretax-suite-mine", ago(31)),
            package(target, "wiretax-suite-locked", ago(31)),
            package(target, "wiretax-suite-running", ago(31)),
        ];
        let locked = File::options().write(true).open(kept[2].join("lock"));
        let locked = locked.unwrap();
        locked.try_lock().unwrap();
        // Its run goes on, and has for long.
        let running = File::create(kept[3].join("run.lock")).unwrap();
        running.set_modified(ago(31)).unwrap();
        running.try_lock().unwrap();
        // A suite that was tried, with its lock beside it.
        let tried = target.join("wiretax").join("try-00aa");
        fs::create_dir_all(&tried).unwrap();
        let lock = File::create(target.join("wiretax").join("try-00aa.lock")).unwrap();
        lock.set_modified(ago(31)).unwrap();

        remove(target, &kept[1]);
        assert_eq!(
            unused(target, &kept[1], ago(30)),
            0,
            "the first time does it all"
        );
        let left = all(target);
        let of = |name: &str| {
            let of = |path: &&PathBuf| path.file_name().is_some_and(|file| is_of(file, name));
            left.iter().filter(of).count()
        };
        assert_eq!(of("wiretax-suite-00aa") + of("try-00aa"), 0, "{left:?}");
        for folder in &kept {
            let name = folder.file_name().unwrap().to_str().unwrap();
            assert_eq!(of(name), 6, "{name}: {left:?}");
        }
    }
}
