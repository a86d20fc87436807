//! Which field it is that a codec garbles, where what it encodes cannot be read back: such bytes have no value that
//! could be compared.
//!
//! Every field is handed to the codec by itself, then every part of the first that it garbles, down to the innermost.
//! A reader of the whole bytes stumbles at times only behind the field that is at fault; so that one is asked second.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use prost::Message as _;
use prost_reflect::{DynamicMessage, ReflectMessage, Value};

use super::difference::{first_difference, join, join_index, key_text, preview};
use super::probe::reference;
use super::prove::Failure;

/// Bytes that a message shows before it says how many there are.
const SHOWN: usize = 24;

/// Has the codec decode any bytes and encode what they gave; `None` where it does not take them.
type Again<'a> = &'a dyn Fn(&[u8]) -> Option<Vec<u8>>;

/// Makes a message of the root's type that holds nothing but a part.
type Alone<'a, T> = &'a dyn Fn(T) -> DynamicMessage;

/// The field that is at fault where `wire`, which a codec made of `value`, cannot be read; `None` where it can.
pub fn blame(value: &DynamicMessage, wire: &[u8], again: Again<'_>) -> Option<Failure> {
    let whole = unreadable(value, wire)?;
    let search = Search { again };
    let alone = search.message("", value, &|root| root);
    Some(alone.unwrap_or_else(|| Failure {
        path: whole.field.unwrap_or_else(|| "(encode)".to_owned()),
        detail: format!(
            "what it encoded cannot be read, {}; no field by itself is at fault",
            whole.why
        ),
    }))
}

/// Why bytes are no such message.
struct Unreadable {
    why: String,
    field: Option<String>,
}

fn unreadable(value: &DynamicMessage, wire: &[u8]) -> Option<Unreadable> {
    let error = DynamicMessage::decode(value.descriptor(), wire).err()?;
    Some(match reference::read(&value.descriptor(), wire) {
        Err(rejected) => Unreadable {
            why: rejected.in_words(),
            field: Some(rejected.field).filter(|field| !field.is_empty()),
        },
        Ok(_) => Unreadable {
            why: error.to_string(),
            field: None,
        },
    })
}

struct Search<'a> {
    again: Again<'a>,
}

impl Search<'_> {
    /// The first part of a message that is garbled by itself.
    fn message(
        &self,
        path: &str,
        message: &DynamicMessage,
        around: Alone<'_, DynamicMessage>,
    ) -> Option<Failure> {
        let empty = || DynamicMessage::new(message.descriptor());
        for (field, value) in message.fields() {
            let alone = |value| {
                let mut message = empty();
                message.set_field(&field, value);
                around(message)
            };
            let found = self.part(&join(path, field.name()), value, &alone);
            if found.is_some() {
                return found;
            }
        }
        for (extension, value) in message.extensions() {
            let alone = |value| {
                let mut message = empty();
                message.set_extension(&extension, value);
                around(message)
            };
            let name = format!("[{}]", extension.full_name());
            let found = self.part(&join(path, &name), value, &alone);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A value, if it is garbled by itself; or what of it is.
    fn part(&self, path: &str, value: &Value, alone: Alone<'_, Value>) -> Option<Failure> {
        let garbled = self.garbled(&alone(value.clone()), value)?;
        let inner = match value {
            Value::Message(message) => {
                self.message(path, message, &|message| alone(Value::Message(message)))
            }
            Value::List(list) => list.iter().enumerate().find_map(|(at, value)| {
                let alone = |value| alone(Value::List(vec![value]));
                self.part(&join_index(path, &at.to_string(), ""), value, &alone)
            }),
            Value::Map(map) => {
                let mut entries: Vec<_> = map.iter().collect();
                entries.sort_by_cached_key(|(key, _)| key_text(key));
                entries.into_iter().find_map(|(key, value)| {
                    let alone = |value| alone(Value::Map(HashMap::from([(key.clone(), value)])));
                    self.part(&join_index(path, &key_text(key), ""), value, &alone)
                })
            }
            _ => None,
        };
        Some(inner.unwrap_or(Failure {
            path: path.to_owned(),
            detail: garbled,
        }))
    }

    /// What is wrong with the bytes that the codec makes of a message that holds nothing but `value`.
    fn garbled(&self, message: &DynamicMessage, value: &Value) -> Option<String> {
        let wire = message.encode_to_vec();
        // A codec that panics on a part has its proof end for another reason than the one that is told here.
        let found = catch_unwind(AssertUnwindSafe(|| (self.again)(&wire))).ok()??;
        let wrong = match unreadable(message, &found) {
            Some(unreadable) => format!("cannot be read: {}", unreadable.why),
            None => {
                let again = DynamicMessage::decode(message.descriptor(), &found[..]).ok()?;
                let difference = first_difference(message, &again)?;
                format!("is another value: {difference}")
            }
        };
        Some(format!(
            "expected {}; by itself it becomes {}, which {wrong}",
            preview(value),
            hex(&found)
        ))
    }
}

fn hex(bytes: &[u8]) -> String {
    let shown = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}"));
    let shown = shown.collect::<Vec<_>>().join(" ");
    match bytes.len() {
        0 => "no bytes".to_owned(),
        length if length > SHOWN => format!("{shown} ... ({length} bytes)"),
        _ => shown,
    }
}

#[cfg(test)]
mod tests {
    use prost_reflect::DescriptorPool;

    use super::*;

    /// An empty message.
    fn message() -> DynamicMessage {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let schema = "syntax = \"proto3\"; message M { uint32 id = 1; repeated M more = 2; map<string, M> by = 3;
            repeated E states = 4; } enum E { ZERO = 0; MINUS = -1; }";
        std::fs::write(folder.path().join("m.proto"), schema).expect("the folder can be written");
        let set = protox::compile(["m.proto"], [folder.path()]).expect("the schema compiles");
        let pool = DescriptorPool::from_file_descriptor_set(set).expect("and links");
        DynamicMessage::new(pool.get_message_by_name("M").expect("and has the message"))
    }

    fn states(numbers: &[i32]) -> DynamicMessage {
        let mut of = message();
        let list = numbers.iter().map(|&number| Value::EnumNumber(number));
        of.set_field_by_name("states", Value::List(list.collect()));
        of.set_field_by_name("id", Value::U32(7));
        of
    }

    /// As a codec that counts five bytes for a negative enum in a packed run, and writes ten.
    fn short(wire: &[u8]) -> Option<Vec<u8>> {
        let mut wire = wire.to_vec();
        for at in 0..wire.len() {
            if wire[at] == 0x22 {
                let run = &wire[at + 2..][..usize::from(wire[at + 1])];
                let negative = run.iter().filter(|byte| **byte == 0xff).count() / 9;
                wire[at + 1] -= 5 * negative as u8;
            }
        }
        Some(wire)
    }

    #[track_caller]
    fn assert_blamed(value: &DynamicMessage, path: &str, detail: &str) {
        let wire = short(&value.encode_to_vec()).expect("it takes everything");
        let failure = blame(value, &wire, &short).expect("it cannot be read");
        assert_eq!((&*failure.path, &*failure.detail), (path, detail));
    }

    #[test]
    fn the_innermost_field_that_is_garbled_by_itself_is_named() {
        let detail = "expected enum value -1; by itself it becomes 22 05 ff ff ff ff ff ff ff ff ff 01, which cannot be \
            read: at byte 7, in states[0]: the end in the middle of a field";
        assert_blamed(&states(&[0, -1]), "states[1]", detail);
        // Of two, the bytes make sense up to the end of the run, and the fault seems to lie behind it.
        assert_blamed(&states(&[-1, -1]), "states[0]", detail);
    }

    #[test]
    fn it_is_found_in_lists_and_maps_of_messages() {
        let of = |numbers: &[i32]| Value::Message(states(numbers));
        let mut more = message();
        more.set_field_by_name("more", Value::List(vec![of(&[0]), of(&[0, -1])]));
        let wire = short(&more.encode_to_vec()).unwrap();
        let found = blame(&more, &wire, &short).unwrap();
        assert_eq!(found.path, "more[1].states[1]");
        let mut by = message();
        let entries = [(prost_reflect::MapKey::String("a b".to_owned()), of(&[-1]))];
        by.set_field_by_name("by", Value::Map(HashMap::from(entries)));
        let wire = short(&by.encode_to_vec()).unwrap();
        let found = blame(&by, &wire, &short).unwrap();
        assert_eq!(found.path, "by[\"a b\"].states[0]");
    }

    #[test]
    fn readable_bytes_are_nobodys_fault() {
        let value = states(&[0, 0]);
        assert_eq!(blame(&value, &value.encode_to_vec(), &short), None);
    }

    #[test]
    fn where_no_field_is_at_fault_the_place_is_told() {
        let value = states(&[0]);
        let wire = [&value.encode_to_vec()[..], &[0x08]].concat();
        let failure = blame(&value, &wire, &|wire| Some(wire.to_vec())).expect("it cannot be read");
        assert_eq!(failure.path, "id");
        let says = "what it encoded cannot be read, at byte 6, in id: the end in the middle of a field; no field by itself \
            is at fault";
        assert_eq!(failure.detail, says);
    }
}
