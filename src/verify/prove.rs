//! One codec, one payload: does what it decodes, encodes and reads have the payload's value?

#[cfg(test)]
#[path = "prove_tests.rs"]
mod tests;

use prost_reflect::{DynamicMessage, MessageDescriptor, ReflectMessage, Value};
use sha2::{Digest, Sha256};

use super::{first_difference, fold, garbled};
use crate::codec::{Codec, Fold, Input, Read, Refield};
use crate::wrap::{
    Engine, EngineName, FromText, Simd, Standard, StandardSimd, TextError, Texts, ToText, Turbo,
};

/// A payload and its value.
#[derive(Debug, Clone)]
pub struct Subject {
    wire: Vec<u8>,
    value: DynamicMessage,
}

/// What a proven codec did that is worth knowing, of one payload or of a pass over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Bytes that the codec encodes the value in.
    pub wire_bytes: u64,
    /// Tells these bytes from others: the head of their SHA-256, of a pass those of its payloads in order.
    pub digest: u64,
    /// Bytes of the payload.
    pub payload_bytes: u64,
    /// Unknown fields in the payload.
    pub unknown_had: u64,
    /// Those that the codec kept.
    pub unknown_kept: u64,
}

impl Evidence {
    /// Adds what came of another payload that a pass has `weight` times.
    pub fn add(&mut self, other: &Evidence, weight: u32) {
        let weight = u64::from(weight);
        self.wire_bytes += weight * other.wire_bytes;
        self.digest = self.digest.rotate_left(1) ^ other.digest;
        self.payload_bytes += weight * other.payload_bytes;
        self.unknown_had += weight * other.unknown_had;
        self.unknown_kept += weight * other.unknown_kept;
    }

    /// In a line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (had, kept) = (self.unknown_had, self.unknown_kept);
        if kept < had {
            notes.push(format!(
                "drops unknown fields ({had} in the payload, {kept} kept)"
            ));
        }
        let (from, to) = (self.payload_bytes, self.wire_bytes);
        if from != to {
            notes.push(format!(
                "encodes the same value in {to} bytes; the payload has {from}"
            ));
        }
        notes
    }
}

/// How a codec failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {detail}")]
pub struct Failure {
    /// The first differing field, or the step in parentheses.
    pub path: String,
    /// What was expected and what was found.
    pub detail: String,
}

impl Failure {
    fn new(step: &str, detail: impl ToString) -> Self {
        Failure {
            path: format!("({step})"),
            detail: detail.to_string(),
        }
    }
}

/// Whether a map in the value, or in a message in it, has an order: hash maps have another one each time.
fn has_wide_map(value: &DynamicMessage) -> bool {
    value.fields().any(|(_, value)| is_wide(value))
}

fn is_wide(value: &Value) -> bool {
    match value {
        Value::Message(message) => has_wide_map(message),
        Value::List(values) => values.iter().any(is_wide),
        Value::Map(entries) => entries.len() > 1 || entries.values().any(is_wide),
        _ => false,
    }
}

impl Subject {
    /// The payload's value by the schema; fails where the payload is no such message.
    pub fn new(descriptor: MessageDescriptor, wire: &[u8]) -> Result<Self, prost::DecodeError> {
        let value = DynamicMessage::decode(descriptor, wire)?;
        Ok(Subject {
            wire: wire.to_vec(),
            value,
        })
    }

    /// The payload.
    pub fn wire(&self) -> &[u8] {
        &self.wire
    }

    /// Decode, then encode, then compare the values; and the whole-message base64 of every engine.
    pub fn prove<C: Codec>(&self, codec: &C) -> Result<Evidence, Failure> {
        let wire = self.encoded(codec, |_| Ok(()))?;
        let again = self.same_value("encode", &wire).map_err(|failure| {
            let blamed = garbled::blame(&self.value, &wire, &|wire| again(codec, wire));
            blamed.unwrap_or(failure)
        })?;
        self.text::<Standard, C>(codec, EngineName::Base64)?;
        self.text::<StandardSimd, C>(codec, EngineName::Base64SimdEngine)?;
        self.text::<Simd, C>(codec, EngineName::Base64Simd)?;
        self.text::<Turbo, C>(codec, EngineName::Base64Turbo)?;
        Ok(Evidence {
            wire_bytes: wire.len() as u64,
            digest: self.digest(wire.clone()),
            payload_bytes: self.wire.len() as u64,
            unknown_had: unknown(&self.value),
            unknown_kept: unknown(&again),
        })
    }

    /// Tells encoded bytes from others. Where the value has maps, their bytes count in no order: some codecs write entries in another one
    /// each time.
    fn digest(&self, mut wire: Vec<u8>) -> u64 {
        if has_wide_map(&self.value) {
            wire.sort_unstable();
        }
        let whole = Sha256::digest(&wire);
        let head = whole.first_chunk().copied();
        u64::from_be_bytes(head.unwrap_or_default())
    }

    /// Every field read through the glue gives the value's own checksum.
    pub fn prove_read<C: Read>(&self, codec: &C) -> Result<(), Failure> {
        let expected = fold(&self.value).finish();
        let found = self.decoded(codec, |msg| {
            let mut fold = Fold::default();
            codec.fold(msg, &mut fold);
            Ok(fold.finish())
        })?;
        if expected == found {
            return Ok(());
        }
        Err(Failure::new(
            "read",
            format!("checksum {found:016x}, the value's is {expected:016x}"),
        ))
    }

    /// `base64-field` gives the same wire bytes as `raw`, and its texts are those of the fields.
    pub fn prove_fields<C: Refield>(&self, codec: &C) -> Result<(), Failure> {
        self.field::<Standard, C>(codec, EngineName::Base64)?;
        self.field::<StandardSimd, C>(codec, EngineName::Base64SimdEngine)?;
        self.field::<Simd, C>(codec, EngineName::Base64Simd)?;
        self.field::<Turbo, C>(codec, EngineName::Base64Turbo)
    }

    fn field<E: Engine, C: Refield>(&self, codec: &C, engine: EngineName) -> Result<(), Failure> {
        let step = format!("base64-field, {}", engine.name());
        self.decoded(codec, |msg| {
            // One message throughout: another decode may iterate its maps in another order.
            let mut raw = Vec::new();
            codec
                .encode(msg, &mut raw)
                .map_err(|error| Failure::new(&step, error))?;
            let mut texts = Texts::default();
            let Ok(()) = codec.each_bytes(msg, &mut texts);

            let Ok(()) = codec.each_bytes(msg, &mut ToText::<E>::new());
            let mut held = HeldTexts::default();
            let Ok(()) = codec.each_bytes(msg, &mut held);
            texts
                .same_as(&held.0)
                .map_err(|detail| Failure::new(&step, detail))?;

            let mut decoder: FromText<'_, E> = texts.decoder();
            codec
                .each_bytes(msg, &mut decoder)
                .map_err(|error: TextError| Failure::new(&step, error))?;
            let mut wire = Vec::new();
            codec
                .encode(msg, &mut wire)
                .map_err(|error| Failure::new(&step, error))?;
            if wire == raw {
                return Ok(());
            }
            let at = wire
                .iter()
                .zip(&raw)
                .take_while(|(left, right)| left == right)
                .count();
            Err(Failure::new(
                &step,
                format!("wire bytes differ from raw at byte {at}"),
            ))
        })
    }

    fn text<E: Engine, C: Codec>(&self, codec: &C, engine: EngineName) -> Result<(), Failure> {
        let step = format!("base64, {}", engine.name());
        let (mut text, mut bytes) = (Vec::new(), Vec::new());
        let length = E::encode(&self.wire, &mut text);
        if text[..length] != *Standard::encode_fresh(&self.wire).as_bytes() {
            return Err(Failure::new(
                &step,
                "the text differs from that of `STANDARD`",
            ));
        }
        let mut buffer = <C::Input as Input>::Decoded::default();
        let input = C::Input::decoded(
            &mut buffer,
            |bytes| E::decode(&text[..length], bytes),
            || E::decode_fresh(&text[..length]),
        )
        .map_err(|error| Failure::new(&step, error))?;
        let mut scratch = C::Scratch::default();
        let outcome = codec
            .decode(input, &mut scratch)
            .and_then(|msg| codec.encode(&msg, &mut bytes))
            .map_err(|error| Failure::new(&step, error));
        drop(scratch);
        outcome?;
        self.same_value(&step, &bytes).map(drop)
    }

    fn encoded<C: Codec>(
        &self,
        codec: &C,
        change: impl FnOnce(&mut C::Msg<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<u8>, Failure> {
        self.decoded(codec, |msg| {
            change(msg)?;
            let mut wire = Vec::new();
            codec
                .encode(msg, &mut wire)
                .map_err(|error| Failure::new("encode", error))?;
            Ok(wire)
        })
    }

    fn decoded<C: Codec, T>(
        &self,
        codec: &C,
        then: impl FnOnce(&mut C::Msg<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let home = C::Input::place(&self.wire, 0);
        let mut scratch = C::Scratch::default();
        let outcome = match codec.decode(C::Input::at(&home), &mut scratch) {
            Ok(mut msg) => then(&mut msg),
            Err(error) => Err(Failure::new("decode", error)),
        };
        drop(scratch);
        outcome
    }

    fn same_value(&self, step: &str, wire: &[u8]) -> Result<DynamicMessage, Failure> {
        let again = DynamicMessage::decode(self.value.descriptor(), wire).map_err(|error| {
            Failure::new(
                step,
                format!("what it encoded is not such a message: {error}"),
            )
        })?;
        match first_difference(&self.value, &again) {
            None => Ok(again),
            Some(difference) => Err(Failure {
                path: difference.path,
                detail: difference.detail,
            }),
        }
    }
}

/// Decodes any bytes and encodes what they gave; `None` where the codec does not take them.
fn again<C: Codec>(codec: &C, wire: &[u8]) -> Option<Vec<u8>> {
    let home = C::Input::place(wire, 0);
    let mut scratch = C::Scratch::default();
    let mut out = Vec::new();
    let done = codec
        .decode(C::Input::at(&home), &mut scratch)
        .and_then(|msg| codec.encode(&msg, &mut out))
        .is_ok();
    drop(scratch);
    done.then_some(out)
}

/// The contents of the bytes fields, in the order of the visit.
#[derive(Debug, Default)]
struct HeldTexts(Vec<Vec<u8>>);

impl crate::codec::EachBytes for HeldTexts {
    type Error = std::convert::Infallible;

    fn field<F: crate::codec::BytesField>(&mut self, field: &mut F) -> Result<(), Self::Error> {
        self.0.push(field.get().to_vec());
        Ok(())
    }
}

/// How many unknown fields a message holds, those of its sub-messages included.
fn unknown(message: &DynamicMessage) -> u64 {
    use prost_reflect::Value;
    fn value(of: &Value) -> u64 {
        match of {
            Value::Message(message) => unknown(message),
            Value::List(list) => list.iter().map(value).sum(),
            Value::Map(map) => map.values().map(value).sum(),
            _ => 0,
        }
    }
    message.unknown_fields().count() as u64 + message.fields().map(|(_, of)| value(of)).sum::<u64>()
}
