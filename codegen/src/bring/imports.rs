//! Follows the imports of a schema to the folders that they are named from, by looking where files of those names
//! are. A schema of one repository often has its own tree and, beside it, one of another party.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::roots::LEVELS;
use crate::error::Error;
use crate::limits::{MAX_FILES, MAX_SCHEMA};
use crate::read::{self, Wanted};
use crate::schema::{imports, is_well_known};

/// How far above the schema the folders are whose subfolders are looked through.
const ABOVE: usize = 5;
/// How deep below them.
const BELOW: usize = 4;
/// How many folders are looked through in all; a home directory has more than anybody waits for.
const MAX_FOLDERS: usize = 5_000;
/// What lies at the top of a repository: nothing above it belongs to the schema.
const TOPS: [&str; 4] = [".git", ".hg", ".jj", "buf.work.yaml"];
/// Folders with many files and no schemas.
const PASSED_OVER: [&str; 2] = ["target", "node_modules"];

/// What a search found.
pub(super) struct Found {
    /// The roots that it began with, then those that it found, in the order in which imports asked for them.
    pub(super) roots: Vec<PathBuf>,
    /// Imports that are nowhere.
    pub(super) missing: Vec<Missing>,
}

/// An import that is nowhere.
pub(super) struct Missing {
    import: String,
    by: PathBuf,
}

impl Missing {
    pub(super) fn error(&self, roots: &[PathBuf], home: &Path) -> Error {
        let beside = match roots {
            [] => String::new(),
            roots => {
                let roots: Vec<String> = roots.iter().map(|of| of.display().to_string()).collect();
                format!("; other imports were found in {}", roots.join(", "))
            }
        };
        let top = around(home).last().unwrap_or(home);
        Error::Schema {
            at: self.by.display().to_string(),
            what: format!("its import \"{}\" was not found", self.import),
            remedy: format!(
                "looked above it, and up to {BELOW} deep below {}{beside}; name the folder that the import starts \
                 from with `--include`",
                top.display()
            ),
        }
    }
}

/// Looks for every import of the schema, and of the files that it leads to.
pub(super) fn search(schema: &Path, roots: Vec<PathBuf>) -> Found {
    let home = schema.parent().unwrap_or(Path::new("/"));
    let mut found = Found {
        roots,
        missing: Vec::new(),
    };
    let mut below: Option<Vec<PathBuf>> = None;
    let mut seen = BTreeSet::from([schema.to_owned()]);
    let mut todo = VecDeque::from([schema.to_owned()]);
    while let Some(file) = todo.pop_front() {
        for import in of_file(&file) {
            if is_well_known(&import) {
                continue;
            }
            let has = |folder: &&Path| folder.join(&import).is_file();
            let known = found.roots.iter().map(PathBuf::as_path).find(has);
            let above = || home.ancestors().take(LEVELS).find(has);
            let root = known.or_else(above).map(Path::to_owned).or_else(|| {
                let below = below.get_or_insert_with(|| folders(home));
                below.iter().find(|folder| has(&folder.as_path())).cloned()
            });
            let Some(root) = root else {
                let by = file.clone();
                found.missing.push(Missing { import, by });
                continue;
            };
            let path = root.join(&import);
            if !found.roots.contains(&root) {
                found.roots.push(root);
            }
            if seen.len() < MAX_FILES && seen.insert(path.clone()) {
                todo.push_back(path);
            }
        }
    }
    found
}

/// What a file imports; of one that cannot be read nothing, for the compiler to say why.
fn of_file(path: &Path) -> Vec<String> {
    let wanted = Wanted {
        role: "schema",
        most: MAX_SCHEMA,
        otherwise: "",
        too_large: "",
    };
    read::whole(path, &wanted)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .map(|source| imports(&source))
        .unwrap_or_default()
}

/// The folders above, the nearest first, up to the top of the repository.
fn around(home: &Path) -> impl Iterator<Item = &Path> {
    let is_top = |folder: &Path| TOPS.iter().any(|top| folder.join(top).exists());
    let mut over = false;
    home.ancestors()
        .take(ABOVE)
        .take_while(move |folder| !std::mem::replace(&mut over, is_top(folder)))
}

/// The folders to look through, the nearest above first and below each the shallowest first, by name.
fn folders(home: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    let mut seen = BTreeSet::new();
    for top in around(home) {
        let mut level = vec![top.to_owned()];
        for _ in 0..BELOW {
            let mut next: Vec<PathBuf> = level.iter().flat_map(|folder| inside(folder)).collect();
            next.retain(|folder| seen.insert(folder.clone()));
            list.extend(next.iter().cloned());
            if list.len() > MAX_FOLDERS {
                list.truncate(MAX_FOLDERS);
                return list;
            }
            level = next;
        }
    }
    list
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let wanted = |entry: &std::fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Links lead to circles.
        entry.file_type().is_ok_and(|kind| kind.is_dir())
            && !name.starts_with('.')
            && !PASSED_OVER.contains(&&*name)
    };
    let entries = entries.flatten().filter(wanted);
    let mut inside: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    inside.sort();
    inside
}
