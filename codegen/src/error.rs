//! What can go wrong between a suite file and the bytes of a case.
//!
//! Every message says which file, which place in it, and what to do about it, and fits on one line: a build
//! script hands it to cargo as `cargo::error=...`, which takes no second line.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a text file, as editors count: lines and columns start at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in the text of a file.
    #[must_use]
    pub fn of(path: &Path, text: &str, offset: usize) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", shown(&self.path), self.line, self.column)
    }
}

/// Why a suite, a schema or a payload cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read.
    #[error("{}: cannot read this {role}: {source}; {remedy}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the file was wanted as: "suite file", "payload", ...
        role: &'static str,
        /// What the system said.
        #[source]
        source: std::io::Error,
        /// What to do.
        remedy: String,
    },

    /// Generated code could not be written.
    #[error(
        "{}: cannot write: {source}; make room or give the folder write permission",
        shown(path)
    )]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },

    /// A suite file names a file that is not there.
    #[error("{at}: case `{case}`: {key} {} does not exist; {remedy}", shown(path))]
    Missing {
        /// Where the file is named.
        at: Box<Place>,
        /// The case that names it.
        case: String,
        /// The key that names it: `schema`, `payload`, `include`.
        key: &'static str,
        /// The file that was looked for.
        path: PathBuf,
        /// What to do.
        remedy: String,
    },

    /// A suite file says something that the format does not know or allow.
    #[error("{at}: {}; {}", plain(what), plain(remedy))]
    Suite {
        /// Where.
        at: Box<Place>,
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: String,
    },

    /// Two cases of a suite have one name.
    #[error(
        "{at}: case `{name}` is named twice, first on line {first}; rename one of them: the name is the id of the case in every report"
    )]
    DuplicateCase {
        /// The second of the two.
        at: Box<Place>,
        /// The name.
        name: String,
        /// The line of the first.
        first: usize,
    },

    /// A schema does not compile, or is no schema at all.
    #[error("{}: {}; {}", plain(at), plain(what), plain(remedy))]
    Schema {
        /// The file, with line and column where they are known.
        at: String,
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: String,
    },

    /// A schema uses protobuf editions, which nothing below us can read.
    #[error(
        "{}: {} is written in edition {}, and editions cannot be read yet; give the same messages with syntax = \"proto3\" or \"proto2\"",
        shown(path),
        plain(file),
        plain(edition)
    )]
    Editions {
        /// The schema file on disk.
        path: PathBuf,
        /// The .proto file, as the schema names it.
        file: String,
        /// The edition, `2023` for example.
        edition: String,
    },

    /// The message of a case is not in its schema.
    #[error(
        "{at}: case `{case}`: message `{}` is not in {}; {}",
        plain(message),
        shown(schema),
        plain(remedy)
    )]
    MessageNotFound {
        /// Where the message is named.
        at: Box<Place>,
        /// The case.
        case: String,
        /// The name looked for.
        message: String,
        /// The schema file.
        schema: PathBuf,
        /// The nearest names that it does have, nearest first.
        nearest: Box<[String]>,
        /// The nearest names as a sentence.
        remedy: String,
    },

    /// A payload has no bytes.
    #[error(
        "{}: case `{case}`: empty payload: nothing to measure; {remedy}",
        shown(path)
    )]
    EmptyPayload {
        /// The payload file, or the suite file when the payload is generated.
        path: PathBuf,
        /// The case.
        case: String,
        /// What to do.
        remedy: String,
    },

    /// A payload has fields, and the message knows none of them.
    #[error(
        "{}: case `{case}`: `{}` knows none of the {fields} fields in this payload; give the message that it is an encoding of",
        shown(path),
        plain(message)
    )]
    Foreign {
        /// The payload file.
        path: PathBuf,
        /// The case.
        case: String,
        /// The message it was read as.
        message: String,
        /// How many fields it has at the top.
        fields: u64,
    },

    /// A payload is not an encoding of the case's message.
    #[error("{}: case `{case}`: not a valid `{}`: {}; {remedy}", shown(path), plain(message), plain(&error.to_string()))]
    Payload {
        /// The payload file.
        path: PathBuf,
        /// The case.
        case: String,
        /// The message it was read as.
        message: String,
        /// Offset, field path and reason.
        error: Box<crate::payload::WireError>,
        /// What to do.
        remedy: String,
    },

    /// A payload cannot be generated as asked.
    #[error("{at}: case `{case}`: cannot generate `{}`: {}", plain(message), plain(&error.to_string()))]
    Generate {
        /// Where the case asks for it.
        at: Box<Place>,
        /// The case.
        case: String,
        /// The message.
        message: String,
        /// What is wrong and what to do.
        error: Box<crate::payload::GenerateError>,
    },

    /// A library below us panicked on this file: its bug, caught and named.
    #[error(
        "{}: {culprit} panicked while {doing}: {panic}; this is a bug in {culprit}: please report the file to it",
        shown(path)
    )]
    Panicked {
        /// The file it was reading.
        path: PathBuf,
        /// The library.
        culprit: &'static str,
        /// What it was doing.
        doing: &'static str,
        /// What it said.
        panic: String,
    },
}

/// A path as messages show it.
#[must_use]
pub fn shown(path: &Path) -> String {
    plain(&path.display().to_string()).into_owned()
}

/// Text that came from a file, fit for a line: a name in TOML, or in a descriptor set, may hold a line end.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_odd(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    Cow::Owned(line)
}

/// Ends a line somewhere, or moves the cursor.
fn is_odd(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Joins text from other libraries into one line, so that it can be a part of a message of ours.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            line.push_str(if line.ends_with([':', ',', ';', '.']) {
                " "
            } else {
                "; "
            });
        }
        line.push_str(part);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_like_an_editor() {
        let text = "a\nbé = 1\n";
        let place = |offset| {
            let place = Place::of(Path::new("x"), text, offset);
            (place.line, place.column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(2), (2, 1));
        assert_eq!(place(5), (2, 3), "é is one column");
        assert_eq!(place(4), (2, 2), "inside a character: its start");
        assert_eq!(place(999), (3, 1), "past the end: the end");
    }

    #[test]
    fn foreign_text_becomes_one_line() {
        assert_eq!(one_line("a:\n  b\n\nc"), "a: b; c");
        assert_eq!(one_line(""), "");
    }

    #[test]
    fn names_cannot_end_a_line() {
        let at = Box::new(Place::of(Path::new("a\nb"), "", 0));
        let error = Error::Suite {
            at,
            what: "`x\ty`".to_owned(),
            remedy: "é\u{2028}\r".to_owned(),
        };
        assert_eq!(error.to_string(), "a\\nb:1:1: `x\\ty`; é\\u{2028}\\r");
        assert!(matches!(plain("as it is"), Cow::Borrowed(_)));
    }
}
