//! Suite files: what is benched, named in TOML, so that adding a case takes no Rust.
//!
//! docs/SUITE.md is the reference of the format.
//!
//! | file | what |
//! |---|---|
//! | `file` | the file as written, for serde |
//! | `resolve` | from there to [`Case`]s with absolute paths and nothing left to look up |
//! | `sweep` | one case a size |
//! | `mix` | several payloads of a case |
//! | `text` | where a value lies, and what is wrong with it |
//! | `cells` | which cells a case measures |
//! | `words` | ops, wraps, engines, cells |

mod cells;
mod file;
mod mix;
#[cfg(test)]
mod mix_tests;
#[cfg(test)]
mod refusal_tests;
mod resolve;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use words::{Cell, Engine, Op, UnknownWord, Wrap};

use crate::error::{Error, Place, one_line};
use crate::limits::MAX_SUITE;
use crate::nearest::did_you_mean;
use crate::payload::generate::Generate;
use crate::read::{self, Wanted};

const SUITE_REMEDY: &str = "give the path of a suite.toml";

/// A suite: its file and its cases, sweeps expanded.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The suite file, absolute.
    pub path: PathBuf,
    /// The cases in the order of the file.
    pub cases: Vec<Case>,
}

/// A case: a schema, a message, a payload, and what to measure.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name, unique in the suite.
    pub name: String,
    /// Where the suite names it.
    pub at: Place,
    /// The schema file, absolute.
    pub schema: PathBuf,
    /// The proto roots, absolute, in the order of search.
    pub include: Vec<PathBuf>,
    /// The full name of the message, without a leading dot.
    pub message: String,
    /// Where the suite names the message.
    pub message_at: Place,
    /// Where the payload comes from.
    pub source: Source,
    /// Where the suite says so.
    pub source_at: Place,
    /// What the case stresses, in a line.
    pub stresses: String,
    /// What filters can ask for.
    pub tags: Vec<String>,
    /// The codecs to measure; none means all.
    pub codecs: Option<Vec<String>>,
    /// Where the suite names each of them.
    pub codecs_at: Vec<Place>,
    /// The sweep that the case is a point of.
    pub sweep: Option<Sweep>,
    /// What to measure by default, in order and without repeats.
    pub cells: Vec<Cell>,
}

/// Where a payload comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file of wire bytes, absolute.
    File(PathBuf),
    /// Several files of wire bytes.
    Mix(Vec<Part>),
    /// The generator.
    Generate(Box<Generate>),
}

/// A payload of a mix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The file of wire bytes, absolute.
    pub file: PathBuf,
    /// Where the suite names it.
    pub at: Place,
    /// How often a pass has it: the weights of a mix have no common divisor.
    pub weight: u32,
}

/// The place of a case in a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The name of the `[[case]]` table.
    pub family: String,
    /// The length of the swept field.
    pub bytes: u64,
}

/// An absolute path with `.` and `..` resolved by name.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    resolve::join(path, ".")
}

impl Suite {
    /// Reads a suite file.
    ///
    /// # Errors
    /// When the file cannot be read, is no TOML, says something the format does not know, names a file that
    /// is not there, or names two cases alike. Schemas and payloads are not opened yet.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let read = |source| Error::Read {
            path: path.to_owned(),
            role: "suite file",
            source,
            remedy: SUITE_REMEDY.to_owned(),
        };
        let absolute = resolve::join(&std::path::absolute(path).map_err(read)?, ".");
        let wanted = Wanted {
            role: "suite file",
            most: MAX_SUITE,
            otherwise: SUITE_REMEDY,
            too_large: "split it",
        };
        // Under the name that was given.
        let bytes = read::whole(&absolute, &wanted).map_err(|error| match error {
            Error::Read { source, remedy, .. } => Error::Read {
                path: path.to_owned(),
                role: "suite file",
                source,
                remedy,
            },
            other => other,
        })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| read(std::io::Error::other("it is no UTF-8 text")))?;
        Self::parse(&absolute, &text)
    }

    /// Reads a suite from its text; `path` is where it lies, or would lie, and must be absolute.
    ///
    /// # Errors
    /// As [`Suite::load`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Error> {
        let file = toml::from_str(text).map_err(|error| toml_error(path, text, &error))?;
        resolve::resolve(path, text, file)
    }

    /// Checks that every codec that a case names is one of `known`: the suite's format has no list of them.
    ///
    /// # Errors
    /// The first that is not, with its place and the nearest that is.
    pub fn check_codecs(&self, known: &[&str]) -> Result<(), Error> {
        let unknown = self
            .cases
            .iter()
            .flat_map(|case| case.codecs.iter().flatten().zip(&case.codecs_at))
            .find(|(codec, _)| !known.contains(&codec.as_str()));
        if let Some((codec, at)) = unknown {
            return Err(Error::Suite {
                at: Box::new(at.clone()),
                what: format!("unknown codec `{codec}`"),
                remedy: did_you_mean(codec, known.iter().copied()),
            });
        }
        Ok(())
    }

    /// The files that the suite itself names: suite file, schemas and payloads, each once.
    ///
    /// What the schemas import in turn is known once they are loaded:
    /// [`Schemas::files`](crate::schema::Schemas::files). Folders are left out on purpose: cargo scans a
    /// watched folder to its last file, and a proto root may well be a whole checkout with its `target/`.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = BTreeSet::from([self.path.clone()]);
        for case in &self.cases {
            files.insert(case.schema.clone());
            match &case.source {
                Source::File(path) => files.extend([path.clone()]),
                Source::Mix(parts) => files.extend(parts.iter().map(|part| part.file.clone())),
                Source::Generate(_) => {}
            }
        }
        files.into_iter().collect()
    }
}

/// Places what the TOML reader says, and finds the nearest key for an unknown one.
fn toml_error(path: &Path, text: &str, error: &toml::de::Error) -> Error {
    let at = Box::new(Place::of(
        path,
        text,
        error.span().map_or(0, |span| span.start),
    ));
    let message = one_line(error.message());
    let (what, remedy) = match unknown(&message) {
        Some((kind, word, known)) => (
            format!("unknown {kind} `{word}`"),
            did_you_mean(word, known.iter().copied()),
        ),
        None => (
            message,
            "docs/SUITE.md of wiretax shows the format".to_owned(),
        ),
    };
    Error::Suite { at, what, remedy }
}

/// Takes serde's message for an unknown key or word apart: what it is, the word, and those that it knows.
fn unknown(message: &str) -> Option<(&'static str, &str, Vec<&str>)> {
    let (kind, rest) = match message.strip_prefix("unknown field `") {
        Some(rest) => ("key", rest),
        None => ("word", message.strip_prefix("unknown variant `")?),
    };
    let (word, rest) = rest.split_once('`')?;
    Some((kind, word, rest.split('`').skip(1).step_by(2).collect()))
}
