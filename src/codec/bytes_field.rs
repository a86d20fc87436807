//! Reaching a message's bytes fields, to hold base64 text in them instead of bytes.

use std::borrow::Cow;

use bytes::Bytes;

/// The Rust type of a bytes field.
pub trait BytesField {
    /// The value.
    fn get(&self) -> &[u8];
    /// Replaces the value.
    fn set(&mut self, value: Vec<u8>);
}

/// What is done with each bytes field.
pub trait EachBytes {
    /// Why it failed.
    type Error;
    /// Called once a field, map value, element or oneof member.
    fn field<F: BytesField>(&mut self, field: &mut F) -> Result<(), Self::Error>;
}

/// A message whose bytes fields can be reached, its own and those of its sub-messages.
pub trait BytesFields {
    /// Visits them, always in the same order for the same message.
    fn each_bytes<V: EachBytes>(&mut self, each: &mut V) -> Result<(), V::Error>;
}

impl BytesField for Vec<u8> {
    #[inline]
    fn get(&self) -> &[u8] {
        self
    }

    #[inline]
    fn set(&mut self, value: Vec<u8>) {
        *self = value;
    }
}

impl BytesField for Bytes {
    #[inline]
    fn get(&self) -> &[u8] {
        self
    }

    #[inline]
    fn set(&mut self, value: Vec<u8>) {
        *self = Bytes::from(value);
    }
}

impl BytesField for Cow<'_, [u8]> {
    #[inline]
    fn get(&self) -> &[u8] {
        self
    }

    #[inline]
    fn set(&mut self, value: Vec<u8>) {
        *self = Cow::Owned(value);
    }
}
