//! Codecs: ways to turn a message into wire bytes and back.
//!
//! [`Codec`] is the whole of what a timed loop calls. One file below adapts one crate; adding a codec is
//! one file here and one in the `codegen` member. What visits a message's fields ([`Fields`],
//! [`BytesFields`]) is printed by codegen for generated types and can be written by hand for your own.

mod bytes_field;
mod fold;
mod input;
mod prost;
mod protobuf;
mod quick_protobuf;

pub use bytes_field::{BytesField, BytesFields, EachBytes};
pub use fold::{Fields, Fold, Leaf};
pub use input::Input;
pub(crate) use input::PAGE;
pub use prost::{Prost, ProstBytes};
pub use protobuf::Protobuf;
pub use quick_protobuf::{Family, QuickProtobuf};

/// One way to turn one message type into wire bytes and back.
///
/// The shape serves owned, borrowing and lazy messages alike: a message may borrow from the codec, from
/// the input and from scratch memory that is reused between calls.
pub trait Codec: 'static {
    /// What `decode` reads: `[u8]`, or [`bytes::Bytes`] for a codec that shares its input.
    type Input: Input + ?Sized;
    /// Memory reused between decodes, such as an arena; `()` where there is none.
    type Scratch: Default;
    /// Why a call failed.
    type Error: std::fmt::Display;
    /// The decoded message.
    type Msg<'a>
    where
        Self: 'a;

    /// Decodes one message that fills the whole input.
    fn decode<'a>(
        &'a self,
        input: &'a Self::Input,
        scratch: &'a mut Self::Scratch,
    ) -> Result<Self::Msg<'a>, Self::Error>;

    /// Appends the message's wire bytes to `out`.
    fn encode(&self, msg: &Self::Msg<'_>, out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// A codec whose messages can be read field by field, for the op `read`.
pub trait Read: Codec {
    /// Visits every field of `msg`.
    fn fold(&self, msg: &Self::Msg<'_>, fold: &mut Fold);
}

/// A codec whose messages' bytes fields can be replaced, for the wrap `base64-field`.
pub trait Refield: Codec {
    /// Visits every bytes field of `msg`, always in the same order for the same message.
    fn each_bytes<V: EachBytes>(
        &self,
        msg: &mut Self::Msg<'_>,
        each: &mut V,
    ) -> Result<(), V::Error>;
}
