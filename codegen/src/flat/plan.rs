//! Fills the model from descriptors: a walk from the root over everything that it reaches.

use std::collections::{HashMap, HashSet};

use prost_reflect::{
    Cardinality, EnumDescriptor, FieldDescriptor, MessageDescriptor, OneofDescriptor,
};

use super::{Enum, Field, Flat, GroupHome, Kind, Label, Message, Scalar};

/// Reduces `root` to its wire-equivalent schema. It must have passed
/// [`reach::check`](crate::schema::reach::check): what no `.proto` file can say has no flat form either.
pub fn plan(root: &MessageDescriptor) -> Flat {
    let mut walk = Walk::default();
    walk.message(root, None);
    // `message` only hands out indices; the bodies are filled here, breadth first, so that depth of
    // nesting never becomes depth of recursion.
    let mut next = 0;
    while next < walk.queue.len() {
        let descriptor = walk.queue[next].clone();
        let (fields, oneofs) = walk.body(&descriptor, next);
        walk.flat.messages[next].fields = fields;
        walk.flat.messages[next].oneofs = oneofs;
        next += 1;
    }
    walk.flat
}

#[derive(Default)]
struct Walk {
    flat: Flat,
    queue: Vec<MessageDescriptor>,
    messages: HashMap<String, usize>,
    enums: HashMap<String, usize>,
}

impl Walk {
    fn message(&mut self, descriptor: &MessageDescriptor, group: Option<GroupHome>) -> usize {
        let name = descriptor.full_name().to_owned();
        if let Some(&index) = self.messages.get(&name) {
            // A group's type may be named by an ordinary field before the group itself is met.
            let home = &mut self.flat.messages[index].group;
            *home = home.or(group);
            return index;
        }
        let index = self.queue.len();
        self.messages.insert(name.clone(), index);
        self.queue.push(descriptor.clone());
        self.flat.messages.push(Message {
            origin: name,
            fields: Vec::new(),
            oneofs: 0,
            group,
        });
        index
    }

    fn enumeration(&mut self, descriptor: &EnumDescriptor) -> usize {
        let name = descriptor.full_name().to_owned();
        if let Some(&index) = self.enums.get(&name) {
            return index;
        }
        let mut seen = HashSet::new();
        let mut values: Vec<i32> = descriptor
            .values()
            .map(|value| value.number())
            .filter(|&number| seen.insert(number))
            .collect();
        if let Some(zero) = values.iter().position(|&number| number == 0) {
            values.swap(0, zero);
        }
        let index = self.flat.enums.len();
        self.enums.insert(name.clone(), index);
        self.flat.enums.push(Enum {
            origin: name,
            values,
        });
        index
    }

    fn body(&mut self, descriptor: &MessageDescriptor, index: usize) -> (Vec<Field>, usize) {
        let mut fields: Vec<FieldShape> = descriptor.fields().map(FieldShape::from).collect();
        fields.extend(descriptor.extensions().map(FieldShape::from));
        fields.sort_by_key(|field| field.number);
        fields.dedup_by_key(|field| field.number);

        let oneofs: Vec<String> = descriptor
            .oneofs()
            .filter(|oneof| !oneof.is_synthetic())
            .map(|oneof| oneof.full_name().to_owned())
            .collect();
        let fields = fields
            .into_iter()
            .map(|shape| {
                let mut kind = self.kind(&shape, index);
                let mut label = shape.label(&oneofs);
                if shape.is_map
                    && let prost_reflect::Kind::Message(entry) = &shape.kind
                {
                    let key = FieldShape::from(entry.map_entry_key_field());
                    let value = FieldShape::from(entry.map_entry_value_field());
                    label = Label::Map {
                        key: self.kind(&key, index),
                    };
                    kind = self.kind(&value, index);
                }
                Field {
                    number: shape.number,
                    origin: shape.name,
                    kind,
                    label,
                }
            })
            .collect();
        (fields, oneofs.len())
    }

    fn kind(&mut self, shape: &FieldShape, parent: usize) -> Kind {
        use prost_reflect::Kind as K;
        let scalar = match &shape.kind {
            K::Double => Scalar::Double,
            K::Float => Scalar::Float,
            K::Int32 => Scalar::Int32,
            K::Int64 => Scalar::Int64,
            K::Uint32 => Scalar::Uint32,
            K::Uint64 => Scalar::Uint64,
            K::Sint32 => Scalar::Sint32,
            K::Sint64 => Scalar::Sint64,
            K::Fixed32 => Scalar::Fixed32,
            K::Fixed64 => Scalar::Fixed64,
            K::Sfixed32 => Scalar::Sfixed32,
            K::Sfixed64 => Scalar::Sfixed64,
            K::Bool => Scalar::Bool,
            K::String => Scalar::String,
            K::Bytes => Scalar::Bytes,
            K::Enum(descriptor) => return Kind::Enum(self.enumeration(descriptor)),
            // An entry type is not a message of its own: the caller takes it apart.
            K::Message(_) if shape.is_map => return Kind::Scalar(Scalar::Bool),
            K::Message(descriptor) if shape.is_group => {
                let home = GroupHome {
                    parent,
                    number: shape.number,
                };
                return Kind::Group(self.message(descriptor, Some(home)));
            }
            K::Message(descriptor) => return Kind::Message(self.message(descriptor, None)),
        };
        Kind::Scalar(scalar)
    }
}

/// What fields and extensions have in common; the descriptor crate has a type for each.
struct FieldShape {
    number: u32,
    name: String,
    kind: prost_reflect::Kind,
    cardinality: Cardinality,
    presence: bool,
    packed: bool,
    is_map: bool,
    is_group: bool,
    oneof: Option<OneofDescriptor>,
}

impl FieldShape {
    fn label(&self, oneofs: &[String]) -> Label {
        let oneof = self.oneof.as_ref().filter(|oneof| !oneof.is_synthetic());
        match self.cardinality {
            Cardinality::Repeated => Label::Repeated {
                packed: self.packed,
            },
            Cardinality::Required => Label::Required,
            Cardinality::Optional => match oneof {
                Some(oneof) => {
                    let index = oneofs.iter().position(|name| name == oneof.full_name());
                    Label::Oneof(index.unwrap_or(0))
                }
                None if self.presence => Label::Explicit,
                None => Label::Implicit,
            },
        }
    }
}

impl From<FieldDescriptor> for FieldShape {
    fn from(field: FieldDescriptor) -> Self {
        FieldShape {
            number: field.number(),
            name: field.name().to_owned(),
            kind: field.kind(),
            cardinality: field.cardinality(),
            presence: field.supports_presence(),
            packed: field.is_packed(),
            is_map: field.is_map(),
            is_group: field.is_group(),
            oneof: field.containing_oneof(),
        }
    }
}

impl From<prost_reflect::ExtensionDescriptor> for FieldShape {
    fn from(field: prost_reflect::ExtensionDescriptor) -> Self {
        FieldShape {
            number: field.number(),
            name: format!("[{}]", field.full_name()),
            kind: field.kind(),
            cardinality: field.cardinality(),
            presence: field.supports_presence(),
            packed: field.is_packed(),
            is_map: false,
            is_group: field.is_group(),
            oneof: None,
        }
    }
}
