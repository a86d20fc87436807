//! Messages whose fields have a meaning that their types do not tell.

use super::Content;
use prost_reflect::Kind;

use super::rng::Rng;
use super::scalar::Scalar;
use super::shape::Shape;
use super::text;

/// 2020-01-01 and the length of six years, in seconds.
const EPOCH: u64 = 1_577_836_800;
const YEARS: u64 = 6 * 31_557_600;

/// The body of a well-known message; none for those that are filled like any other, and for one that only
/// has the name.
pub(super) fn body(message: &Shape, rng: &mut Rng) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let has = |kinds: &[Kind]| {
        message.fields.len() == kinds.len()
            && message
                .fields
                .iter()
                .zip(kinds)
                .enumerate()
                .all(|(index, (field, kind))| {
                    field.number as usize == index + 1 && field.kind == *kind && !field.group
                })
    };
    match message.name.strip_prefix("google.protobuf.")? {
        "Timestamp" if has(&[Kind::Int64, Kind::Int32]) => {
            seconds_and_nanos(EPOCH + rng.below(YEARS), rng, &mut out);
        }
        "Duration" if has(&[Kind::Int64, Kind::Int32]) => {
            seconds_and_nanos(rng.below(3600), rng, &mut out);
        }
        "FieldMask" if has(&[Kind::String]) && message.fields[0].list => {
            for _ in 0..rng.between(1, 3) {
                let length = rng.between(3, 10);
                Scalar::Text(text::of_length(Content::Word, length, rng)).write(1, &mut out);
            }
        }
        "Any" if has(&[Kind::String, Kind::Bytes]) => {
            // A type that every library knows, so that whoever unpacks it can.
            let mut inner = Vec::new();
            seconds_and_nanos(EPOCH + rng.below(YEARS), rng, &mut inner);
            let url = b"type.googleapis.com/google.protobuf.Timestamp";
            Scalar::Text(url.to_vec()).write(1, &mut out);
            Scalar::Text(inner).write(2, &mut out);
        }
        _ => return None,
    }
    Some(out)
}

/// Seconds, and nanoseconds that a clock of milliseconds would give.
fn seconds_and_nanos(seconds: u64, rng: &mut Rng, out: &mut Vec<u8>) {
    let nanos = rng.below(1000) * 1_000_000;
    for (number, value) in [(1, seconds), (2, nanos)] {
        if value != 0 {
            Scalar::Varint(value).write(number, out);
        }
    }
}
