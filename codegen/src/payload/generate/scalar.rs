//! The values of scalar fields, and how they look on the wire.

use prost::encoding::{WireType, encode_key, encode_varint};
use prost_reflect::Kind;

use super::plan::Ruled;
use super::rng::Rng;
use super::shape::Field;
use super::{GenerateError, Numbers};

/// A scalar value, as its wire type holds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scalar {
    Varint(u64),
    Four([u8; 4]),
    Eight([u8; 8]),
    Text(Vec<u8>),
}

impl Scalar {
    /// Whether it is the value that proto3 leaves out. -0.0 is not: its bits differ from zero's.
    pub(super) fn is_default(&self) -> bool {
        match self {
            Self::Varint(value) => *value == 0,
            Self::Four(bytes) => *bytes == [0; 4],
            Self::Eight(bytes) => *bytes == [0; 8],
            Self::Text(bytes) => bytes.is_empty(),
        }
    }

    /// Writes the value with its tag.
    pub(super) fn write(&self, number: u32, out: &mut Vec<u8>) {
        let wire_type = match self {
            Self::Varint(_) => WireType::Varint,
            Self::Four(_) => WireType::ThirtyTwoBit,
            Self::Eight(_) => WireType::SixtyFourBit,
            Self::Text(_) => WireType::LengthDelimited,
        };
        encode_key(number, wire_type, out);
        self.write_value(out);
    }

    /// Writes the value as it stands in a packed run.
    pub(super) fn write_value(&self, out: &mut Vec<u8>) {
        match self {
            Self::Varint(value) => encode_varint(*value, out),
            Self::Four(bytes) => out.extend(bytes),
            Self::Eight(bytes) => out.extend(bytes),
            Self::Text(bytes) => {
                encode_varint(bytes.len() as u64, out);
                out.extend(bytes);
            }
        }
    }

    /// A whole number as a field of that kind holds it; none when the kind is no number or is too small for it.
    pub(super) fn whole(kind: &Kind, value: i64) -> Option<Self> {
        let narrow = i32::try_from(value).ok();
        Some(match kind {
            Kind::Int32 | Kind::Enum(_) => Self::Varint(i64::from(narrow?) as u64),
            Kind::Int64 => Self::Varint(value as u64),
            Kind::Uint32 => Self::Varint(u64::from(u32::try_from(value).ok()?)),
            Kind::Uint64 => Self::Varint(u64::try_from(value).ok()?),
            Kind::Sint32 => Self::Varint(u64::from(zigzag(i64::from(narrow?)) as u32)),
            Kind::Sint64 => Self::Varint(zigzag(value)),
            Kind::Fixed32 => Self::Four(u32::try_from(value).ok()?.to_le_bytes()),
            Kind::Sfixed32 => Self::Four(narrow?.to_le_bytes()),
            Kind::Fixed64 => Self::Eight(u64::try_from(value).ok()?.to_le_bytes()),
            Kind::Sfixed64 => Self::Eight(value.to_le_bytes()),
            Kind::Float | Kind::Double => return Self::real(kind, value as f64),
            Kind::Bool | Kind::String | Kind::Bytes | Kind::Message(_) => return None,
        })
    }

    /// A number as a float field holds it; none for other kinds, for NaN, and for what overflows.
    pub(super) fn real(kind: &Kind, value: f64) -> Option<Self> {
        if value.is_nan() {
            return None;
        }
        match kind {
            Kind::Double => Some(Self::Eight(value.to_le_bytes())),
            Kind::Float => {
                let narrow = value as f32;
                (narrow.is_finite() || value.is_infinite())
                    .then(|| Self::Four(narrow.to_le_bytes()))
            }
            _ => None,
        }
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// A number, a bool or an enum value for a field; none for strings, bytes and messages.
///
/// Without a rule, integers are spread evenly over their lengths, from small to a few billion, rather than
/// over their values, of which nearly all are long: counters, ids and sizes are like that. Only kinds made
/// for it go below zero.
pub(super) fn number(field: &Field, rule: Option<&Ruled>, rng: &mut Rng) -> Option<Scalar> {
    if let Some(range) = rule.and_then(|rule| rule.range) {
        return in_range(&field.kind, range, rng);
    }
    let positive = |bits: u64, rng: &mut Rng| {
        let bits = rng.between(1, bits);
        (rng.next() >> (64 - bits)) as i64
    };
    let kind = &field.kind;
    match kind {
        Kind::Bool => Some(Scalar::Varint(rng.below(2))),
        Kind::Enum(_) if field.values.is_empty() => Some(Scalar::Varint(0)),
        Kind::Enum(_) => Scalar::whole(kind, i64::from(*rng.pick(&field.values))),
        Kind::Int32 | Kind::Uint32 => Scalar::whole(kind, positive(28, rng)),
        Kind::Int64 | Kind::Uint64 => Scalar::whole(kind, positive(42, rng)),
        Kind::Sint32 | Kind::Sfixed32 | Kind::Sint64 | Kind::Sfixed64 => {
            let bits = if matches!(kind, Kind::Sint32 | Kind::Sfixed32) {
                28
            } else {
                42
            };
            let value = positive(bits, rng);
            Scalar::whole(kind, if rng.below(2) == 0 { value } else { -value })
        }
        Kind::Fixed32 => Some(Scalar::Four((rng.next() as u32).to_le_bytes())),
        Kind::Fixed64 => Some(Scalar::Eight(rng.next().to_le_bytes())),
        Kind::Float | Kind::Double => Scalar::real(kind, rng.unit() * 1000.0),
        Kind::String | Kind::Bytes | Kind::Message(_) => None,
    }
}

/// A value that is not the one which goes unsent, if the field can hold one.
pub(super) fn not_default(field: &Field) -> Option<Scalar> {
    match &field.kind {
        Kind::Bool => Some(Scalar::Varint(1)),
        kind @ Kind::Enum(_) => {
            let value = field.values.iter().find(|&&value| value != 0)?;
            Scalar::whole(kind, i64::from(*value))
        }
        kind => Scalar::whole(kind, 1),
    }
}

fn in_range(kind: &Kind, range: Numbers, rng: &mut Rng) -> Option<Scalar> {
    match range {
        Numbers::Whole([least, most]) => {
            // Shifted to unsigned and back, so that the whole of i64 is a range.
            let shift = |value: i64| (value as u64) ^ (1 << 63);
            let value = rng.between(shift(least), shift(most)) ^ (1 << 63);
            Scalar::whole(kind, value as i64)
        }
        Numbers::Real([least, most]) => Scalar::real(
            kind,
            (least + rng.unit() * (most - least)).clamp(least, most),
        ),
    }
}

/// Checks that a range fits a field.
pub(super) fn check_range(key: &str, field: &Field, range: Numbers) -> Result<(), GenerateError> {
    let error = |what: String, remedy: &str| Err(GenerateError::new(what, remedy));
    let number = !matches!(
        field.kind,
        Kind::Bool | Kind::Enum(_) | Kind::String | Kind::Bytes | Kind::Message(_)
    );
    if !number {
        let what = format!(
            "`{key}` has type {}, which takes no `range`",
            field.type_name()
        );
        return error(what, "give it to a number, or take `value`");
    }
    let (fits, ordered) = match range {
        Numbers::Whole([least, most]) => {
            let fits = |value| Scalar::whole(&field.kind, value).is_some();
            (fits(least) && fits(most), least <= most)
        }
        Numbers::Real([least, most]) => {
            let fits = |value: f64| value.is_finite() && Scalar::real(&field.kind, value).is_some();
            (
                fits(least) && fits(most),
                least <= most && (most - least).is_finite(),
            )
        }
    };
    if !fits {
        let what = format!("`{key}`: the range does not fit type {}", field.type_name());
        return error(what, "give numbers that the type can hold");
    }
    if !ordered {
        return error(
            format!("`{key}`: the range is empty"),
            "put the least first",
        );
    }
    Ok(())
}
