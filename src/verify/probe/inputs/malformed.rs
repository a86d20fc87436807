//! What is no message at all: groups that do not match, wire types and numbers that do not exist, lengths
//! beyond the end, and cuts.

use super::{Input, PROTO2, Topic, Wire, Work};
use crate::verify::probe::Expect;
use crate::verify::probe::wire::wire_type::{END, I32, LEN, START, VARINT};

pub fn inputs() -> Vec<Input> {
    let mut all = groups();
    all.extend(tags());
    all.extend(lengths());
    all.extend(cuts());
    all
}

fn groups() -> Vec<Input> {
    let mut all = Topic::new("groups");
    let w = Wire::new;
    all.reject(
        "group-end-stray",
        "the end of a group that never began",
        w().varint(6, 1).tag(50, END),
    );
    all.reject(
        "group-end-stray-known",
        "the end of a group with a known number",
        w().tag(6, END).varint(7, 1),
    );
    all.reject(
        "group-end-mismatched",
        "a group that ends with another number",
        w().tag(50, START).varint(1, 1).tag(51, END),
    );
    all.reject(
        "group-end-crossed",
        "two groups that cross each other",
        w().tag(50, START).tag(51, START).tag(50, END).tag(51, END),
    );
    all.reject(
        "group-end-missing",
        "a group without an end",
        w().tag(50, START).varint(1, 1),
    );
    all.reject(
        "group-end-outside",
        "a group that begins in a sub-message and ends behind it",
        w().message(18, w().tag(50, START)).tag(50, END),
    );
    all.reject(
        "group-end-in-sub",
        "a group that begins before a sub-message and ends in it",
        w().tag(50, START).message(18, w().tag(50, END)),
    );
    all.on("grouped");
    all.same(
        "group-declared",
        "a group that the schema declares",
        w().group(1, w().varint(2, 5)).varint(3, 1),
    );
    all.value(
        "group-declared-merge",
        "a declared group twice: both merge",
        w().group(1, w().varint(2, 5)).group(1, w().varint(2, 6)),
        w().group(1, w().varint(2, 6)),
    );
    all.list
}

fn tags() -> Vec<Input> {
    let mut all = Topic::new("tags");
    let w = Wire::new;
    all.reject("wiretype-6", "wire type 6 does not exist", w().tag(50, 6));
    all.reject("wiretype-7", "wire type 7 does not exist", w().tag(50, 7));
    all.reject(
        "wiretype-6-known",
        "wire type 6 at a known number",
        w().tag(6, 6).raw_varint(1),
    );
    all.reject(
        "wiretype-7-in-group",
        "wire type 7 in an unknown group",
        w().group(50, w().tag(1, 7)),
    );
    all.reject(
        "number-0-varint",
        "field number 0, a varint",
        w().tag(0, VARINT).raw_varint(1),
    );
    all.reject(
        "number-0-len",
        "field number 0 with a length",
        w().tag(0, LEN).raw_varint(1).bytes([1]),
    );
    all.reject(
        "number-0-in-sub",
        "field number 0 in a sub-message",
        w().message(18, w().tag(0, VARINT).raw_varint(1)),
    );
    all.reject(
        "number-above-limit",
        "field number 536870912, one too large",
        w().tag(1 << 29, VARINT).raw_varint(1),
    );
    all.reject(
        "number-wraps",
        "a number whose lower 32 bits are a known tag",
        w().tag((1 << 29) + 6, VARINT).raw_varint(1),
    );
    all.same(
        "number-largest",
        "field number 536870911, the largest, known",
        w().varint(536_870_911, 8),
    );
    all.list
}

fn lengths() -> Vec<Input> {
    let mut all = Topic::new("lengths");
    let w = Wire::new;
    let long = |number: u32, length: u64| w().tag(number.into(), LEN).raw_varint(length);
    all.reject(
        "length-one-more",
        "a string one byte longer than the message",
        long(1, 4).bytes("abc"),
    );
    for (name, length) in [
        ("2-31", (1 << 31) - 1),
        ("2-32", (1 << 32) - 1),
        ("2-40", 1 << 40),
        ("2-63", 1 << 63),
        ("max", u64::MAX),
    ] {
        for (kind, what, number) in [
            ("bytes", "bytes", 4),
            ("sub", "a sub-message", 18),
            ("packed", "a packed run", 22),
            ("unknown", "an unknown field", 50),
        ] {
            all.reject(
                &format!("length-{name}-{kind}"),
                &format!("{what} of length {length}, far beyond the end"),
                long(number, length).bytes("abc"),
            );
        }
    }
    all.reject(
        "length-inner-beyond-outer",
        "a string that ends behind its sub-message",
        w().message(18, long(5, 3)).bytes("abc"),
    );
    all.reject(
        "length-wraps-32",
        "a length of 2^32 + 3: right when only 32 bits are read",
        long(1, (1 << 32) + 3).bytes("abc"),
    );
    all.reject(
        "fixed-short",
        "a fixed32 of three bytes",
        w().tag(15, I32).bytes([1, 2, 3]),
    );
    all.list
}

/// A message with something of nearly every kind, to be cut everywhere. No packed fixed-width data: where
/// that alone ends a process, there would be nothing to learn of the cuts.
fn rich() -> Wire {
    let w = Wire::new;
    w().len(1, "text")
        .len(2, "first")
        .message(3, w().len(1, "key").len(2, "value"))
        .len(4, [1, 2, 3])
        .varint(6, 300)
        .i32(13, 1.5_f32.to_le_bytes())
        .i64(14, 2.5_f64.to_le_bytes())
        .message(
            18,
            w().varint(1, 1)
                .packed(3, &[1, 300])
                .message(4, w().len(5, "deep")),
        )
        .message(19, w().varint(2, 2))
        .packed(20, &[1, 128, 70_000])
        .varint(21, 200)
        .message(25, w().varint(1, 9).message(2, w().varint(1, 4)))
        .message(31, w().varint(1, 150))
        .group(50, w().varint(1, 150).len(2, "in"))
        .len(51, "unknown")
}

fn cuts() -> Vec<Input> {
    let mut all = Topic::new("cuts");
    let says = "a rich message cut at every byte: to be rejected except between two fields";
    all.push("cut-proto3", says, rich().done(), Expect::Reference(None));
    all.on(PROTO2);
    let w = Wire::new;
    let proto2 = w()
        .len(1, "text")
        .packed(6, &[1, 2])
        .message(11, w().varint(9, 300).len(1, "in"))
        .varint(100, 5)
        .group(50, w().len(1, "a"));
    let says = "a proto2 message cut at every byte: to be rejected except between two fields";
    all.push("cut-proto2", says, proto2.done(), Expect::Reference(None));
    for input in &mut all.list {
        input.work = Work::Cuts;
    }
    all.list
}
