//! `prost` and `prost-bytes`: prost 0.14, from a slice or from shared [`bytes::Bytes`].

use std::marker::PhantomData;

use bytes::Bytes;

use super::{BytesFields, Codec, EachBytes, Fields, Fold, Read, Refield};

/// A prost message decoded from a slice.
///
/// ```
/// # use wiretax::codec::{Codec, Prost};
/// let codec = Prost::<String>::new(); // google.protobuf.StringValue
/// assert_eq!(codec.decode(b"\x0a\x02hi", &mut ()).unwrap(), "hi");
/// ```
#[derive(Debug)]
pub struct Prost<M>(PhantomData<fn() -> M>);

/// A prost message decoded from [`Bytes`]; with `bytes = "bytes"` fields it copies no data.
#[derive(Debug)]
pub struct ProstBytes<M>(PhantomData<fn() -> M>);

macro_rules! adapter {
    ($name:ident, $input:ty, |$from:ident| $read:expr) => {
        impl<M> $name<M> {
            /// The adapter for `M`.
            #[allow(clippy::new_without_default)]
            pub fn new() -> Self {
                $name(PhantomData)
            }
        }

        impl<M: prost::Message + Default + 'static> Codec for $name<M> {
            type Input = $input;
            type Scratch = ();
            type Error = prost::DecodeError;
            type Msg<'a> = M;

            #[inline]
            fn decode<'a>(&'a self, $from: &'a $input, _: &'a mut ()) -> Result<M, Self::Error> {
                M::decode($read)
            }

            #[inline]
            fn encode(&self, msg: &M, out: &mut Vec<u8>) -> Result<(), Self::Error> {
                // The only failure is a buffer that cannot grow, and a vector can.
                let _: Result<(), prost::EncodeError> = msg.encode(out);
                Ok(())
            }
        }

        impl<M: prost::Message + Default + Fields + 'static> Read for $name<M> {
            #[inline]
            fn fold(&self, msg: &M, fold: &mut Fold) {
                msg.fold(fold);
            }
        }

        impl<M: prost::Message + Default + BytesFields + 'static> Refield for $name<M> {
            #[inline]
            fn each_bytes<V: EachBytes>(&self, msg: &mut M, each: &mut V) -> Result<(), V::Error> {
                msg.each_bytes(each)
            }
        }
    };
}

adapter!(Prost, [u8], |from| from);
// Cloning `Bytes` counts a reference; it is what sharing the input costs.
adapter!(ProstBytes, Bytes, |from| from.clone());
