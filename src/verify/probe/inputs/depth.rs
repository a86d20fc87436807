//! Messages inside messages, groups inside groups: every decoder needs a limit, 100 is usual.

use super::{Input, Topic, Wire};
use crate::verify::probe::wire::{nested, nested_groups};
use crate::verify::probe::{Expect, Value};

/// With the sub-message of the root, `depth` of them.
fn subs(depth: usize) -> Vec<u8> {
    nested(
        18,
        1,
        &nested(4, depth - 1, &Wire::new().varint(1, 7).done()),
    )
}

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("depth");
    all.same(
        "depth-subs-90",
        "90 sub-messages inside each other: below every usual limit",
        Wire::new().bytes(subs(90)),
    );
    let groups = |depth| Value {
        known: Vec::new(),
        whole: nested_groups(50, depth),
    };
    all.push(
        "depth-groups-90",
        "90 unknown groups inside each other: below every usual limit",
        nested_groups(50, 90),
        Expect::Value(groups(90)),
    );
    for depth in [200, 100_000] {
        let value = Value::known(subs(depth));
        all.push(
            &format!("depth-subs-{depth}"),
            &format!("{depth} sub-messages inside each other: take them or reject them"),
            subs(depth),
            Expect::Either(Some(value)),
        );
        all.push(
            &format!("depth-groups-{depth}"),
            &format!("{depth} unknown groups inside each other: take them or reject them"),
            nested_groups(50, depth),
            Expect::Either(Some(groups(depth))),
        );
    }
    all.list
}
