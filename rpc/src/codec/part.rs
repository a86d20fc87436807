//! The pieces of work, each a function of its own that is never inlined, so that a profile which sees only the innermost
//! function can still tell them apart: what the compiler inlines of a codec ends up in a function here.

use bytes::Bytes;
use wiretax::codec::{Codec, EachBytes, Refield};
use wiretax::wrap::{Engine, EngineName, Simd, Standard, StandardSimd, Texts, ToText, Turbo};

use super::arm::Fault;

/// Calls an engine by its name.
macro_rules! with_engine {
    ($name:expr, $engine:ident => $do:expr) => {
        match $name {
            EngineName::Base64 => {
                type $engine = Standard;
                $do
            }
            EngineName::Base64SimdEngine => {
                type $engine = StandardSimd;
                $do
            }
            EngineName::Base64Simd => {
                type $engine = Simd;
                $do
            }
            EngineName::Base64Turbo => {
                type $engine = Turbo;
                $do
            }
        }
    };
}

/// Parses a message.
#[inline(never)]
pub fn codec_decode<'a, C: Codec>(
    codec: &'a C,
    input: &'a C::Input,
    scratch: &'a mut C::Scratch,
) -> Result<C::Msg<'a>, Fault> {
    codec
        .decode(input, scratch)
        .map_err(|error| Fault::by("the codec", error))
}

/// Prints a message.
#[inline(never)]
pub fn codec_encode<C: Codec>(
    codec: &C,
    message: &C::Msg<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    codec
        .encode(message, out)
        .map_err(|error| Fault::by("the codec", error))
}

/// The whole message out of its text, in a buffer of its own.
#[inline(never)]
pub fn base64_decode(engine: EngineName, text: &[u8]) -> Result<Bytes, Fault> {
    with_engine!(engine, E => E::decode_fresh(text).map(Bytes::from).map_err(|error| Fault::by("base64", error)))
}

/// Appends the text of a whole message.
#[inline(never)]
pub fn base64_encode(engine: EngineName, bytes: &[u8], text: &mut Vec<u8>) {
    with_engine!(engine, E => text.extend_from_slice(E::encode_fresh(bytes).as_bytes()));
}

/// Turns every bytes field into its text.
#[inline(never)]
pub fn base64_encode_fields<C: Refield>(codec: &C, engine: EngineName, message: &mut C::Msg<'_>) {
    let Ok(()) = with_engine!(engine, E => codec.each_bytes(message, &mut ToText::<E>::new()));
}

/// Turns every bytes field, which holds text, into the bytes that it stands for.
#[inline(never)]
pub fn base64_decode_fields<C: Refield>(
    codec: &C,
    engine: EngineName,
    message: &mut C::Msg<'_>,
) -> Result<(), Fault> {
    with_engine!(engine, E => codec.each_bytes(message, &mut Held::<E>::default()))
        .map_err(|error| Fault::by("base64", error))
}

/// Sets every bytes field from texts that are kept elsewhere.
#[inline(never)]
pub fn base64_decode_texts<C: Refield>(
    codec: &C,
    engine: EngineName,
    message: &mut C::Msg<'_>,
    texts: &Texts,
) -> Result<(), Fault> {
    with_engine!(engine, E => codec.each_bytes(message, &mut texts.decoder::<E>()))
        .map_err(|error| Fault::by("base64", error))
}

/// Decodes the text that a field holds.
struct Held<E>(std::marker::PhantomData<E>);

impl<E> Default for Held<E> {
    fn default() -> Self {
        Held(std::marker::PhantomData)
    }
}

impl<E: Engine> EachBytes for Held<E> {
    type Error = wiretax::wrap::TextError;

    #[inline]
    fn field<F: wiretax::codec::BytesField>(&mut self, field: &mut F) -> Result<(), Self::Error> {
        let bytes = E::decode_fresh(field.get())?;
        field.set(bytes);
        Ok(())
    }
}

/// Copies what a message borrows.
#[inline(never)]
pub fn codec_own<C: super::owned::Own>(message: C::Msg<'_>) -> C::Msg<'static> {
    C::own(message)
}
