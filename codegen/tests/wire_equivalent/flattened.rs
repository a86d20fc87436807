//! A message beside its flat form, and the proof that both carry the same.

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use wiretax_codegen::flat::{self, Dialect, Label};

/// The flat form of a message in one dialect.
pub struct Flattened {
    /// What it is the flat form of, and in which dialect.
    pub name: String,
    /// The root message, as compiled from the printed text.
    pub root: MessageDescriptor,
    has_maps: bool,
}

/// The flat form in every dialect that can hold the message; each text must compile.
pub fn all_dialects(message: &MessageDescriptor, name: &str) -> Vec<Flattened> {
    let flat = flat::plan(message);
    let has_maps = flat.reaching(|field| matches!(field.label, Label::Map { .. }))[0];
    [
        Dialect::natural(&flat),
        Dialect::Proto2,
        Dialect::Proto3,
        Dialect::Proto2Defaults,
    ]
    .into_iter()
    .filter(|dialect| *dialect != Dialect::Proto3 || !flat.has_groups())
    .map(|dialect| {
        let name = format!("{name} in {dialect:?}");
        let text = flat::print(&dialect.fit(&flat), dialect);
        let pool = compile(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let root = pool
            .get_message_by_name("Msg0")
            .unwrap_or_else(|| panic!("{name}: no root"));
        Flattened {
            name,
            root,
            has_maps,
        }
    })
    .collect()
}

fn compile(text: &str) -> Result<DescriptorPool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("flat.proto");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let set = protox::compile([&path], [folder.path()]).map_err(|error| format!("{error:?}"))?;
    DescriptorPool::from_file_descriptor_set(set).map_err(|error| error.to_string())
}

/// Sends the payload through the flat schema and compares with what the message's own schema makes of it.
///
/// A `minimal` payload has no defaults and no unknown fields: then the flat schema must know every byte, and
/// write as many; but the syntaxes differ in what they leave out of map entries.
///
/// No assertion here prints a message: the `Debug` of a dynamic message recurses without a bound.
pub fn assert_carries(
    flattened: &Flattened,
    message: &MessageDescriptor,
    payload: &[u8],
    minimal: bool,
) {
    let name = &flattened.name;
    let own = decode(message, payload, name);
    let through = decode(&flattened.root, payload, name);
    assert_eq!(
        unknown_fields(&through),
        unknown_fields(&own),
        "{name}: the two schemas know different fields"
    );
    let written = through.encode_to_vec();
    if minimal {
        assert_eq!(unknown_fields(&own), 0, "{name}");
        if !flattened.has_maps {
            assert_eq!(written.len(), payload.len(), "{name}: length");
        }
    }
    // Encoded once more, so that defaults which were sent all the same count as absent on both sides.
    let expected = decode(message, &own.encode_to_vec(), name);
    let found = decode(message, &written, name);
    let found = decode(message, &found.encode_to_vec(), name);
    assert!(expected == found, "{name}: another value");
}

fn decode(message: &MessageDescriptor, bytes: &[u8], name: &str) -> DynamicMessage {
    DynamicMessage::decode(message.clone(), bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// How many unknown fields a message holds, those of its sub-messages included.
fn unknown_fields(message: &DynamicMessage) -> usize {
    fn below(value: &Value) -> usize {
        match value {
            Value::Message(message) => unknown_fields(message),
            Value::List(list) => list.iter().map(below).sum(),
            Value::Map(map) => map.values().map(below).sum(),
            _ => 0,
        }
    }
    let own = message.unknown_fields().count();
    let fields = message.fields().map(|(_, value)| below(value));
    let extensions = message.extensions().map(|(_, value)| below(value));
    own + fields.sum::<usize>() + extensions.sum::<usize>()
}
