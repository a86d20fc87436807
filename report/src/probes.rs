//! What probes found, as plain data: rows of inputs, columns of codecs.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Error, layout, write_text};

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Probes {
    /// The command that made it.
    pub command: String,
    /// Labels and values: with what it was made.
    pub facts: Vec<(String, String)>,
    /// The matrices.
    pub matrices: Vec<Matrix>,
    /// What decodes allocate and borrow.
    pub weights: Vec<Weight>,
    /// What else is to be said, in a line each.
    pub notes: Vec<String>,
}

impl Probes {
    /// Reads what [`Probes::write`] wrote.
    ///
    /// # Errors
    /// When the file cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read(path).map_err(|cause| Error::ReadProbes {
            path: path.to_owned(),
            cause,
        })?;
        serde_json::from_slice(&text).map_err(|cause| Error::ReadProbes {
            path: path.to_owned(),
            cause: cause.into(),
        })
    }

    /// Keeps the answer as JSON.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let unwritable = |cause| Error::WriteText {
            path: path.to_owned(),
            cause,
        };
        let text = layout::text(self).map_err(unwritable)?;
        write_text(path, &text)
    }
}

/// Inputs against whatever reads them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// What the columns are.
    pub title: String,
    /// Their names.
    pub columns: Vec<String>,
    /// In order; those of a topic stand together.
    pub rows: Vec<Row>,
}

/// One input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub input: String,
    /// What it is about.
    pub topic: String,
    /// What it is, in a line.
    pub says: String,
    /// `accept`, `reject`, `either`.
    pub wants: String,
    /// At most one a column.
    pub cells: Vec<Cell>,
}

/// What one of the columns did with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Name of the column.
    pub column: String,
    /// In a word.
    pub verdict: Verdict,
    /// In a line.
    pub detail: String,
}

/// What came of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As the specification says.
    Spec,
    /// Accepted though it must be rejected.
    Lenient,
    /// The value is right, but unknown fields or presence are lost.
    Lossy,
    /// Another value, or a valid message rejected.
    Wrong,
    /// The codec would not take the schema.
    Refused,
    /// The process died, or the code panicked.
    Abort,
    /// No answer in time.
    Hang,
}

/// What one decode takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    /// The input's name.
    pub input: String,
    /// The codec's.
    pub codec: String,
    /// Bytes of the input.
    pub bytes_in: u64,
    /// Bytes allocated.
    pub allocated_bytes: u64,
    /// Calls that allocated.
    pub allocations: u64,
    /// Bytes in bytes fields.
    pub field_bytes: u64,
    /// How many of them are the input's own.
    pub borrowed_bytes: u64,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Verdict; 7] = [
        Verdict::Spec,
        Verdict::Lenient,
        Verdict::Lossy,
        Verdict::Wrong,
        Verdict::Refused,
        Verdict::Abort,
        Verdict::Hang,
    ];

    /// As a table says it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Spec => "as specified",
            Verdict::Lenient => "lenient",
            Verdict::Lossy => "lossy",
            Verdict::Wrong => "wrong",
            Verdict::Refused => "refused",
            Verdict::Abort => "abort",
            Verdict::Hang => "hang",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Spec => "what the specification says; where it leaves a choice, either",
            Verdict::Lenient => "accepts what must be rejected",
            Verdict::Lossy => "the value is right, but unknown fields or presence are lost",
            Verdict::Wrong => "comes out with another value, or rejects a valid message",
            Verdict::Refused => "its generator would not take the schema",
            Verdict::Abort => "panics, or its process dies",
            Verdict::Hang => "gives no answer in time",
        }
    }
}
