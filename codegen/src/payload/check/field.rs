//! What the walk needs to know of a field, whether ordinary or an extension.

use prost::encoding::WireType;
use prost_reflect::{Kind, MessageDescriptor, Syntax};

/// A field that the schema knows.
#[derive(Clone)]
pub(in crate::payload) struct Known {
    pub(in crate::payload) name: String,
    pub(in crate::payload) number: u32,
    pub(in crate::payload) kind: Kind,
    pub(in crate::payload) list: bool,
    pub(in crate::payload) map: bool,
    pub(in crate::payload) group: bool,
    /// Whether a string must be UTF-8: the specification says so for proto3.
    pub(in crate::payload) utf8: bool,
}

impl Known {
    /// The field of that number, if the message or an extension has it.
    pub(in crate::payload) fn find(message: &MessageDescriptor, number: u32) -> Option<Self> {
        if let Some(field) = message.get_field(number) {
            return Some(Self {
                name: field.name().to_owned(),
                number,
                kind: field.kind(),
                list: field.is_list(),
                map: field.is_map(),
                group: field.is_group(),
                utf8: field.parent_file().syntax() == Syntax::Proto3,
            });
        }
        let extension = message.get_extension(number)?;
        Some(Self {
            name: format!("[{}]", extension.full_name()),
            number,
            kind: extension.kind(),
            list: extension.is_list(),
            map: extension.is_map(),
            group: extension.is_group(),
            utf8: extension.parent_file().syntax() == Syntax::Proto3,
        })
    }

    /// The wire type of one value.
    pub(in crate::payload) fn wire_type(&self) -> WireType {
        if self.group {
            WireType::StartGroup
        } else {
            self.kind.wire_type()
        }
    }

    /// Whether many values may come as one length-delimited run. Decoders must take both forms, whatever
    /// the schema says.
    pub(in crate::payload) fn packable(&self) -> bool {
        self.list && !matches!(self.kind, Kind::String | Kind::Bytes | Kind::Message(_))
    }

    /// The type as the schema names it.
    pub(in crate::payload) fn type_name(&self) -> String {
        let list = if self.list { "repeated " } else { "" };
        match &self.kind {
            Kind::Message(_) if self.map => "map".to_owned(),
            Kind::Message(message) => format!("{list}{}", message.full_name()),
            Kind::Enum(kind) => format!("{list}{}", kind.full_name()),
            kind => format!("{list}{kind:?}"),
        }
    }
}

/// The bytes of a fixed-width value; none for the others.
pub(in crate::payload) fn width(wire_type: WireType) -> Option<usize> {
    match wire_type {
        WireType::SixtyFourBit => Some(8),
        WireType::ThirtyTwoBit => Some(4),
        _ => None,
    }
}
