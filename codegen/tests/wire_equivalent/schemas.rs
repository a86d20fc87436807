//! The schemas that are tried, and the payloads that come with them.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use prost_reflect::MessageDescriptor;
use tempfile::TempDir;
use wiretax_codegen::error::Error;
use wiretax_codegen::schema::{Schema, Schemas};

/// One schema file with its folder as the proto root.
pub struct Sample {
    /// Folder, and file where the folder has several.
    pub name: String,
    /// The schema, or why it cannot be read.
    pub schema: Result<Rc<Schema>, Error>,
    /// Root message of the captured payload, and that payload.
    captured: Option<(String, Vec<u8>)>,
}

impl Sample {
    fn open(name: String, root: &Path, entry: &Path) -> Self {
        Sample {
            name,
            schema: Schemas::new().open(entry, &[root.to_owned()]),
            captured: None,
        }
    }

    /// Its messages, those of the well-known imports left out; none where it cannot be read.
    pub fn messages(&self) -> Vec<MessageDescriptor> {
        let Ok(schema) = &self.schema else {
            return Vec::new();
        };
        schema
            .names()
            .iter()
            .filter(|name| !name.starts_with("google.protobuf."))
            .map(|name| self.find(name))
            .collect()
    }

    /// The message of that name, which must be there.
    pub fn find(&self, name: &str) -> MessageDescriptor {
        let schema = self.schema.as_ref().expect("the schema can be read");
        schema.find(name).expect("the message is there")
    }

    /// The captured payload with its message.
    pub fn captured(&self) -> Option<(MessageDescriptor, Vec<u8>)> {
        let (name, payload) = self.captured.as_ref()?;
        Some((self.find(name), payload.clone()))
    }
}

/// A schema with every construct that matters on the wire. It lies in the folder, which must be kept.
pub fn constructs() -> (TempDir, Sample) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the folder can be written");
        path
    };
    write("open.proto", include_str!("open.proto"));
    let entry = write("construct.proto", include_str!("construct.proto"));
    let sample = Sample::open("constructs".to_owned(), folder.path(), &entry);
    if let Err(error) = &sample.schema {
        panic!("{error}");
    }
    (folder, sample)
}

/// The schemas of the built-in suite.
pub fn built_in() -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proto");
    protos(&root)
        .iter()
        .map(|entry| Sample::open(name(entry), &root, entry))
        .collect()
}

/// The schemas in a folder of `../shared`, one folder each; says so where it is not there.
pub fn shared(folder: &str) -> Option<Vec<Sample>> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared")
        .join(folder);
    if !shared.is_dir() {
        println!("skipped: ../shared/{folder} is not here");
        return None;
    }
    Some(list(&shared).iter().flat_map(|dir| samples(dir)).collect())
}

fn samples(dir: &Path) -> Vec<Sample> {
    let text = |file: &str| {
        let text = std::fs::read_to_string(dir.join(file)).ok()?;
        Some(text.trim().to_owned())
    };
    let entries = match text("entry") {
        Some(entry) => vec![dir.join(entry)],
        None if dir.join("schema.binpb").is_file() => vec![dir.join("schema.binpb")],
        None => protos(dir),
    };
    let captured = || {
        Some((
            text("message")?,
            std::fs::read(dir.join("payload.bin")).ok()?,
        ))
    };
    let several = entries.len() > 1;
    let sample = |entry: &PathBuf| {
        let mut label = name(dir);
        if several {
            let file = entry.strip_prefix(dir).unwrap_or(entry);
            label = format!("{label}/{}", file.display());
        }
        Sample {
            captured: captured(),
            ..Sample::open(label, dir, entry)
        }
    };
    entries.iter().map(sample).collect()
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What a folder holds, by name.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    paths
}

/// The `.proto` files of a folder and of those in it.
fn protos(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) =
        list(folder).into_iter().partition(|path| path.is_dir());
    files
        .into_iter()
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "proto")
        })
        .chain(folders.iter().flat_map(|folder| protos(folder)))
        .collect()
}
