//! Varints that are longer than they need be, too long, or wider than their field.

use super::{Input, Topic, Wire};
use crate::verify::probe::wire::wire_type::{LEN, VARINT};

pub fn inputs() -> Vec<Input> {
    let mut all = lengths();
    all.extend(widths());
    all
}

const TOO_LONG: [u8; 11] = [
    0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0,
];

fn lengths() -> Vec<Input> {
    let mut all = Topic::new("varint lengths");
    let w = Wire::new;
    let uint64 = || w().varint(9, 1);
    let text = || w().len(1, "abc");
    let tag = u64::from(9_u8 << 3 | VARINT);
    let text_tag = || w().tag(1, LEN);
    for length in [2, 5] {
        all.value(
            &format!("varint-tag-padded-{length}"),
            &format!("a tag padded to {length} bytes: to be accepted"),
            w().padded(tag, length).raw_varint(1),
            uint64(),
        );
        all.value(
            &format!("varint-length-padded-{length}"),
            &format!("a length padded to {length} bytes: to be accepted"),
            text_tag().padded(3, length).bytes("abc"),
            text(),
        );
    }
    all.either(
        "varint-tag-padded-10",
        "a tag padded to ten bytes: more than 32 bits need, some reject it",
        w().padded(tag, 10).raw_varint(1),
        uint64(),
    );
    all.either(
        "varint-length-padded-10",
        "a length padded to ten bytes: more than 32 bits need, some reject it",
        text_tag().padded(3, 10).bytes("abc"),
        text(),
    );
    for length in [2, 10] {
        all.value(
            &format!("varint-value-padded-{length}"),
            &format!("a value padded to {length} bytes: to be accepted"),
            w().tag(9, VARINT).padded(1, length),
            uint64(),
        );
    }
    all.value(
        "varint-packed-padded",
        "values padded to three and ten bytes in a packed run",
        w().message(20, w().padded(1, 3).padded(2, 10)),
        w().packed(20, &[1, 2]),
    );
    let eleven = || w().bytes(TOO_LONG);
    all.reject(
        "varint-tag-11",
        "a tag of eleven bytes",
        w().padded(tag, 11).raw_varint(1),
    );
    all.reject(
        "varint-length-11",
        "a length of eleven bytes",
        text_tag().padded(3, 11).bytes("abc"),
    );
    all.reject(
        "varint-value-11",
        "a value of eleven bytes",
        w().tag(9, VARINT).bytes(eleven().done()),
    );
    all.reject(
        "varint-unknown-11",
        "a value of eleven bytes in an unknown field",
        w().tag(50, VARINT).bytes(eleven().done()),
    );
    all.reject(
        "varint-packed-11",
        "a value of eleven bytes in a packed run",
        w().message(20, eleven()),
    );
    all.reject(
        "varint-value-cut",
        "a value whose last byte says that more follow",
        w().tag(9, VARINT).bytes([0x80, 0x80]),
    );
    let overflown = |last: u8| w().tag(9, VARINT).bytes([0xff; 9]).bytes([last]);
    for last in [2, 0x7f] {
        let kept = u64::MAX >> 1 | u64::from(last & 1) << 63;
        all.either(
            &format!("varint-overflow-{last:02x}"),
            "a tenth byte with more than bit 63: dropped by some, rejected by others",
            overflown(last),
            w().varint(9, kept),
        );
    }
    all.same(
        "varint-largest",
        "2^64 - 1 in ten bytes",
        w().varint(9, u64::MAX),
    );
    all.list
}

fn widths() -> Vec<Input> {
    let mut all = Topic::new("varint widths");
    let w = Wire::new;
    const HIGH: u64 = 7 << 32;
    let wide = [
        ("int32", 6, HIGH + 5, 5),
        ("int32-to-negative", 6, HIGH + 0xffff_fffb, u64::MAX - 4),
        ("uint32", 8, HIGH + 5, 5),
        ("sint32", 10, HIGH + 5, 5),
        ("enum", 17, HIGH + 1, 1),
    ];
    for (name, number, sent, meant) in wide {
        all.value(
            &format!("width-{name}"),
            "a 32-bit field from a 64-bit varint: the upper bits are dropped",
            w().varint(number, sent),
            w().varint(number, meant),
        );
    }
    all.value(
        "width-packed",
        "a packed 32-bit element from a 64-bit varint",
        w().packed(20, &[HIGH + 5, 6]),
        w().packed(20, &[5, 6]),
    );
    all.value(
        "width-int32-short-negative",
        "-1 as an int32 in five bytes, its sign not extended",
        w().varint(6, 0xffff_ffff),
        w().varint(6, u64::MAX),
    );
    all.value(
        "bool-2",
        "2 as a bool is true",
        w().varint(12, 2),
        w().varint(12, 1),
    );
    all.value(
        "bool-multi-byte",
        "128 as a bool, in two bytes, is true",
        w().varint(12, 128),
        w().varint(12, 1),
    );
    all.value(
        "bool-high-bits",
        "2^32 as a bool: true, though the lower 32 bits are zero",
        w().varint(12, 1 << 32),
        w().varint(12, 1),
    );
    all.value(
        "bool-padded-zero",
        "zero in two bytes as a bool is false",
        w().tag(12, VARINT).padded(0, 2),
        w(),
    );
    all.list
}
