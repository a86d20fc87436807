//! Values given in a rule: TOML, read along the schema.

use std::collections::BTreeMap;

use prost::encoding::{WireType, encode_key, encode_varint};
use prost_reflect::Kind;
use toml::Value;

use super::GenerateError;
use super::scalar::Scalar;
use super::shape::{Field, Shapes};

/// A field on the wire, holding a value.
pub(super) fn encode(
    path: &str,
    field: &Field,
    value: &Value,
    shapes: &Shapes,
) -> Result<Vec<u8>, GenerateError> {
    let mut out = Vec::new();
    write(path, field, value, shapes, &mut out)?;
    Ok(out)
}

fn write(
    path: &str,
    field: &Field,
    value: &Value,
    shapes: &Shapes,
    out: &mut Vec<u8>,
) -> Result<(), GenerateError> {
    if field.map {
        return write_map(path, field, value, shapes, out);
    }
    if !field.list {
        return write_one(path, field, value, shapes, field.presence, out);
    }
    let Value::Array(values) = value else {
        return Err(unfit(path, field, value));
    };
    if !field.packed {
        for value in values {
            write_one(path, field, value, shapes, true, out)?;
        }
    } else if !values.is_empty() {
        let mut run = Vec::new();
        for value in values {
            scalar(path, field, value)?.write_value(&mut run);
        }
        Scalar::Text(run).write(field.number, out);
    }
    Ok(())
}

/// Writes one value; a default only where `presence` asks for it.
fn write_one(
    path: &str,
    field: &Field,
    value: &Value,
    shapes: &Shapes,
    presence: bool,
    out: &mut Vec<u8>,
) -> Result<(), GenerateError> {
    let Some(message) = field.message() else {
        let scalar = scalar(path, field, value)?;
        if presence || !scalar.is_default() {
            scalar.write(field.number, out);
        }
        return Ok(());
    };
    let Value::Table(table) = value else {
        return Err(unfit(path, field, value));
    };
    let shape = shapes.get(message);
    let known = |key: &str| shape.fields.iter().any(|inner| inner.name == key);
    if let Some(key) = table.keys().find(|key| !known(key)) {
        let what = format!("`{path}`: {} has no field `{key}`", shape.name);
        let names: Vec<&str> = shape
            .fields
            .iter()
            .map(|inner| inner.name.as_str())
            .collect();
        return Err(GenerateError::new(
            what,
            crate::nearest::did_you_mean(key, names.iter().copied()),
        ));
    }
    let mut body = Vec::new();
    for inner in &shape.fields {
        match table.get(&inner.name) {
            Some(value) => {
                write(
                    &format!("{path}.{}", inner.name),
                    inner,
                    value,
                    shapes,
                    &mut body,
                )?;
            }
            None if inner.required => {
                let what = format!("`{path}`: `{}` is required", inner.name);
                return Err(GenerateError::new(what, "give it a value"));
            }
            None => {}
        }
    }
    write_message(field, &body, out);
    Ok(())
}

/// Writes the body of a message, or of a group, with its tag.
pub(super) fn write_message(field: &Field, body: &[u8], out: &mut Vec<u8>) {
    if field.group {
        encode_key(field.number, WireType::StartGroup, out);
        out.extend(body);
        encode_key(field.number, WireType::EndGroup, out);
    } else {
        encode_key(field.number, WireType::LengthDelimited, out);
        encode_varint(body.len() as u64, out);
        out.extend(body);
    }
}

fn write_map(
    path: &str,
    field: &Field,
    value: &Value,
    shapes: &Shapes,
    out: &mut Vec<u8>,
) -> Result<(), GenerateError> {
    let (Value::Table(table), Some(entry)) = (value, field.message()) else {
        return Err(unfit(path, field, value));
    };
    let shape = shapes.get(entry);
    let Some((key_field, value_field)) = shape.entry() else {
        return Err(unfit(path, field, value));
    };
    let mut entries = BTreeMap::new();
    for (key, value) in table {
        let key = map_key(path, key_field, key)?;
        let mut body = Vec::new();
        key.write(1, &mut body);
        write_one(path, value_field, value, shapes, true, &mut body)?;
        entries.insert(key, body);
    }
    for body in entries.values() {
        write_message(field, body, out);
    }
    Ok(())
}

/// TOML keys are text: a number or bool is read from it.
fn map_key(path: &str, field: &Field, key: &str) -> Result<Scalar, GenerateError> {
    let found = match &field.kind {
        Kind::String => Some(Scalar::Text(key.as_bytes().to_vec())),
        Kind::Bool => key
            .parse()
            .ok()
            .map(|value: bool| Scalar::Varint(u64::from(value))),
        kind => key
            .parse()
            .ok()
            .and_then(|value| Scalar::whole(kind, value)),
    };
    found.ok_or_else(|| {
        let what = format!("`{path}`: `{key}` is no key of type {}", field.type_name());
        GenerateError::new(what, "write a key of that type, in quotes")
    })
}

fn scalar(path: &str, field: &Field, value: &Value) -> Result<Scalar, GenerateError> {
    let kind = &field.kind;
    let found = match (kind, value) {
        (Kind::Bool, Value::Boolean(value)) => Some(Scalar::Varint(u64::from(*value))),
        (Kind::String | Kind::Bytes, Value::String(text)) => {
            Some(Scalar::Text(text.as_bytes().to_vec()))
        }
        (Kind::Bytes, Value::Array(values)) => values
            .iter()
            .map(|value| {
                value
                    .as_integer()
                    .and_then(|value| u8::try_from(value).ok())
            })
            .collect::<Option<Vec<u8>>>()
            .map(Scalar::Text),
        (Kind::Enum(kind_), Value::String(name)) => match kind_.get_value_by_name(name) {
            Some(value) => Scalar::whole(kind, i64::from(value.number())),
            None => {
                let what = format!("`{path}`: {} has no value `{name}`", kind_.full_name());
                let names: Vec<String> = kind_
                    .values()
                    .map(|value| value.name().to_owned())
                    .collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let remedy = crate::nearest::did_you_mean(name, names.iter().copied());
                return Err(GenerateError::new(what, remedy));
            }
        },
        (_, Value::Integer(value)) => Scalar::whole(kind, *value),
        (_, Value::Float(value)) => Scalar::real(kind, *value),
        _ => None,
    };
    found.ok_or_else(|| unfit(path, field, value))
}

fn unfit(path: &str, field: &Field, value: &Value) -> GenerateError {
    let what = format!(
        "`{path}`: type {} cannot hold this {}",
        field.type_name(),
        value.type_str()
    );
    let remedy = match (&field.kind, field.map, field.list) {
        (_, true, _) => "give a table of keys and values",
        (_, _, true) => "give an array of values that fit",
        (Kind::Message(_), ..) => "give a table of field names and values",
        (Kind::Bytes, ..) => "give a string, or an array of numbers up to 255",
        (Kind::Enum(_), ..) => "give the name or the number of a value",
        (Kind::String, ..) => "give a string",
        (Kind::Bool, ..) => "give true or false",
        _ => "give a number that the type can hold, and not NaN",
    };
    GenerateError::new(what, remedy)
}
