//! Writes the flat schema as the text that generators read.

use std::fmt::Write;

use super::{Dialect, Field, Flat, Kind, Label, Scalar, field_name};

/// The schema as one `.proto` file. `flat` must have been fitted to `dialect`.
pub fn print(flat: &Flat, dialect: Dialect) -> String {
    let mut text = String::new();
    let syntax = if dialect == Dialect::Proto3 {
        "proto3"
    } else {
        "proto2"
    };
    let _ = writeln!(text, "syntax = \"{syntax}\";");
    for (index, list) in flat.enums.iter().enumerate() {
        let _ = writeln!(text, "enum Enum{index} {{");
        for &number in &list.values {
            let _ = writeln!(text, "  {} = {number};", value_name(index, number));
        }
        let _ = writeln!(text, "}}");
    }
    for (index, message) in flat.messages.iter().enumerate() {
        if message.group.is_none() {
            let _ = writeln!(text, "message Msg{index} {{");
            body(&mut text, flat, dialect, index, 1);
            let _ = writeln!(text, "}}");
        }
    }
    text
}

/// Enum values share their enum's enclosing scope, so the enum's index is part of the name.
fn value_name(list: usize, number: i32) -> String {
    if number < 0 {
        format!("E{list}N{}", number.unsigned_abs())
    } else {
        format!("E{list}V{number}")
    }
}

fn body(text: &mut String, flat: &Flat, dialect: Dialect, index: usize, depth: usize) {
    let pad = "  ".repeat(depth);
    let message = &flat.messages[index];
    for field in &message.fields {
        let label = match field.label {
            Label::Oneof(_) => continue,
            Label::Repeated { .. } => "repeated ",
            Label::Required => "required ",
            Label::Map { .. } => "",
            Label::Implicit if dialect == Dialect::Proto3 => "",
            // `optional` on a singular message would be legal in proto3 and says nothing new.
            Label::Explicit if dialect == Dialect::Proto3 && field.kind.message().is_some() => "",
            Label::Implicit | Label::Explicit => "optional ",
        };
        record(text, flat, dialect, field, &format!("{pad}{label}"), depth);
    }
    for oneof in 0..message.oneofs {
        let _ = writeln!(text, "{pad}oneof o{oneof} {{");
        for field in message
            .fields
            .iter()
            .filter(|field| field.label == Label::Oneof(oneof))
        {
            record(text, flat, dialect, field, &format!("{pad}  "), depth + 1);
        }
        let _ = writeln!(text, "{pad}}}");
    }
}

fn record(
    text: &mut String,
    flat: &Flat,
    dialect: Dialect,
    field: &Field,
    prefix: &str,
    depth: usize,
) {
    let number = field.number;
    if let Kind::Group(group) = field.kind {
        let _ = writeln!(
            text,
            "{prefix}group {} = {number} {{",
            flat.short_name(group)
        );
        body(text, flat, dialect, group, depth + 1);
        let _ = writeln!(text, "{}}}", "  ".repeat(depth));
        return;
    }
    let kind = type_name(flat, field.kind);
    let kind = match field.label {
        Label::Map { key } => format!("map<{}, {kind}>", type_name(flat, key)),
        _ => kind,
    };
    let options = options(flat, dialect, field);
    let _ = writeln!(
        text,
        "{prefix}{kind} {} = {number}{options};",
        field_name(field)
    );
}

fn options(flat: &Flat, dialect: Dialect, field: &Field) -> String {
    let packable = !matches!(
        field.kind,
        Kind::Scalar(Scalar::String | Scalar::Bytes) | Kind::Message(_) | Kind::Group(_)
    );
    match field.label {
        // Always stated: the default differs between the syntaxes.
        Label::Repeated { packed } if packable => format!(" [packed = {packed}]"),
        Label::Implicit if dialect == Dialect::Proto2Defaults => {
            let zero = match field.kind {
                Kind::Scalar(Scalar::Bool) => "false".to_owned(),
                Kind::Scalar(Scalar::String | Scalar::Bytes) => "\"\"".to_owned(),
                Kind::Enum(list) => {
                    value_name(list, flat.enums[list].values.first().copied().unwrap_or(0))
                }
                _ => "0".to_owned(),
            };
            format!(" [default = {zero}]")
        }
        _ => String::new(),
    }
}

fn type_name(flat: &Flat, kind: Kind) -> String {
    match kind {
        Kind::Scalar(scalar) => scalar.keyword().to_owned(),
        Kind::Enum(index) => format!("Enum{index}"),
        Kind::Message(index) | Kind::Group(index) => flat
            .nesting(index)
            .iter()
            .map(|&at| flat.short_name(at))
            .collect::<Vec<_>>()
            .join("."),
    }
}
