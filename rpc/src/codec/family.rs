//! One codec for every message of the calls that codecs are compared in.

use std::borrow::Cow;

use wiretax::codec::{BytesFields, EachBytes};
use wiretax::wrap::Wrap;

use super::arm::Arm;
use super::borrowed::Borrowed;
use super::none::Unparsed;
use super::owned::{Copied, Owned};
use crate::generated::{m0, m1, m2};

/// One codec, for every message.
pub trait Family: Send + Sync + 'static {
    /// `wiretax.rpc.Note`.
    type Note: Arm;
    /// `wiretax.append.ProposedMessage`.
    type Proposed: Arm;
    /// `wiretax.rpc.Appended`.
    type Appended: Arm;

    /// With a wrap.
    fn note(wrap: Wrap) -> Self::Note;
    /// With a wrap.
    fn proposed(wrap: Wrap) -> Self::Proposed;
    /// With a wrap.
    fn appended(wrap: Wrap) -> Self::Appended;
}

/// Messages of `proto/suite.toml` without a bytes field: there is nothing to hold as text.
macro_rules! no_bytes {
    ($($message:ty),*) => { $(
        impl BytesFields for $message {
            fn each_bytes<V: EachBytes>(&mut self, _: &mut V) -> Result<(), V::Error> {
                Ok(())
            }
        }
    )* };
}

no_bytes!(
    m2::prost::generated::Msg0,
    m2::prost_bytes::generated::Msg0,
    m2::protobuf::generated::Msg0,
    m2::quick_protobuf::generated::Msg0
);

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

fn owned_bytes(bytes: Cow<'_, [u8]>) -> Cow<'static, [u8]> {
    Cow::Owned(bytes.into_owned())
}

impl Copied for m0::quick_protobuf::Borrowing {
    fn copied(
        message: m0::quick_protobuf::generated::Msg0<'_>,
    ) -> m0::quick_protobuf::generated::Msg0<'static> {
        m0::quick_protobuf::generated::Msg0 {
            n1: owned(message.n1),
            n2: owned_bytes(message.n2),
        }
    }
}

impl Copied for m1::quick_protobuf::Borrowing {
    fn copied(
        message: m1::quick_protobuf::generated::Msg0<'_>,
    ) -> m1::quick_protobuf::generated::Msg0<'static> {
        let entries = message.n2.into_iter();
        m1::quick_protobuf::generated::Msg0 {
            n1: owned(message.n1),
            n2: entries
                .map(|(key, value)| (owned(key), owned(value)))
                .collect(),
            n3: owned_bytes(message.n3),
            n4: owned_bytes(message.n4),
        }
    }
}

impl Copied for m2::quick_protobuf::Borrowing {
    fn copied(message: m2::quick_protobuf::generated::Msg0) -> m2::quick_protobuf::generated::Msg0 {
        message
    }
}

/// Marker of a family, its adapter, the arm around it, and the messages in the order of the trait.
macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $arm:ident<$codec:ident>($note:ty, $proposed:ty, $appended:ty);)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Family for $name {
            type Note = $arm<wiretax::codec::$codec<$note>>;
            type Proposed = $arm<wiretax::codec::$codec<$proposed>>;
            type Appended = $arm<wiretax::codec::$codec<$appended>>;

            fn note(wrap: Wrap) -> Self::Note {
                $arm::new(wiretax::codec::$codec::new(), wrap)
            }

            fn proposed(wrap: Wrap) -> Self::Proposed {
                $arm::new(wiretax::codec::$codec::new(), wrap)
            }

            fn appended(wrap: Wrap) -> Self::Appended {
                $arm::new(wiretax::codec::$codec::new(), wrap)
            }
        }
    )* };
}

families! {
    /// prost, bytes as `Vec<u8>`.
    Prost: Owned<Prost>(m0::prost::generated::Msg0, m1::prost::generated::Msg0, m2::prost::generated::Msg0);
    /// prost, bytes as `Bytes`.
    ProstBytes: Owned<ProstBytes>(
        m0::prost_bytes::generated::Msg0, m1::prost_bytes::generated::Msg0, m2::prost_bytes::generated::Msg0
    );
    /// rust-protobuf.
    Protobuf: Owned<Protobuf>(
        m0::protobuf::generated::Msg0, m1::protobuf::generated::Msg0, m2::protobuf::generated::Msg0
    );
    /// quick-protobuf, copied.
    QuickProtobuf: Owned<QuickProtobuf>(
        m0::quick_protobuf::Borrowing, m1::quick_protobuf::Borrowing, m2::quick_protobuf::Borrowing
    );
    /// quick-protobuf, parsed in the handler.
    QuickProtobufBorrowed: Borrowed<QuickProtobuf>(
        m0::quick_protobuf::Borrowing, m1::quick_protobuf::Borrowing, m2::quick_protobuf::Borrowing
    );
}

/// No codec.
#[derive(Debug, Clone, Copy)]
pub struct Floor;

impl Family for Floor {
    type Note = Unparsed;
    type Proposed = Unparsed;
    type Appended = Unparsed;

    fn note(_: Wrap) -> Unparsed {
        Unparsed
    }

    fn proposed(_: Wrap) -> Unparsed {
        Unparsed
    }

    fn appended(_: Wrap) -> Unparsed {
        Unparsed
    }
}
