//! Schemas: from a `.proto` file or a descriptor set to descriptors, without a system protoc.
//!
//! | file | what |
//! |---|---|
//! | `source` | compiles a `.proto` tree |
//! | `set` | reads a descriptor set |
//! | `scan` | finds in a source what the compiler does not know: `edition`, infinite options |
//! | `weigh` | what a schema would weigh in memory |
//! | `reach` | whether a message, and what it reaches, can be used |
//! | `guard` | turns a panic of a library into a text |
//!
//! Editions are refused here, with [`Error::Editions`], before anything below us sees them: one library
//! rejects them obscurely and another panics.

pub mod guard;
#[cfg(test)]
mod limit_tests;
pub mod reach;
mod scan;
mod set;
#[cfg(test)]
mod set_tests;
mod source;
#[cfg(test)]
mod tests;
mod weigh;

pub(crate) use scan::imports;
pub(crate) use set::is_set;
pub(crate) use source::is_well_known;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use prost_reflect::{DescriptorPool, Kind, MessageDescriptor};

use crate::error::Error;
use crate::limits::MAX_SCHEMA;
use crate::nearest::nearest;
use crate::read::{self, Wanted};
use crate::suite::Case;

/// A schema that has been read: every message of its files and of their imports.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The schema file: the `.proto` entry or the descriptor set.
    pub path: PathBuf,
    /// The descriptors.
    pub pool: DescriptorPool,
    /// The same as an encoded `FileDescriptorSet`, imports included, each file after those it imports.
    pub set: Vec<u8>,
}

impl Schema {
    /// The message of a case.
    ///
    /// # Errors
    /// [`Error::MessageNotFound`], with the nearest names that there are; [`Error::Suite`] for a message that
    /// cannot be used.
    pub fn message(&self, case: &Case) -> Result<MessageDescriptor, Error> {
        let message = self
            .find(&case.message)
            .map_err(|near| Error::MessageNotFound {
                at: Box::new(case.message_at.clone()),
                case: case.name.clone(),
                message: case.message.clone(),
                schema: self.path.clone(),
                remedy: self.offer(&near),
                nearest: near.into(),
            })?;
        reach::check(&message).map_err(|unusable| Error::Suite {
            at: Box::new(case.message_at.clone()),
            what: format!("case `{}`: {}", case.name, unusable.what),
            remedy: unusable.remedy,
        })?;
        Ok(message)
    }

    /// The message of that full name.
    ///
    /// # Errors
    /// The nearest names, nearest first; none when nothing is near.
    pub fn find(&self, name: &str) -> Result<MessageDescriptor, Vec<String>> {
        let name = name.trim_start_matches('.');
        match self.pool.get_message_by_name(name) {
            Some(message) if !message.is_map_entry() => Ok(message),
            _ => {
                let names = self.names();
                let near = nearest(name, names.iter().map(String::as_str), 3);
                Err(near.into_iter().map(str::to_owned).collect())
            }
        }
    }

    /// The full names of all messages, in the order of the pool, without map entries.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.pool
            .all_messages()
            .filter(|message| !message.is_map_entry())
            .map(|message| message.full_name().to_owned())
            .collect()
    }

    /// A remedy for a name that is not there.
    pub(crate) fn offer(&self, near: &[String]) -> String {
        let quoted = |names: &[String]| {
            names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(" or ")
        };
        if !near.is_empty() {
            return format!("did you mean {}?", quoted(near));
        }
        let names = self.names();
        match names.len() {
            0 => "the schema has no messages".to_owned(),
            1..=8 => format!("it has {}", quoted(&names)),
            n => format!("it has {n} messages, {} among them", quoted(&names[..8])),
        }
    }
}

/// Whether a message, or any that it can hold, has a bytes field: only then does base64 inside the object mean
/// anything.
#[must_use]
pub fn has_bytes(message: &MessageDescriptor) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![message.clone()];
    while let Some(message) = todo.pop() {
        if !seen.insert(message.full_name().to_owned()) {
            continue;
        }
        let extensions = message
            .extensions()
            .map(|extension| extension.kind())
            .collect::<Vec<_>>();
        for kind in message.fields().map(|field| field.kind()).chain(extensions) {
            match kind {
                Kind::Bytes => return true,
                Kind::Message(inner) => todo.push(inner),
                _ => {}
            }
        }
    }
    false
}

/// Reads schemas, each once however many cases share it.
#[derive(Debug, Default)]
pub struct Schemas {
    loaded: HashMap<(PathBuf, Vec<PathBuf>), Rc<Schema>>,
    files: BTreeSet<PathBuf>,
}

impl Schemas {
    /// A reader that has read nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The schema of a case.
    ///
    /// # Errors
    /// When it does not compile or decode, imports what is not there, or uses editions.
    pub fn load(&mut self, case: &Case) -> Result<Rc<Schema>, Error> {
        self.open(&case.schema, &case.include)
    }

    /// The schema in a file, its imports searched in `include`.
    ///
    /// # Errors
    /// As [`Schemas::load`].
    pub fn open(&mut self, path: &Path, include: &[PathBuf]) -> Result<Rc<Schema>, Error> {
        let key = (path.to_owned(), include.to_vec());
        if let Some(schema) = self.loaded.get(&key) {
            return Ok(Rc::clone(schema));
        }
        self.files.insert(path.to_owned());
        let wanted = Wanted {
            role: "schema",
            most: MAX_SCHEMA,
            otherwise: "give a .proto file or a descriptor set",
            too_large: "give fewer files, or leave out source info",
        };
        let bytes = read::whole(path, &wanted)?;
        let (pool, set) = if set::is_set(path, &bytes) {
            set::read(path, bytes)?
        } else {
            source::compile(path, include, &mut self.files)?
        };
        let schema = Rc::new(Schema {
            path: path.to_owned(),
            pool,
            set,
        });
        self.loaded.insert(key, Rc::clone(&schema));
        Ok(schema)
    }

    /// Every schema file opened so far, imports and failures included: what a build must watch.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        self.files.iter().cloned().collect()
    }
}
