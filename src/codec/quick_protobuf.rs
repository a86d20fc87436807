//! `quick-protobuf`: messages borrow strings, bytes and packed fixed-width data from the input.

use std::marker::PhantomData;

use quick_protobuf::{BytesReader, MessageRead, MessageWrite, Writer};

use super::{BytesFields, Codec, EachBytes, Fields, Fold, Read, Refield};

/// Names a message type at every lifetime, since a type that borrows is a different one at each.
pub trait Family: 'static {
    /// The message that borrows from an input that lives for `'a`.
    type Msg<'a>: MessageRead<'a> + MessageWrite;
}

/// A quick-protobuf message decoded from a slice.
#[derive(Debug)]
pub struct QuickProtobuf<F>(PhantomData<fn() -> F>);

impl<F> QuickProtobuf<F> {
    /// The adapter for the messages of `F`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        QuickProtobuf(PhantomData)
    }
}

impl<F: Family> Codec for QuickProtobuf<F> {
    type Input = [u8];
    type Scratch = ();
    type Error = quick_protobuf::Error;
    type Msg<'a> = F::Msg<'a>;

    #[inline]
    fn decode<'a>(&'a self, input: &'a [u8], _: &'a mut ()) -> Result<F::Msg<'a>, Self::Error> {
        F::Msg::from_reader(&mut BytesReader::from_bytes(input), input)
    }

    #[inline]
    fn encode(&self, msg: &F::Msg<'_>, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        msg.write_message(&mut Writer::new(out))
    }
}

impl<F: Family> Read for QuickProtobuf<F>
where
    for<'a> F::Msg<'a>: Fields,
{
    #[inline]
    fn fold(&self, msg: &F::Msg<'_>, fold: &mut Fold) {
        msg.fold(fold);
    }
}

impl<F: Family> Refield for QuickProtobuf<F>
where
    for<'a> F::Msg<'a>: BytesFields,
{
    #[inline]
    fn each_bytes<V: EachBytes>(&self, msg: &mut F::Msg<'_>, each: &mut V) -> Result<(), V::Error> {
        msg.each_bytes(each)
    }
}
