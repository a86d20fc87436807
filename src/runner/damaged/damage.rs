//! What is done to a message, and to its base64 text.

use prost::bytes::Buf;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use prost_reflect::{Kind, MessageDescriptor};

use crate::measure::Stage;
use crate::verify::probe::{Expect, reference, texts};
use crate::wrap::{Engine, Standard};

/// A byte that no UTF-8 text has (RFC 3629, section 1).
const NO_UTF8: u8 = 0xff;
/// A byte that no base64 text has (RFC 4648, section 4).
const NO_BASE64: u8 = b'*';
/// Wire types are the lower three bits of a tag, and 6 and 7 are not used.
const NO_WIRE_TYPE: u8 = 7;

/// An input that must not decode.
#[derive(Debug, Clone)]
pub struct Damage {
    /// Name of the task.
    pub name: &'static str,
    /// What was done, for people.
    pub what: &'static str,
    /// What should find it.
    pub stage: Stage,
    /// What its error should say, in any case of letters; empty where codecs differ.
    pub says: String,
    /// The damaged wire bytes, or text.
    pub bytes: Vec<u8>,
}

impl Damage {
    /// All of them for a message, in order: those that are found first come first.
    ///
    /// # Errors
    /// Where the message is not such that it can be damaged: it needs a string at its beginning and another at its end.
    pub fn all(message: &MessageDescriptor, wire: &[u8]) -> Result<Vec<Damage>, String> {
        let fields = fields(wire)?;
        let (Some(first), Some(last)) = (fields.first(), fields.last()) else {
            return Err("it has no field".to_owned());
        };
        for field in [first, last] {
            let known = message.get_field(field.number);
            if known.is_none_or(|known| known.kind() != Kind::String) || field.value.is_empty() {
                let number = field.number;
                return Err(format!(
                    "field {number}, at an end, is not a string with a text: give it one"
                ));
            }
        }
        let with = |at: usize, byte: u8| {
            let mut wire = wire.to_vec();
            wire[at] = byte;
            wire
        };
        let of_wire = |name, what, says: &str, bytes| Damage {
            name,
            what,
            stage: Stage::Wire,
            says: says.to_owned(),
            bytes,
        };
        let middle = last.value.start + last.value.len() / 2;
        let mut all = vec![
            of_wire(
                "bad-tag",
                "the first field has wire type 7, which does not exist",
                "",
                with(first.tag, wire[first.tag] | NO_WIRE_TYPE),
            ),
            of_wire(
                "zero-tag",
                "the first field has number 0, which does not exist",
                "",
                // The wire type stays, so that who passes over unknown fields can go on behind it.
                with(first.tag, wire[first.tag] & NO_WIRE_TYPE),
            ),
            of_wire(
                "bad-utf8-early",
                "the first byte of the first string is no UTF-8",
                "utf-8",
                with(first.value.start, NO_UTF8),
            ),
            of_wire(
                "bad-utf8-late",
                "the last byte of the last string is no UTF-8",
                "utf-8",
                with(last.value.end - 1, NO_UTF8),
            ),
            of_wire(
                "truncated",
                "cut in the middle of the last string",
                "",
                wire[..middle].to_vec(),
            ),
        ];
        all.extend(Damage::of_text(&Standard::encode_fresh(wire)));
        Ok(all)
    }

    fn of_text(text: &str) -> Vec<Damage> {
        let with = |at: usize| {
            let mut text = text.as_bytes().to_vec();
            text[at] = NO_BASE64;
            text
        };
        let of_text = |name, what, says, bytes| Damage {
            name,
            what,
            stage: Stage::Text,
            says,
            bytes,
        };
        // In the last group of four symbols before the one that may be padded.
        let late = text.len() - 5;
        vec![
            of_text(
                "bad-base64-first",
                "the first symbol of the base64 text is none",
                "offset 0".to_owned(),
                with(0),
            ),
            of_text(
                "bad-base64-late",
                "a symbol near the end of the base64 text is none",
                format!("offset {late}"),
                with(late),
            ),
            of_text(
                "bad-base64-length",
                "the base64 text ends with one symbol of four, which is less than a byte",
                "length".to_owned(),
                text.as_bytes()[..text.len() - 3].to_vec(),
            ),
        ]
    }

    /// By readers that follow the specifications and share no code with what is timed: it must not be taken.
    pub fn check(&self, message: &MessageDescriptor) -> Result<(), String> {
        let taken = match self.stage {
            Stage::Wire => reference::read(message, &self.bytes).is_ok(),
            Stage::Text => texts::expect(&self.bytes) != Expect::Reject,
        };
        match taken {
            true => Err(format!("what was made of it is still right: {}", self.what)),
            false => Ok(()),
        }
    }
}

/// A field of the outermost message: its number, where its tag is, and where its value is, without the length.
#[derive(Debug, PartialEq, Eq)]
struct Field {
    number: u32,
    tag: usize,
    value: std::ops::Range<usize>,
}

fn fields(wire: &[u8]) -> Result<Vec<Field>, String> {
    let mut rest = wire;
    let mut fields = Vec::new();
    let at = |rest: &[u8]| wire.len() - rest.remaining();
    while rest.has_remaining() {
        let tag = at(rest);
        let (number, kind) = decode_key(&mut rest).map_err(|error| error.to_string())?;
        let mut value = rest;
        if kind == WireType::LengthDelimited {
            decode_varint(&mut value).map_err(|error| error.to_string())?;
        }
        skip_field(kind, number, &mut rest, DecodeContext::default())
            .map_err(|error| error.to_string())?;
        fields.push(Field {
            number,
            tag,
            value: at(value)..at(rest),
        });
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use prost_reflect::DescriptorPool;

    use super::*;

    /// A message with a string at both ends, of a type that is always there.
    fn message() -> (MessageDescriptor, Vec<u8>) {
        let kind = DescriptorPool::global()
            .get_message_by_name("google.protobuf.Field")
            .expect("the well-known types are always there");
        // `number`, `name`, `type_url`, `packed`, `json_name`: the order is ours.
        let wire = b"\x22\x04name\x18\x03\x32\x02no\x40\x01\x52\x06nameIs";
        (kind, wire.to_vec())
    }

    fn damage(name: &str) -> (MessageDescriptor, Damage) {
        let (kind, wire) = message();
        let all = Damage::all(&kind, &wire).expect("it can be damaged");
        let one = all.into_iter().find(|damage| damage.name == name);
        (kind, one.expect("there is such a damage"))
    }

    #[test]
    fn each_damage_is_where_it_is_said_to_be() {
        for (name, at) in [("bad-utf8-early", 2), ("bad-utf8-late", 21)] {
            let (kind, damage) = damage(name);
            assert_eq!(damage.bytes[at], NO_UTF8, "{name}: {:?}", damage.bytes);
            let rejected = reference::read(&kind, &damage.bytes).expect_err("no UTF-8");
            assert!(rejected.why.contains("UTF-8"), "{name}: {rejected}");
        }
        let (_, tag) = damage("bad-tag");
        assert_eq!(tag.bytes[0], 0x27);
        let (_, zero) = damage("zero-tag");
        assert_eq!(zero.bytes[0], 0x02);
        let (_, cut) = damage("truncated");
        assert_eq!(cut.bytes, &message().1[..19]);
        let (_, length) = damage("bad-base64-length");
        assert_eq!(length.bytes.len() % 4, 1);
        let (_, late) = damage("bad-base64-late");
        assert_eq!(late.bytes.iter().position(|byte| *byte == b'*'), Some(27));
    }

    #[test]
    fn every_damage_is_damage_and_the_message_is_not() {
        let (kind, wire) = message();
        for mut damage in Damage::all(&kind, &wire).expect("it can be damaged") {
            damage.check(&kind).expect("nothing takes it");
            damage.bytes = match damage.stage {
                Stage::Wire => wire.clone(),
                Stage::Text => Standard::encode_fresh(&wire).into_bytes(),
            };
            let why = damage.check(&kind).expect_err("it is whole");
            assert!(why.contains("still right"), "{why}");
        }
    }

    #[test]
    fn a_message_that_does_not_end_in_a_string_is_refused() {
        let (kind, wire) = message();
        let why = Damage::all(&kind, &wire[..14]).expect_err("it ends with a bool");
        assert!(why.contains("field 8"), "{why}");
        assert!(Damage::all(&kind, b"").is_err());
    }
}
