//! The forms in which values travel.

use std::marker::PhantomData;

use bytes::Bytes;
use http::HeaderValue;
use tonic::metadata::{Ascii, Binary, MetadataMap, MetadataValue};

use super::MetadataError;
use super::bin::{self, Unpadded};
use crate::wrap::{Engine as _, Standard};

/// A form in which values travel, and who makes it.
pub(super) trait Form: 'static {
    /// The header's name.
    const NAME: &'static str;
    /// What is sent.
    type Sent;
    /// What came, held in tonic's map.
    type Came;
    /// What a program sees.
    type Seen<'a>: AsRef<[u8]>;

    /// Some bytes that may travel so.
    fn example(length: usize) -> Vec<u8>;

    /// The texts that may come for these bytes; the first one is what is sent.
    fn texts(bytes: &[u8]) -> Vec<Bytes>;

    fn set(bytes: &[u8]) -> Self::Sent;

    fn sent(sent: &Self::Sent) -> &[u8];

    fn came(map: &MetadataMap) -> Option<&Self::Came>;

    fn get(came: &Self::Came) -> Result<Self::Seen<'_>, MetadataError>;
}

/// As they are.
pub(super) struct Text;

/// As base64, by tonic: the scalar engine of `base64`, which leaves padding out and takes it or not (`tonic::util::base64`).
pub(super) struct Tonic;

/// As base64, by an engine of ours.
pub(super) struct With<E>(PhantomData<E>);

impl Form for Text {
    const NAME: &'static str = "x-value";
    type Sent = MetadataValue<Ascii>;
    type Came = MetadataValue<Ascii>;
    type Seen<'a> = &'a str;

    fn example(length: usize) -> Vec<u8> {
        (b'!'..=b'~').cycle().take(length).collect()
    }

    fn texts(bytes: &[u8]) -> Vec<Bytes> {
        vec![Bytes::copy_from_slice(bytes)]
    }

    #[inline]
    fn set(bytes: &[u8]) -> Self::Sent {
        MetadataValue::try_from(bytes).expect("the example is ASCII")
    }

    fn sent(sent: &Self::Sent) -> &[u8] {
        sent.as_encoded_bytes()
    }

    fn came(map: &MetadataMap) -> Option<&Self::Came> {
        map.get(Self::NAME)
    }

    #[inline]
    fn get(came: &Self::Came) -> Result<&str, MetadataError> {
        came.to_str()
            .map_err(|_| MetadataError::not_ascii(Self::NAME, came.as_bytes()))
    }
}

/// What both forms of base64 are alike in.
macro_rules! base64_form {
    ($sent:ty) => {
        const NAME: &'static str = "x-value-bin";
        type Sent = $sent;
        type Came = MetadataValue<Binary>;
        type Seen<'a> = Bytes;

        fn example(length: usize) -> Vec<u8> {
            (0..length).map(|at| (at * 131 + length) as u8).collect()
        }

        fn texts(bytes: &[u8]) -> Vec<Bytes> {
            let padded = Standard::encode_fresh(bytes);
            let bare = padded.trim_end_matches('=').to_owned();
            vec![bare.into(), padded.into()]
        }

        fn came(map: &MetadataMap) -> Option<&Self::Came> {
            map.get_bin(Self::NAME)
        }
    };
}

impl Form for Tonic {
    base64_form!(MetadataValue<Binary>);

    #[inline]
    fn set(bytes: &[u8]) -> Self::Sent {
        MetadataValue::<Binary>::from_bytes(bytes)
    }

    fn sent(sent: &Self::Sent) -> &[u8] {
        sent.as_encoded_bytes()
    }

    #[inline]
    fn get(came: &Self::Came) -> Result<Bytes, MetadataError> {
        came.to_bytes()
            .map_err(|_| MetadataError::base64(Self::NAME, came.as_encoded_bytes()))
    }
}

impl<E: Unpadded> Form for With<E> {
    base64_form!(HeaderValue);

    #[inline]
    fn set(bytes: &[u8]) -> Self::Sent {
        bin::to_header::<E>(bytes)
    }

    fn sent(sent: &Self::Sent) -> &[u8] {
        sent.as_bytes()
    }

    #[inline]
    fn get(came: &Self::Came) -> Result<Bytes, MetadataError> {
        bin::from_text::<E>(Self::NAME, came.as_encoded_bytes())
    }
}

#[cfg(test)]
pub(super) use base64_form;
