//! JSON that holds base64 in members named `data`: what Pub/Sub pushes, Kinesis records, arrays of these.

use serde_json::Value;

use super::reading::{MAX_NOTES, Reading, Trial};
use super::{Form, FormError, MAX_MESSAGES, Spot, base64, count};

/// The name of the members.
const NAME: &str = "data";

/// Everything that such a document may hold: wire bytes, frames or streams in each member.
pub(super) fn read(bytes: &[u8]) -> Vec<Trial<'static>> {
    match members(bytes) {
        Ok(reading) => reading.with_inner(),
        Err(error) => vec![Err(error)],
    }
}

fn members(bytes: &[u8]) -> Trial<'static> {
    let form = Form::JsonData;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut found = Found::default();
    let documents: Vec<Value> = serde_json::Deserializer::from_slice(text)
        .into_iter::<Value>()
        .take(MAX_MESSAGES)
        .collect::<Result<_, _>>()
        .map_err(|error| super::json::broken(form, &error))?;
    let several = documents.len() > 1;
    for (index, document) in documents.iter().enumerate() {
        let mut pointer = String::new();
        if several {
            pointer = format!("{} of document {}", pointer, index + 1);
        }
        found.visit(document, &mut String::new(), &pointer);
    }
    if found.parts.is_empty() {
        return Err(match found.bad {
            Some((pointer, what, remedy)) => {
                FormError::new(form, Some(Spot::Member(pointer)), what, remedy)
            }
            None => FormError::new(
                form,
                None,
                "no member named `data` holds a string",
                "give JSON with base64 in a member `data`",
            ),
        });
    }
    if found.parts.len() > MAX_MESSAGES {
        return Err(FormError::new(
            form,
            None,
            format!("more than {MAX_MESSAGES} members named `data`"),
            "give fewer",
        ));
    }
    let how = format!(
        "JSON with base64 in `data`, {}, first at {}",
        count(found.parts.len(), "member"),
        found.labels[0]
    );
    Ok(Reading {
        notes: found.notes,
        labels: found.labels,
        ..Reading::new(form, how, found.data, found.parts)
    })
}

/// A name as a part of a JSON pointer, without control characters: a message of ours is one line.
fn escape(name: &str) -> String {
    let name = name.replace('~', "~0").replace('/', "~1");
    if name.contains(char::is_control) {
        name.escape_debug().to_string()
    } else {
        name
    }
}

#[derive(Default)]
struct Found {
    data: Vec<u8>,
    parts: Vec<std::ops::Range<usize>>,
    labels: Vec<String>,
    notes: Vec<String>,
    /// The first member that is not base64.
    bad: Option<(String, String, &'static str)>,
}

impl Found {
    /// Recursion is bounded: the JSON reader takes no more than 128 levels.
    fn visit(&mut self, value: &Value, pointer: &mut String, document: &str) {
        let length = pointer.len();
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    pointer.push('/');
                    pointer.push_str(&escape(name));
                    match value {
                        Value::String(text) if name == NAME => {
                            self.member(text, format!("{pointer}{document}"));
                        }
                        value => self.visit(value, pointer, document),
                    }
                    pointer.truncate(length);
                }
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    pointer.push_str(&format!("/{index}"));
                    self.visit(value, pointer, document);
                    pointer.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, text: &str, pointer: String) {
        match base64::decode(text.as_bytes()) {
            Ok(decoded) => {
                let start = self.data.len();
                self.data.extend(decoded.bytes);
                self.parts.push(start..self.data.len());
                let notes = decoded.notes.iter();
                self.note(notes.map(|note| format!("{pointer}: {note}")));
                self.labels.push(pointer);
            }
            Err(bad) => {
                self.note(std::iter::once(format!(
                    "{pointer} is no base64 and was skipped: {}",
                    bad.what
                )));
                self.bad.get_or_insert((pointer, bad.what, bad.remedy));
            }
        }
    }

    fn note(&mut self, notes: impl Iterator<Item = String>) {
        let room = MAX_NOTES.saturating_sub(self.notes.len());
        self.notes.extend(notes.take(room));
    }
}
