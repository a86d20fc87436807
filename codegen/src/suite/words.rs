//! The words of a suite: ops, wraps, engines, and the cells that they span.

use std::fmt;
use std::str::FromStr;

use crate::nearest::did_you_mean;

/// Declares an enum whose values have one spelling each, the same in suites, ids and reports.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $what:literal { $($(#[$value_meta:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// All values, in the order of reports.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The spelling.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                Self::ALL.iter().copied().find(|value| value.word() == text).ok_or_else(|| UnknownWord {
                    what: format!("unknown {} `{}`", $what, text.escape_debug()),
                    remedy: did_you_mean(text, Self::ALL.iter().map(|value| value.word())),
                })
            }
        }
    };
}

pub(crate) use words;

/// A word that the format does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct UnknownWord {
    /// What is wrong.
    pub what: String,
    /// The nearest word, or all of them.
    pub remedy: String,
}

words! {
    /// What is done to the message.
    Op, "op" {
        /// Message to bytes.
        Encode = "encode",
        /// Bytes to message.
        Decode = "decode",
        /// Decode, then visit every field: what a lazy decoder saved is paid here.
        Read = "read",
    }
}

words! {
    /// How the bytes travel.
    Wrap, "wrap" {
        /// As they are.
        Raw = "raw",
        /// The whole message as base64 text.
        Base64 = "base64",
        /// The bytes fields held as base64 text inside the object: decoded before encode, encoded after decode.
        Base64Field = "base64-field",
    }
}

words! {
    /// Who writes and reads the base64 text.
    Engine, "engine" {
        /// The `base64` crate's `STANDARD`: what people use.
        Base64 = "base64",
        /// The same crate's `engine::Simd`.
        Base64SimdEngine = "base64-simd-engine",
        /// The `base64-simd` crate.
        Base64Simd = "base64-simd",
        /// The `base64-turbo` crate.
        Base64Turbo = "base64-turbo",
    }
}

/// One thing to measure of a case, before the codec is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The op.
    pub op: Op,
    /// The wrap.
    pub wrap: Wrap,
    /// The engine of the wrap; none for `raw`.
    pub engine: Option<Engine>,
}

impl Cell {
    /// Every cell there can be: 3 ops, each raw, and in both base64 wraps with every engine.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut cells = Vec::new();
        for &op in Op::ALL {
            for &wrap in Wrap::ALL {
                match wrap {
                    Wrap::Raw => cells.push(Self {
                        op,
                        wrap,
                        engine: None,
                    }),
                    Wrap::Base64 | Wrap::Base64Field => {
                        cells.extend(Engine::ALL.iter().map(|&engine| Self {
                            op,
                            wrap,
                            engine: Some(engine),
                        }));
                    }
                }
            }
        }
        cells
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.op, self.wrap)?;
        self.engine.map_or(Ok(()), |engine| write!(f, "@{engine}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for op in Op::ALL {
            assert_eq!(op.to_string().parse::<Op>().as_ref(), Ok(op));
        }
        for wrap in Wrap::ALL {
            assert_eq!(wrap.to_string().parse::<Wrap>().as_ref(), Ok(wrap));
        }
        for engine in Engine::ALL {
            assert_eq!(engine.to_string().parse::<Engine>().as_ref(), Ok(engine));
        }
    }

    #[test]
    fn a_near_word_is_offered() {
        let error = "encod".parse::<Op>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown op `encod`; did you mean `encode`? (known: encode, decode, read)"
        );
        assert!(
            "base64-smid"
                .parse::<Engine>()
                .unwrap_err()
                .remedy
                .contains("`base64-simd`")
        );
    }

    #[test]
    fn all_cells() {
        assert_eq!(Cell::all().len(), 3 * (1 + 4 + 4));
        assert_eq!(Cell::all()[1].to_string(), "encode/base64@base64");
    }
}
