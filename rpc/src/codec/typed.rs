//! A prost message as itself, for calls whose handler looks into it.

use std::marker::PhantomData;

use bytes::Bytes;

use super::arm::{Arm, Fault};

/// The message type `M`, without a wrap.
#[derive(Debug)]
pub struct Typed<M>(PhantomData<fn() -> M>);

impl<M> Typed<M> {
    /// The arm.
    pub fn new() -> Self {
        Typed(PhantomData)
    }
}

impl<M> Clone for Typed<M> {
    fn clone(&self) -> Self {
        Typed::new()
    }
}

impl<M: prost::Message + Default + 'static> Arm for Typed<M> {
    type Message = M;

    fn read(&self, bytes: Bytes) -> Result<M, Fault> {
        M::decode(bytes).map_err(|error| Fault::by("the codec", error))
    }

    fn answer(&self, message: M) -> Result<M, Fault> {
        Ok(message)
    }

    fn write(&self, message: &M, out: &mut Vec<u8>) -> Result<(), Fault> {
        message
            .encode(out)
            .map_err(|error| Fault::by("the codec", error))
    }
}
