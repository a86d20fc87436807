//! Payloads that are right and payloads that are wrong, and a second opinion on both.

use proptest::prelude::*;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};

use super::*;
use crate::payload::generate::{Generate, generate};
use crate::payload::shared;

const SOURCE: &str = r#"
    syntax = "proto2";
    package t;
    message M {
      optional int32 a = 1;
      optional fixed64 b = 2;
      optional float c = 3;
      optional string s = 4;
      optional bytes y = 5;
      optional M m = 6;
      repeated M ms = 7;
      repeated fixed32 packed = 8 [packed = true];
      repeated sint64 loose = 9;
      optional group Grp = 10 { optional int32 x = 1; }
      map<string, M> map = 11;
      extensions 100 to 199;
    }
    extend M { optional string ext = 100; }
"#;

fn message() -> MessageDescriptor {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.proto"), SOURCE).unwrap();
    let set = protox::compile(["t.proto"], [dir.path()]).unwrap();
    let pool = DescriptorPool::from_file_descriptor_set(set).unwrap();
    pool.get_message_by_name("t.M").unwrap()
}

fn fails(bytes: &[u8]) -> (usize, String, Reason) {
    let error = check(&message(), bytes).unwrap_err();
    (error.offset, error.path, error.reason)
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let path = |path: &str| path.to_owned();
    let left = |length, left| Reason::LongLength { length, left };
    assert_eq!(fails(&[0x08]), (1, path("a"), Reason::TruncatedVarint));
    assert_eq!(
        fails(&[0x08, 0x80]),
        (1, path("a"), Reason::TruncatedVarint)
    );
    assert_eq!(fails(&[0x80]), (0, path(""), Reason::TruncatedVarint));
    assert_eq!(
        fails(&[&[0x08][..], &[0xff; 10]].concat()),
        (1, path("a"), Reason::LongVarint)
    );
    assert_eq!(
        fails(&[0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
        (0, path(""), Reason::LongTag)
    );
    assert_eq!(fails(&[0x08, 0x01, 0x00]), (2, path(""), Reason::FieldZero));
    assert_eq!(fails(&[0x0e]), (0, path(""), Reason::NoWireType(6)));
    assert_eq!(fails(&[0x0f]), (0, path(""), Reason::NoWireType(7)));
    assert_eq!(fails(&[0x2a, 0x05, 1, 2]), (1, path("y"), left(5, 2)));
    assert_eq!(
        fails(&[0x32, 0x02, 0x2a, 0x09, 0x08]),
        (3, path("m.y"), left(9, 0))
    );
    assert_eq!(
        fails(&[0x11, 1, 2]),
        (1, path("b"), Reason::TruncatedFixed { width: 8, left: 2 })
    );
    assert_eq!(
        fails(&[0x1d, 1]),
        (1, path("c"), Reason::TruncatedFixed { width: 4, left: 1 })
    );
    assert_eq!(
        fails(&[0x42, 3, 1, 2, 3]),
        (
            1,
            path("packed[0]"),
            Reason::RaggedPacked {
                length: 3,
                width: 4
            }
        )
    );
    assert_eq!(
        fails(&[0x4a, 2, 1, 0x80]),
        (3, path("loose[0]"), Reason::TruncatedVarint)
    );
    assert_eq!(fails(&[0x54]), (0, path(""), Reason::StrayEndGroup(10)));
    assert_eq!(
        fails(&[0x53, 0x5c]),
        (
            1,
            path("grp"),
            Reason::OtherEndGroup {
                open: 10,
                found: 11
            }
        )
    );
    assert_eq!(
        fails(&[0x53, 0x08, 0x01]),
        (3, path("grp"), Reason::OpenGroup(10))
    );
    assert_eq!(
        fails(&[0x32, 0x01, 0x54]),
        (2, path("m"), Reason::StrayEndGroup(10))
    );
    // 15 is unknown: a group that is skipped must end, too.
    assert_eq!(
        fails(&[0x7b, 0x08, 0x01]),
        (3, path(""), Reason::OpenGroup(15))
    );
    let (offset, at, reason) = fails(&[0x0a, 0x01, 0x00]);
    assert_eq!((offset, at.as_str()), (0, "a"));
    assert_eq!(
        reason.to_string(),
        "wire type 2 (length-delimited) for a field of type int32, which takes 0 (varint)"
    );
}

#[test]
fn paths_count_elements() {
    // ms[0] is empty, ms[1] holds map entries; the value of the second has a bad field.
    let entry = [0x5a, 0x02, 0x0a, 0x00];
    let bad = [0x5a, 0x06, 0x0a, 0x01, b'k', 0x12, 0x01, 0x08];
    let inner = [&entry[..], &bad[..]].concat();
    let bytes = [&[0x3a, 0x00, 0x3a, inner.len() as u8][..], &inner].concat();
    let error = check(&message(), &bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at offset 16, field `ms[1].map[1].value.a`: the bytes end inside a varint"
    );
    assert_eq!(fails(&[0xa0, 0x06, 0x01]).1, "[t.ext]");
}

#[test]
fn what_is_there_is_counted() {
    let bytes = [
        &[0x2a, 0x03, 1, 2, 3][..],      // y
        &[0x32, 0x02, 0x2a, 0x00],       // m.y, empty
        &[0x42, 0x04, 0, 0, 0, 0],       // packed
        &[0x7b, 0x08, 0x01, 0x7c],       // unknown group: 4 bytes
        &[0x78, 0x81, 0x00],             // unknown, padded varint: 3 bytes
        &[0x32, 0x05, 0x7d, 0, 0, 0, 0], // unknown in m: 5 bytes
        &[0xa2, 0x06, 0x01, b'x'],       // extension: known
    ]
    .concat();
    let checked = check(&message(), &bytes).unwrap();
    let expected = Checked {
        unknown_fields: 3,
        unknown_bytes: 12,
        bytes_fields: 2,
        bytes_len: 3,
        packed_fixed: Some(PackedFixed {
            path: "packed[0]".to_owned(),
            offset: 11,
            width: 4,
        }),
        invalid_utf8: None,
    };
    assert_eq!(checked, expected);
}

#[test]
fn packed_fixed_width_data_is_told_even_where_it_is_empty() {
    let packed = |bytes: &[u8]| check(&message(), bytes).unwrap().packed_fixed.is_some();
    assert!(!packed(&[]));
    assert!(packed(&[0x42, 0x00]));
    assert!(!packed(&[0x45, 1, 2, 3, 4]));
    assert!(
        !packed(&[0x4a, 0x01, 0x01]),
        "varints are not of fixed width"
    );
    assert!(packed(&[0x45, 1, 2, 3, 4, 0x42, 0x04, 0, 0, 0, 0]));
}

#[test]
fn packed_data_that_is_not_aligned_is_told_before_data_that_is() {
    let packed = |bytes: &[u8]| check(&message(), bytes).unwrap().packed_fixed.unwrap();
    let aligned = [0x2a, 0x00, 0x42, 0x04, 0, 0, 0, 0];
    assert!(packed(&aligned).is_aligned());
    assert_eq!(packed(&aligned).offset, 4);
    let both = packed(&[&aligned[..], &[0x42, 0x00]].concat());
    assert!(!both.is_aligned());
    assert_eq!((both.offset, both.width), (10, 4));
}

#[test]
fn proto2_strings_need_not_be_utf8_but_it_is_told() {
    let checked = check(&message(), &[0x22, 0x02, b'a', 0xff]).unwrap();
    let error = checked.invalid_utf8.unwrap();
    assert_eq!((error.offset, error.path.as_str()), (3, "s"));
    assert_eq!(error.reason, Reason::InvalidUtf8 { at: 1, length: 2 });
}

#[test]
fn nesting_is_limited_and_costs_no_stack() {
    let nested = |levels: usize| {
        let mut bytes = Vec::new();
        for _ in 0..levels {
            let mut outer = vec![0x32];
            prost::encoding::encode_varint(bytes.len() as u64, &mut outer);
            outer.extend(bytes);
            bytes = outer;
        }
        bytes
    };
    assert!(check(&message(), &nested(MAX_NESTING)).is_ok());
    let error = check(&message(), &nested(MAX_NESTING + 1)).unwrap_err();
    assert_eq!(error.reason, Reason::TooDeep);
    assert_eq!(
        check(&message(), &nested(5000)).unwrap_err().reason,
        Reason::TooDeep
    );
    // Groups open with one byte each: a million of them.
    assert_eq!(
        check(&message(), &vec![0x7b; 1_000_000])
            .unwrap_err()
            .reason,
        Reason::TooDeep
    );
}

#[test]
fn real_payloads_pass_and_cut_ones_do_not_panic() {
    for sample in shared::samples() {
        let (Some(name), Some(payload), Ok(schema)) =
            (&sample.message, &sample.payload, &sample.schema)
        else {
            continue;
        };
        let message = schema.find(name).unwrap();
        let checked = check(&message, payload);
        assert!(checked.is_ok(), "{}: {checked:?}", sample.name);
        DynamicMessage::decode(message.clone(), payload.as_slice()).unwrap();
        for cut in (1..payload.len()).step_by(payload.len() / 12 + 1) {
            agree(&message, &payload[..cut]);
        }
    }
}

/// The stated verdicts of crafted payloads: what the specification calls valid, and what it does not.
#[test]
fn crafted_payloads_get_the_stated_verdict() {
    for (name, types) in [
        ("nasty_wire", [("", "nasty.wire.Wire"), ("-", "")]),
        (
            "nasty_utf8",
            [("p3_", "nasty.utf8.Three"), ("p2_", "nasty.utf8.Two")],
        ),
    ] {
        let Some(folder) = shared::folder("corpus").map(|corpus| corpus.join(name)) else {
            return;
        };
        let samples = shared::samples();
        let sample = samples.iter().find(|sample| sample.name == name).unwrap();
        let schema = sample.schema.as_ref().unwrap();
        let table = std::fs::read_to_string(folder.join("variants/variants.tsv")).unwrap();
        for line in table.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let (file, expected) = (columns[0], columns[2]);
            let name = sample.message.clone().filter(|_| !file.starts_with("p2_"));
            let wanted = types
                .iter()
                .find(|(prefix, _)| file.starts_with(prefix))
                .unwrap()
                .1;
            let message = schema.find(name.as_deref().unwrap_or(wanted)).unwrap();
            let bytes = std::fs::read(folder.join("variants").join(file)).unwrap();
            let got = check(&message, &bytes);
            match expected {
                // The one strictness of ours: known fields have their own wire types.
                "accept" if file == "wrong_wiretype.bin" => assert!(got.is_err()),
                "accept" => assert!(got.is_ok(), "{file}: {got:?}"),
                "reject" => assert!(got.is_err(), "{file}: {got:?}"),
                _ => {}
            }
        }
    }
}

/// Whether we and prost-reflect say the same of some bytes.
fn agree(message: &MessageDescriptor, bytes: &[u8]) {
    let ours = check(message, bytes);
    let theirs = DynamicMessage::decode(message.clone(), bytes);
    match (&ours, &theirs) {
        // It refuses every string that is not UTF-8.
        (
            Ok(Checked {
                invalid_utf8: Some(_),
                ..
            }),
            Err(_),
        )
        | (Ok(_), Ok(_))
        | (Err(_), Err(_)) => {}
        // It counts levels a little differently where a field is skipped in the innermost message.
        (Err(error), Ok(_)) if error.reason == Reason::TooDeep => {}
        // It reads a map entry whatever its wire type says.
        (Err(error), Ok(_)) if matches!(&error.reason, Reason::WrongWireType { kind, .. } if kind == "map") =>
            {}
        // The end of a group is one of these wire types.
        (Err(error), Ok(_)) if matches!(error.reason, Reason::StrayEndGroup(number) | Reason::OtherEndGroup { found: number, .. } if is_map(message, number)) =>
            {}
        // Not `{theirs:?}`: the library prints a recursive map type without end.
        (ours, theirs) => panic!("{bytes:02x?}: {ours:?}, they: {}", theirs.is_ok()),
    }
}

/// Whether some message of the schema has a map with this number.
fn is_map(message: &MessageDescriptor, number: u32) -> bool {
    let mut messages = message.parent_pool().all_messages();
    messages.any(|of| of.get_field(number).is_some_and(|field| field.is_map()))
}

#[test]
fn the_end_of_a_group_in_place_of_a_map_entry_is_an_error() {
    let message = message();
    let map = message.fields().find(|field| field.is_map()).unwrap();
    let end = [(map.number() as u8) << 3 | 4, 0];
    assert_eq!(
        check(&message, &end).unwrap_err().reason,
        Reason::StrayEndGroup(map.number())
    );
    agree(&message, &end);
}

proptest! {
    #[test]
    fn random_bytes_get_the_same_verdict_twice(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        agree(&message(), &bytes);
    }

    #[test]
    fn mutated_payloads_get_the_same_verdict_twice(
        seed in 0_u64..1000,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let message = message();
        let mut bytes = generate(&message, &Generate { seed, ..Generate::default() }).unwrap();
        prop_assert!(check(&message, &bytes).is_ok());
        agree(&message, &bytes);
        if bytes.is_empty() {
            return Ok(());
        }
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        agree(&message, &bytes);
        bytes.truncate(cut.index(bytes.len()) + 1);
        agree(&message, &bytes);
    }
}
