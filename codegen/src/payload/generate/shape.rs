//! What the generator needs to know of a message, taken from its descriptor once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use prost_reflect::{Cardinality, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor};

/// A field, ordinary or extension.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) number: u32,
    pub(super) kind: Kind,
    /// The numbers of an enum's values.
    pub(super) values: Vec<i32>,
    pub(super) list: bool,
    pub(super) map: bool,
    pub(super) group: bool,
    pub(super) packed: bool,
    pub(super) required: bool,
    /// Whether a default value is written: not in proto3 without `optional`.
    pub(super) presence: bool,
    /// The lowest field number of the oneof that it is in.
    pub(super) oneof: Option<u32>,
}

impl Field {
    pub(super) fn new(field: &FieldDescriptor) -> Self {
        Self {
            name: field.name().to_owned(),
            full_name: field.full_name().to_owned(),
            number: field.number(),
            values: values(&field.kind()),
            kind: field.kind(),
            list: field.is_list(),
            map: field.is_map(),
            group: field.is_group(),
            packed: field.is_packed(),
            required: field.cardinality() == Cardinality::Required,
            presence: field.supports_presence(),
            oneof: field
                .containing_oneof()
                .filter(|oneof| !oneof.is_synthetic())
                .and_then(|oneof| oneof.fields().map(|field| field.number()).min()),
        }
    }

    fn extension(field: &ExtensionDescriptor) -> Self {
        Self {
            name: format!("[{}]", field.full_name()),
            full_name: field.full_name().to_owned(),
            number: field.number(),
            values: values(&field.kind()),
            kind: field.kind(),
            list: field.is_list(),
            map: field.is_map(),
            group: field.is_group(),
            packed: field.is_packed(),
            required: false,
            presence: true,
            oneof: None,
        }
    }

    /// The message that the field holds; for a map, that of its entries.
    pub(super) fn message(&self) -> Option<&MessageDescriptor> {
        match &self.kind {
            Kind::Message(message) => Some(message),
            _ => None,
        }
    }

    /// The type as the schema writes it.
    pub(super) fn type_name(&self) -> String {
        let one = match &self.kind {
            Kind::Message(message) => message.full_name().to_owned(),
            Kind::Enum(kind) => kind.full_name().to_owned(),
            kind => format!("{kind:?}"),
        };
        match (self.map, self.list) {
            (true, _) => "map".to_owned(),
            (_, true) => format!("repeated {one}"),
            _ => one,
        }
    }
}

fn values(kind: &Kind) -> Vec<i32> {
    kind.as_enum()
        .map(|kind| kind.values().map(|value| value.number()).collect())
        .unwrap_or_default()
}

/// A message: its fields in the order of their numbers.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
    /// The members of each oneof: the lowest number, and indices into `fields`.
    pub(super) oneofs: Vec<(u32, Vec<usize>)>,
}

impl Shape {
    fn new(message: &MessageDescriptor, extensions: bool) -> Self {
        let mut fields: Vec<Field> = message.fields().map(|field| Field::new(&field)).collect();
        if extensions {
            fields.extend(message.extensions().map(|field| Field::extension(&field)));
        }
        fields.sort_by_key(|field| field.number);
        let mut oneofs: Vec<(u32, Vec<usize>)> = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            if let Some(oneof) = field.oneof {
                match oneofs.iter_mut().find(|(number, _)| *number == oneof) {
                    Some((_, members)) => members.push(index),
                    None => oneofs.push((oneof, vec![index])),
                }
            }
        }
        Self {
            name: message.full_name().to_owned(),
            fields,
            oneofs,
        }
    }

    /// The key and the value of a map entry; none when a damaged schema calls another message one.
    pub(super) fn entry(&self) -> Option<(&Field, &Field)> {
        let plain = |field: &Field| !(field.list || field.map || field.group);
        match self.fields.as_slice() {
            [key, value] if plain(key) && plain(value) && (key.number, value.number) == (1, 2) => {
                Some((key, value)).filter(|(key, _)| key.message().is_none())
            }
            _ => None,
        }
    }
}

/// The shapes of the messages seen so far.
#[derive(Debug)]
pub(super) struct Shapes {
    extensions: bool,
    known: RefCell<HashMap<String, Rc<Shape>>>,
}

impl Shapes {
    pub(super) fn new(extensions: bool) -> Self {
        Self {
            extensions,
            known: RefCell::default(),
        }
    }

    pub(super) fn get(&self, message: &MessageDescriptor) -> Rc<Shape> {
        if let Some(shape) = self.known.borrow().get(message.full_name()) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(Shape::new(message, self.extensions));
        self.known
            .borrow_mut()
            .insert(message.full_name().to_owned(), Rc::clone(&shape));
        shape
    }
}
