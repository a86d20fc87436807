//! Repeated scalars: packed where the schema says otherwise, unpacked, mixed, and broken runs.

use super::{Input, Topic, Wire};

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("packed");
    let w = Wire::new;
    let ints = || w().packed(20, &[1, 2, 300]);
    all.value(
        "packed-sent-unpacked",
        "a packed field sent one by one",
        w().varint(20, 1).varint(20, 2).varint(20, 300),
        ints(),
    );
    all.value(
        "unpacked-sent-packed",
        "an unpacked field sent in a run",
        w().packed(21, &[1, 2]),
        w().varint(21, 1).varint(21, 2),
    );
    all.value(
        "packed-mixed",
        "a run, a single value, a run: all in order",
        w().packed(20, &[1]).varint(20, 2).packed(20, &[300]),
        ints(),
    );
    all.value(
        "unpacked-mixed",
        "the same for an unpacked field",
        w().varint(21, 1).packed(21, &[2]).varint(21, 3),
        w().varint(21, 1).varint(21, 2).varint(21, 3),
    );
    all.value(
        "packed-split",
        "two runs with another field between them",
        w().packed(20, &[1, 2]).varint(6, 1).packed(20, &[300]),
        w().varint(6, 1).bytes(ints().done()),
    );
    all.value(
        "packed-empty",
        "an empty run is no element",
        w().packed(20, &[]),
        w(),
    );
    all.value(
        "packed-empty-between",
        "an empty run between two others",
        w().packed(20, &[1, 2]).packed(20, &[]).packed(20, &[300]),
        ints(),
    );
    all.value(
        "packed-enum-sent-unpacked",
        "a packed enum field sent one by one",
        w().varint(24, 1).varint(24, 2),
        w().packed(24, &[1, 2]),
    );
    let three = [1.0_f64, -0.0, 2.5].map(f64::to_le_bytes).concat();
    // Five bytes, so that with tag and length of the run the doubles begin at the eighth.
    let aligned = || w().len(4, [0; 3]);
    all.same(
        "packed-double-aligned",
        "doubles that lie at a multiple of eight bytes",
        aligned().len(23, &three),
    );
    all.same(
        "packed-double-unaligned",
        "doubles that lie at an odd address",
        w().len(23, &three),
    );
    all.same(
        "packed-fixed32-unaligned",
        "fixed32 values that lie at an odd address",
        w().len(22, [1, 0, 0, 0, 2, 0, 0, 0]),
    );
    all.value(
        "packed-fixed32-sent-unpacked",
        "packed fixed32 sent one by one",
        w().i32(22, [1, 0, 0, 0]).i32(22, [2, 0, 0, 0]),
        w().len(22, [1, 0, 0, 0, 2, 0, 0, 0]),
    );
    all.value(
        "packed-fixed32-split",
        "packed fixed32 in two aligned runs",
        w().len(4, [0; 3])
            .len(22, [1, 0, 0, 0])
            .len(4, [0; 3])
            .len(22, [2, 0, 0, 0]),
        w().len(4, [0; 3]).len(22, [1, 0, 0, 0, 2, 0, 0, 0]),
    );
    all.reject(
        "packed-fixed32-length",
        "a run of fixed32 of six bytes",
        aligned().len(22, [1, 0, 0, 0, 2, 0]),
    );
    all.reject(
        "packed-double-length",
        "a run of doubles of twelve bytes",
        aligned().len(23, &three[..12]),
    );
    all.reject(
        "packed-varint-cut",
        "a run that ends within a varint",
        w().len(20, [1, 0x80]),
    );
    all.reject(
        "packed-varint-crossing",
        "a run whose last varint goes on behind the run",
        w().len(20, [1, 0x80]).varint(6, 1),
    );
    all.list
}
