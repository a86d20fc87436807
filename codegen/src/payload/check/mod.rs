//! Walks wire bytes along a schema: are they an encoding of the message, and what is in them?
//!
//! A payload comes from somewhere else: it may be cut off, framed, compressed, of another message. Codecs
//! tell these apart badly or not at all, so this walk does it before any of them, and says at which offset,
//! in which field, and why. It holds its own stack on the heap: no input makes it overflow.
//!
//! Known fields must have their own wire type, which is stricter than the specification (it takes such a
//! field as unknown): a captured payload whose known fields have other types is of another schema.
//!
//! | file | what |
//! |---|---|
//! | `walk` | the walk |
//! | `field` | what the walk needs to know of a field |
//! | `read` | varints and tags |
//! | `path` | the path of an error, found after the fact |

pub(in crate::payload) mod field;
mod path;
pub(in crate::payload) mod read;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;

pub use walk::check;

/// How deep messages may be nested, as in most protobuf libraries.
pub const MAX_NESTING: usize = 100;

/// What a valid payload holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many fields the schema does not know; a group counts once.
    pub unknown_fields: u64,
    /// The bytes of these, tags included.
    pub unknown_bytes: u64,
    /// How many bytes fields occur.
    pub bytes_fields: u64,
    /// The sum of their lengths.
    pub bytes_len: u64,
    /// A packed field of fixed-width values, be it empty: a slice of no elements at an unaligned address is undefined
    /// behaviour too. The first that does not begin at a multiple of its width, or else the first.
    pub packed_fixed: Option<PackedFixed>,
    /// The first proto2 string that is not UTF-8. The specification allows it; Rust strings do not.
    pub invalid_utf8: Option<WireError>,
}

/// Where a packed field of fixed-width values lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedFixed {
    /// The field, as in `orders[3].prices[0]`.
    pub path: String,
    /// Where its first value begins, in bytes from the start of the payload.
    pub offset: usize,
    /// The bytes of a value.
    pub width: usize,
}

impl PackedFixed {
    /// Whether its values are aligned where the payload itself is, as far as they need it.
    pub fn is_aligned(&self) -> bool {
        self.offset.is_multiple_of(self.width)
    }
}

/// Why bytes are not an encoding of a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WireError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// The field, as in `orders[3].id`; empty outside of any field.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}", self.offset)?;
        if !self.path.is_empty() {
            write!(f, ", field `{}`", self.path)?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// What is wrong at an offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes end inside a varint.
    #[error("the bytes end inside a varint")]
    TruncatedVarint,
    /// A varint of more than 64 bits.
    #[error("a varint has more than 64 bits")]
    LongVarint,
    /// A tag of more than 32 bits.
    #[error("a tag has more than 32 bits")]
    LongTag,
    /// A field number of 0.
    #[error("field number 0")]
    FieldZero,
    /// A wire type that does not exist.
    #[error("wire type {0} does not exist")]
    NoWireType(u8),
    /// A length that leads out of what encloses it.
    #[error("a length of {length} where {left} bytes are left")]
    LongLength {
        /// The length.
        length: u64,
        /// What is left.
        left: usize,
    },
    /// A fixed-width value is cut off.
    #[error("a value of {width} bytes where {left} are left")]
    TruncatedFixed {
        /// The width.
        width: usize,
        /// What is left.
        left: usize,
    },
    /// Packed fixed-width values of a length that is no multiple of the width.
    #[error("a packed length of {length}, no multiple of {width}")]
    RaggedPacked {
        /// The length.
        length: usize,
        /// The width of a value.
        width: usize,
    },
    /// An end of a group that did not begin.
    #[error("the end of group {0}, which did not begin")]
    StrayEndGroup(u32),
    /// An end of another group.
    #[error("the end of group {found} inside group {open}")]
    OtherEndGroup {
        /// The group that is open.
        open: u32,
        /// The group that ends.
        found: u32,
    },
    /// A group without an end.
    #[error("group {0} does not end")]
    OpenGroup(u32),
    /// A known field with the wire type of another.
    #[error("wire type {found} for a field of type {kind}, which takes {wanted}")]
    WrongWireType {
        /// The type in the schema.
        kind: String,
        /// What the type takes, by name.
        wanted: &'static str,
        /// What is there, by name.
        found: &'static str,
    },
    /// A string that is not UTF-8.
    #[error("a string is not UTF-8: byte {at} of {length} is where it goes wrong")]
    InvalidUtf8 {
        /// The first bad byte of the string.
        at: usize,
        /// The length of the string.
        length: usize,
    },
    /// Messages nested too deep.
    #[error("messages are nested more than {MAX_NESTING} deep")]
    TooDeep,
}
