//! JSON of a message: one, an array of several, or several one after the other, a line each for example.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use prost::Message;
use prost_reflect::{DynamicMessage, Kind, MessageDescriptor};
use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::order::sort_maps;
use super::reading::{Reading, Trial};
use super::{Form, FormError, MAX_MESSAGES, Spot, count};
use crate::error::one_line;
use crate::nearest::nearest;
use crate::payload::MAX_PAYLOAD;
use crate::schema::guard::quietly;

/// Whether bytes begin like an object or an array.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
}

/// Reads the messages.
pub(super) fn read(bytes: &[u8], message: &MessageDescriptor) -> Trial<'static> {
    let form = Form::Json;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(text).map_err(|error| {
        FormError::new(
            form,
            Some(Spot::of(text, error.valid_up_to())),
            "not UTF-8",
            "give JSON in UTF-8",
        )
    })?;
    let mut into = Encoded {
        message,
        data: Vec::new(),
        parts: Vec::new(),
    };
    let array = quietly(|| into.read(text)).map_err(|panic| {
        FormError::new(
            form,
            None,
            format!("prost-reflect panicked: {panic}"),
            "give the payload in another form, and please report this",
        )
    })?;
    let array = array.map_err(|error| explain(&error, message))?;
    let how = match into.parts.len() {
        1 if !array => "JSON".to_owned(),
        n if array => format!("JSON, an array of {}", count(n, "message")),
        n => format!("JSON, {n} messages one after the other"),
    };
    let mut reading = Reading::new(form, how, into.data, into.parts);
    if text.len() < bytes.len() {
        let note = "a UTF-8 byte order mark at the start was skipped";
        reading.notes.push(note.to_owned());
    }
    Ok(reading)
}

/// The names of the members of the outermost object, or of the first in an array.
pub(super) fn names_at_top(bytes: &[u8]) -> BTreeSet<String> {
    type Members = BTreeMap<String, serde::de::IgnoredAny>;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let members = if text.trim_ascii_start().starts_with(b"[") {
        // An array is read to its end: there is no way to stop after the first that is no error.
        serde_json::from_slice::<Vec<Members>>(text)
            .ok()
            .and_then(|all| all.into_iter().next())
    } else {
        serde_json::Deserializer::from_slice(text)
            .into_iter::<Members>()
            .next()
            .and_then(Result::ok)
    };
    members.unwrap_or_default().into_keys().collect()
}

/// What is wrong with JSON itself.
pub(super) fn broken(form: Form, error: &serde_json::Error) -> FormError {
    let text = one_line(&error.to_string());
    let what = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(what, _)| what);
    let at = (error.line() > 0).then(|| Spot::Text {
        line: error.line(),
        column: error.column(),
    });
    FormError::new(form, at, what, "mend the JSON")
}

fn explain(error: &serde_json::Error, message: &MessageDescriptor) -> FormError {
    let mut explained = broken(Form::Json, error);
    if let FormError::Form { what, remedy, .. } = &mut explained {
        if let Some(name) = what
            .strip_prefix("unrecognized field name '")
            .and_then(|rest| rest.strip_suffix('\''))
        {
            *remedy = unknown(name, message);
        } else if error.is_data() {
            *remedy = format!("give the JSON of `{}`", message.full_name());
        }
    }
    explained
}

/// What to do about a field name that no message has.
pub(super) fn unknown(name: &str, message: &MessageDescriptor) -> String {
    let names = names(message);
    match nearest(name, names.iter().map(String::as_str), 1).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "take it out, or give the message that has it instead of `{}`",
            message.full_name()
        ),
    }
}

/// The names of the fields that a message and those inside it have, as schemas and as JSON spell them.
fn names(message: &MessageDescriptor) -> BTreeSet<String> {
    /// A remedy need not know every name of a huge schema.
    const ENOUGH: usize = 5_000;
    let mut names = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![message.clone()];
    while let Some(message) = todo.pop() {
        if names.len() > ENOUGH || !seen.insert(message.full_name().to_owned()) {
            continue;
        }
        for field in message.fields() {
            names.insert(field.name().to_owned());
            names.insert(field.json_name().to_owned());
            if let Kind::Message(inner) = field.kind() {
                todo.push(inner);
            }
        }
    }
    names
}

/// Messages, encoded as they come: what is decoded is many times as large.
struct Encoded<'a> {
    message: &'a MessageDescriptor,
    data: Vec<u8>,
    parts: Vec<std::ops::Range<usize>>,
}

impl Encoded<'_> {
    /// Reads everything; says whether it was one array.
    fn read(&mut self, text: &str) -> Result<bool, serde_json::Error> {
        let mut json = serde_json::Deserializer::from_str(text);
        let is_list = matches!(
            self.message.full_name(),
            "google.protobuf.ListValue" | "google.protobuf.Value"
        );
        if text.trim_start().starts_with('[') && !is_list {
            json.deserialize_seq(Many(self))?;
            json.end()?;
            return Ok(true);
        }
        One(self).deserialize(&mut json)?;
        if json.end().is_ok() {
            return Ok(false);
        }
        // Begun anew from a reader: that keeps count of lines, while the above finds the place of every "not at
        // the end yet" by counting from the start.
        self.data.clear();
        self.parts.clear();
        let mut json = serde_json::Deserializer::from_reader(text.as_bytes());
        loop {
            One(self).deserialize(&mut json)?;
            if json.end().is_ok() {
                return Ok(false);
            }
        }
    }
}

/// Reads one message.
struct One<'a, 'b>(&'a mut Encoded<'b>);

impl<'de> DeserializeSeed<'de> for One<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        let Self(into) = self;
        if into.parts.len() == MAX_MESSAGES {
            return Err(D::Error::custom(format!(
                "more than {MAX_MESSAGES} messages"
            )));
        }
        let message = DynamicMessage::deserialize(into.message.clone(), json)?;
        let start = into.data.len();
        if (start + message.encoded_len()) as u64 > MAX_PAYLOAD {
            return Err(D::Error::custom(format!(
                "the messages have more than {MAX_PAYLOAD} bytes"
            )));
        }
        // It cannot fail: a vector takes everything.
        let _ = message.encode(&mut into.data);
        sort_maps(into.message, &mut into.data[start..]);
        into.parts.push(start..into.data.len());
        Ok(())
    }
}

/// Reads the messages of an array.
struct Many<'a, 'b>(&'a mut Encoded<'b>);

impl<'de> Visitor<'de> for Many<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "an array of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        while array.next_element_seed(One(&mut *self.0))?.is_some() {}
        Ok(())
    }
}
