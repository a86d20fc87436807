//! Values that are easily taken for absent, floats that are more than their number, and required fields.

use super::{Input, PROTO2, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = floats();
    all.extend(presence());
    all
}

fn floats() -> Vec<Input> {
    let mut all = Topic::new("floats");
    let w = Wire::new;
    let float = |bits: u32| w().i32(13, bits.to_le_bytes());
    let double = |bits: u64| w().i64(14, bits.to_le_bytes());
    all.same(
        "float-negative-zero",
        "-0.0 is not the default: presence goes by bits",
        float(1 << 31),
    );
    all.same(
        "double-negative-zero",
        "the same as a double",
        double(1 << 63),
    );
    all.same(
        "float-nan-payload",
        "a quiet NaN with a payload: its bits are kept",
        float(0x7fc1_2345),
    );
    all.same(
        "float-nan-signalling",
        "a signalling NaN: its bits are kept",
        float(0x7fa1_2345),
    );
    all.same(
        "double-nan-payload",
        "a negative NaN with a payload: its bits are kept",
        double(0xfff8_0123_4567_89ab),
    );
    all.same("double-least", "the least denormal number", double(1));
    all.list
}

fn presence() -> Vec<Input> {
    let mut all = Topic::new("presence");
    let w = Wire::new;
    all.same("empty-message", "no bytes at all", w());
    all.same(
        "empty-sub",
        "an empty sub-message is there",
        w().message(18, w()),
    );
    all.same(
        "empty-sub-nested",
        "an empty sub-message in another",
        w().message(18, w().message(4, w())),
    );
    all.same(
        "empty-elements",
        "empty strings, bytes and sub-messages are elements",
        w().len(2, "")
            .len(2, "")
            .len(5, "")
            .message(19, w())
            .message(19, w()),
    );
    all.value(
        "default-implicit",
        "defaults sent for fields without presence: the same as absent",
        w().len(1, "")
            .len(4, "")
            .varint(6, 0)
            .varint(12, 0)
            .i64(14, [0; 8])
            .varint(17, 0),
        w(),
    );
    all.same(
        "default-optional",
        "defaults sent for `optional` fields: present",
        w().varint(26, 0).len(27, ""),
    );
    all.on(PROTO2);
    all.same(
        "default-proto2",
        "defaults sent in proto2: present",
        w().len(1, "")
            .len(4, "")
            .varint(5, 0)
            .varint(9, 0)
            .varint(100, 0),
    );
    all.on("needed");
    all.same(
        "required-there",
        "a required field that is there",
        w().varint(1, 0),
    );
    all.either(
        "required-missing",
        "a required field is missing: some reject that, others leave it missing",
        w().len(2, "text"),
        w().len(2, "text"),
    );
    all.list
}
