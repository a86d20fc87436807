//! The wire-equivalent schema.
//!
//! Wire bytes depend on field numbers and types, never on names. So each root message is rewritten as
//! one flat file with invented names (`Msg3`, `n7`), holding only what the message reaches. Name
//! clashes, keywords, import layouts, options, services and comments never get to a generator, and
//! extensions become the ordinary fields that they are on the wire. Groups stay: they have wire types
//! of their own.
//!
//! `mod.rs` is the model, `plan` fills it from descriptors, `dialect` fits it to a syntax, `print` writes it.

mod dialect;
mod plan;
mod print;

pub use dialect::Dialect;
pub use plan::plan;
pub use print::print;

/// A schema with invented names; message 0 is the root.
#[derive(Debug, Clone, Default)]
pub struct Flat {
    /// Every message that the root reaches, itself first.
    pub messages: Vec<Message>,
    /// Every enum that a field uses.
    pub enums: Vec<Enum>,
}

/// One message.
#[derive(Debug, Clone)]
pub struct Message {
    /// Fully qualified name in the schema that it came from.
    pub origin: String,
    /// Fields by number, oneof members included, extensions folded in.
    pub fields: Vec<Field>,
    /// How many real oneofs it has; members name theirs by index.
    pub oneofs: usize,
    /// For a group: the message that it is printed inside, and the field that declares it.
    pub group: Option<GroupHome>,
}

/// Where a group is declared.
#[derive(Debug, Clone, Copy)]
pub struct GroupHome {
    /// Index of the enclosing message.
    pub parent: usize,
    /// Number of the declaring field, which also names the group.
    pub number: u32,
}

/// One enum. The values are those of the origin, aliases dropped, zero first where there is one.
#[derive(Debug, Clone)]
pub struct Enum {
    /// Fully qualified name in the schema that it came from.
    pub origin: String,
    /// Distinct numbers.
    pub values: Vec<i32>,
}

/// One field.
#[derive(Debug, Clone)]
pub struct Field {
    /// Field number.
    pub number: u32,
    /// Name in the schema that it came from.
    pub origin: String,
    /// Type of the value; for a map the type of the entry's value.
    pub kind: Kind,
    /// Presence and cardinality.
    pub label: Label,
}

/// Presence and cardinality of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// proto3 without `optional`: zero is not sent.
    Implicit,
    /// `optional`, or a singular message: whether it was sent is known.
    Explicit,
    /// proto2 `required`.
    Required,
    /// `repeated`, as one length-delimited run or one record an element.
    Repeated {
        /// One run.
        packed: bool,
    },
    /// A map with keys of this type.
    Map {
        /// Key type; never a message, float or bytes.
        key: Kind,
    },
    /// Member of the oneof with this index.
    Oneof(usize),
}

/// Type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A type with a keyword of its own, `double` to `bytes`.
    Scalar(Scalar),
    /// Index into [`Flat::enums`].
    Enum(usize),
    /// Index into [`Flat::messages`].
    Message(usize),
    /// Index into [`Flat::messages`]; start and end tags instead of a length.
    Group(usize),
}

impl Kind {
    /// The message behind it, be it a message or a group.
    pub fn message(self) -> Option<usize> {
        match self {
            Kind::Message(index) | Kind::Group(index) => Some(index),
            Kind::Scalar(_) | Kind::Enum(_) => None,
        }
    }
}

/// The scalar types of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Scalar {
    Double,
    Float,
    Int32,
    Int64,
    Uint32,
    Uint64,
    Sint32,
    Sint64,
    Fixed32,
    Fixed64,
    Sfixed32,
    Sfixed64,
    Bool,
    String,
    Bytes,
}

impl Scalar {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Scalar::Double => "double",
            Scalar::Float => "float",
            Scalar::Int32 => "int32",
            Scalar::Int64 => "int64",
            Scalar::Uint32 => "uint32",
            Scalar::Uint64 => "uint64",
            Scalar::Sint32 => "sint32",
            Scalar::Sint64 => "sint64",
            Scalar::Fixed32 => "fixed32",
            Scalar::Fixed64 => "fixed64",
            Scalar::Sfixed32 => "sfixed32",
            Scalar::Sfixed64 => "sfixed64",
            Scalar::Bool => "bool",
            Scalar::String => "string",
            Scalar::Bytes => "bytes",
        }
    }

    /// Always four or eight bytes on the wire.
    pub fn is_fixed_width(self) -> bool {
        matches!(
            self,
            Scalar::Double
                | Scalar::Float
                | Scalar::Fixed32
                | Scalar::Fixed64
                | Scalar::Sfixed32
                | Scalar::Sfixed64
        )
    }
}

impl Flat {
    /// `Msg3`, or for a group `G10`, the name inside its parent.
    pub fn short_name(&self, message: usize) -> String {
        match self.messages[message].group {
            Some(home) => format!("G{}", home.number),
            None => format!("Msg{message}"),
        }
    }

    /// Enclosing messages from the outermost to this one, by index.
    pub fn nesting(&self, message: usize) -> Vec<usize> {
        let mut path = vec![message];
        while let Some(home) = self.messages[path[0]].group {
            path.insert(0, home.parent);
        }
        path
    }

    /// Which messages hold a bytes field, directly or below.
    pub fn reaching_bytes(&self) -> Vec<bool> {
        self.reaching(|field| field.kind == Kind::Scalar(Scalar::Bytes))
    }

    /// Which messages hold a field that `wanted` accepts, directly or below.
    pub fn reaching(&self, wanted: impl Fn(&Field) -> bool) -> Vec<bool> {
        let mut reach: Vec<bool> = self
            .messages
            .iter()
            .map(|message| message.fields.iter().any(&wanted))
            .collect();
        loop {
            let mut changed = false;
            for (index, message) in self.messages.iter().enumerate() {
                let below = message
                    .fields
                    .iter()
                    .filter_map(|field| field.kind.message())
                    .any(|child| reach[child]);
                if below && !reach[index] {
                    reach[index] = true;
                    changed = true;
                }
            }
            if !changed {
                return reach;
            }
        }
    }

    /// Whether any message is a group.
    pub fn has_groups(&self) -> bool {
        self.messages.iter().any(|message| message.group.is_some())
    }
}

/// `n7`, or for a group the lower-cased group name that every generator uses, `g7`.
pub fn field_name(field: &Field) -> String {
    match field.kind {
        Kind::Group(_) => format!("g{}", field.number),
        // Not `f`: there is a 32nd and a 64th field, and `f32` and `f64` are names already.
        _ => format!("n{}", field.number),
    }
}
