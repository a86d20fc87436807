//! Fits a schema to the syntax that a generator reads best, without moving a byte on the wire.

use super::{Flat, Kind, Label};

/// How the flat file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `syntax = "proto2"`; implicit fields become `optional`.
    Proto2,
    /// `syntax = "proto3"`; required fields become `optional`.
    Proto3,
    /// `syntax = "proto2"` with `[default = 0]` on implicit fields. pb-rs makes of `optional` with a
    /// default a plain value that is not sent when equal to it: just what implicit presence means,
    /// while its proto3 loses explicit presence.
    Proto2Defaults,
}

impl Dialect {
    /// The syntax that keeps most of a schema's shape: groups exist in proto2 only, implicit presence
    /// in proto3 only, and groups win.
    pub fn natural(flat: &Flat) -> Self {
        let mut labels = flat
            .messages
            .iter()
            .flat_map(|message| &message.fields)
            .map(|field| field.label);
        if flat.has_groups() {
            Dialect::Proto2
        } else if labels.clone().any(|label| label == Label::Implicit) {
            Dialect::Proto3
        } else if labels.any(|label| label == Label::Required) {
            Dialect::Proto2
        } else {
            Dialect::Proto3
        }
    }

    /// The schema as the generator will see it: labels that the syntax lacks are replaced.
    pub fn fit(self, flat: &Flat) -> Flat {
        let mut flat = flat.clone();
        for field in flat
            .messages
            .iter_mut()
            .flat_map(|message| &mut message.fields)
        {
            field.label = match (self, field.label) {
                (Dialect::Proto2, Label::Implicit) => Label::Explicit,
                (Dialect::Proto3, Label::Required) => Label::Explicit,
                // pb-rs boxes a required message in a cycle and calls it optional; so for all.
                (Dialect::Proto2Defaults, Label::Required) if field.kind.message().is_some() => {
                    Label::Explicit
                }
                (_, label) => label,
            };
        }
        match self {
            Dialect::Proto3 => flat.enums.iter_mut().for_each(|list| {
                // The first value of a proto3 enum must be zero.
                if list.values.first() != Some(&0) {
                    list.values.insert(0, 0);
                }
            }),
            Dialect::Proto2Defaults => numbers_for_negative_enums(&mut flat),
            Dialect::Proto2 => {}
        }
        flat
    }
}

/// pb-rs cannot parse a negative enum number. An enum and an int32 are the same bytes, so a field of
/// such an enum is given to it as a number.
fn numbers_for_negative_enums(flat: &mut Flat) {
    let negative: Vec<bool> = flat
        .enums
        .iter()
        .map(|list| list.values.iter().any(|&number| number < 0))
        .collect();
    let number = |kind: Kind| match kind {
        Kind::Enum(index) if negative[index] => Kind::Scalar(super::Scalar::Int32),
        other => other,
    };
    for field in flat
        .messages
        .iter_mut()
        .flat_map(|message| &mut message.fields)
    {
        field.kind = number(field.kind);
    }
    for (list, negative) in flat.enums.iter_mut().zip(&negative) {
        if *negative {
            list.values = vec![0];
        }
    }
}
