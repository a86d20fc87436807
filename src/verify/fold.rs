//! The checksum of `read`, taken from a dynamic message: what every codec's glue must agree with.

use prost_reflect::{DynamicMessage, MapKey, OneofDescriptor, ReflectMessage, Value};

use super::present;
use crate::codec::{Fold, Leaf};

/// Folds every field as [`crate::codec::Fields`] prescribes: by number, extensions among them, members
/// of oneofs last.
pub fn fold(message: &DynamicMessage) -> Fold {
    let mut fold = Fold::default();
    message_into(message, &mut fold);
    fold
}

fn message_into(message: &DynamicMessage, fold: &mut Fold) {
    let descriptor = message.descriptor();
    let in_oneof =
        |oneof: Option<OneofDescriptor>| oneof.is_some_and(|oneof| !oneof.is_synthetic());
    let mut plain: Vec<(u32, Value)> = Vec::new();
    for field in descriptor.fields() {
        if present(message, &field) && !in_oneof(field.containing_oneof()) {
            plain.push((field.number(), message.get_field(&field).into_owned()));
        }
    }
    for extension in descriptor.extensions() {
        if message.has_extension(&extension) {
            plain.push((
                extension.number(),
                message.get_extension(&extension).into_owned(),
            ));
        }
    }
    plain.sort_by_key(|(number, _)| *number);
    for (number, value) in plain {
        field_into(number, &value, fold);
    }
    for oneof in descriptor.oneofs().filter(|oneof| !oneof.is_synthetic()) {
        for field in oneof.fields() {
            if message.has_field(&field) {
                element_into(field.number(), &message.get_field(&field), fold);
            }
        }
    }
}

fn field_into(number: u32, value: &Value, fold: &mut Fold) {
    match value {
        Value::List(list) => list
            .iter()
            .for_each(|value| element_into(number, value, fold)),
        Value::Map(map) => fold.entries(number, map.iter(), |fold, (key, value)| {
            fold.element(1, &Scalar(key_leaf(key)));
            element_into(2, value, fold);
        }),
        Value::Message(_) => element_into(number, value, fold),
        scalar => fold.value(number, &Scalar(leaf(scalar))),
    }
}

fn element_into(number: u32, value: &Value, fold: &mut Fold) {
    match value {
        Value::Message(message) => {
            fold.enter(number);
            message_into(message, fold);
        }
        scalar => fold.element(number, &Scalar(leaf(scalar))),
    }
}

/// A leaf that has been taken already.
struct Scalar(u64);

impl Leaf for Scalar {
    fn leaf(&self) -> u64 {
        self.0
    }
}

fn leaf(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => value.leaf(),
        Value::I32(value) | Value::EnumNumber(value) => value.leaf(),
        Value::I64(value) => value.leaf(),
        Value::U32(value) => value.leaf(),
        Value::U64(value) => value.leaf(),
        Value::F32(value) => value.leaf(),
        Value::F64(value) => value.leaf(),
        Value::String(value) => value.leaf(),
        Value::Bytes(value) => value.leaf(),
        // Handled by the callers; a list is never inside a list.
        Value::Message(_) | Value::List(_) | Value::Map(_) => 0,
    }
}

fn key_leaf(key: &MapKey) -> u64 {
    match key {
        MapKey::Bool(key) => key.leaf(),
        MapKey::I32(key) => key.leaf(),
        MapKey::I64(key) => key.leaf(),
        MapKey::U32(key) => key.leaf(),
        MapKey::U64(key) => key.leaf(),
        MapKey::String(key) => key.leaf(),
    }
}
