//! The name of one measured number.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The wrap that leaves the wire bytes as they are.
pub const RAW: &str = "raw";
/// The wrap that carries the whole message as base64 text.
pub const BASE64: &str = "base64";
/// The wrap that holds the bytes fields as base64 text inside the object.
pub const BASE64_FIELD: &str = "base64-field";
/// The engine of a base64 wrap that names none: `STANDARD` of the `base64` crate.
pub const DEFAULT_ENGINE: &str = "base64";

/// Case x op x codec x wrap: one measured number. Reads and prints as `case/op/codec/wrap`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "Written")]
pub struct CellId {
    /// Name of the case.
    pub case: String,
    /// `encode`, `decode` or `read`.
    pub op: String,
    /// Name of the codec.
    pub codec: String,
    /// `raw`, or a base64 wrap such as `base64` and `base64-field`, followed by `@engine` unless
    /// the engine is [`DEFAULT_ENGINE`].
    pub wrap: String,
}

impl CellId {
    /// Puts a name together from its four parts.
    pub fn new(
        case: impl Into<String>,
        op: impl Into<String>,
        codec: impl Into<String>,
        wrap: impl Into<String>,
    ) -> Self {
        CellId {
            case: case.into(),
            op: op.into(),
            codec: codec.into(),
            wrap: wrap.into(),
        }
    }

    /// The same cell under another wrap.
    pub fn with_wrap(&self, wrap: &str) -> Self {
        CellId {
            wrap: wrap.to_owned(),
            ..self.clone()
        }
    }

    /// The wrap and the engine that it names; `None` stands for `raw` and for [`DEFAULT_ENGINE`].
    pub fn wrap_and_engine(&self) -> (&str, Option<&str>) {
        match self.wrap.split_once('@') {
            Some((wrap, engine)) => (wrap, Some(engine)),
            None => (&self.wrap, None),
        }
    }

    /// The base64 engine; `None` where nothing is base64: a raw cell, and the way of a task.
    pub fn engine(&self) -> Option<&str> {
        match self.wrap_and_engine() {
            (BASE64 | BASE64_FIELD, engine) => Some(engine.unwrap_or(DEFAULT_ENGINE)),
            _ => None,
        }
    }
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.case, self.op, self.codec, self.wrap)
    }
}

/// How records write a cell: as its id, or in layout 1 in parts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Id(String),
    Parts {
        case: String,
        op: String,
        codec: String,
        wrap: String,
    },
}

impl From<CellId> for String {
    fn from(id: CellId) -> String {
        id.to_string()
    }
}

impl TryFrom<Written> for CellId {
    type Error = NotACell;

    fn try_from(written: Written) -> Result<Self, NotACell> {
        match written {
            Written::Id(text) => text.parse(),
            Written::Parts {
                case,
                op,
                codec,
                wrap,
            } => Ok(CellId::new(case, op, codec, wrap)),
        }
    }
}

/// The text is no `case/op/codec/wrap`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not of the form case/op/codec/wrap")]
pub struct NotACell(pub String);

impl FromStr for CellId {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let parts: Vec<&str> = text.split('/').collect();
        match parts[..] {
            [case, op, codec, wrap] if parts.iter().all(|part| !part.is_empty()) => {
                Ok(CellId::new(case, op, codec, wrap))
            }
            _ => Err(NotACell(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_prints() {
        let id = CellId::new("append", "encode", "prost", "base64@base64-simd");
        assert_eq!(id.to_string(), "append/encode/prost/base64@base64-simd");
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn tells_wrap_and_engine_apart() {
        let id = CellId::new("a", "read", "prost", "base64-field@base64-turbo");
        assert_eq!(id.wrap_and_engine(), ("base64-field", Some("base64-turbo")));
        assert_eq!(id.with_wrap("raw").wrap_and_engine(), ("raw", None));
    }

    #[test]
    fn refuses_other_forms() {
        for text in ["", "a/b/c", "a/b/c/d/e", "a//c/d", "a/b/c/"] {
            assert!(text.parse::<CellId>().is_err(), "{text}");
        }
    }
}
