//! Headers that none of them takes, and that they refuse alike.

use bytes::Bytes;
use http::HeaderMap;
use tonic::metadata::MetadataMap;

use super::super::{Flat, Limit, Metadata, MetadataError, Pair, Room, receive};
use super::{PSEUDO, call, names, pairs, take};

/// The error that each of them gives, which is the same.
fn refused(pairs: &[Pair]) -> MetadataError {
    let error = take::<Flat>(pairs).unwrap_err();
    assert_eq!(take::<HeaderMap>(pairs).unwrap_err(), error);
    assert_eq!(take::<MetadataMap>(pairs).unwrap_err(), error);
    error
}

#[test]
fn names_that_are_none_are_refused() {
    let name = |name: &str| refused(&call(&[("te", "trailers"), (name, "v")]));
    let with = |name: &str, byte, at| MetadataError::Name {
        name: name.into(),
        byte,
        at,
    };
    assert_eq!(name("x-Ab"), with("x-Ab", b'A', 2));
    names(&name("x-Ab"), &["x-Ab", "'A'", "byte 2", "lower case"]);
    assert_eq!(name("x a"), with("x a", b' ', 1));
    names(&name("x a"), &["a space", "take it out"]);
    assert_eq!(name("x\u{e4}"), with("x\\xc3\\xa4", 0xc3, 1));
    assert_eq!(name("x:y"), with("x:y", b':', 1));
    assert_eq!(name("\0"), with("\\x00", 0, 0));
    assert_eq!(name(""), MetadataError::NoName { value: "v".into() });
    // http goes another way for names of more than 64 bytes.
    let long = "a".repeat(70);
    let error = name(&format!("{long}A"));
    assert_eq!(error, with(&format!("{}...", &long[..48]), b'A', 70));
}

#[test]
fn values_with_control_characters_are_refused() {
    for (byte, at) in [(0, 0), (b'\n', 3), (b'\r', 1), (0x1f, 5), (0x7f, 2)] {
        let mut value = "a".repeat(6).into_bytes();
        value[at] = byte;
        let mut pairs = call(&[("te", "trailers")]);
        pairs.push(("x-a".into(), value.into()));
        let error = refused(&pairs);
        let name = "x-a".into();
        assert_eq!(error, MetadataError::Value { name, byte, at });
        names(&error, &["x-a", "byte 0x", "-bin"]);
    }
    for byte in [b'\t', b' ', b'~', 0x80, 0xff] {
        let mut pairs = call(&[]);
        pairs.push(("x-a".into(), vec![byte].into()));
        assert!(
            take::<Flat>(&pairs).is_ok() && take::<HeaderMap>(&pairs).is_ok(),
            "{byte}"
        );
    }
}

#[test]
fn pseudo_headers_that_are_missing_twice_late_unknown_or_wrong_are_refused() {
    for at in 0..3 {
        let mut list = PSEUDO.to_vec();
        let (name, _) = list.remove(at);
        let error = refused(&pairs(&list));
        assert_eq!(error, MetadataError::PseudoMissing { name });
        names(&error, &[name, "send it in front"]);
    }
    for (name, value) in PSEUDO {
        let error = refused(&call(&[(name, value)]));
        assert_eq!(error, MetadataError::PseudoTwice { name });
        names(&error, &[name, "twice"]);
        let late = PSEUDO.into_iter().filter(|(there, _)| *there != name);
        let late: Vec<_> = late.chain([("te", "trailers"), (name, value)]).collect();
        let error = refused(&pairs(&late));
        let behind = "te".into();
        assert_eq!(error, MetadataError::PseudoLate { name, behind });
        names(&error, &[name, "\"te\"", "in front"]);
    }
    for (name, value) in [
        (":method", "GET"),
        (":scheme", "ftp"),
        (":path", "a"),
        (":path", "/\u{e4}"),
        (":path", ""),
        (":authority", ""),
        (":authority", "a\tb"),
    ] {
        let list = PSEUDO.map(|(there, of)| (there, if there == name { value } else { of }));
        let error = refused(&pairs(&list));
        assert!(
            matches!(error, MetadataError::PseudoValue { name: told, .. } if told == name),
            "{error}"
        );
        names(&error, &[name, "wants"]);
    }
    for name in [":status", ":protocol", ":", ":Method"] {
        let error = refused(&call(&[(name, "200")]));
        assert_eq!(error, MetadataError::PseudoUnknown { name: name.into() });
        names(&error, &[name, "leave it out"]);
    }
}

#[test]
fn the_limit_counts_as_http_2_does() {
    // 120 for :method, :scheme, :path of 7 + 4, 7 + 4 and 5 + 1 with 3 * 32, and 4 less.
    let mut list = pairs(&[(":method", "POST"), (":scheme", "http"), (":path", "/")]);
    list.push(("x-a".into(), vec![b'a'; 8_192 - 124 - 32 - 3].into()));
    assert!(take::<Flat>(&list).is_ok());
    list[3].1 = vec![b'a'; 8_192 - 124 - 32 - 2].into();
    let error = refused(&list);
    let (name, size, limit) = ("x-a".to_owned(), 8_193, 8_192);
    assert_eq!(error, MetadataError::TooLarge { name, size, limit });
    names(&error, &["x-a", "8193", "8192", "raise"]);
    assert_eq!(Limit::bytes(1 << 20), Limit::bytes(Limit::MOST));
}

#[test]
fn what_comes_behind_the_limit_is_not_looked_at() {
    let mut appended = 0;
    let many = vec![(Bytes::from_static(b"a"), Bytes::new()); 10_000];
    let error = receive(&many, Limit::bytes(330), |_, _| {
        appended += 1;
        Ok(())
    });
    assert!(matches!(
        error,
        Err(MetadataError::TooLarge { size: 363, .. })
    ));
    assert_eq!(appended, 10);
    // Errors hold the beginning of what was sent and no more.
    let long = "A".repeat(60_000);
    let error = Flat::from_raw(
        &pairs(&[(&long, &long)]),
        Limit::bytes(1 << 20),
        Room::Grown,
    )
    .unwrap_err();
    names(&error, &["A..."]);
    let error = Flat::default()
        .append("a".repeat(65_536).into(), Bytes::new())
        .unwrap_err();
    names(&error, &["65536", "65535", "shorten"]);
}
