//! Scalar values: from the bits on the wire to what a field of that kind holds of them.

use prost_reflect::Kind;

use crate::verify::probe::wire::Wire;
use crate::verify::probe::wire::wire_type::{I32, I64, LEN, VARINT};

/// A scalar as its canonical payload on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scalar {
    Varint(u64),
    I32([u8; 4]),
    I64([u8; 8]),
    Len(Vec<u8>),
}

/// The wire type that a kind has when it is not packed.
pub(super) fn wire_type(kind: &Kind) -> u8 {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => I64,
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => I32,
        Kind::String | Kind::Bytes | Kind::Message(_) => LEN,
        _ => VARINT,
    }
}

/// What a field holds of a varint; `None` where a closed enum does not list it.
pub(super) fn narrowed(kind: &Kind, value: u64) -> Option<Scalar> {
    let value = match kind {
        Kind::Bool => u64::from(value != 0),
        Kind::Uint32 | Kind::Sint32 => value & 0xffff_ffff,
        Kind::Int32 => i64::from(value as i32) as u64,
        Kind::Enum(list) => {
            let number = value as i32;
            let closed = list.parent_file().syntax() == prost_reflect::Syntax::Proto2;
            if closed && list.get_value(number).is_none() {
                return None;
            }
            i64::from(number) as u64
        }
        _ => value,
    };
    Some(Scalar::Varint(value))
}

impl Scalar {
    /// The default of a kind.
    pub fn default_of(kind: &Kind) -> Self {
        match wire_type(kind) {
            I64 => Scalar::I64([0; 8]),
            I32 => Scalar::I32([0; 4]),
            LEN => Scalar::Len(Vec::new()),
            _ => match kind {
                Kind::Enum(list) => Scalar::Varint(i64::from(list.default_value().number()) as u64),
                _ => Scalar::Varint(0),
            },
        }
    }

    /// Whether it is not sent where presence is implicit: by its bits, so that -0.0 is sent.
    pub fn is_zero(&self) -> bool {
        match self {
            Scalar::Varint(value) => *value == 0,
            Scalar::I32(bytes) => *bytes == [0; 4],
            Scalar::I64(bytes) => *bytes == [0; 8],
            Scalar::Len(bytes) => bytes.is_empty(),
        }
    }

    /// Adds it to a run, or behind its tag.
    pub fn payload(&self, to: Wire) -> Wire {
        match self {
            Scalar::Varint(value) => to.raw_varint(*value),
            Scalar::I32(bytes) => to.bytes(bytes),
            Scalar::I64(bytes) => to.bytes(bytes),
            Scalar::Len(bytes) => to.raw_varint(bytes.len() as u64).bytes(bytes),
        }
    }

    /// Adds it as a field.
    pub fn field(&self, number: u32, to: Wire) -> Wire {
        let wire_type = match self {
            Scalar::Varint(_) => VARINT,
            Scalar::I32(_) => I32,
            Scalar::I64(_) => I64,
            Scalar::Len(_) => LEN,
        };
        self.payload(to.tag(number.into(), wire_type))
    }
}
