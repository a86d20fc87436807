//! Test data shared between repositories, which a checkout may or may not have beside it.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::schema::{Schema, Schemas};

/// A schema of the shared folders with its message and payload.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) message: Option<String>,
    pub(crate) payload: Option<Vec<u8>>,
    pub(crate) schema: Result<std::rc::Rc<Schema>, Error>,
}

/// A folder beside the repository; when it is absent, says so and returns none.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared")
        .join(name);
    if path.is_dir() {
        return path.canonicalize().ok();
    }
    println!("skipped: ../shared/{name} is not here");
    None
}

/// Every schema of `torture` and `corpus` that is here.
pub(crate) fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for folder in ["torture", "corpus"].into_iter().filter_map(folder) {
        let mut dirs: Vec<PathBuf> = folder
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        dirs.sort();
        for dir in dirs.into_iter().filter(|dir| dir.is_dir()) {
            let text = |name: &str| {
                std::fs::read_to_string(dir.join(name))
                    .ok()
                    .map(|text| text.trim().to_owned())
            };
            let entries = match text("entry") {
                Some(entry) => vec![dir.join(entry)],
                None if dir.join("schema.binpb").is_file() => vec![dir.join("schema.binpb")],
                None => protos(&dir),
            };
            samples.extend(entries.into_iter().map(|entry| Sample {
                name: dir.file_name().unwrap().to_string_lossy().into_owned(),
                message: text("message"),
                payload: std::fs::read(dir.join("payload.bin")).ok(),
                schema: Schemas::new().open(&entry, std::slice::from_ref(&dir)),
            }));
        }
    }
    samples
}

/// The `.proto` files of a folder and of those in it.
fn protos(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in dir.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(protos(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "proto")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}
