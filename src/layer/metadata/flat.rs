//! Metadata as a vector of pairs: nothing is hashed, names are handles on what came, and a look-up goes through all.

use bytes::Bytes;

use super::{MetadataError, bin};
use crate::wrap::Simd;

/// The longest name in bytes, as `http` has it.
pub(super) const MOST_NAME: usize = 65_535;

/// Whether a byte may be in a name: the characters of a token (RFC 9110, 5.6.2) in lower case (RFC 9113, 8.2.1).
pub(super) const fn is_name_byte(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'
            | b'0'..=b'9' | b'a'..=b'z'
    )
}

/// Whether a byte may be in a value: visible ASCII, space, tab and what is above ASCII (RFC 9110, 5.5: obs-text).
pub(super) const fn is_value_byte(byte: u8) -> bool {
    byte == b'\t' || (byte >= b' ' && byte != 0x7f)
}

/// Whether a byte may be in text: gRPC's ASCII-Value, and the tab, which `http` lets be text too.
pub(super) const fn is_text_byte(byte: u8) -> bool {
    byte == b'\t' || (byte >= b' ' && byte < 0x7f)
}

/// A question to each byte, asked once.
struct Table([bool; 256]);

impl Table {
    const NAME: Table = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = is_name_byte(byte as u8);
            byte += 1;
        }
        Table(table)
    };

    #[inline]
    fn all(&self, bytes: &[u8]) -> bool {
        bytes.iter().all(|&byte| self.0[usize::from(byte)])
    }
}

/// A name that was checked when the program was compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key(&'static str);

impl Key {
    /// # Panics
    /// Where it is not lower-case or no token.
    pub const fn from_static(name: &'static str) -> Self {
        let bytes = name.as_bytes();
        assert!(
            !bytes.is_empty() && bytes.len() <= MOST_NAME,
            "a name has 1 to 65,535 bytes"
        );
        let mut at = 0;
        while at < bytes.len() {
            assert!(is_name_byte(bytes[at]), "a name is a lower-case token");
            at += 1;
        }
        Key(name)
    }
}

/// Metadata in the order in which it came. It holds handles on the buffers that names and values lie in, and keeps
/// these alive.
#[derive(Debug, Clone, Default)]
pub struct Flat {
    fields: Vec<(Bytes, Bytes)>,
}

impl Flat {
    /// With room for so many.
    pub fn with_capacity(headers: usize) -> Self {
        Flat {
            fields: Vec::with_capacity(headers),
        }
    }

    /// Adds a header behind the others, of which some may have the same name.
    ///
    /// # Errors
    /// Where the name is no lower-case token, or the value has control characters.
    #[inline]
    pub fn append(&mut self, name: Bytes, value: Bytes) -> Result<(), MetadataError> {
        if name.is_empty() || name.len() > MOST_NAME || !Table::NAME.all(&name) {
            return Err(MetadataError::name(&name, &value));
        }
        // Without an early end, so that it is done several bytes at a time.
        if value
            .iter()
            .fold(false, |bad, &byte| bad | !is_value_byte(byte))
        {
            return Err(MetadataError::value(&name, &value));
        }
        self.fields.push((name, value));
        Ok(())
    }

    /// Adds bytes as base64 without padding, as gRPC asks of who sends.
    ///
    /// # Errors
    /// Where the name is no lower-case token that ends with `-bin`.
    pub fn append_bin(&mut self, name: Bytes, bytes: &[u8]) -> Result<(), MetadataError> {
        if !name.ends_with(bin::SUFFIX) {
            let name = super::error::shown(&name);
            return Err(MetadataError::NotBin { name });
        }
        self.append(name, bin::to_text::<Simd>(bytes).into())
    }

    /// The first value with this name, in whatever case the name is.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        let name = name.as_bytes();
        let found = self
            .fields
            .iter()
            .find(|(there, _)| there.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &value[..])
    }

    /// The first value with this name.
    #[inline]
    pub fn get_key(&self, key: &Key) -> Option<&[u8]> {
        let found = self
            .fields
            .iter()
            .find(|(there, _)| there == key.0.as_bytes());
        found.map(|(_, value)| &value[..])
    }

    /// A value of this name as text.
    pub(super) fn as_text<'a>(name: &str, value: &'a [u8]) -> Result<&'a str, MetadataError> {
        let text = std::str::from_utf8(value).ok();
        text.filter(|text| text.bytes().all(is_text_byte))
            .ok_or_else(|| MetadataError::not_ascii(name, value))
    }

    /// Each value with this name, which ends with `-bin`, decoded. Values that were joined with commas on their way are told
    /// apart again, as gRPC demands. A name with another end, if only in another case, has none, as in tonic.
    pub fn get_all_bin<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = Result<Bytes, MetadataError>> + 'a {
        let binary = name.as_bytes().ends_with(bin::SUFFIX);
        self.fields
            .iter()
            .filter(move |(there, _)| binary && there.eq_ignore_ascii_case(name.as_bytes()))
            .flat_map(|(_, value)| bin::pieces(value))
            .map(move |text| bin::from_text::<Simd>(name, text))
    }

    /// Takes out whatever has this name, in whatever case that is; the others stay in their order.
    #[inline]
    pub fn remove(&mut self, name: &str) {
        let name = name.as_bytes();
        self.fields
            .retain(|(there, _)| !there.eq_ignore_ascii_case(name));
    }

    /// Takes out whatever has this name; the others stay in their order.
    #[inline]
    pub fn remove_key(&mut self, key: &Key) {
        self.fields.retain(|(there, _)| there != key.0.as_bytes());
    }

    /// Names and values, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.fields
            .iter()
            .map(|(name, value)| (&name[..], &value[..]))
    }
}
