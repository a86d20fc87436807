//! Bytes in a header: base64 under a name that ends with `-bin`.
//!
//! gRPC over HTTP/2 (Custom-Metadata) has the standard alphabet of RFC 4648, section 4. Who sends should leave the
//! padding out, who receives must take both. tonic does that with the `base64` crate's scalar engine; here are engines
//! of [`wrap`](crate::wrap) for it.

use base64::Engine as _;
use base64::engine::general_purpose;
use bytes::Bytes;
use http::HeaderValue;

use super::MetadataError;
use super::error::Base64Fault;
use crate::wrap::{Simd, Standard, Turbo};

/// How the names of such headers end.
pub(super) const SUFFIX: &[u8] = b"-bin";

/// Base64 without padding in either direction, strict about the rest.
pub trait Unpadded: 'static {
    /// The text of some bytes.
    fn encode(bytes: &[u8]) -> String;

    /// The bytes of a text; `None` where it is no such text.
    fn decode(text: &[u8]) -> Option<Vec<u8>>;
}

impl Unpadded for Standard {
    #[inline]
    fn encode(bytes: &[u8]) -> String {
        general_purpose::STANDARD_NO_PAD.encode(bytes)
    }

    #[inline]
    fn decode(text: &[u8]) -> Option<Vec<u8>> {
        general_purpose::STANDARD_NO_PAD.decode(text).ok()
    }
}

impl Unpadded for Simd {
    #[inline]
    fn encode(bytes: &[u8]) -> String {
        base64_simd::STANDARD_NO_PAD.encode_to_string(bytes)
    }

    #[inline]
    fn decode(text: &[u8]) -> Option<Vec<u8>> {
        base64_simd::STANDARD_NO_PAD.decode_to_vec(text).ok()
    }
}

impl Unpadded for Turbo {
    #[inline]
    fn encode(bytes: &[u8]) -> String {
        base64_turbo::STANDARD_NO_PAD.encode(bytes)
    }

    #[inline]
    fn decode(text: &[u8]) -> Option<Vec<u8>> {
        base64_turbo::STANDARD_NO_PAD.decode(text).ok()
    }
}

/// The text of some bytes as it is sent.
#[inline]
pub fn to_text<E: Unpadded>(bytes: &[u8]) -> String {
    E::encode(bytes)
}

/// The header value of some bytes as it is sent. `http` looks through the text once more, as it does for tonic.
#[inline]
pub fn to_header<E: Unpadded>(bytes: &[u8]) -> HeaderValue {
    HeaderValue::from_maybe_shared(Bytes::from(to_text::<E>(bytes)))
        .expect("base64 is visible ASCII")
}

/// The bytes of one value, padded or not. `name` is told where it is neither.
///
/// # Errors
/// Where it is no base64, has bits behind its last byte, or is several values joined with commas: see [`pieces`].
#[inline]
pub fn from_text<E: Unpadded>(name: &str, text: &[u8]) -> Result<Bytes, MetadataError> {
    unpadded(text)
        .and_then(E::decode)
        .map(Bytes::from)
        .ok_or_else(|| MetadataError::base64(name, text))
}

/// The values of one header that may have been joined on their way, with commas and spaces between them.
pub fn pieces(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value
        .split(|&byte| byte == b',')
        .map(|piece| piece.trim_ascii())
}

/// The text without its padding, of which there may be less than four digits want, as tonic has it; `None` where there
/// is more.
#[inline]
fn unpadded(text: &[u8]) -> Option<&[u8]> {
    let (digits, padding) = split(text);
    match (digits.len() % 4, padding) {
        (_, 0) | (2, 1 | 2) | (3, 1) => Some(digits),
        _ => None,
    }
}

#[inline]
fn split(text: &[u8]) -> (&[u8], usize) {
    let digits = text
        .iter()
        .rposition(|&byte| byte != b'=')
        .map_or(0, |last| last + 1);
    (&text[..digits], text.len() - digits)
}

/// Why a text was refused.
pub(super) fn fault(text: &[u8]) -> Base64Fault {
    let (digits, padding) = split(text);
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    if let Some(at) = digits.iter().position(|byte| !digit(byte)) {
        let byte = digits[at];
        return Base64Fault::Byte { byte, at };
    }
    let digits = digits.len();
    match unpadded(text) {
        _ if digits % 4 == 1 => Base64Fault::Length { digits },
        None => Base64Fault::Padding { digits, padding },
        Some(_) => Base64Fault::Bits,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tonic::metadata::{Binary, MetadataMap, MetadataValue};

    use super::*;

    /// What tonic makes of a value that came.
    fn tonic(text: &[u8]) -> Option<Bytes> {
        let mut headers = http::HeaderMap::new();
        headers.append("a-bin", HeaderValue::from_bytes(text).unwrap());
        let map = MetadataMap::from_headers(headers);
        map.get_bin("a-bin").unwrap().to_bytes().ok()
    }

    fn fault_of<E: Unpadded>(text: &str) -> Base64Fault {
        match from_text::<E>("a-bin", text.as_bytes()) {
            Err(MetadataError::Base64 { name, fault }) if name == "a-bin" => fault,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn faults<E: Unpadded>() {
        let long = "QUJD".repeat(100);
        let byte = |byte, at| Base64Fault::Byte { byte, at };
        assert_eq!(fault_of::<E>("!UJD"), byte(b'!', 0));
        assert_eq!(fault_of::<E>(&format!("{long}QU-D")), byte(b'-', 402));
        assert_eq!(fault_of::<E>(&format!("{long}QUJ\u{e9}")), byte(0xc3, 403));
        assert_eq!(fault_of::<E>("QQ==QQ=="), byte(b'=', 2));
        assert_eq!(fault_of::<E>("QUJD,QUJD"), byte(b',', 4));
        assert_eq!(fault_of::<E>("QUJD "), byte(b' ', 4));
        assert_eq!(fault_of::<E>("Q"), Base64Fault::Length { digits: 1 });
        assert_eq!(
            fault_of::<E>(&format!("{long}Q")),
            Base64Fault::Length { digits: 401 }
        );
        let padding = |digits, padding| Base64Fault::Padding { digits, padding };
        assert_eq!(fault_of::<E>("QUJD="), padding(4, 1));
        assert_eq!(fault_of::<E>("QUI=="), padding(3, 2));
        assert_eq!(fault_of::<E>("===="), padding(0, 4));
        assert_eq!(fault_of::<E>("QR"), Base64Fault::Bits);
        assert_eq!(fault_of::<E>("QUJ="), Base64Fault::Bits);
    }

    #[test]
    fn what_is_no_base64_is_told_by_place_and_kind() {
        faults::<Standard>();
        faults::<Simd>();
        faults::<Turbo>();
        let error = from_text::<Simd>("trace-bin", b"QUJD,")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("trace-bin") && error.contains("','") && error.contains("split"),
            "{error}"
        );
    }

    #[test]
    fn joined_values_come_apart() {
        let value = b"QQ, Qg==,,QUJD";
        let bytes: Result<Vec<_>, _> = pieces(value)
            .map(|text| from_text::<Simd>("a-bin", text))
            .collect();
        assert_eq!(bytes.unwrap(), [&b"A"[..], b"B", b"", b"ABC"]);
        // tonic wants them apart already.
        assert_eq!(tonic(value), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_engine_takes_what_tonic_takes(text in "[AQgw7+/=_, -]{0,9}|[A-Za-z0-9+/]{0,150}={0,3}") {
            let expected = tonic(text.as_bytes());
            for (engine, bytes) in [
                ("base64", from_text::<Standard>("a-bin", text.as_bytes())),
                ("base64-simd", from_text::<Simd>("a-bin", text.as_bytes())),
                ("base64-turbo", from_text::<Turbo>("a-bin", text.as_bytes())),
            ] {
                prop_assert_eq!(bytes.ok(), expected.clone(), "{}", engine);
            }
        }

        #[test]
        fn every_engine_sends_what_tonic_sends(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let expected = MetadataValue::<Binary>::from_bytes(&bytes);
            prop_assert!(!expected.as_encoded_bytes().contains(&b'='));
            for value in [to_header::<Standard>(&bytes), to_header::<Simd>(&bytes), to_header::<Turbo>(&bytes)] {
                prop_assert_eq!(value.as_bytes(), expected.as_encoded_bytes());
            }
        }
    }
}
