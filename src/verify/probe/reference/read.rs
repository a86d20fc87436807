//! From bytes to the tree. Sub-messages recurse, down to a limit; unknown groups do not.

use std::collections::BTreeMap;
use std::ops::Range;

use prost_reflect::Kind;

use super::node::{Held, Item, Node, Shape};
use super::scalar::{Scalar, narrowed, wire_type};
use super::{DEEPEST, Rejected, USUAL};
use crate::verify::probe::wire::Wire;
use crate::verify::probe::wire::wire_type::{END, I32, I64, LEN, START, VARINT};

/// The doubt about depth.
pub(super) const DEEP: &str = "nested deeper than 100: every decoder has a limit of its own";

/// Why reading ended early.
pub(super) enum Stop {
    Rejected(Rejected),
    TooDeep,
}

impl Stop {
    /// Where it happened: in a field of `node`.
    fn inside(mut self, node: &Node, number: u32) -> Self {
        if let Stop::Rejected(rejected) = &mut self {
            let outer = node.place(number);
            rejected.field = match rejected.field.is_empty() {
                true => outer,
                false => format!("{outer}.{}", rejected.field),
            };
        }
        self
    }

    /// Where it happened: behind the last field of `node`, in front of the next.
    fn behind(mut self, node: &Node, last: Option<u32>) -> Self {
        if let (Stop::Rejected(rejected), Some(last)) = (&mut self, last) {
            rejected.field = node.name(last);
            rejected.behind = true;
        }
        self
    }
}

/// A place in the bytes, and what was doubtful so far.
pub(super) struct Reader<'a> {
    wire: &'a [u8],
    at: usize,
    end: usize,
    pub doubt: Option<&'static str>,
}

/// A tag: number and wire type.
type Tag = (u32, u8);

impl<'a> Reader<'a> {
    pub fn new(wire: &'a [u8]) -> Self {
        Reader {
            wire,
            at: 0,
            end: wire.len(),
            doubt: None,
        }
    }

    /// Reads fields into `node` until the end, or until the end of `group`.
    pub fn message(
        &mut self,
        node: &mut Node,
        depth: usize,
        group: Option<u32>,
    ) -> Result<(), Stop> {
        if depth > DEEPEST {
            return Err(Stop::TooDeep);
        }
        if depth > USUAL {
            self.doubt = Some(DEEP);
        }
        let mut last = None;
        while self.at < self.end {
            let (number, wire_type) = self.tag().map_err(|stop| stop.behind(node, last))?;
            if wire_type == END {
                return if group == Some(number) {
                    Ok(())
                } else {
                    let stray = self.reject("the end of a group that did not begin");
                    stray.map_err(|stop| stop.behind(node, last))
                };
            }
            self.field(node, (number, wire_type), depth)
                .map_err(|stop| stop.inside(node, number))?;
            last = Some(number);
        }
        match group {
            Some(_) => self.reject("a group without an end"),
            None => Ok(()),
        }
    }

    fn field(&mut self, node: &mut Node, tag: Tag, depth: usize) -> Result<(), Stop> {
        let (number, found) = tag;
        let Some(shape) = node.shape(number) else {
            return self.unknown(node, tag, depth);
        };
        let expected = if shape.group {
            START
        } else {
            wire_type(&shape.kind)
        };
        let packable = shape.repeated && expected != LEN && expected != START;
        if packable && found == LEN {
            return self.run(node, &shape);
        }
        if found != expected {
            return self.unknown(node, tag, depth);
        }
        if shape.map {
            return self.entry(node, &shape, depth);
        }
        if shape.message().is_some() {
            return self.sub(node, &shape, depth);
        }
        match self.scalar(&shape)? {
            Ok(scalar) => put(node, &shape, Item::Scalar(scalar)),
            Err(unlisted) => node.unknown.push(unlisted_value(number, unlisted)),
        }
        Ok(())
    }

    /// A sub-message or a declared group; singular ones merge with what is there already.
    fn sub(&mut self, node: &mut Node, shape: &Shape, depth: usize) -> Result<(), Stop> {
        let Some(kind) = shape.message() else {
            return Ok(());
        };
        let mut sub = match node.fields.remove(&shape.number) {
            Some(Held::One(Item::Message(sub))) => sub,
            other => {
                node.fields.extend(other.map(|held| (shape.number, held)));
                Box::new(Node::new(kind.clone()))
            }
        };
        if shape.group {
            self.message(&mut sub, depth + 1, Some(shape.number))?;
        } else {
            let inner = self.length()?;
            self.within(inner, |reader| reader.message(&mut sub, depth + 1, None))?;
        }
        put(node, shape, Item::Message(sub));
        Ok(())
    }

    /// A packed run.
    fn run(&mut self, node: &mut Node, shape: &Shape) -> Result<(), Stop> {
        let inner = self.length()?;
        let fixed = match wire_type(&shape.kind) {
            I32 => 4,
            I64 => 8,
            _ => 1,
        };
        if inner.len() % fixed != 0 {
            return self.reject("a packed run that is no multiple of its elements");
        }
        self.within(inner, |reader| {
            while reader.at < reader.end {
                match reader.scalar(shape)? {
                    Ok(scalar) => put(node, shape, Item::Scalar(scalar)),
                    Err(value) => node.unknown.push(unlisted_value(shape.number, value)),
                }
            }
            Ok(())
        })
    }

    /// A map entry: a message with a key and a value, either of which may be missing or doubled.
    fn entry(&mut self, node: &mut Node, shape: &Shape, depth: usize) -> Result<(), Stop> {
        let Some(kind) = shape.message() else {
            return Ok(());
        };
        let mut entry = Node::new(kind.clone());
        let inner = self.length()?;
        let raw = inner.clone();
        self.within(inner, |reader| reader.message(&mut entry, depth + 1, None))?;
        let value_field = kind.map_entry_value_field();
        if matches!(value_field.kind(), Kind::Enum(_))
            && entry.unknown.iter().any(|(number, _)| *number == 2)
        {
            // An unlisted value of a closed enum has its whole entry kept aside.
            let bytes = Wire::new().len(shape.number, &self.wire[raw]).done();
            node.unknown.push((shape.number, bytes));
            return Ok(());
        }
        let key = match entry.fields.remove(&1) {
            Some(Held::One(Item::Scalar(key))) => key,
            _ => Scalar::default_of(&kind.map_entry_key_field().kind()),
        };
        let value = match (entry.fields.remove(&2), value_field.kind()) {
            (Some(Held::One(value)), _) => value,
            (_, Kind::Message(message)) => Item::Message(Box::new(Node::new(message))),
            (_, other) => Item::Scalar(Scalar::default_of(&other)),
        };
        let place = key.payload(Wire::new()).done();
        let held = node
            .fields
            .entry(shape.number)
            .or_insert_with(|| Held::Map(BTreeMap::new()));
        if let Held::Map(entries) = held {
            entries.insert(place, (key, value));
        }
        Ok(())
    }

    /// A scalar; the inner error is an unlisted value of a closed enum.
    fn scalar(&mut self, shape: &Shape) -> Result<Result<Scalar, u64>, Stop> {
        Ok(Ok(match wire_type(&shape.kind) {
            I32 => Scalar::I32(self.array()?),
            I64 => Scalar::I64(self.array()?),
            LEN => {
                let inner = self.length()?;
                let text = self.wire[inner.clone()].to_vec();
                if shape.kind == Kind::String && std::str::from_utf8(&text).is_err() {
                    if shape.proto3 {
                        return self.reject("a string that is no UTF-8");
                    }
                    self.doubt = Some("a proto2 string that is no UTF-8 need not be checked");
                }
                self.at = inner.end;
                Scalar::Len(text)
            }
            _ => {
                let value = self.varint()?;
                return Ok(narrowed(&shape.kind, value).ok_or(value));
            }
        }))
    }

    /// An unknown field, kept without padding. Groups are walked with a stack on the heap.
    fn unknown(&mut self, node: &mut Node, tag: Tag, depth: usize) -> Result<(), Stop> {
        let mut open: Vec<u32> = Vec::new();
        let mut kept = Wire::new();
        let mut next = tag;
        loop {
            let (number, wire_type) = next;
            kept = kept.tag(number.into(), wire_type);
            kept = match wire_type {
                VARINT => kept.raw_varint(self.varint()?),
                I64 => kept.bytes(self.array::<8>()?),
                I32 => kept.bytes(self.array::<4>()?),
                LEN => {
                    let inner = self.length()?;
                    self.at = inner.end;
                    let bytes = &self.wire[inner];
                    kept.raw_varint(bytes.len() as u64).bytes(bytes)
                }
                START => {
                    open.push(number);
                    if depth + open.len() > USUAL {
                        self.doubt = Some(DEEP);
                    }
                    kept
                }
                _ if open.pop() == Some(number) => kept,
                _ => return self.reject("the end of a group that did not begin"),
            };
            if open.is_empty() {
                node.unknown.push((tag.0, kept.done()));
                return Ok(());
            }
            if self.at >= self.end {
                return self.reject("a group without an end");
            }
            next = self.tag()?;
        }
    }

    /// A tag with a number that a schema may have and a wire type that exists.
    fn tag(&mut self) -> Result<Tag, Stop> {
        let begin = self.at;
        let tag = self.varint()?;
        let Ok(tag) = u32::try_from(tag) else {
            return self.reject("a field number above 536870911");
        };
        if self.at - begin > 5 {
            self.doubt = Some("a tag of more than five bytes");
        }
        match (tag >> 3, (tag & 7) as u8) {
            (0, _) => self.reject("field number 0"),
            (_, 6 | 7) => self.reject("a wire type that does not exist"),
            tag => Ok(tag),
        }
    }

    /// A length, as the bytes that it spans.
    fn length(&mut self) -> Result<Range<usize>, Stop> {
        let begin = self.at;
        let length = self.varint()?;
        if self.at - begin > 5 {
            self.doubt = Some("a length of more than five bytes");
        }
        match usize::try_from(length) {
            Ok(length) if length <= self.end - self.at => Ok(self.at..self.at + length),
            _ => self.reject("a length beyond the end"),
        }
    }

    fn varint(&mut self) -> Result<u64, Stop> {
        let mut value = 0;
        for place in 0..10 {
            let [byte] = self.array()?;
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                if place == 9 && byte > 1 {
                    self.doubt = Some("a varint of more than 64 bits");
                }
                return Ok(value);
            }
        }
        self.reject("a varint of more than ten bytes")
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Stop> {
        match self.wire[self.at..self.end].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => self.reject("the end in the middle of a field"),
        }
    }

    fn within<T>(
        &mut self,
        inner: Range<usize>,
        read: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let outer = std::mem::replace(&mut self.end, inner.end);
        let done = read(self);
        self.end = outer;
        done
    }

    fn reject<T>(&self, why: &'static str) -> Result<T, Stop> {
        Err(Stop::Rejected(Rejected {
            at: self.at,
            why,
            field: String::new(),
            behind: false,
        }))
    }
}

/// Puts a value where it belongs: a singular one replaces, a member of a oneof forgets its rivals.
fn put(node: &mut Node, shape: &Shape, item: Item) {
    for rival in &shape.rivals {
        node.fields.remove(rival);
    }
    if !shape.repeated {
        node.fields.insert(shape.number, Held::One(item));
        return;
    }
    let list = node
        .fields
        .entry(shape.number)
        .or_insert_with(|| Held::List(Vec::new()));
    if let Held::List(items) = list {
        items.push(item);
    }
}

fn unlisted_value(number: u32, value: u64) -> (u32, Vec<u8>) {
    (number, Wire::new().varint(number, value).done())
}
