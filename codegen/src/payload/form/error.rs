//! Why a payload cannot be read: the form tried, the place, the reason, the remedy, in one line.

use std::fmt;

use super::Form;

/// A place in a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spot {
    /// A byte, from 0.
    Offset(usize),
    /// A place in a text, as editors count: lines and columns start at 1.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A gRPC frame, from 1, and the byte where it begins.
    Frame(usize, usize),
    /// A message of several, from 1.
    Message(usize),
    /// A member of a JSON document, as a JSON pointer.
    Member(String),
}

impl Spot {
    /// The place of a byte offset in a text.
    pub(super) fn of(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset.min(text.len())];
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        Self::Text {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: String::from_utf8_lossy(&before[start..]).chars().count() + 1,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offset(offset) => write!(f, "offset {offset}"),
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Frame(number, offset) => write!(f, "frame {number} at offset {offset}"),
            Self::Message(number) => write!(f, "message {number}"),
            Self::Member(pointer) => write!(f, "member {pointer}"),
        }
    }
}

/// Why a payload cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// No bytes at all.
    #[error("an empty payload: nothing to measure; give a payload with at least one field")]
    Empty,

    /// More bytes than allowed.
    #[error("a payload of {0} bytes: at most {max} can be taken; give a smaller payload", max = crate::payload::MAX_PAYLOAD)]
    TooLong(usize),

    /// One form does not fit.
    #[error("as {form}: {}{what}; {remedy}", at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default())]
    Form {
        /// The form tried.
        form: Form,
        /// Where it fails, when that is a place.
        at: Option<Spot>,
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: String,
    },

    /// No form fits.
    #[error("no form of `{message}` is recognised{}; {remedy}", list(reasons))]
    Nothing {
        /// The message looked for.
        message: String,
        /// Why the likeliest forms do not fit, likeliest first.
        reasons: Vec<FormError>,
        /// What to do.
        remedy: String,
    },
}

impl FormError {
    pub(super) fn new(
        form: Form,
        at: Option<Spot>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Form {
            form,
            at,
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// The form that this is about.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        match self {
            Self::Form { form, .. } => Some(*form),
            _ => None,
        }
    }
}

fn list(reasons: &[FormError]) -> String {
    let reasons: Vec<String> = reasons.iter().map(|reason| format!("({reason})")).collect();
    match reasons.is_empty() {
        true => String::new(),
        false => format!(": {}", reasons.join(", ")),
    }
}
