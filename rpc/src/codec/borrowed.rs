//! Messages that borrow: the decoder passes the bytes on, and the handler parses them where they can be borrowed from.

use std::sync::Arc;

use bytes::Bytes;
use wiretax::codec::Refield;
use wiretax::wrap::{Texts, Wrap};

use super::arm::{Arm, Fault};
use super::owned::Lend;
use super::part;

/// One message type in a codec, parsed and printed in the handler.
pub struct Borrowed<C> {
    codec: Arc<C>,
    wrap: Wrap,
}

impl<C> Borrowed<C> {
    /// With a wrap.
    pub fn new(codec: C, wrap: Wrap) -> Self {
        Borrowed {
            codec: Arc::new(codec),
            wrap,
        }
    }
}

impl<C> Clone for Borrowed<C> {
    fn clone(&self) -> Self {
        Borrowed {
            codec: self.codec.clone(),
            wrap: self.wrap,
        }
    }
}

/// What the handler gets, and what it gives.
pub enum Passed {
    /// To be parsed.
    Request(Bytes),
    /// Printed.
    Answer(Vec<u8>),
    /// What a client sends over and over: the message's wire bytes, to be parsed since nothing else can be borrowed from, and the texts of
    /// its bytes fields where the wrap holds them as texts.
    Again(Bytes, Option<Texts>),
}

impl<C: Refield<Input: Lend, Scratch = ()> + Send + Sync> Borrowed<C> {
    /// Parses, and hands the message to `then`.
    fn parsed<R>(
        &self,
        bytes: &Bytes,
        then: impl FnOnce(&C, &mut C::Msg<'_>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let decoded;
        let bytes = match self.wrap {
            Wrap::Base64(engine) => {
                decoded = part::base64_decode(engine, bytes)?;
                &decoded
            }
            Wrap::Raw | Wrap::Field(_) => bytes,
        };
        let mut scratch = ();
        let mut message = part::codec_decode(&*self.codec, Lend::lend(bytes), &mut scratch)?;
        if let Wrap::Field(engine) = self.wrap {
            part::base64_encode_fields(&*self.codec, engine, &mut message);
        }
        then(&self.codec, &mut message)
    }

    fn parse_and_print(&self, bytes: &Bytes) -> Result<Vec<u8>, Fault> {
        let wire = self.parsed(bytes, |codec, message| {
            if let Wrap::Field(engine) = self.wrap {
                part::base64_decode_fields(codec, engine, message)?;
            }
            let mut wire = Vec::new();
            part::codec_encode(codec, message, &mut wire)?;
            Ok(wire)
        })?;
        Ok(self.wrapped(wire))
    }

    fn wrapped(&self, wire: Vec<u8>) -> Vec<u8> {
        let Wrap::Base64(engine) = self.wrap else {
            return wire;
        };
        let mut text = Vec::new();
        part::base64_encode(engine, &wire, &mut text);
        text
    }

    /// What a client keeps of a request.
    fn kept(&self, request: &Bytes) -> Result<Passed, Fault> {
        let wire = match self.wrap {
            Wrap::Base64(engine) => part::base64_decode(engine, request)?,
            Wrap::Raw | Wrap::Field(_) => request.clone(),
        };
        let mut scratch = ();
        let mut message = part::codec_decode(&*self.codec, Lend::lend(&wire), &mut scratch)?;
        let texts = matches!(self.wrap, Wrap::Field(_)).then(|| {
            let mut texts = Texts::default();
            let Ok(()) = self.codec.each_bytes(&mut message, &mut texts);
            texts
        });
        drop(message);
        Ok(Passed::Again(wire, texts))
    }

    fn print_again(&self, wire: &Bytes, texts: Option<&Texts>) -> Result<Vec<u8>, Fault> {
        let mut scratch = ();
        let mut message = part::codec_decode(&*self.codec, Lend::lend(wire), &mut scratch)?;
        if let (Wrap::Field(engine), Some(texts)) = (self.wrap, texts) {
            part::base64_decode_texts(&*self.codec, engine, &mut message, texts)?;
        }
        let mut out = Vec::new();
        part::codec_encode(&*self.codec, &message, &mut out)?;
        Ok(self.wrapped(out))
    }
}

impl<C: Refield<Input: Lend, Scratch = ()> + Send + Sync> Arm for Borrowed<C> {
    type Message = Passed;

    fn read(&self, bytes: Bytes) -> Result<Passed, Fault> {
        Ok(Passed::Request(bytes))
    }

    fn answer(&self, message: Passed) -> Result<Passed, Fault> {
        match message {
            Passed::Request(bytes) => self.parse_and_print(&bytes).map(Passed::Answer),
            answer @ (Passed::Answer(_) | Passed::Again(..)) => Ok(answer),
        }
    }

    fn take(&self, message: Passed) -> Result<(), Fault> {
        match message {
            Passed::Request(bytes) => self.parsed(&bytes, |_, _| Ok(())),
            Passed::Answer(_) | Passed::Again(..) => Ok(()),
        }
    }

    fn write(&self, message: &Passed, out: &mut Vec<u8>) -> Result<(), Fault> {
        match message {
            Passed::Answer(wire) => out.extend_from_slice(wire),
            // An answer that is the same for all.
            Passed::Request(bytes) => out.extend_from_slice(&self.parse_and_print(bytes)?),
            Passed::Again(wire, texts) => {
                out.extend_from_slice(&self.print_again(wire, texts.as_ref())?);
            }
        }
        Ok(())
    }

    fn write_again(&self, message: &mut Passed, out: &mut Vec<u8>) -> Result<(), Fault> {
        if let Passed::Request(bytes) = message {
            *message = self.kept(bytes)?;
        }
        self.write(message, out)
    }
}
