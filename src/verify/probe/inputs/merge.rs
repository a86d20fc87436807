//! The same field more than once: scalars are replaced, sub-messages merge, oneofs forget.

use super::{Input, PROTO2, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = singular();
    all.extend(oneofs());
    all
}

fn singular() -> Vec<Input> {
    let mut all = Topic::new("merge");
    let w = Wire::new;
    let sub = |body: Wire| w().message(18, body);
    let inner = |body: Wire| w().message(18, w().message(4, body));
    all.value(
        "last-scalar",
        "a number twice: the last one counts",
        w().varint(6, 1).varint(6, 2),
        w().varint(6, 2),
    );
    all.value(
        "last-scalar-zero",
        "a number and then its default: the default counts",
        w().varint(6, 1).varint(6, 0),
        w(),
    );
    all.value(
        "last-string",
        "a string and bytes twice: replaced, not appended to",
        w().len(1, "longer").len(4, "raw").len(1, "b").len(4, "r"),
        w().len(1, "b").len(4, "r"),
    );
    all.value(
        "merge-sub",
        "a sub-message twice: both merge",
        sub(w().varint(1, 1)).bytes(sub(w().varint(2, 2)).done()),
        sub(w().varint(1, 1).varint(2, 2)),
    );
    all.value(
        "merge-sub-overlap",
        "a sub-message twice with one field in both: the last one counts, the rest stays",
        sub(w().varint(1, 1).varint(2, 2)).bytes(sub(w().varint(2, 3)).done()),
        sub(w().varint(1, 1).varint(2, 3)),
    );
    all.value(
        "merge-sub-repeated",
        "a repeated field in a sub-message sent twice: its elements add up",
        sub(w().packed(3, &[1])).bytes(sub(w().packed(3, &[2])).done()),
        sub(w().packed(3, &[1, 2])),
    );
    all.value(
        "merge-sub-nested",
        "a sub-message in a sub-message sent twice: they merge all the way down",
        inner(w().varint(1, 1)).bytes(inner(w().varint(2, 2)).done()),
        inner(w().varint(1, 1).varint(2, 2)),
    );
    all.value(
        "merge-sub-apart",
        "a sub-message twice with another field between them",
        sub(w().varint(1, 1))
            .varint(6, 9)
            .bytes(sub(w().varint(2, 2)).done()),
        w().varint(6, 9)
            .bytes(sub(w().varint(1, 1).varint(2, 2)).done()),
    );
    all.value(
        "merge-sub-empty",
        "a sub-message and then an empty one: nothing is forgotten",
        sub(w().varint(1, 1)).bytes(sub(w()).done()),
        sub(w().varint(1, 1)),
    );
    all.kept_whole(
        "merge-sub-unknown",
        "a sub-message twice, each with an unknown field: both are kept",
        sub(w().varint(50, 1)).bytes(sub(w().varint(51, 2)).done()),
        sub(w()),
        sub(w().varint(50, 1).varint(51, 2)),
    );
    all.same(
        "repeated-sub-apart",
        "a repeated sub-message twice: two elements, nothing merges",
        w().message(19, w().varint(1, 1))
            .message(19, w().varint(2, 2)),
    );
    all.value(
        "repeated-interleaved",
        "two repeated fields interleaved",
        w().len(2, "a").varint(21, 1).len(2, "b").varint(21, 2),
        w().len(2, "a").len(2, "b").varint(21, 1).varint(21, 2),
    );
    all.on(PROTO2);
    all.value(
        "merge-proto2",
        "a proto2 sub-message twice: both merge",
        w().message(11, w().varint(9, 1))
            .message(11, w().len(1, "t")),
        w().message(11, w().len(1, "t").varint(9, 1)),
    );
    all.list
}

fn oneofs() -> Vec<Input> {
    let mut all = Topic::new("oneof");
    let w = Wire::new;
    let sub = |body: Wire| w().message(31, body);
    all.value(
        "oneof-last",
        "two members of a oneof: the last one counts",
        w().varint(32, 5).len(30, "text"),
        w().len(30, "text"),
    );
    all.value(
        "oneof-same-scalar",
        "the same member twice: the last one counts",
        w().len(30, "first").len(30, "x"),
        w().len(30, "x"),
    );
    all.value(
        "oneof-same-merges",
        "the same sub-message of a oneof twice: both merge",
        sub(w().varint(1, 1)).bytes(sub(w().varint(2, 2)).done()),
        sub(w().varint(1, 1).varint(2, 2)),
    );
    all.value(
        "oneof-back-forgets",
        "a sub-message, another member, the sub-message again: the first is forgotten",
        sub(w().varint(1, 1))
            .varint(32, 5)
            .bytes(sub(w().varint(2, 2)).done()),
        sub(w().varint(2, 2)),
    );
    all.same(
        "oneof-default",
        "a member that is its default is set",
        w().varint(32, 0),
    );
    all.same(
        "oneof-empty-sub",
        "an empty sub-message in a oneof is set",
        sub(w()),
    );
    all.same(
        "oneof-empty-text",
        "an empty string in a oneof is set",
        w().len(30, ""),
    );
    all.list
}
