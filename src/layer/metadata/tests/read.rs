//! What is read of headers that were taken.

use bytes::Bytes;
use http::HeaderMap;
use tonic::metadata::MetadataMap;

use super::super::{Flat, Metadata, MetadataError, Pseudo};
use super::{PSEUDO, call, names, pairs, take};

fn values_are_read<M: Metadata>() {
    let list = [
        ("x-a", "a b"),
        ("x-u", "a\u{e4}"),
        ("x-bin", "QUI="),
        ("y-bin", "QUI!"),
        ("z-bin", "\u{e4}"),
    ];
    let (_, metadata) = take::<M>(&call(&list)).unwrap();
    assert_eq!(metadata.text("X-A").unwrap(), Some("a b"));
    assert_eq!(metadata.text("x-b").unwrap(), None);
    // gRPC wants such a value taken, or thrown away: no call fails for it.
    let error = metadata.text("x-u").unwrap_err();
    let name = "x-u".to_owned();
    assert_eq!(
        error,
        MetadataError::NotAscii {
            name,
            byte: 0xc3,
            at: 1
        }
    );
    names(&error, &["x-u", "0xc3", "byte 1", "-bin"]);
    assert_eq!(metadata.binary("x-bin").unwrap().unwrap(), "AB");
    assert_eq!(metadata.binary("x-a").unwrap(), None);
    assert_eq!(metadata.binary("none-bin").unwrap(), None);
    names(
        &metadata.binary("y-bin").unwrap_err(),
        &["y-bin", "'!'", "byte 3"],
    );
    names(
        &metadata.binary("z-bin").unwrap_err(),
        &["z-bin", "0xc3", "byte 0"],
    );
}

#[test]
fn values_are_read_as_text_or_as_bytes() {
    values_are_read::<HeaderMap>();
    values_are_read::<MetadataMap>();
    values_are_read::<Flat>();
}

#[test]
fn values_of_a_name_are_told_apart_where_they_were_joined() {
    let list = [("a-bin", "QQ, Qg=="), ("a-bin", "QUJD"), ("b-bin", "")];
    let (_, flat) = take::<Flat>(&call(&list)).unwrap();
    let all = |name: &str| {
        flat.get_all_bin(name)
            .collect::<Result<Vec<_>, _>>()
            .unwrap()
    };
    assert_eq!(all("a-bin"), ["A", "B", "ABC"]);
    assert_eq!(all("b-bin"), [""]);
    assert!(all("c-bin").is_empty() && all("a").is_empty());
    let (_, map) = take::<HeaderMap>(&call(&list)).unwrap();
    assert_eq!(map.binary("a-bin").unwrap().unwrap(), "A");
    // tonic does not split them: the difference that gRPC's text (Custom-Metadata) would not have.
    let (_, tonic) = take::<MetadataMap>(&call(&list)).unwrap();
    names(
        &tonic.binary("a-bin").unwrap_err(),
        &["a-bin", "','", "split"],
    );
}

#[test]
fn bytes_are_set_without_padding_and_under_their_kind_of_name_alone() {
    let mut flat = Flat::default();
    flat.append_bin("a-bin".into(), b"A").unwrap();
    assert_eq!(flat.get("a-bin"), Some(&b"QQ"[..]));
    let name = "a".to_owned();
    assert_eq!(
        flat.append_bin("a".into(), b"A"),
        Err(MetadataError::NotBin { name })
    );
    assert!(matches!(
        flat.append_bin("A-bin".into(), b"A"),
        Err(MetadataError::Name { .. })
    ));
    assert_eq!(flat.iter().count(), 1);
}

#[test]
fn pseudo_headers_are_set_apart() {
    let (pseudo, flat) = take::<Flat>(&call(&[("te", "trailers")])).unwrap();
    let of = |text: &'static str| Bytes::from_static(text.as_bytes());
    let (method, scheme, path, authority) =
        (of("POST"), of("http"), of("/a.B/C"), Some(of("a.example")));
    let expected = Pseudo {
        method,
        scheme,
        path,
        authority,
    };
    assert_eq!(pseudo, expected);
    assert_eq!(
        flat.iter().collect::<Vec<_>>(),
        [(&b"te"[..], &b"trailers"[..])]
    );
    let (pseudo, _) = take::<Flat>(&pairs(&PSEUDO[..3])).unwrap();
    assert_eq!(pseudo.authority, None);
}
