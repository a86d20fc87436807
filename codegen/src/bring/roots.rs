//! Proto roots: the folders that imports are named from. Whoever has a `.proto` file at hand seldom thinks of
//! them, and the file does not say; but above it, only the right folder makes its imports resolve.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::BringError;
use super::imports::search;
use crate::error::Error;
use crate::schema::{Schema, Schemas};

/// How far above the schema a root is looked for.
pub(super) const LEVELS: usize = 12;

/// A schema, and where its imports were found.
pub(super) struct Opened {
    pub(super) schema: Rc<Schema>,
    pub(super) roots: Vec<PathBuf>,
    /// For people, where a root was found that nobody named.
    pub(super) note: Option<String>,
}

/// Opens a schema with these roots, or, where there are none, with the folder above it that works, or else with
/// all folders around it that its imports are named from. Says which they are, unless it is the schema's own.
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
    let first = match schemas.open(&schema, &roots) {
        // Only what does not resolve is worth a search.
        Err(error @ Error::Schema { .. }) => error,
        other => return Ok(Opened::named(other?, roots)),
    };
    if !include.is_empty() {
        return Err(advised(&schema, roots, first).into());
    }
    if let Some(opened) = one_above(schemas, &schema, home) {
        return Ok(opened);
    }
    let found = search(&schema, Vec::new());
    if let Some(missing) = found.missing.first() {
        return Err(missing.error(&found.roots, home).into());
    }
    let mut roots = found.roots;
    if roots.is_empty() {
        return Err(first.into());
    }
    if !roots.iter().any(|root| schema.starts_with(root)) {
        roots.push(home.to_owned());
    }
    let mut fresh = Schemas::new();
    let opened = fresh.open(&schema, &roots)?;
    *schemas = fresh;
    let note = format!("proto roots, found around the schema: {}", listed(&roots));
    Ok(Opened {
        note: Some(note),
        ..Opened::named(opened, roots)
    })
}

impl Opened {
    fn named(schema: Rc<Schema>, roots: Vec<PathBuf>) -> Self {
        Opened {
            schema,
            roots,
            note: None,
        }
    }
}

/// Opens the schema from the nearest folder above it that serves for every import.
fn one_above(schemas: &mut Schemas, schema: &Path, home: &Path) -> Option<Opened> {
    home.ancestors().skip(1).take(LEVELS).find_map(|above| {
        let roots = vec![above.to_owned()];
        // Of its own, so that only the files of the root that works are the schema's.
        let mut fresh = Schemas::new();
        let opened = fresh.open(schema, &roots).ok()?;
        *schemas = fresh;
        let note = format!("proto root: {}, found above the schema", above.display());
        Some(Opened {
            note: Some(note),
            ..Opened::named(opened, roots)
        })
    })
}

/// The error of a schema whose roots were named, with those that would help.
fn advised(schema: &Path, roots: Vec<PathBuf>, error: Error) -> Error {
    let known = roots.len();
    let found = search(schema, roots);
    match (error, &found.roots[known..]) {
        (Error::Schema { at, what, .. }, [_, ..]) if what.contains("not found") => Error::Schema {
            at,
            what,
            remedy: format!("add {}", options(&found.roots[known..])),
        },
        (error, _) => error,
    }
}

fn listed(roots: &[PathBuf]) -> String {
    let roots: Vec<String> = roots
        .iter()
        .map(|root| root.display().to_string())
        .collect();
    roots.join(", ")
}

/// The options that name these roots, to be pasted into a shell.
fn options(roots: &[PathBuf]) -> String {
    let roots: Vec<String> = roots
        .iter()
        .map(|root| format!("--include {}", quoted(&root.display().to_string())))
        .collect();
    roots.join(" ")
}

/// A word as a shell takes it: in single quotes where it has a space, or anything else that means something there.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The same path from the root of the file system on, `.` and `..` resolved by name.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    crate::suite::tidy(&full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_can_be_pasted_into_a_shell() {
        let roots = ["/a/protos", "/my repo/third_party", "/it's"].map(PathBuf::from);
        assert_eq!(
            options(&roots),
            r"--include /a/protos --include '/my repo/third_party' --include '/it'\''s'"
        );
    }
}
