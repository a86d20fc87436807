//! The canonical form: fields by number, entries by key and always with both parts, packed where the schema
//! says so, no padding, unknown fields last.

use super::node::{Held, Item, Node, Shape};
use crate::verify::probe::wire::Wire;

/// The wire bytes of a message, with its unknown fields or without.
pub(super) fn message(node: &Node, whole: bool) -> Vec<u8> {
    let mut wire = Wire::new();
    for (number, held) in &node.fields {
        // Only fields of the schema are held.
        if let Some(shape) = node.shape(*number) {
            wire = field(wire, &shape, held, whole);
        }
    }
    if whole {
        let mut unknown: Vec<_> = node.unknown.iter().collect();
        // Stable: of one number, the order of arrival means something; between numbers it does not.
        unknown.sort_by_key(|(number, _)| *number);
        for (_, bytes) in unknown {
            wire = wire.bytes(bytes);
        }
    }
    wire.done()
}

fn field(wire: Wire, shape: &Shape, held: &Held, whole: bool) -> Wire {
    match held {
        Held::One(Item::Scalar(scalar)) if !shape.presence && scalar.is_zero() => wire,
        Held::One(one) => item(wire, shape, shape.number, one, whole),
        Held::List(items) if items.is_empty() => wire,
        Held::List(items) if shape.packed => {
            let run = items.iter().fold(Wire::new(), |run, item| match item {
                Item::Scalar(scalar) => scalar.payload(run),
                Item::Message(_) => run,
            });
            wire.message(shape.number, run)
        }
        Held::List(items) => items.iter().fold(wire, |wire, one| {
            item(wire, shape, shape.number, one, whole)
        }),
        Held::Map(entries) => entries.values().fold(wire, |wire, (key, value)| {
            let entry = key.field(1, Wire::new());
            wire.message(shape.number, item(entry, shape, 2, value, whole))
        }),
    }
}

fn item(wire: Wire, shape: &Shape, number: u32, item: &Item, whole: bool) -> Wire {
    match item {
        Item::Scalar(scalar) => scalar.field(number, wire),
        Item::Message(node) => {
            let body = message(node, whole);
            if shape.group {
                wire.group(number, Wire::new().bytes(body))
            } else {
                wire.len(number, body)
            }
        }
    }
}
