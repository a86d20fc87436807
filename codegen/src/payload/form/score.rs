//! How plausible a message is for a payload: how much of the bytes it explains, and how well.
//!
//! Wire bytes say little of their types, so nearly every message can be read as another that has `bytes` where
//! the first has messages. What tells them apart is what a wrong schema leaves unexplained: opaque bytes, strings
//! with control characters, enum numbers that nobody declared, a singular field that occurs twice.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use prost::encoding::WireType;
use prost_reflect::{Cardinality, Kind, MessageDescriptor};

use crate::payload::check::MAX_NESTING;
use crate::payload::check::field::{Known, width};
use crate::payload::check::read;

/// What one byte of each kind is worth: 1 is "explained", 0 "not at all".
mod worth {
    pub(super) const STRUCTURE: f64 = 1.0;
    pub(super) const TEXT: f64 = 1.0;
    pub(super) const CONTROL_TEXT: f64 = 0.1;
    pub(super) const OPAQUE: f64 = 0.3;
    pub(super) const PACKED: f64 = 0.6;
    pub(super) const VARINT: f64 = 0.95;
    pub(super) const FIXED: f64 = 0.8;
    pub(super) const ODD: f64 = 0.1;
    pub(super) const UNKNOWN: f64 = 0.0;
}

/// What a walk has found.
#[derive(Default)]
pub(super) struct Score {
    good: f64,
    seen: f64,
    /// Distinct fields, by message and number.
    known: BTreeSet<(usize, u32)>,
    /// Singular fields that occur again, and required fields that are missing.
    odd: u32,
    messages: u32,
    pub(super) unknown_fields: u64,
}

impl Score {
    /// From 0 to 1 and a little.
    pub(super) fn value(&self) -> f64 {
        let share = if self.seen > 0.0 {
            self.good / self.seen
        } else {
            0.0
        };
        let odd = f64::from(self.odd) / f64::from(self.messages.max(1));
        let distinct = self.known.len() as f64;
        share / (1.0 + odd) + 0.1 * distinct / (distinct + 4.0)
    }

    pub(super) fn known_fields(&self) -> usize {
        self.known.len()
    }
}

/// Walks payloads along messages, and remembers these.
#[derive(Default)]
pub(super) struct Scorer {
    tables: HashMap<String, Rc<Table>>,
    /// How many more fields this walk looks at: the rest of a long payload is more of the same.
    budget: usize,
}

struct Table {
    id: usize,
    message: MessageDescriptor,
    fields: std::cell::RefCell<HashMap<u32, Option<Rc<Known>>>>,
    required: Vec<u32>,
}

impl Table {
    fn field(&self, number: u32) -> Option<Rc<Known>> {
        let find = || Known::find(&self.message, number).map(Rc::new);
        self.fields
            .borrow_mut()
            .entry(number)
            .or_insert_with(find)
            .clone()
    }
}

/// The bytes cannot be the message.
struct No;

impl Scorer {
    /// The score of a message; none when the bytes cannot be it, as far as the budget goes.
    pub(super) fn score<'b>(
        &mut self,
        message: &MessageDescriptor,
        parts: impl Iterator<Item = &'b [u8]>,
        budget: usize,
    ) -> Option<Score> {
        self.budget = budget;
        let mut score = Score::default();
        for part in parts {
            let table = self.table(message);
            self.walk(&table, part, None, 0, &mut score).ok()?;
            if self.budget == 0 {
                break;
            }
        }
        (!score.known.is_empty()).then_some(score)
    }

    /// The wire type of a field of a message, and whether it may be packed; none when it has no such field.
    pub(super) fn expects(
        &mut self,
        message: &MessageDescriptor,
        number: u32,
    ) -> Option<(WireType, bool)> {
        let field = self.table(message).field(number)?;
        Some((field.wire_type(), field.packable()))
    }

    fn table(&mut self, message: &MessageDescriptor) -> Rc<Table> {
        if let Some(table) = self.tables.get(message.full_name()) {
            return Rc::clone(table);
        }
        let required = message
            .fields()
            .filter(|field| field.cardinality() == Cardinality::Required)
            .map(|field| field.number())
            .collect();
        let table = Rc::new(Table {
            id: self.tables.len(),
            message: message.clone(),
            fields: Default::default(),
            required,
        });
        self.tables
            .insert(message.full_name().to_owned(), Rc::clone(&table));
        table
    }

    /// Walks one message; its length, which is where a group ends.
    fn walk(
        &mut self,
        table: &Table,
        bytes: &[u8],
        group: Option<u32>,
        depth: usize,
        score: &mut Score,
    ) -> Result<usize, No> {
        if depth > MAX_NESTING {
            return Err(No);
        }
        score.messages += 1;
        let mut at = 0;
        let mut met: Vec<u32> = Vec::new();
        while at < bytes.len() {
            if self.budget == 0 {
                return Ok(bytes.len());
            }
            self.budget -= 1;
            let (number, wire, own) = read::tag(&bytes[at..]).map_err(|_| No)?;
            let rest = &bytes[at + own..];
            if wire == WireType::EndGroup {
                self.close(table, &met, score);
                return if group == Some(number) {
                    Ok(at + own)
                } else {
                    Err(No)
                };
            }
            let length = match table.field(number) {
                None => {
                    let length = skip(rest, number, wire, depth)?;
                    score.unknown_fields += 1;
                    add(score, own + length, worth::UNKNOWN);
                    length
                }
                Some(field) => {
                    if met.contains(&number) {
                        score.odd += u32::from(!field.list && !field.map);
                    } else {
                        met.push(number);
                        score.known.insert((table.id, number));
                    }
                    add(score, own, worth::STRUCTURE);
                    self.value(&field, wire, rest, depth, score)?
                }
            };
            at += own + length;
        }
        if group.is_some() {
            return Err(No);
        }
        self.close(table, &met, score);
        Ok(at)
    }

    fn close(&self, table: &Table, met: &[u32], score: &mut Score) {
        let missing = table.required.iter().filter(|number| !met.contains(number));
        score.odd += missing.count() as u32;
    }

    /// Weighs the value of a known field; its length.
    fn value(
        &mut self,
        field: &Known,
        wire: WireType,
        rest: &[u8],
        depth: usize,
        score: &mut Score,
    ) -> Result<usize, No> {
        let fits = wire == field.wire_type();
        match wire {
            WireType::Varint if fits => {
                let (value, length) = read::varint(rest).map_err(|_| No)?;
                add(score, length, varint(&field.kind, value));
                Ok(length)
            }
            WireType::StartGroup if fits => {
                let Kind::Message(inner) = &field.kind else {
                    return Err(No);
                };
                let table = self.table(inner);
                self.walk(&table, rest, Some(field.number), depth + 1, score)
            }
            WireType::LengthDelimited if fits || field.packable() => {
                let (length, own) = read::length(rest).map_err(|_| No)?;
                add(score, own, worth::STRUCTURE);
                let content = &rest[own..own + length];
                if !fits {
                    packed(field, content, score)?;
                } else if let Kind::Message(inner) = &field.kind {
                    let table = self.table(inner);
                    let depth = depth + usize::from(!field.map);
                    self.walk(&table, content, None, depth, score)?;
                } else if field.kind == Kind::String {
                    let text = std::str::from_utf8(content).map_err(|_| No)?;
                    add(score, length, written(text));
                } else {
                    add(score, length, worth::OPAQUE);
                }
                Ok(own + length)
            }
            WireType::ThirtyTwoBit | WireType::SixtyFourBit if fits => {
                let length = width(wire).filter(|width| *width <= rest.len()).ok_or(No)?;
                add(score, length, worth::FIXED);
                Ok(length)
            }
            _ => Err(No),
        }
    }
}

fn add(score: &mut Score, bytes: usize, worth: f64) {
    score.seen += bytes as f64;
    score.good += bytes as f64 * worth;
}

fn written(text: &str) -> f64 {
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.chars().any(control) {
        worth::CONTROL_TEXT
    } else {
        worth::TEXT
    }
}

fn varint(kind: &Kind, value: u64) -> f64 {
    let usual = match kind {
        Kind::Bool => value <= 1,
        Kind::Enum(kind) => {
            i32::try_from(value as i64).is_ok_and(|number| kind.get_value(number).is_some())
        }
        Kind::Uint32 | Kind::Sint32 => u32::try_from(value).is_ok(),
        Kind::Int32 => i32::try_from(value as i64).is_ok(),
        _ => true,
    };
    if usual { worth::VARINT } else { worth::ODD }
}

fn packed(field: &Known, content: &[u8], score: &mut Score) -> Result<(), No> {
    if let Some(width) = width(field.wire_type()) {
        if !content.len().is_multiple_of(width) {
            return Err(No);
        }
        add(score, content.len(), worth::PACKED);
        return Ok(());
    }
    let mut at = 0;
    while at < content.len() {
        let (value, length) = read::varint(&content[at..]).map_err(|_| No)?;
        add(score, length, varint(&field.kind, value).min(worth::PACKED));
        at += length;
    }
    Ok(())
}

/// The length of a value that no schema knows.
fn skip(rest: &[u8], number: u32, wire: WireType, depth: usize) -> Result<usize, No> {
    match wire {
        WireType::Varint => read::varint(rest).map(|(_, length)| length).map_err(|_| No),
        WireType::LengthDelimited => read::length(rest)
            .map(|(length, own)| length + own)
            .map_err(|_| No),
        WireType::StartGroup if depth < MAX_NESTING => {
            let mut at = 0;
            loop {
                let (inner, wire, own) = read::tag(&rest[at..]).map_err(|_| No)?;
                at += own;
                if wire == WireType::EndGroup {
                    return if inner == number { Ok(at) } else { Err(No) };
                }
                at += skip(&rest[at..], inner, wire, depth + 1)?;
            }
        }
        WireType::StartGroup | WireType::EndGroup => Err(No),
        fixed => width(fixed).filter(|width| *width <= rest.len()).ok_or(No),
    }
}

/// The outermost fields of payloads: number, wire type, and how many bytes each has in all; none when the bytes
/// are no encoding of any message.
pub(super) fn outermost<'b>(
    parts: impl Iterator<Item = &'b [u8]>,
) -> Option<Vec<(u32, WireType, u64)>> {
    let mut fields: HashMap<(u32, u8), (WireType, u64)> = HashMap::new();
    for part in parts {
        let mut at = 0;
        while at < part.len() {
            let (number, wire, own) = read::tag(&part[at..]).ok()?;
            let length = own + skip(&part[at + own..], number, wire, 0).ok()?;
            fields.entry((number, wire as u8)).or_insert((wire, 0)).1 += length as u64;
            at += length;
        }
    }
    let mut fields: Vec<_> = fields
        .into_iter()
        .map(|((number, _), (wire, bytes))| (number, wire, bytes))
        .collect();
    fields.sort_by_key(|(number, ..)| *number);
    (!fields.is_empty()).then_some(fields)
}
