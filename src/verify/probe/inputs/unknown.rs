//! Fields that the schema does not have, or has with another wire type: to be kept.

use super::{Input, PROTO2, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("unknown fields");
    let known = || Wire::new().varint(6, 7);
    let w = Wire::new;
    let group = || w().group(50, w().varint(1, 5).len(2, "in it"));
    let deep = || {
        w().group(
            50,
            w().group(51, w().group(50, w().varint(1, 5))).varint(2, 6),
        )
    };
    let unknown = [
        ("varint", "a varint", w().varint(50, 300)),
        ("i64", "eight bytes", w().i64(50, [1, 2, 3, 4, 5, 6, 7, 8])),
        ("len", "a length and bytes", w().len(50, "unknown")),
        ("i32", "four bytes", w().i32(50, [1, 2, 3, 4])),
        ("group", "a group", group()),
        ("group-empty", "an empty group", w().group(50, w())),
        (
            "group-nested",
            "groups in groups, one of the same number",
            deep(),
        ),
        (
            "twice",
            "two of one number",
            w().varint(50, 1).varint(50, 2),
        ),
        (
            "large-number",
            "the largest field number",
            w().varint(536_870_910, 1),
        ),
    ];
    for (name, what, wire) in unknown {
        all.kept(
            &format!("unknown-{name}"),
            &format!("an unknown field: {what}; to be kept"),
            wire.clone().bytes(known().done()),
            known(),
            wire,
        );
    }
    all.kept_whole(
        "unknown-in-sub",
        "an unknown field of a sub-message: to be kept there",
        w().message(18, w().varint(1, 3).varint(50, 9)),
        w().message(18, w().varint(1, 3)),
        w().message(18, w().varint(1, 3).varint(50, 9)),
    );
    all.kept_whole(
        "unknown-in-element",
        "an unknown field of the second of two sub-messages: to be kept there",
        w().message(19, w().varint(1, 3))
            .message(19, w().varint(50, 9)),
        w().message(19, w().varint(1, 3)).message(19, w()),
        w().message(19, w().varint(1, 3))
            .message(19, w().varint(50, 9)),
    );
    all.on(PROTO2);
    all.same(
        "extension-known",
        "an extension that the schema knows",
        w().varint(100, 8),
    );
    all.kept(
        "extension-unknown",
        "an extension that the schema does not know: an unknown field, to be kept",
        w().varint(9, 1).len(150, "ext"),
        w().varint(9, 1),
        w().len(150, "ext"),
    );
    all.list.extend(wrong_wire_types());
    all.list
}

/// A known number with another wire type is an unknown field.
fn wrong_wire_types() -> Vec<Input> {
    let mut all = Topic::new("wire types");
    let w = Wire::new;
    let known = || Wire::new().varint(7, 1);
    let wrong = [
        (
            "int-as-i32",
            "an int32 in four bytes",
            w().i32(6, [1, 0, 0, 0]),
        ),
        ("int-as-i64", "an int32 in eight bytes", w().i64(6, [1; 8])),
        ("int-as-len", "an int32 with a length", w().len(6, [1])),
        (
            "int-as-group",
            "an int32 as a group",
            w().group(6, w().varint(1, 1)),
        ),
        ("string-as-varint", "a string as a varint", w().varint(1, 5)),
        ("bytes-as-i64", "bytes in eight bytes", w().i64(4, [7; 8])),
        (
            "fixed32-as-i64",
            "a fixed32 in eight bytes",
            w().i64(15, [1; 8]),
        ),
        (
            "double-as-varint",
            "a double as a varint",
            w().varint(14, 1),
        ),
        (
            "sub-as-varint",
            "a sub-message as a varint",
            w().varint(18, 1),
        ),
        (
            "sub-as-group",
            "a sub-message as a group",
            w().group(18, w().varint(1, 1)),
        ),
        (
            "packed-as-i32",
            "an element of packed int32 in four bytes",
            w().i32(20, [1; 4]),
        ),
        ("map-as-varint", "a map entry as a varint", w().varint(3, 1)),
        (
            "oneof-as-i32",
            "a member of a oneof in four bytes",
            w().i32(32, [1; 4]),
        ),
    ];
    for (name, what, wire) in wrong {
        all.kept(
            &format!("wiretype-{name}"),
            &format!("{what}: an unknown field, no error"),
            wire.clone().bytes(known().done()),
            known(),
            wire,
        );
    }
    all.list
}
