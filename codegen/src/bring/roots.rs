//! Proto roots: the folders that imports are named from. Whoever has a `.proto` file at hand seldom thinks of
//! them, and the file does not say; but above it, only the right folder makes its imports resolve.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::BringError;
use crate::error::Error;
use crate::schema::{Schema, Schemas};

/// How far above the schema a root is looked for.
const LEVELS: usize = 12;

/// A schema, and where its imports were found.
pub(super) struct Opened {
    pub(super) schema: Rc<Schema>,
    pub(super) roots: Vec<PathBuf>,
    /// For people, where a root was found that nobody named.
    pub(super) note: Option<String>,
}

/// Opens a schema with these roots, or, where there are none, with the folder above it that works. Says which
/// that is, unless it is the schema's own.
pub(super) fn open(
    schemas: &mut Schemas,
    schema: &Path,
    include: &[PathBuf],
) -> Result<Opened, BringError> {
    let schema = absolute(schema);
    let home = schema.parent().unwrap_or(Path::new("/"));
    let mut roots: Vec<PathBuf> = include.iter().map(|root| absolute(root)).collect();
    for root in &roots {
        // A mistyped folder must not look like a missing import.
        let kind = std::fs::metadata(root).and_then(|kind| match kind.is_dir() {
            true => Ok(()),
            false => Err(std::io::ErrorKind::NotADirectory.into()),
        });
        kind.map_err(|source| Error::Read {
            path: root.clone(),
            role: "proto root",
            source,
            remedy: "give a folder with `--include`".to_owned(),
        })?;
    }
    if !roots.iter().any(|root| schema.starts_with(root)) {
        roots.push(home.to_owned());
    }
    let first = schemas.open(&schema, &roots);
    // Only where nobody said anything is there something to find.
    if include.is_empty() && matches!(first, Err(Error::Schema { .. })) {
        for above in home.ancestors().skip(1).take(LEVELS) {
            let roots = vec![above.to_owned()];
            // Of its own, so that only the files of the root that works are the schema's.
            let mut fresh = Schemas::new();
            if let Ok(schema) = fresh.open(&schema, &roots) {
                *schemas = fresh;
                let note = format!("proto root: {}, found above the schema", above.display());
                return Ok(Opened {
                    schema,
                    roots,
                    note: Some(note),
                });
            }
        }
    }
    Ok(Opened {
        schema: first?,
        roots,
        note: None,
    })
}

/// The same path from the root of the file system on, `.` and `..` resolved by name.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    crate::suite::tidy(&full)
}
