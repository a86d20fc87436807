//! Messages that own their fields: decoded in the decoder, as tonic's own codec does it.

use bytes::Bytes;
use wiretax::codec::{Family, Input, Prost, ProstBytes, Protobuf, QuickProtobuf, Refield};
use wiretax::wrap::{Texts, Wrap};

use super::arm::{Arm, Fault};
use super::part;

/// An input that [`Bytes`] can be lent as.
pub trait Lend: Input {
    /// The bytes.
    fn lend(bytes: &Bytes) -> &Self;
}

impl Lend for [u8] {
    fn lend(bytes: &Bytes) -> &Self {
        bytes
    }
}

impl Lend for Bytes {
    fn lend(bytes: &Bytes) -> &Self {
        bytes
    }
}

/// A codec whose messages can leave the decoder.
pub trait Own: Refield<Input: Lend, Scratch = (), Msg<'static>: Send + Sync> + Send + Sync {
    /// The message with everything that it borrows copied.
    fn own(message: Self::Msg<'_>) -> Self::Msg<'static>;
    /// A copy of a message.
    fn copy(message: &Self::Msg<'static>) -> Self::Msg<'static>;
}

macro_rules! own {
    ($adapter:ident, $bound:path) => {
        impl<M> Own for $adapter<M>
        where
            M: $bound + Default + Clone + wiretax::codec::BytesFields + Send + Sync + 'static,
        {
            #[inline(always)]
            fn own(message: M) -> M {
                message
            }

            fn copy(message: &M) -> M {
                message.clone()
            }
        }
    };
}

own!(Prost, prost::Message);
own!(ProstBytes, prost::Message);
own!(Protobuf, protobuf::Message);

/// A borrowing message type that can copy what it borrows.
pub trait Copied: Family {
    /// The same message, which borrows nothing.
    fn copied(message: Self::Msg<'_>) -> Self::Msg<'static>;
}

impl<F: Copied> Own for QuickProtobuf<F>
where
    for<'a> F::Msg<'a>: wiretax::codec::BytesFields,
    F::Msg<'static>: Send + Sync + Clone,
{
    fn own(message: F::Msg<'_>) -> F::Msg<'static> {
        F::copied(message)
    }

    fn copy(message: &F::Msg<'static>) -> F::Msg<'static> {
        message.clone()
    }
}

/// One message type in a codec, decoded in the decoder.
pub struct Owned<C> {
    codec: std::sync::Arc<C>,
    wrap: Wrap,
}

impl<C> Owned<C> {
    /// With a wrap.
    pub fn new(codec: C, wrap: Wrap) -> Self {
        Owned {
            codec: std::sync::Arc::new(codec),
            wrap,
        }
    }
}

impl<C> Clone for Owned<C> {
    fn clone(&self) -> Self {
        Owned {
            codec: self.codec.clone(),
            wrap: self.wrap,
        }
    }
}

/// A message, with the texts of its bytes fields where the wrap holds them as texts.
pub struct Held<C: Own> {
    message: C::Msg<'static>,
    texts: Option<Texts>,
}

impl<C: Own> Arm for Owned<C> {
    type Message = Held<C>;

    fn read(&self, bytes: Bytes) -> Result<Held<C>, Fault> {
        let bytes = match self.wrap {
            Wrap::Base64(engine) => part::base64_decode(engine, &bytes)?,
            Wrap::Raw | Wrap::Field(_) => bytes,
        };
        let mut scratch = ();
        let message = part::codec_decode(&*self.codec, Lend::lend(&bytes), &mut scratch)?;
        let mut message = part::codec_own::<C>(message);
        if let Wrap::Field(engine) = self.wrap {
            part::base64_encode_fields(&*self.codec, engine, &mut message);
        }
        Ok(Held {
            message,
            texts: None,
        })
    }

    fn answer(&self, message: Held<C>) -> Result<Held<C>, Fault> {
        Ok(message)
    }

    fn write(&self, held: &Held<C>, out: &mut Vec<u8>) -> Result<(), Fault> {
        match self.wrap {
            Wrap::Raw => part::codec_encode(&*self.codec, &held.message, out),
            Wrap::Base64(engine) => {
                let mut wire = Vec::new();
                part::codec_encode(&*self.codec, &held.message, &mut wire)?;
                part::base64_encode(engine, &wire, out);
                Ok(())
            }
            Wrap::Field(engine) => {
                let mut message = C::copy(&held.message);
                part::base64_decode_fields(&*self.codec, engine, &mut message)?;
                part::codec_encode(&*self.codec, &message, out)
            }
        }
    }

    /// The texts are kept, and decoded into the message at every call: what the client of the first report did.
    fn write_again(&self, held: &mut Held<C>, out: &mut Vec<u8>) -> Result<(), Fault> {
        let Wrap::Field(engine) = self.wrap else {
            return self.write(held, out);
        };
        if held.texts.is_none() {
            // Read as fields of text; from here on the fields are bytes and the texts stand beside them.
            part::base64_decode_fields(&*self.codec, engine, &mut held.message)?;
            let mut texts = Texts::default();
            let Ok(()) = self.codec.each_bytes(&mut held.message, &mut texts);
            held.texts = Some(texts);
        }
        if let Some(texts) = &held.texts {
            part::base64_decode_texts(&*self.codec, engine, &mut held.message, texts)?;
        }
        part::codec_encode(&*self.codec, &held.message, out)
    }
}
