//! What holds metadata, seen alike: [`HeaderMap`], tonic's [`MetadataMap`] and [`Flat`].

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use tonic::metadata::{Ascii, MetadataKey, MetadataMap};

use super::error::shown;
use super::flat::{Flat, Key};
use super::receive::{Limit, Pair, Pseudo, receive};
use super::{MetadataError, bin};
use crate::wrap::Simd;

/// How room is made for headers as they are put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// As they come, as an HTTP/2 stack does it, which does not know how many there will be.
    Grown,
    /// For all pairs beforehand.
    Reserved,
}

impl Room {
    fn of(self, pairs: &[Pair]) -> usize {
        match self {
            Room::Grown => 0,
            Room::Reserved => pairs.len(),
        }
    }
}

/// What holds the metadata of a call.
pub trait Metadata: Sized + 'static {
    /// A name that is known to be one.
    type Key: 'static;

    /// The key of a name in lower case.
    ///
    /// # Panics
    /// Where it is none, or ends with `-bin`.
    fn key(name: &'static str) -> Self::Key;

    /// The metadata of a request, and its pseudo headers.
    ///
    /// # Errors
    /// Those of [`receive`], and for what HTTP/2 does not allow in a name or a value.
    fn from_raw(pairs: &[Pair], limit: Limit, room: Room) -> Result<(Pseudo, Self), MetadataError>;

    /// Takes out whatever has this name, in whatever case that is. tonic wants one that does not end with `-bin`.
    fn remove(&mut self, name: &str);

    /// Takes out whatever has this name.
    fn remove_key(&mut self, key: &Self::Key);

    /// The first value with this name, in whatever case that is. tonic wants one that does not end with `-bin`.
    fn get(&self, name: &str) -> Option<&[u8]>;

    /// The first value with this name.
    fn get_key(&self, key: &Self::Key) -> Option<&[u8]>;

    /// The first value with this name as text.
    ///
    /// # Errors
    /// Where HTTP lets it pass and it is not ASCII.
    fn text(&self, name: &str) -> Result<Option<&str>, MetadataError>;

    /// The bytes of the first value with this name, or of the first of those that were joined on their way; `None`
    /// where the name does not end with `-bin`.
    ///
    /// # Errors
    /// Where it is no base64. tonic takes joined values to be none.
    fn binary(&self, name: &str) -> Result<Option<Bytes>, MetadataError>;

    /// Hands over names and values as HPACK wants them, those of a name in their order.
    fn each(&self, field: impl FnMut(&[u8], &[u8]));
}

impl Metadata for HeaderMap {
    type Key = HeaderName;

    fn key(name: &'static str) -> HeaderName {
        HeaderName::from_static(name)
    }

    /// By the calls that `h2` makes for a header whose name and value stand in the block (`hpack::Header::new`), which copies the value. What a
    /// block only refers to is not parsed again there.
    #[inline]
    fn from_raw(pairs: &[Pair], limit: Limit, room: Room) -> Result<(Pseudo, Self), MetadataError> {
        let mut map = HeaderMap::with_capacity(room.of(pairs));
        let pseudo = receive(pairs, limit, |name, value| {
            let key =
                HeaderName::from_lowercase(name).map_err(|_| MetadataError::name(name, value))?;
            let value =
                HeaderValue::from_bytes(value).map_err(|_| MetadataError::value(name, value))?;
            map.try_append(key, value)
                .map_err(|_| MetadataError::TooMany { name: shown(name) })?;
            Ok(())
        })?;
        Ok((pseudo, map))
    }

    #[inline]
    fn remove(&mut self, name: &str) {
        HeaderMap::remove(self, name);
    }

    #[inline]
    fn remove_key(&mut self, key: &HeaderName) {
        HeaderMap::remove(self, key);
    }

    #[inline]
    fn get(&self, name: &str) -> Option<&[u8]> {
        HeaderMap::get(self, name).map(HeaderValue::as_bytes)
    }

    #[inline]
    fn get_key(&self, key: &HeaderName) -> Option<&[u8]> {
        HeaderMap::get(self, key).map(HeaderValue::as_bytes)
    }

    fn text(&self, name: &str) -> Result<Option<&str>, MetadataError> {
        let value = HeaderMap::get(self, name);
        let text = value.map(|value| {
            value
                .to_str()
                .map_err(|_| MetadataError::not_ascii(name, value.as_bytes()))
        });
        text.transpose()
    }

    fn binary(&self, name: &str) -> Result<Option<Bytes>, MetadataError> {
        let value = HeaderMap::get(self, name).filter(|_| is_binary(name));
        let first = value.and_then(|value| bin::pieces(value.as_bytes()).next());
        first
            .map(|text| bin::from_text::<Simd>(name, text))
            .transpose()
    }

    #[inline]
    fn each(&self, mut field: impl FnMut(&[u8], &[u8])) {
        for (name, value) in self {
            field(name.as_str().as_bytes(), value.as_bytes());
        }
    }
}

impl Metadata for MetadataMap {
    type Key = MetadataKey<Ascii>;

    fn key(name: &'static str) -> MetadataKey<Ascii> {
        MetadataKey::from_static(name)
    }

    /// As tonic does it: the map of the HTTP/2 stack, moved in.
    #[inline]
    fn from_raw(pairs: &[Pair], limit: Limit, room: Room) -> Result<(Pseudo, Self), MetadataError> {
        let (pseudo, headers) = HeaderMap::from_raw(pairs, limit, room)?;
        Ok((pseudo, MetadataMap::from_headers(headers)))
    }

    #[inline]
    fn remove(&mut self, name: &str) {
        MetadataMap::remove(self, name);
    }

    #[inline]
    fn remove_key(&mut self, key: &MetadataKey<Ascii>) {
        MetadataMap::remove(self, key);
    }

    #[inline]
    fn get(&self, name: &str) -> Option<&[u8]> {
        MetadataMap::get(self, name).map(|value| value.as_encoded_bytes())
    }

    #[inline]
    fn get_key(&self, key: &MetadataKey<Ascii>) -> Option<&[u8]> {
        MetadataMap::get(self, key).map(|value| value.as_encoded_bytes())
    }

    fn text(&self, name: &str) -> Result<Option<&str>, MetadataError> {
        let value = MetadataMap::get(self, name);
        let text = value.map(|value| {
            value
                .to_str()
                .map_err(|_| MetadataError::not_ascii(name, value.as_bytes()))
        });
        text.transpose()
    }

    fn binary(&self, name: &str) -> Result<Option<Bytes>, MetadataError> {
        let value = self.get_bin(name);
        let bytes = value.map(|value| {
            let bytes = value.to_bytes();
            bytes.map_err(|_| MetadataError::base64(name, value.as_encoded_bytes()))
        });
        bytes.transpose()
    }

    /// As tonic does it: the map that is inside.
    #[inline]
    fn each(&self, field: impl FnMut(&[u8], &[u8])) {
        self.as_ref().each(field);
    }
}

impl Metadata for Flat {
    type Key = Key;

    fn key(name: &'static str) -> Key {
        Key::from_static(name)
    }

    #[inline]
    fn from_raw(pairs: &[Pair], limit: Limit, room: Room) -> Result<(Pseudo, Self), MetadataError> {
        let mut flat = Flat::with_capacity(room.of(pairs));
        let pseudo = receive(pairs, limit, |name, value| {
            flat.append(name.clone(), value.clone())
        })?;
        Ok((pseudo, flat))
    }

    #[inline]
    fn remove(&mut self, name: &str) {
        Flat::remove(self, name);
    }

    #[inline]
    fn remove_key(&mut self, key: &Key) {
        Flat::remove_key(self, key);
    }

    #[inline]
    fn get(&self, name: &str) -> Option<&[u8]> {
        Flat::get(self, name)
    }

    #[inline]
    fn get_key(&self, key: &Key) -> Option<&[u8]> {
        Flat::get_key(self, key)
    }

    fn text(&self, name: &str) -> Result<Option<&str>, MetadataError> {
        let value = Flat::get(self, name);
        value.map(|value| Flat::as_text(name, value)).transpose()
    }

    fn binary(&self, name: &str) -> Result<Option<Bytes>, MetadataError> {
        self.get_all_bin(name).next().transpose()
    }

    #[inline]
    fn each(&self, mut field: impl FnMut(&[u8], &[u8])) {
        for (name, value) in self.iter() {
            field(name, value);
        }
    }
}

fn is_binary(name: &str) -> bool {
    name.as_bytes().ends_with(bin::SUFFIX)
}
