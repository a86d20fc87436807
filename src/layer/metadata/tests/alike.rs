//! The same verdict and content for whatever comes; and where they differ.

use bytes::Bytes;
use http::HeaderMap;
use proptest::prelude::*;
use tonic::metadata::MetadataMap;

use super::super::calls::TRANSPORT;
use super::super::headers::{strip_by_key, strip_by_str};
use super::super::proof::{fields, sorted};
use super::super::{Flat, Limit, Metadata, MetadataError, Room};
use super::{PSEUDO, call, names, pairs, take};

#[test]
fn moves_that_are_told_to_be_free_copy_nothing() {
    let (_, map) = take::<HeaderMap>(&call(&[("x-a", "abc")])).unwrap();
    let before = map["x-a"].as_bytes().as_ptr();
    let map = MetadataMap::from_headers(map);
    assert_eq!(map.get("x-a").unwrap().as_bytes().as_ptr(), before);
    assert_eq!(map.into_headers()["x-a"].as_bytes().as_ptr(), before);
}

fn in_order<M: Metadata>(metadata: &M) -> Vec<String> {
    let mut list = Vec::new();
    metadata
        .each(|name, value| list.push(format!("{}={}", name.escape_ascii(), value.escape_ascii())));
    list
}

#[test]
fn orders_differ_across_names_and_never_within_one() {
    let list = [("a", "1"), ("b", "1"), ("a", "2"), ("c", "1"), ("d", "1")];
    let (_, mut map) = take::<HeaderMap>(&call(&list)).unwrap();
    let (_, mut flat) = take::<Flat>(&call(&list)).unwrap();
    assert_eq!(in_order(&flat), ["a=1", "b=1", "a=2", "c=1", "d=1"]);
    // http puts values of a name together, and what is taken out is replaced by the last one.
    assert_eq!(in_order(&map), ["a=1", "a=2", "b=1", "c=1", "d=1"]);
    strip_by_str(&mut map, &["b"]);
    strip_by_str(&mut flat, &["b"]);
    assert_eq!(in_order(&flat), ["a=1", "a=2", "c=1", "d=1"]);
    assert_eq!(in_order(&map), ["a=1", "a=2", "d=1", "c=1"]);
}

#[test]
fn http_takes_a_quotation_mark_in_a_name() {
    // It is no character of a token (RFC 9110, 5.6.2), and in http's table of what HTTP/2 allows all the same.
    let pairs = call(&[("a\"b", "v")]);
    assert!(take::<HeaderMap>(&pairs).is_ok());
    assert!(matches!(
        take::<Flat>(&pairs),
        Err(MetadataError::Name {
            byte: b'"',
            at: 1,
            ..
        })
    ));
}

fn name() -> impl Strategy<Value = Bytes> {
    let some = prop::sample::select(vec![
        "te",
        "content-type",
        "grpc-timeout",
        "grpc-encoding",
        "grpc-accept-encoding",
        "accept-encoding",
        "tes",
        "x-a",
        "x-bin",
    ]);
    // The quotation mark is told of above.
    let byte = any::<u8>().prop_filter("no quotation mark", |&byte| byte != b'"');
    prop_oneof![
        12 => some.prop_map(|name| Bytes::from_static(name.as_bytes())),
        6 => "[a-z0-9!#$%&'*+.^_`|~-]{1,12}|[a-z-]{60,70}".prop_map(Bytes::from),
        1 => prop::collection::vec(byte, 0..4).prop_map(Bytes::from),
        1 => "[a-zA-Z]{60,70}|:(method|path|status)".prop_map(Bytes::from),
    ]
}

fn value() -> impl Strategy<Value = Bytes> {
    prop_oneof![
        12 => "[ -~]{0,20}".prop_map(Bytes::from),
        4 => prop::collection::vec(0x80_u8.., 0..6).prop_map(Bytes::from),
        4 => "[A-Za-z0-9+/]{0,12}={0,2}".prop_map(Bytes::from),
        1 => prop::collection::vec(any::<u8>(), 0..6).prop_map(Bytes::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn every_list_gets_the_same_verdict_and_content(
        list in prop::collection::vec((name(), value()), 0..12),
        pseudo in prop_oneof![9 => Just(4_usize), 1 => 0..4_usize],
        limit in prop_oneof![9 => Just(8_192_usize), 1 => 0..1_000_usize],
    ) {
        let pairs = [pairs(&PSEUDO[..pseudo]), list.clone()].concat();
        let limit = Limit::bytes(limit);
        let flat = Flat::from_raw(&pairs, limit, Room::Reserved);
        let map = HeaderMap::from_raw(&pairs, limit, Room::Grown);
        let ((pseudo, mut flat), (of_map, mut map)) = match (flat, map) {
            (Err(error), Err(of_map)) => {
                prop_assert_eq!(&error, &of_map);
                names(&error, &[]);
                return Ok(());
            }
            (flat, map) => (flat.unwrap(), map.unwrap()),
        };
        prop_assert_eq!(pseudo, of_map);
        let sent: Vec<_> = list.iter().map(|(name, value)| (name.to_vec(), value.to_vec())).collect();
        let kept: Vec<_> = flat.iter().map(|(name, value)| (name.to_vec(), value.to_vec())).collect();
        prop_assert_eq!(&kept, &sent);
        prop_assert_eq!(fields(&map), sorted(sent.clone()));
        for (name, _) in &list {
            let name = std::str::from_utf8(name).unwrap();
            for name in [name.to_owned(), name.to_uppercase()] {
                prop_assert_eq!(Flat::get(&flat, &name), Metadata::get(&map, &name));
                prop_assert_eq!(flat.text(&name), map.text(&name));
                prop_assert_eq!(flat.binary(&name), map.binary(&name));
            }
        }
        strip_by_str(&mut flat, &TRANSPORT);
        strip_by_key(&mut map, &TRANSPORT.map(<HeaderMap as Metadata>::key));
        let is_kept = |name: &[u8]| TRANSPORT.iter().all(|there| there.as_bytes() != name);
        let kept: Vec<_> = sent.into_iter().filter(|(name, _)| is_kept(name)).collect();
        prop_assert_eq!(fields(&flat), sorted(kept.clone()));
        prop_assert_eq!(fields(&map), sorted(kept));
    }
}
