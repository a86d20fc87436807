//! All messages of a schema tried against a payload, the most plausible first.

use std::collections::{BTreeMap, BTreeSet};

use prost_reflect::{DescriptorPool, Kind, MessageDescriptor};

use super::reading::{Inner, Reading};
use super::recognise::{is_text, limits, unpack};
use super::score::{Scorer, outermost};
use super::{Form, json, text};
use crate::payload::{Checked, check};

/// A message that a payload may be.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The message.
    pub message: MessageDescriptor,
    /// The form in which the payload reads as it.
    pub form: Form,
    /// The same for people, in one line.
    pub how: String,
    /// How many messages the payload holds then.
    pub messages: usize,
    /// How many distinct fields of the message, and of those inside it, were seen.
    pub known_fields: usize,
    /// How many fields the message does not know.
    pub unknown_fields: u64,
    /// The bytes of these, tags included.
    pub unknown_bytes: u64,
    /// How plausible, from 0 to about 1: the share of the bytes that the message explains, and how well.
    pub score: f64,
    /// Whether no other message has a field of this one: what travels alone is mostly such a message.
    pub root: bool,
}

/// Fields looked at in all: the more messages are possible, the less of the payload each is tried on.
const FIELDS: usize = 400_000;
/// Fields looked at for one message, at least and at most.
const FIELDS_EACH: (usize, usize) = (100, 50_000);
/// How many messages JSON or text format is parsed as, at most.
const PARSES: usize = 50;
/// How many candidates there are at most, and how many bytes are checked in full to find them.
const CANDIDATES: usize = 20;
const CHECKED_BYTES: usize = 8 << 20;

/// The messages of a pool as which a payload is plausible, the most plausible first; at most 20.
///
/// A message is plausible when the payload reads as it in some form and holds at least one field that it knows.
/// Map entries are left out. What is behind the form is found once, not once a message.
#[must_use]
pub fn candidates(bytes: &[u8], pool: &DescriptorPool) -> Vec<Candidate> {
    if limits(bytes).is_err() {
        return Vec::new();
    }
    let context = Context::of(pool);
    let mut scorer = Scorer::default();
    let mut drafts = Vec::new();
    for reading in unpack(bytes).into_iter().flatten() {
        drafts.extend(wire_drafts(reading, pool, &mut scorer, &context));
    }
    drafts.extend(named_drafts(bytes, pool, &mut scorer, &context));
    drafts.sort_by(|a, b| {
        b.rank
            .total_cmp(&a.rank)
            .then_with(|| a.name().cmp(b.name()))
    });
    let mut found: Vec<Candidate> = Vec::new();
    let mut budget = CHECKED_BYTES.max(3 * bytes.len());
    for draft in drafts {
        let taken = found
            .iter()
            .any(|candidate| candidate.message == draft.message);
        let size: usize = draft.reading.parts.iter().map(|part| part.len()).sum();
        if taken || size > budget {
            continue;
        }
        budget -= size;
        found.extend(draft.finish());
        if found.len() == CANDIDATES {
            break;
        }
    }
    found
}

/// The messages that others have a field of.
pub(crate) fn contained(pool: &DescriptorPool) -> BTreeSet<String> {
    let mut children = BTreeSet::new();
    for message in pool.all_messages() {
        for field in message.fields() {
            if let Kind::Message(inner) = field.kind()
                // A tree is made of itself, and may be a root all the same.
                && inner != message
            {
                children.insert(inner.full_name().to_owned());
            }
        }
    }
    children
}

/// What is to be known of a pool as a whole.
struct Context {
    /// Messages that others have a field of.
    children: BTreeSet<String>,
    /// Messages that a method takes or gives.
    sent: BTreeSet<String>,
}

impl Context {
    fn of(pool: &DescriptorPool) -> Self {
        let children = contained(pool);
        let mut sent = BTreeSet::new();
        for method in pool.services().flat_map(|service| {
            let methods: Vec<_> = service.methods().collect();
            methods
        }) {
            sent.insert(method.input().full_name().to_owned());
            sent.insert(method.output().full_name().to_owned());
        }
        Self { children, sent }
    }

    /// What a message is worth before its fields are looked at: enough to settle ties, and no more.
    fn prior(&self, message: &MessageDescriptor) -> f64 {
        let name = message.full_name();
        let mut prior = 0.0;
        if self.children.contains(name) {
            prior -= 0.01;
        }
        if self.sent.contains(name) {
            prior += 0.005;
        }
        if name.starts_with("google.protobuf.") {
            prior -= 0.2;
        }
        prior
    }
}

/// A candidate whose payload is not checked in full yet.
struct Draft<'a> {
    message: MessageDescriptor,
    reading: std::rc::Rc<Reading<'a>>,
    known_fields: usize,
    score: f64,
    rank: f64,
    root: bool,
}

impl Draft<'_> {
    fn name(&self) -> &str {
        self.message.full_name()
    }

    fn finish(self) -> Option<Candidate> {
        let (mut unknown_fields, mut unknown_bytes, mut total) = (0, 0, 0);
        for part in self.reading.messages() {
            match check(&self.message, part) {
                Ok(
                    checked @ Checked {
                        invalid_utf8: None, ..
                    },
                ) => {
                    unknown_fields += checked.unknown_fields;
                    unknown_bytes += checked.unknown_bytes;
                    total += part.len() as u64;
                }
                _ => return None,
            }
        }
        (unknown_bytes < total).then(|| Candidate {
            form: self.reading.form,
            how: self.reading.how.clone(),
            messages: self.reading.parts.len(),
            message: self.message,
            known_fields: self.known_fields,
            unknown_fields,
            unknown_bytes,
            score: self.score,
            root: self.root,
        })
    }
}

/// How likely a reading is beside the others of the same payload.
fn weight(reading: &Reading) -> f64 {
    match reading.inner {
        _ if reading.form == Form::JsonData => 0.97,
        Inner::Wire | Inner::Grpc => 1.0 - 0.02 * f64::from(reading.rank),
        Inner::Delimited => 0.9 - 0.02 * f64::from(reading.rank),
    }
}

/// The messages that wire bytes may be.
fn wire_drafts<'a>(
    mut reading: Reading<'a>,
    pool: &DescriptorPool,
    scorer: &mut Scorer,
    context: &Context,
) -> Vec<Draft<'a>> {
    if reading.form == Form::JsonData {
        reading.keep_parts(|part| outermost(std::iter::once(part)).is_some());
    }
    let Some(fields) = outermost(reading.messages()) else {
        return Vec::new();
    };
    // By the outermost fields alone most messages are out.
    let mut possible = Vec::new();
    for message in pool
        .all_messages()
        .filter(|message| !message.is_map_entry())
    {
        let (mut known, mut strange) = (0, 0_u32);
        let fits = fields.iter().all(|(number, wire, bytes)| {
            let Some((wanted, packable)) = scorer.expects(&message, *number) else {
                strange += 1;
                return true;
            };
            known += bytes;
            wanted == *wire || (packable && *wire == prost::encoding::WireType::LengthDelimited)
        });
        if fits && known > 0 {
            possible.push((message, strange));
        }
    }
    let each = (FIELDS / possible.len().max(1)).clamp(FIELDS_EACH.0, FIELDS_EACH.1);
    let weight = weight(&reading);
    let reading = std::rc::Rc::new(reading);
    let mut drafts = Vec::new();
    for (message, strange) in possible {
        if let Some(score) = scorer.score(&message, reading.messages(), each) {
            let value = score.value() * weight;
            drafts.push(Draft {
                // The walk may not come as far as the fields that the message lacks.
                rank: value + context.prior(&message) - 0.003 * f64::from(strange),
                root: !context.children.contains(message.full_name()),
                reading: std::rc::Rc::clone(&reading),
                known_fields: score.known_fields(),
                score: value,
                message,
            });
        }
    }
    drafts
}

/// The messages that JSON or text format may be: those that know all names at the top.
fn named_drafts(
    bytes: &[u8],
    pool: &DescriptorPool,
    scorer: &mut Scorer,
    context: &Context,
) -> Vec<Draft<'static>> {
    /// Names that match are better evidence than bytes that happen to fit.
    const NAMED: f64 = 0.5;
    let is_json = json::looks_like(bytes);
    let names: BTreeSet<String> = if is_json {
        json::names_at_top(bytes)
    } else if is_text(bytes) {
        text::outline(bytes).names
    } else {
        BTreeSet::new()
    };
    if names.is_empty() {
        return Vec::new();
    }
    // How many of its names are used: a message that has few others is the likelier one.
    let mut possible: BTreeMap<(usize, String), MessageDescriptor> = BTreeMap::new();
    for message in pool
        .all_messages()
        .filter(|message| !message.is_map_entry())
    {
        let knows = |name: &String| {
            let lower = name.to_ascii_lowercase();
            name.starts_with('[')
                || message.get_field_by_name(name).is_some()
                || (is_json && message.get_field_by_json_name(name).is_some())
                || (!is_json && message.get_field_by_name(&lower).is_some())
        };
        if names.iter().all(knows) {
            let key = (message.fields().len(), message.full_name().to_owned());
            possible.insert(key, message);
        }
    }
    let mut drafts = Vec::new();
    for message in possible.into_values().take(PARSES) {
        let reading = if is_json {
            json::read(bytes, &message)
        } else {
            text::read(bytes, &message)
        };
        let Ok(reading) = reading else { continue };
        let score = scorer.score(&message, reading.messages(), FIELDS_EACH.1);
        if let Some(score) = score {
            let value = score.value();
            drafts.push(Draft {
                rank: value + context.prior(&message) + NAMED,
                root: !context.children.contains(message.full_name()),
                known_fields: score.known_fields(),
                score: value,
                reading: std::rc::Rc::new(reading),
                message,
            });
        }
    }
    drafts
}
