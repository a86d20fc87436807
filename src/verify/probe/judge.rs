//! From what a codec did with an input to a verdict.

use prost_reflect::{DynamicMessage, MessageDescriptor};
use serde::{Deserialize, Serialize};

use super::{Expect, Value, hex, reference};
use crate::verify::{Difference, first_difference};

/// What was done with an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It was rejected, with this error.
    Rejected(String),
    /// It was accepted; this is what it encodes to again, or what the text decodes to.
    Accepted(Vec<u8>),
    /// It was accepted and did not encode again.
    Unencodable(String),
}

/// What that is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As the specification says.
    Spec,
    /// Accepted though it must be rejected.
    Lenient,
    /// The value is right, but unknown fields or presence are lost.
    Lossy,
    /// Another value, or a valid message rejected.
    Wrong,
    /// The codec would not take the schema.
    Refused,
    /// The process died, or the code panicked.
    Abort,
    /// No answer in time.
    Hang,
}

/// A verdict and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// In a word.
    pub verdict: Verdict,
    /// In a line.
    pub detail: String,
}

impl Judged {
    /// A verdict with its detail.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Self {
        Judged {
            verdict,
            detail: detail.into(),
        }
    }
}

/// Judges a codec. `expect` must not be [`Expect::Reference`]: resolve that first.
pub fn judge(message: &MessageDescriptor, expect: &Expect, found: &Found) -> Judged {
    use Verdict::{Lenient, Spec, Wrong};
    match (expect, found) {
        (Expect::Reject | Expect::Either(_), Found::Rejected(error)) => {
            Judged::new(Spec, format!("rejects: {error}"))
        }
        (Expect::Reject, Found::Accepted(bytes)) => {
            Judged::new(Lenient, format!("accepts; encodes {}", shown(bytes)))
        }
        (Expect::Reject, Found::Unencodable(error)) => {
            Judged::new(Lenient, format!("accepts; cannot encode it again: {error}"))
        }
        (_, Found::Rejected(error)) => {
            Judged::new(Wrong, format!("rejects a valid message: {error}"))
        }
        (_, Found::Unencodable(error)) => Judged::new(
            Wrong,
            format!("(encode): accepts and cannot encode: {error}"),
        ),
        (Expect::Value(value) | Expect::Either(Some(value)), Found::Accepted(bytes)) => {
            same_value(message, value, bytes)
        }
        (Expect::Either(None) | Expect::Reference(_), Found::Accepted(bytes)) => {
            Judged::new(Spec, format!("accepts; encodes {}", shown(bytes)))
        }
    }
}

/// Judges a base64 engine.
pub fn judge_text(expect: &Expect, found: &Found) -> Judged {
    use Verdict::{Lenient, Spec, Wrong};
    let value = match expect {
        Expect::Value(value) | Expect::Either(Some(value)) => Some(&value.whole),
        _ => None,
    };
    match (expect, found) {
        (Expect::Value(_), Found::Rejected(error)) => {
            Judged::new(Wrong, format!("rejects a valid text: {error}"))
        }
        (_, Found::Rejected(error)) => Judged::new(Spec, format!("rejects: {error}")),
        (_, Found::Unencodable(error)) => Judged::new(Wrong, error.clone()),
        (Expect::Reject, Found::Accepted(bytes)) => {
            Judged::new(Lenient, format!("accepts; decodes to {}", shown(bytes)))
        }
        (_, Found::Accepted(bytes)) if value.is_none_or(|value| value == bytes) => {
            Judged::new(Spec, "accepts")
        }
        (_, Found::Accepted(bytes)) => Judged::new(Wrong, format!("decodes to {}", shown(bytes))),
    }
}

/// Compares what was encoded with what was expected, both as the reference reads them: where a codec puts
/// its fields, and whether it packs them, is its own affair.
fn same_value(message: &MessageDescriptor, expected: &Value, bytes: &[u8]) -> Judged {
    use Verdict::{Lossy, Spec, Wrong};
    if *bytes == expected.whole {
        return Judged::new(Spec, "accepts");
    }
    if *bytes == expected.known {
        return Judged::new(Lossy, lost_unknown(expected, expected));
    }
    let found = match reference::read(message, bytes) {
        Ok(meaning) => meaning.value,
        Err(rejected) => {
            let detail = format!(
                "(encode): what it encodes is no such message, {rejected}: {}",
                shown(bytes)
            );
            return Judged::new(Wrong, detail);
        }
    };
    let Some(found) = found else {
        let detail = "(encode): it encodes other bytes, nested too deeply to say where they differ";
        return Judged::new(Wrong, detail);
    };
    if found.whole == expected.whole {
        return Judged::new(Spec, "accepts");
    }
    if found.known == expected.known {
        return Judged::new(Lossy, lost_unknown(expected, &found));
    }
    match differing(message, &expected.known, &found.known) {
        Some((difference, true)) => Judged::new(Lossy, format!("loses presence of {difference}")),
        Some((difference, false)) => Judged::new(Wrong, difference),
        None => {
            let detail = format!("(encode): other bytes: {}", shown(&found.known));
            Judged::new(Wrong, detail)
        }
    }
}

fn lost_unknown(expected: &Value, found: &Value) -> String {
    let unknown = |value: &Value| value.whole.len().saturating_sub(value.known.len());
    let (had, kept) = (unknown(expected), unknown(found).min(unknown(expected)));
    if expected == found || kept == 0 {
        return format!("drops unknown fields, all {had} bytes");
    }
    format!("changes unknown fields: keeps {kept} of {had} bytes")
}

/// The first difference, and whether it is a loss of presence alone. `None` where a dynamic message cannot
/// hold the values.
fn differing(message: &MessageDescriptor, expected: &[u8], found: &[u8]) -> Option<(String, bool)> {
    let read = |bytes: &[u8]| DynamicMessage::decode(message.clone(), bytes).ok();
    let (mut expected, mut found) = (read(expected)?, read(found)?);
    let Difference { path, detail } = first_difference(&expected, &found)?;
    forget_presence(&mut expected);
    forget_presence(&mut found);
    // One that is there and should not be is no loss.
    let presence =
        detail.ends_with("found nothing") && first_difference(&expected, &found).is_none();
    Some((format!("{path}: {detail}"), presence))
}

/// Clears what is present with its default, sub-messages that are empty among them.
fn forget_presence(message: &mut DynamicMessage) {
    use prost_reflect::Value::{List, Map, Message};
    let fields: Vec<_> = message.fields().map(|(field, _)| field).collect();
    for field in fields {
        let empty = match message.get_field_mut(&field) {
            Message(sub) => {
                forget_presence(sub);
                sub.fields().next().is_none()
            }
            List(list) => {
                list.iter_mut().for_each(|value| {
                    if let Message(sub) = value {
                        forget_presence(sub);
                    }
                });
                false
            }
            Map(map) => {
                map.values_mut().for_each(|value| {
                    if let Message(sub) = value {
                        forget_presence(sub);
                    }
                });
                false
            }
            // -0.0 equals the default and is none.
            prost_reflect::Value::F32(value) => value.to_bits() == 0,
            prost_reflect::Value::F64(value) => value.to_bits() == 0,
            value => *value == field.default_value(),
        };
        if empty && field.supports_presence() {
            message.clear_field(&field);
        }
    }
}

/// A few bytes as they are, and of many the number.
fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    match bytes.len() {
        0 => "nothing".to_owned(),
        1..=MOST => format!("`{}`", hex::text(bytes)),
        many => format!("{many} bytes, `{}`...", hex::text(&bytes[..MOST])),
    }
}

#[cfg(test)]
mod tests {
    use prost_reflect::DescriptorPool;

    use super::*;

    /// `StringValue` has one string, number 1.
    fn verdict(expect: &Expect, found: &[u8]) -> (Verdict, String) {
        let message = DescriptorPool::global()
            .get_message_by_name("google.protobuf.StringValue")
            .expect("the well-known types are always there");
        let judged = judge(&message, expect, &Found::Accepted(found.to_vec()));
        (judged.verdict, judged.detail)
    }

    #[test]
    fn values_are_compared_and_losses_told_apart() {
        let known = b"\x0a\x01a".to_vec();
        let whole = [&known[..], &[0x10, 5]].concat();
        let expect = Expect::Value(Value {
            known: known.clone(),
            whole: whole.clone(),
        });
        assert_eq!(verdict(&expect, &whole).0, Verdict::Spec);
        let turned = [&[0x10, 5], &known[..]].concat();
        assert_eq!(verdict(&expect, &turned).0, Verdict::Spec);
        assert_eq!(verdict(&expect, &known).0, Verdict::Lossy);
        let (word, detail) = verdict(&expect, b"\x0a\x01b");
        assert_eq!(word, Verdict::Wrong);
        assert_eq!(detail, r#"value: expected "a", found "b""#);
        assert_eq!(verdict(&expect, b"\x0a\x09").0, Verdict::Wrong);
        assert_eq!(verdict(&Expect::Reject, &known).0, Verdict::Lenient);
    }

    #[test]
    fn lost_presence_is_a_loss_and_no_other_value() {
        let message = DescriptorPool::global()
            .get_message_by_name("google.protobuf.Value")
            .expect("the well-known types are always there");
        // A oneof with an empty list, and nothing.
        let expect = Expect::Value(Value::known(vec![0x32, 0]));
        let judged = judge(&message, &expect, &Found::Accepted(Vec::new()));
        assert_eq!(judged.verdict, Verdict::Lossy, "{judged:?}");
    }

    #[test]
    fn texts_are_judged_by_what_they_decode_to() {
        let value = || Expect::Value(Value::known(b"ab".to_vec()));
        let accepted = |bytes: &[u8]| Found::Accepted(bytes.to_vec());
        let rejected = Found::Rejected("no".to_owned());
        let verdict = |expect: &Expect, found: &Found| judge_text(expect, found).verdict;
        assert_eq!(verdict(&value(), &accepted(b"ab")), Verdict::Spec);
        assert_eq!(verdict(&value(), &accepted(b"ax")), Verdict::Wrong);
        assert_eq!(verdict(&value(), &rejected), Verdict::Wrong);
        assert_eq!(verdict(&Expect::Reject, &accepted(b"")), Verdict::Lenient);
        assert_eq!(verdict(&Expect::Reject, &rejected), Verdict::Spec);
    }
}
