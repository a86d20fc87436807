//! Where two messages first differ.

use std::collections::HashMap;
use std::fmt;

use prost_reflect::{DynamicMessage, MapKey, ReflectMessage, Value};

use super::present;

/// The first field in which two messages differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// From the root, such as `entry[3].labels["zone"].name`.
    pub path: String,
    /// What was expected and what was found.
    pub detail: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.detail)
    }
}

/// Compares by value: presence counts where the schema tracks it, floats by their bits, unknown fields
/// not at all. Nesting is as deep as the decoder allowed, so recursion is bounded.
pub fn first_difference(expected: &DynamicMessage, found: &DynamicMessage) -> Option<Difference> {
    messages("", expected, found)
}

fn messages(path: &str, expected: &DynamicMessage, found: &DynamicMessage) -> Option<Difference> {
    let descriptor = expected.descriptor();
    for field in descriptor.fields() {
        let path = join(path, field.name());
        match (present(expected, &field), present(found, &field)) {
            (false, false) => {}
            (true, false) => {
                let lost = preview(&expected.get_field(&field));
                return Some(Difference {
                    path,
                    detail: format!("expected {lost}, found nothing"),
                });
            }
            (false, true) => {
                let extra = preview(&found.get_field(&field));
                return Some(Difference {
                    path,
                    detail: format!("expected nothing, found {extra}"),
                });
            }
            (true, true) => {
                let difference =
                    values(&path, &expected.get_field(&field), &found.get_field(&field));
                if difference.is_some() {
                    return difference;
                }
            }
        }
    }
    for extension in descriptor.extensions() {
        let path = join(path, &format!("[{}]", extension.full_name()));
        let difference = match (
            expected.has_extension(&extension),
            found.has_extension(&extension),
        ) {
            (false, false) => None,
            (true, true) => values(
                &path,
                &expected.get_extension(&extension),
                &found.get_extension(&extension),
            ),
            (expected, _) => {
                let (had, has) = if expected {
                    ("a value", "nothing")
                } else {
                    ("nothing", "a value")
                };
                Some(Difference {
                    path,
                    detail: format!("expected {had}, found {has}"),
                })
            }
        };
        if difference.is_some() {
            return difference;
        }
    }
    None
}

fn values(path: &str, expected: &Value, found: &Value) -> Option<Difference> {
    match (expected, found) {
        (Value::Message(expected), Value::Message(found)) => messages(path, expected, found),
        (Value::List(expected), Value::List(found)) => lists(path, expected, found),
        (Value::Map(expected), Value::Map(found)) => maps(path, expected, found),
        _ if same(expected, found) => None,
        _ => Some(Difference {
            path: path.to_owned(),
            detail: format!("expected {}, found {}", preview(expected), preview(found)),
        }),
    }
}

fn lists(path: &str, expected: &[Value], found: &[Value]) -> Option<Difference> {
    let pairs = expected.iter().zip(found).enumerate();
    for (at, (expected, found)) in pairs {
        // The index is only worth printing where something differs.
        if let Some(mut difference) = values("", expected, found) {
            difference.path = join_index(path, &at.to_string(), &difference.path);
            return Some(difference);
        }
    }
    (expected.len() != found.len()).then(|| Difference {
        path: path.to_owned(),
        detail: format!(
            "expected {} elements, found {}",
            expected.len(),
            found.len()
        ),
    })
}

fn maps(
    path: &str,
    expected: &HashMap<MapKey, Value>,
    found: &HashMap<MapKey, Value>,
) -> Option<Difference> {
    let mut keys: Vec<&MapKey> = expected.keys().collect();
    keys.sort_by_cached_key(|key| format!("{key:?}"));
    for key in keys {
        let name = key_text(key);
        let Some(value) = found.get(key) else {
            let detail = format!("expected {}, found nothing", preview(&expected[key]));
            return Some(Difference {
                path: join_index(path, &name, ""),
                detail,
            });
        };
        if let Some(mut difference) = values("", &expected[key], value) {
            difference.path = join_index(path, &name, &difference.path);
            return Some(difference);
        }
    }
    let extra = found.keys().find(|key| !expected.contains_key(key))?;
    Some(Difference {
        path: join_index(path, &key_text(extra), ""),
        detail: format!("expected nothing, found {}", preview(&found[extra])),
    })
}

fn same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::F32(expected), Value::F32(found)) => expected.to_bits() == found.to_bits(),
        (Value::F64(expected), Value::F64(found)) => expected.to_bits() == found.to_bits(),
        _ => expected == found,
    }
}

pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

pub(super) fn join_index(path: &str, index: &str, rest: &str) -> String {
    let dot = if rest.is_empty() || rest.starts_with('[') {
        ""
    } else {
        "."
    };
    format!("{path}[{index}]{dot}{rest}")
}

pub(super) fn key_text(key: &MapKey) -> String {
    match key {
        MapKey::Bool(key) => key.to_string(),
        MapKey::I32(key) => key.to_string(),
        MapKey::I64(key) => key.to_string(),
        MapKey::U32(key) => key.to_string(),
        MapKey::U64(key) => key.to_string(),
        MapKey::String(key) => format!("{key:?}"),
    }
}

/// Enough of a value to recognise it, on one line.
pub(super) fn preview(value: &Value) -> String {
    const SHOWN: usize = 40;
    match value {
        Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Value::String(text) if text.chars().count() > SHOWN => {
            let head: String = text.chars().take(SHOWN).collect();
            format!("{head:?}... ({} bytes)", text.len())
        }
        Value::String(text) => format!("{text:?}"),
        Value::Message(message) => format!("a {}", message.descriptor().name()),
        Value::List(list) => format!("{} elements", list.len()),
        Value::Map(map) => format!("{} entries", map.len()),
        Value::Bool(value) => value.to_string(),
        Value::I32(value) => value.to_string(),
        Value::I64(value) => value.to_string(),
        Value::U32(value) => value.to_string(),
        Value::U64(value) => value.to_string(),
        Value::F32(value) => value.to_string(),
        Value::F64(value) => value.to_string(),
        Value::EnumNumber(value) => format!("enum value {value}"),
    }
}
