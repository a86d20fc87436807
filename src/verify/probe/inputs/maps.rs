//! Map entries, which are messages: with parts missing, doubled, turned around or unknown.

use super::{Input, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("maps");
    let w = Wire::new;
    let entry = |key: &str, value: &str| w().len(1, key).len(2, value);
    let whole = |key: &str, value: &str| w().message(3, entry(key, value));
    let numbered = |key: u64, value: Wire| w().message(25, w().varint(1, key).message(2, value));
    all.value(
        "map-no-key",
        "an entry without a key: the key is the default",
        w().message(3, w().len(2, "v")),
        whole("", "v"),
    );
    all.value(
        "map-no-value",
        "an entry without a value: the value is the default",
        w().message(3, w().len(1, "k")),
        whole("k", ""),
    );
    all.value(
        "map-no-sub",
        "an entry without its sub-message: it is there and empty",
        w().message(25, w().varint(1, 4)),
        numbered(4, w()),
    );
    all.value(
        "map-empty-entry",
        "an entry of no bytes: both are the default",
        w().message(3, w()),
        whole("", ""),
    );
    all.value(
        "map-empty-entry-sub",
        "an entry of no bytes in a map of sub-messages",
        w().message(25, w()),
        numbered(0, w()),
    );
    all.value(
        "map-defaults-sent",
        "an entry whose key and value are sent as their defaults",
        w().message(28, w().len(1, "").varint(2, 0)),
        w().message(28, w().len(1, "").varint(2, 0)),
    );
    all.value(
        "map-unknown-in-entry",
        "an unknown field in an entry: passed over (upb keeps the whole entry aside)",
        w().message(
            3,
            w().len(1, "k").varint(3, 5).len(2, "v").len(9, "unknown"),
        ),
        whole("k", "v"),
    );
    all.value(
        "map-unknown-group",
        "an unknown group in an entry: passed over (upb keeps the whole entry aside)",
        w().message(3, entry("k", "v").group(9, w().varint(1, 1))),
        whole("k", "v"),
    );
    all.value(
        "map-value-first",
        "an entry with its value before its key",
        w().message(3, w().len(2, "v").len(1, "k")),
        whole("k", "v"),
    );
    all.value(
        "map-key-twice",
        "two entries of one key: the last one counts",
        whole("k", "first").bytes(whole("k", "last").done()),
        whole("k", "last"),
    );
    all.value(
        "map-key-twice-sub",
        "two entries of one key with sub-messages: replaced, not merged",
        numbered(1, w().varint(1, 1)).bytes(numbered(1, w().varint(2, 2)).done()),
        numbered(1, w().varint(2, 2)),
    );
    all.value(
        "map-value-twice",
        "an entry with two values: the last one counts",
        w().message(3, entry("k", "first").len(2, "last")),
        whole("k", "last"),
    );
    all.value(
        "map-sub-twice",
        "an entry with its sub-message twice: both merge",
        w().message(
            25,
            w().varint(1, 1)
                .message(2, w().varint(1, 1))
                .message(2, w().varint(2, 2)),
        ),
        numbered(1, w().varint(1, 1).varint(2, 2)),
    );
    all.value(
        "map-key-field-twice",
        "an entry with two keys: the last one counts",
        w().message(3, w().len(1, "first").len(1, "k").len(2, "v")),
        whole("k", "v"),
    );
    all.value(
        "map-value-wrong-wiretype",
        "an entry whose value has another wire type: unknown, so passed over",
        w().message(28, w().len(1, "k").i32(2, [1; 4])),
        w().message(28, w().len(1, "k").varint(2, 0)),
    );
    all.value(
        "map-key-wide",
        "an int32 key from a 64-bit varint: the upper bits are dropped",
        numbered((7 << 32) + 3, w()),
        numbered(3, w()),
    );
    all.reject(
        "map-entry-cut",
        "an entry whose key is longer than the entry",
        w().message(3, w().bytes([0x0a, 9]).bytes("k")),
    );
    all.list
}
