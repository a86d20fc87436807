//! Enum values that the schema does not list, where enums are open (proto3) and closed (proto2); and
//! negative ones.

use super::{Input, PROTO2, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("enums");
    let w = Wire::new;
    const MINUS_ONE: u64 = u64::MAX;
    all.same(
        "enum-open-unknown",
        "an unlisted value of an open enum: kept as a value",
        w().varint(17, 99),
    );
    all.same(
        "enum-open-negative",
        "a negative unlisted value of an open enum, in ten bytes",
        w().varint(17, MINUS_ONE),
    );
    all.same(
        "enum-open-packed",
        "unlisted values of an open enum in a packed run",
        w().packed(24, &[1, 99, 2, MINUS_ONE]),
    );
    all.on(PROTO2);
    all.kept(
        "enum-closed-unknown",
        "an unlisted value of a closed enum: an unknown field",
        w().varint(5, 99).varint(9, 1),
        w().varint(9, 1),
        w().varint(5, 99),
    );
    all.kept(
        "enum-closed-negative",
        "a negative unlisted value of a closed enum: an unknown field",
        w().varint(5, MINUS_ONE),
        w(),
        w().varint(5, MINUS_ONE),
    );
    all.kept(
        "enum-closed-after-listed",
        "a listed and then an unlisted value of a closed enum: the listed one stays",
        w().varint(5, 1).varint(5, 99),
        w().varint(5, 1),
        w().varint(5, 99),
    );
    all.kept(
        "enum-closed-packed",
        "an unlisted value in a packed run of a closed enum: taken out, kept as unknown",
        w().packed(6, &[1, 99, 2]),
        w().packed(6, &[1, 2]),
        w().varint(6, 99),
    );
    all.kept(
        "enum-closed-repeated",
        "an unlisted value of a repeated closed enum: taken out, kept as unknown",
        w().varint(7, 1).varint(7, 99).varint(7, 2),
        w().varint(7, 1).varint(7, 2),
        w().varint(7, 99),
    );
    let entry = |value: u64| w().message(8, w().varint(1, 3).varint(2, value));
    all.kept(
        "enum-closed-map-value",
        "an unlisted value of a closed enum in a map: the entry is an unknown field",
        entry(1).message(8, w().varint(1, 4).varint(2, 99)),
        entry(1),
        w().message(8, w().varint(1, 4).varint(2, 99)),
    );
    all.kept(
        "enum-closed-oneof",
        "an unlisted value of a closed enum in a oneof: the earlier member stays",
        w().len(12, "stays").varint(13, 99),
        w().len(12, "stays"),
        w().varint(13, 99),
    );
    all.on("negative");
    all.same(
        "enum-negative",
        "a negative value that the enum lists, in ten bytes",
        w().varint(1, MINUS_ONE),
    );
    all.value(
        "enum-negative-short",
        "the same in five bytes, its sign not extended",
        w().varint(1, 0xffff_ffff),
        w().varint(1, MINUS_ONE),
    );
    all.same(
        "enum-negative-packed",
        "negative values in a packed run",
        w().packed(2, &[MINUS_ONE, 0, (i64::from(i32::MIN)) as u64]),
    );
    all.list
}
