//! Which call, with what.

use bytes::{BufMut, Bytes, BytesMut};
use clap::ValueEnum;
use wiretax::wrap::Wrap;

use crate::codec::CodecName;

/// A call of `proto/rpc.proto` that codecs are compared in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CallName {
    /// `wiretax.rpc.Echo.Echo`: what goes comes back
    Echo,
    /// `wiretax.rpc.Echo.Hello`: `hello` comes back
    Hello,
    /// `wiretax.rpc.Append.Append`: an event goes, a number comes back
    Append,
    /// `wiretax.rpc.Store.Set`: a value goes, its length comes back
    #[value(skip)]
    Set,
    /// `wiretax.rpc.Store.Get`: a key goes, its value comes back
    #[value(skip)]
    Get,
}

impl CallName {
    /// Path of the request.
    pub fn path(self) -> &'static str {
        match self {
            CallName::Echo => "/wiretax.rpc.Echo/Echo",
            CallName::Hello => "/wiretax.rpc.Echo/Hello",
            CallName::Append => "/wiretax.rpc.Append/Append",
            CallName::Set => "/wiretax.rpc.Store/Set",
            CallName::Get => "/wiretax.rpc.Store/Get",
        }
    }

    /// As ghz spells it.
    pub fn dotted(self) -> String {
        self.path().trim_start_matches('/').replace('/', ".")
    }
}

/// A call with its request.
#[derive(Debug, Clone)]
pub struct Call {
    /// Which.
    pub name: CallName,
    /// The codec that a typed client writes the request with.
    pub codec: CodecName,
    /// How the message travels.
    pub wrap: Wrap,
    /// The request's message as it travels.
    pub message: Bytes,
    /// Names of streams that events are appended to, in turn: the header `stream` of the requests. None where empty.
    pub streams: Vec<String>,
}

/// The header that names a stream.
pub const STREAM: &str = "stream";

/// A flag and a length of four bytes stand before each message (gRPC over HTTP/2, "Length-Prefixed-Message").
pub const PREFIX: usize = 5;

impl Call {
    /// The stream that the request in flight with this number appends to.
    pub fn stream(&self, number: usize) -> Option<&str> {
        let at = number.checked_rem(self.streams.len())?;
        Some(&self.streams[at])
    }

    /// The request's message as a gRPC frame.
    pub fn frame(&self) -> Bytes {
        let mut frame = BytesMut::with_capacity(PREFIX + self.message.len());
        frame.put_u8(0);
        // A message of 4 GiB is refused where payloads are read.
        frame.put_u32(self.message.len() as u32);
        frame.put_slice(&self.message);
        frame.freeze()
    }
}
