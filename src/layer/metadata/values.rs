//! The tasks of single values: what `-bin` costs, and how much of that is the base64 engine: `direct` are the same few
//! lines around one engine after the other.

use std::hint::black_box;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use tonic::metadata::MetadataMap;

use super::forms::{Form, Text, Tonic, With};
use super::proof::same;
use crate::codec::Input;
use crate::layer::{Task, Way};
use crate::measure::{Loop, timed};
use crate::wrap::{Simd, Standard, Turbo};

const TAGS: &[&str] = &["metadata", "value"];

/// The lengths that proofs try beside the task's own, in bytes.
const SHORT: std::ops::RangeInclusive<usize> = 0..=300;

/// For each size, setting a value and getting it.
pub(super) fn tasks() -> Vec<Task> {
    let sizes = [
        ("value-16", 16),
        ("value-128", 128),
        ("value-1024", 1_024),
        // As base64 more than the 8 KiB that gRPC suggests for all headers: a limit has to be raised for it.
        ("value-8192", 8_192),
    ];
    let of = |(name, size)| [set(name, size), get(name, size)];
    sizes.into_iter().flat_map(of).collect()
}

fn set(name: &'static str, size: usize) -> Task {
    let what = format!(
        "from a slice of {size} bytes to a header value that is checked and can be sent: ascii copies them, bin \
         makes them base64 without padding"
    );
    let ways = vec![
        set_way::<Text>("ascii", "tonic", size),
        set_way::<Tonic>("bin", "tonic", size),
        set_way::<With<Standard>>("bin-base64", "direct", size),
        set_way::<With<Simd>>("bin-base64-simd", "direct", size),
        set_way::<With<Turbo>>("bin-base64-turbo", "direct", size),
    ];
    task(name, "set", size, what, ways)
}

fn get(name: &'static str, size: usize) -> Task {
    let what = format!(
        "from a header value that came to the {size} bytes that a program sees: ascii is checked and lent as a \
         str, bin is decoded from base64 without padding into a fresh buffer"
    );
    let ways = vec![
        get_way::<Text>("ascii", "tonic", size),
        get_way::<Tonic>("bin", "tonic", size),
        get_way::<With<Standard>>("bin-base64", "direct", size),
        get_way::<With<Simd>>("bin-base64-simd", "direct", size),
        get_way::<With<Turbo>>("bin-base64-turbo", "direct", size),
    ];
    task(name, "get", size, what, ways)
}

fn task(name: &'static str, op: &'static str, size: usize, what: String, ways: Vec<Way>) -> Task {
    Task {
        name,
        op,
        tags: TAGS,
        what,
        bytes: size as u64,
        ways,
        free: Vec::new(),
    }
}

fn set_way<F: Form>(by: &'static str, how: &'static str, size: usize) -> Way {
    Way::new(
        by,
        how,
        move || prove_set::<F>(size),
        move || {
            Loop::new(move |iterations, place| {
                let home = <[u8] as Input>::place(&F::example(size), place.offset(0));
                let bytes = <[u8] as Input>::at(&home);
                let _pad = place.pad(0);
                timed(iterations, || {
                    black_box(&F::set(black_box(bytes)));
                })
            })
        },
    )
}

fn get_way<F: Form>(by: &'static str, how: &'static str, size: usize) -> Way {
    Way::new(
        by,
        how,
        move || prove_get::<F>(size),
        move || {
            Loop::new(move |iterations, place| {
                let text = F::texts(&F::example(size)).swap_remove(0);
                let map = held::<F>(<Bytes as Input>::place(&text, place.offset(0)));
                let came = F::came(&map).expect("it was put in");
                let _pad = place.pad(0);
                timed(iterations, || {
                    let seen =
                        F::get(black_box(came)).expect("the same value was read in the proof");
                    black_box(&seen);
                })
            })
        },
    )
}

/// A map with one value that came.
fn held<F: Form>(text: Bytes) -> MetadataMap {
    let mut headers = HeaderMap::new();
    let value = HeaderValue::from_maybe_shared(text).expect("examples are visible ASCII");
    headers.append(HeaderName::from_static(F::NAME), value);
    MetadataMap::from_headers(headers)
}

fn prove_set<F: Form>(size: usize) -> Result<(), String> {
    SHORT.chain([size]).try_for_each(|length| {
        let bytes = F::example(length);
        let sent = F::set(&bytes);
        same(
            &format!("the value of {length} bytes"),
            F::sent(&sent),
            &F::texts(&bytes)[0],
        )
    })
}

fn prove_get<F: Form>(size: usize) -> Result<(), String> {
    SHORT.chain([size]).try_for_each(|length| {
        let bytes = F::example(length);
        F::texts(&bytes).into_iter().try_for_each(|text| {
            let map = held::<F>(text);
            let came = F::came(&map).ok_or("there is no value")?;
            let seen = F::get(came).map_err(|error| format!("{length} bytes: {error}"))?;
            same(&format!("{length} bytes"), seen.as_ref(), &bytes)
        })
    })
}

#[cfg(test)]
mod tests {
    use tonic::metadata::{Binary, MetadataValue};

    use super::super::MetadataError;
    use super::super::forms::base64_form;
    use super::*;
    use crate::wrap::Engine as _;

    #[test]
    fn examples_are_as_long_as_they_should_be_and_may_travel() {
        for length in SHORT.chain([8_192]) {
            assert_eq!(
                (Text::example(length).len(), Tonic::example(length).len()),
                (length, length)
            );
            assert!(Text::example(length).iter().all(u8::is_ascii_graphic));
        }
        // Whatever three bytes begin with, and every byte is among them.
        let bytes: std::collections::BTreeSet<u8> = Tonic::example(8_192).into_iter().collect();
        assert_eq!(bytes.len(), 256);
    }

    #[test]
    fn texts_of_base64_are_as_the_standard_has_them() {
        // RFC 4648, section 10.
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ];
        for (bytes, padded) in vectors {
            let bare = padded.trim_end_matches('=');
            assert_eq!(Tonic::texts(bytes.as_bytes()), [bare, padded]);
        }
    }

    #[test]
    fn a_proof_sees_another_value() {
        /// Padded where it should not be, and the first byte alone.
        struct Broken;
        impl Form for Broken {
            base64_form!(String);

            fn set(bytes: &[u8]) -> String {
                Standard::encode_fresh(bytes)
            }

            fn sent(sent: &String) -> &[u8] {
                sent.as_bytes()
            }

            fn get(came: &Self::Came) -> Result<Bytes, MetadataError> {
                let bytes = Tonic::get(came)?;
                Ok(bytes.slice(..bytes.len().min(1)))
            }
        }
        assert!(prove_set::<Broken>(16).unwrap_err().contains("1 bytes"));
        assert!(prove_get::<Broken>(16).unwrap_err().contains("2 bytes"));
    }
}
