//! `protobuf`: rust-protobuf 3.7, the pure-Rust crate.

use std::marker::PhantomData;

use protobuf::{Enum, EnumOrUnknown, Message};

use super::{BytesFields, Codec, EachBytes, Fields, Fold, Leaf, Read, Refield};

/// A rust-protobuf message decoded from a slice.
#[derive(Debug)]
pub struct Protobuf<M>(PhantomData<fn() -> M>);

impl<M> Protobuf<M> {
    /// The adapter for `M`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Protobuf(PhantomData)
    }
}

impl<M: Message> Codec for Protobuf<M> {
    type Input = [u8];
    type Scratch = ();
    type Error = protobuf::Error;
    type Msg<'a> = M;

    #[inline]
    fn decode<'a>(&'a self, input: &'a [u8], _: &'a mut ()) -> Result<M, Self::Error> {
        M::parse_from_bytes(input)
    }

    #[inline]
    fn encode(&self, msg: &M, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        msg.write_to_vec(out)
    }
}

impl<M: Message + Fields> Read for Protobuf<M> {
    #[inline]
    fn fold(&self, msg: &M, fold: &mut Fold) {
        msg.fold(fold);
    }
}

impl<M: Message + BytesFields> Refield for Protobuf<M> {
    #[inline]
    fn each_bytes<V: EachBytes>(&self, msg: &mut M, each: &mut V) -> Result<(), V::Error> {
        msg.each_bytes(each)
    }
}

impl<E: Enum> Leaf for EnumOrUnknown<E> {
    #[inline]
    fn leaf(&self) -> u64 {
        self.value().leaf()
    }
}
