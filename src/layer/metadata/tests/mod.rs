//! What all holders of metadata have in common, and what they have not.

use bytes::Bytes;

use super::{Limit, Metadata, MetadataError, Pair, Pseudo, Room};

mod alike;
mod read;
mod refused;

const PSEUDO: [(&str, &str); 4] = [
    (":method", "POST"),
    (":scheme", "http"),
    (":path", "/a.B/C"),
    (":authority", "a.example"),
];

fn pairs(list: &[(&str, &str)]) -> Vec<Pair> {
    let owned = |text: &str| Bytes::copy_from_slice(text.as_bytes());
    list.iter()
        .map(|(name, value)| (owned(name), owned(value)))
        .collect()
}

/// With pseudo headers in front.
fn call(list: &[(&str, &str)]) -> Vec<Pair> {
    [pairs(&PSEUDO), pairs(list)].concat()
}

fn take<M: Metadata>(pairs: &[Pair]) -> Result<(Pseudo, M), MetadataError> {
    M::from_raw(pairs, Limit::default(), Room::Grown)
}

/// That a line of an error names these.
fn names(error: &MetadataError, parts: &[&str]) {
    let line = error.to_string();
    assert!(
        !line.contains(char::is_control) && line.len() < 400,
        "{line:?}"
    );
    for part in parts {
        assert!(line.contains(part), "{line}: no {part}");
    }
}
