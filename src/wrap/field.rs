//! `base64-field`: a message's bytes fields held as text.

use std::convert::Infallible;
use std::marker::PhantomData;

use super::{Engine, TextError};
use crate::codec::{BytesField, EachBytes};

/// Turns every bytes field into its base64 text, in a fresh buffer each, as after a decode.
#[derive(Debug)]
pub struct ToText<E>(PhantomData<E>);

impl<E> ToText<E> {
    /// With engine `E`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        ToText(PhantomData)
    }
}

impl<E: Engine> EachBytes for ToText<E> {
    type Error = Infallible;

    #[inline]
    fn field<F: BytesField>(&mut self, field: &mut F) -> Result<(), Infallible> {
        field.set(E::encode_fresh(field.get()).into_bytes());
        Ok(())
    }
}

/// The texts that a message's bytes fields are held as, in the order of the visit.
#[derive(Debug, Default)]
pub struct Texts(Vec<String>);

impl EachBytes for Texts {
    type Error = Infallible;

    /// Takes a field's text down.
    fn field<F: BytesField>(&mut self, field: &mut F) -> Result<(), Infallible> {
        self.0.push(super::Standard::encode_fresh(field.get()));
        Ok(())
    }
}

impl Texts {
    /// Whether these are the texts that fields `held` hold; otherwise what differs.
    pub fn same_as(&self, held: &[Vec<u8>]) -> Result<(), String> {
        if self.0.len() != held.len() {
            return Err(format!(
                "{} bytes fields were visited, then {}",
                self.0.len(),
                held.len()
            ));
        }
        match self
            .0
            .iter()
            .zip(held)
            .position(|(text, held)| text.as_bytes() != held)
        {
            None => Ok(()),
            Some(at) => Err(format!(
                "the text of bytes field {} of {} differs",
                at + 1,
                held.len()
            )),
        }
    }

    /// A visitor that decodes each text into its field, in a fresh buffer, as before an encode.
    pub fn decoder<E: Engine>(&self) -> FromText<'_, E> {
        FromText {
            texts: self.0.iter(),
            engine: PhantomData,
        }
    }
}

/// Sets every bytes field from its text.
#[derive(Debug)]
pub struct FromText<'a, E> {
    texts: std::slice::Iter<'a, String>,
    engine: PhantomData<E>,
}

impl<E: Engine> EachBytes for FromText<'_, E> {
    type Error = TextError;

    #[inline]
    fn field<F: BytesField>(&mut self, field: &mut F) -> Result<(), TextError> {
        // The texts were taken from this very message, so there is one for every field.
        if let Some(text) = self.texts.next() {
            field.set(E::decode_fresh(std::hint::black_box(text).as_bytes())?);
        }
        Ok(())
    }
}
