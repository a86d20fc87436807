//! The crafted messages. Their schemas are `proto/probe.proto` and `proto/probe2.proto`, their cases those
//! of `proto/probes.toml`.

mod depth;
mod enums;
mod malformed;
mod maps;
mod merge;
mod packed;
mod presence;
mod unknown;
mod utf8;
mod varints;
mod weigh;

use super::wire::Wire;
use super::{Expect, Input, On, Value, Work};

/// The proto3 case.
const PROTO3: &str = "proto3";
/// The proto2 case.
const PROTO2: &str = "proto2";

/// Every crafted message, in the order of the matrix.
pub fn inputs() -> Vec<Input> {
    let topics = [
        utf8::inputs,
        unknown::inputs,
        malformed::inputs,
        varints::inputs,
        packed::inputs,
        merge::inputs,
        maps::inputs,
        enums::inputs,
        presence::inputs,
        depth::inputs,
        weigh::inputs,
    ];
    topics.iter().flat_map(|inputs| inputs()).collect()
}

/// The inputs of a topic, under construction.
struct Topic {
    name: &'static str,
    case: &'static str,
    list: Vec<Input>,
}

impl Topic {
    fn new(name: &'static str) -> Self {
        Topic {
            name,
            case: PROTO3,
            list: Vec::new(),
        }
    }

    /// What follows is for another case.
    fn on(&mut self, case: &'static str) {
        self.case = case;
    }

    fn push(&mut self, id: &str, says: &str, bytes: Vec<u8>, expect: Expect) {
        self.list.push(Input {
            id: id.to_owned(),
            topic: self.name.to_owned(),
            says: says.to_owned(),
            on: On::Case(self.case.to_owned()),
            bytes,
            expect,
            work: Work::Once,
        });
    }

    /// Must be accepted as `value`.
    fn value(&mut self, id: &str, says: &str, wire: Wire, value: Wire) {
        let value = Value::known(value.done());
        self.push(id, says, wire.done(), Expect::Value(value));
    }

    /// Must be accepted as it is.
    fn same(&mut self, id: &str, says: &str, wire: Wire) {
        self.value(id, says, wire.clone(), wire);
    }

    /// Must be accepted as `known`, keeping the fields `unknown` beside it.
    fn kept(&mut self, id: &str, says: &str, wire: Wire, known: Wire, unknown: Wire) {
        self.kept_whole(id, says, wire, known.clone(), known.bytes(unknown.done()));
    }

    /// Must be accepted as `known`, which with its unknown fields is `whole`.
    fn kept_whole(&mut self, id: &str, says: &str, wire: Wire, known: Wire, whole: Wire) {
        let (known, whole) = (known.done(), whole.done());
        let value = Value { known, whole };
        self.push(id, says, wire.done(), Expect::Value(value));
    }

    /// Must be rejected.
    fn reject(&mut self, id: &str, says: &str, wire: Wire) {
        self.push(id, says, wire.done(), Expect::Reject);
    }

    /// May be rejected; where not, it is `value`.
    fn either(&mut self, id: &str, says: &str, wire: Wire, value: Wire) {
        let value = Value::known(value.done());
        self.push(id, says, wire.done(), Expect::Either(Some(value)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_stable_names_and_unique() {
        let inputs = inputs();
        assert!(inputs.len() >= 60, "{}", inputs.len());
        let mut ids = BTreeSet::new();
        for input in &inputs {
            let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(input.id.chars().all(kebab), "{}", input.id);
            assert!(input.id.len() <= 34, "{}", input.id);
            assert!(!input.says.is_empty() && !input.says.ends_with('.'));
            assert!(ids.insert(&input.id), "{} is there twice", input.id);
        }
    }
}
