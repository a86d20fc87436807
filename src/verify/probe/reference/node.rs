//! What the reader has read so far: a message as a tree.

use std::collections::BTreeMap;

use prost_reflect::{Cardinality, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor};

use super::scalar::Scalar;

/// A message.
pub(super) struct Node {
    pub kind: MessageDescriptor,
    pub fields: BTreeMap<u32, Held>,
    /// Tag and payload of each unknown field, by number, and in the order of arrival.
    pub unknown: Vec<(u32, Vec<u8>)>,
}

/// A field of it.
pub(super) enum Held {
    One(Item),
    List(Vec<Item>),
    /// Keys by their wire bytes, so that order is stable.
    Map(BTreeMap<Vec<u8>, (Scalar, Item)>),
}

/// One value.
pub(super) enum Item {
    Scalar(Scalar),
    Message(Box<Node>),
}

/// What the schema says of a field or an extension.
#[derive(Clone)]
pub(super) struct Shape {
    pub number: u32,
    pub kind: Kind,
    pub repeated: bool,
    pub packed: bool,
    pub map: bool,
    pub group: bool,
    pub presence: bool,
    pub proto3: bool,
    /// The numbers of the other members of its oneof.
    pub rivals: Vec<u32>,
}

impl Node {
    pub fn new(kind: MessageDescriptor) -> Self {
        Node {
            kind,
            fields: BTreeMap::new(),
            unknown: Vec::new(),
        }
    }

    pub fn shape(&self, number: u32) -> Option<Shape> {
        if let Some(field) = self.kind.get_field(number) {
            return Some(Shape::of(&field));
        }
        let mut extensions = self.kind.extensions();
        let extension = extensions.find(|extension| extension.number() == number)?;
        Some(Shape::of_extension(&extension))
    }

    /// The name of a field or an extension; its number where the schema has none.
    pub fn name(&self, number: u32) -> String {
        if let Some(field) = self.kind.get_field(number) {
            return field.name().to_owned();
        }
        match self.kind.get_extension(number) {
            Some(extension) => format!("[{}]", extension.full_name()),
            None => format!("unknown field {number}"),
        }
    }

    /// The name of a field that is being read, of a list with the place of its next element.
    pub fn place(&self, number: u32) -> String {
        let name = self.name(number);
        let list = self.shape(number).filter(|of| of.repeated && !of.map);
        let held = match self.fields.get(&number) {
            Some(Held::List(items)) => items.len(),
            _ => 0,
        };
        match list {
            Some(_) => format!("{name}[{held}]"),
            None => name,
        }
    }

    /// Whether every required field is there, all the way down.
    pub fn is_complete(&self) -> bool {
        let required = |field: &FieldDescriptor| field.cardinality() == Cardinality::Required;
        let mut fields = self.kind.fields().filter(required);
        let complete = |item: &Item| match item {
            Item::Scalar(_) => true,
            Item::Message(node) => node.is_complete(),
        };
        fields.all(|field| self.fields.contains_key(&field.number()))
            && self.fields.values().all(|held| match held {
                Held::One(item) => complete(item),
                Held::List(items) => items.iter().all(complete),
                Held::Map(entries) => entries.values().all(|(_, item)| complete(item)),
            })
    }
}

impl Shape {
    pub fn of(field: &FieldDescriptor) -> Self {
        let oneof = field.containing_oneof();
        let others = oneof
            .iter()
            .flat_map(|oneof| oneof.fields())
            .map(|member| member.number())
            .filter(|number| *number != field.number());
        Shape {
            number: field.number(),
            kind: field.kind(),
            repeated: field.cardinality() == Cardinality::Repeated,
            packed: field.is_packed(),
            map: field.is_map(),
            group: field.is_group(),
            presence: field.supports_presence(),
            proto3: is_proto3(&field.parent_file()),
            rivals: others.collect(),
        }
    }

    fn of_extension(field: &ExtensionDescriptor) -> Self {
        Shape {
            number: field.number(),
            kind: field.kind(),
            repeated: field.cardinality() == Cardinality::Repeated,
            packed: field.is_packed(),
            map: false,
            group: field.is_group(),
            presence: field.supports_presence(),
            proto3: is_proto3(&field.parent_file()),
            rivals: Vec::new(),
        }
    }

    /// The sub-message's type.
    pub fn message(&self) -> Option<&MessageDescriptor> {
        match &self.kind {
            Kind::Message(message) => Some(message),
            _ => None,
        }
    }
}

fn is_proto3(file: &prost_reflect::FileDescriptor) -> bool {
    file.syntax() == prost_reflect::Syntax::Proto3
}
