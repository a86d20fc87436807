//! The names that ids, suites and reports use.

use std::fmt;
use std::str::FromStr;

/// What is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Message to wire bytes.
    Encode,
    /// Wire bytes to message, dropping it included.
    Decode,
    /// Decode, then visit every field.
    Read,
}

/// A base64 implementation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineName {
    /// The `base64` crate's `STANDARD`.
    Base64,
    /// The `base64` crate's `engine::Simd`.
    Base64SimdEngine,
    /// The `base64-simd` crate.
    Base64Simd,
    /// The `base64-turbo` crate.
    Base64Turbo,
}

/// How wire bytes travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrap {
    /// As they are.
    Raw,
    /// As one base64 text.
    Base64(EngineName),
    /// As they are, but the message holds its bytes fields as base64 text.
    Field(EngineName),
}

/// A name that is none of the known ones.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{name}`; known are {known}")]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: String,
}

impl Op {
    /// All of them.
    pub const ALL: [Op; 3] = [Op::Encode, Op::Decode, Op::Read];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Op::Encode => "encode",
            Op::Decode => "decode",
            Op::Read => "read",
        }
    }
}

impl EngineName {
    /// All of them, the default first.
    pub const ALL: [EngineName; 4] = [
        EngineName::Base64,
        EngineName::Base64SimdEngine,
        EngineName::Base64Simd,
        EngineName::Base64Turbo,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Base64 => "base64",
            EngineName::Base64SimdEngine => "base64-simd-engine",
            EngineName::Base64Simd => "base64-simd",
            EngineName::Base64Turbo => "base64-turbo",
        }
    }
}

impl Wrap {
    /// Every wrap with every engine, `raw` first.
    pub fn all() -> Vec<Wrap> {
        let mut all = vec![Wrap::Raw];
        all.extend(EngineName::ALL.map(Wrap::Base64));
        all.extend(EngineName::ALL.map(Wrap::Field));
        all
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Wrap {
    /// `raw`, `base64`, `base64@base64-turbo`: the default engine is not named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wrap, engine) = match self {
            Wrap::Raw => return f.write_str("raw"),
            Wrap::Base64(engine) => ("base64", engine),
            Wrap::Field(engine) => ("base64-field", engine),
        };
        match engine {
            EngineName::Base64 => f.write_str(wrap),
            other => write!(f, "{wrap}@{}", other.name()),
        }
    }
}

impl FromStr for Op {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Op::ALL.map(Op::name).join(", ");
        Op::ALL
            .into_iter()
            .find(|op| op.name() == name)
            .ok_or_else(|| UnknownName {
                kind: "op",
                name: name.to_owned(),
                known,
            })
    }
}

impl FromStr for Wrap {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Wrap::all();
        known
            .iter()
            .find(|wrap| wrap.to_string() == name)
            .copied()
            .ok_or_else(|| UnknownName {
                kind: "wrap",
                name: name.to_owned(),
                known: known
                    .iter()
                    .map(Wrap::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for wrap in Wrap::all() {
            assert_eq!(wrap.to_string().parse(), Ok(wrap));
        }
        for op in Op::ALL {
            assert_eq!(op.to_string().parse(), Ok(op));
        }
        assert!(
            "base65"
                .parse::<Wrap>()
                .unwrap_err()
                .to_string()
                .contains("base64-field")
        );
    }
}
