//! Whatever bytes a descriptor set has, reading it ends in a schema or in one line that begins with its path;
//! and the flat form of every message that is accepted compiles, in every dialect, with the same fields.

use std::path::Path;
use std::sync::OnceLock;

use prost::Message as _;
use prost_reflect::MessageDescriptor;
use prost_types::{
    DescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto, FileDescriptorSet,
    MessageOptions, OneofDescriptorProto,
};
use protox::Compiler;
use protox::file::{File, FileResolver};
use tempfile::TempDir;
use wiretax_codegen::flat::{self, Dialect, Flat};
use wiretax_codegen::schema::{Schemas, guard, reach};

/// Of a set, so many messages are looked at: the first and the last, and some between.
const MESSAGES: usize = 4;

/// Input with an even first byte is a descriptor set; otherwise it says how a valid one is changed.
pub fn holds(input: &[u8]) {
    let Some((&form, rest)) = input.split_first() else {
        return;
    };
    if form % 2 == 0 {
        set_holds(rest);
    } else {
        set_holds(&changed(rest));
    }
}

/// The property itself.
pub fn set_holds(set: &[u8]) {
    let path = folder().join("a.binpb");
    std::fs::write(&path, set).expect("the folder can be written");
    let schema = match Schemas::new().open(&path, &[]) {
        Ok(schema) => schema,
        Err(error) => return assert_line(&error.to_string(), &path),
    };
    let names = schema.names();
    let step = names.len().div_ceil(MESSAGES).max(1);
    for name in names.iter().rev().step_by(step) {
        let message = schema.find(name).expect("a message that is listed");
        match reach::check(&message) {
            Ok(()) => assert_flattens(&message),
            Err(error) => assert!(!error.what.is_empty() && !error.remedy.is_empty()),
        }
    }
}

fn assert_line(line: &str, path: &Path) {
    assert!(line.starts_with(&path.display().to_string()), "{line}");
    assert!(!line.contains(char::is_control), "{line:?}");
}

fn assert_flattens(message: &MessageDescriptor) {
    let plan = flat::plan(message);
    for dialect in [Dialect::Proto2, Dialect::Proto3, Dialect::Proto2Defaults] {
        if dialect == Dialect::Proto3 && plan.has_groups() {
            continue;
        }
        let flat = dialect.fit(&plan);
        let text = flat::print(&flat, dialect);
        let Some(root) = compiled(&flat, &text) else {
            continue;
        };
        let numbers = |fields: &mut dyn Iterator<Item = u32>| {
            let mut numbers: Vec<u32> = fields.collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let own = message.fields().map(|field| field.number());
        let extensions = message.extensions().map(|field| field.number());
        let wanted = numbers(&mut own.chain(extensions));
        let found = numbers(&mut root.fields().map(|field| field.number()));
        assert_eq!(found, wanted, "{}\n{text}", message.full_name());
    }
}

/// The root of a flat schema; none when the compiler panics, which is not ours.
fn compiled(flat: &Flat, text: &str) -> Option<MessageDescriptor> {
    let compile = || {
        let mut compiler = Compiler::with_file_resolver(Printed(text.to_owned()));
        compiler.open_file("flat.proto")?;
        Ok::<_, protox::Error>(compiler.descriptor_pool())
    };
    let pool = guard::quietly(compile)
        .ok()?
        .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let names: Vec<String> = flat
        .nesting(0)
        .into_iter()
        .map(|index| flat.short_name(index))
        .collect();
    let root = pool.get_message_by_name(&names.join("."));
    Some(root.unwrap_or_else(|| panic!("no {}\n{text}", names.join("."))))
}

/// One file, which imports nothing.
struct Printed(String);

impl FileResolver for Printed {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        File::from_source(name, &self.0)
    }
}

/// A folder for each thread: tests run at the same time.
fn folder() -> &'static Path {
    thread_local! {
        static FOLDER: &'static TempDir =
            Box::leak(Box::new(tempfile::tempdir().expect("a temporary folder")));
    }
    FOLDER.with(|folder| folder.path())
}

/// A valid set after changes, five bytes of the input each: message, field, what, and to what.
fn changed(input: &[u8]) -> Vec<u8> {
    let mut set = valid().clone();
    for change in input.chunks_exact(5).take(32) {
        apply(&mut set, change);
    }
    set.encode_to_vec()
}

fn apply(set: &mut FileDescriptorSet, change: &[u8]) {
    let &[message, field, what, low, high] = change else {
        return;
    };
    let value = u16::from_le_bytes([low, high]);
    let names = names(set);
    let any_name = || names[usize::from(value) % names.len()].clone();
    let count = set
        .file
        .iter()
        .map(|file| count(&file.message_type))
        .sum::<usize>();
    let mut left = usize::from(message) % count.max(1);
    let mut files = set.file.iter_mut();
    let Some(message) = files.find_map(|file| nth(&mut file.message_type, &mut left)) else {
        return;
    };
    if message.field.is_empty() || what % 32 == 0 {
        message.field.push(FieldDescriptorProto {
            name: Some(format!("added_{value}")),
            number: Some(i32::from(value)),
            label: Some(1),
            r#type: Some(i32::from(field % 20)),
            type_name: Some(any_name()),
            ..FieldDescriptorProto::default()
        });
        return;
    }
    let fields = message.field.len();
    let at = usize::from(field) % fields;
    let oneofs = message.oneof_decl.len() as i32;
    let field = &mut message.field[at];
    match what % 32 {
        1 => field.number = Some(i32::from(value)),
        2 => field.number = Some(i32::from(value) << 14),
        3 => field.r#type = Some(i32::from(value % 20)),
        4 => field.label = Some(i32::from(value % 5)),
        5 | 6 => field.type_name = Some(any_name()),
        7 | 8 => {
            field.r#type = Some([10, 11, 14][usize::from(value) % 3]);
            field.type_name = Some(any_name());
        }
        9 => field.oneof_index = Some(i32::from(value) % (oneofs + 1)),
        10 => field.oneof_index = None,
        11 => field.proto3_optional = Some(value.is_multiple_of(2)),
        12 => field.default_value = Some(value.to_string()),
        13 => field.name = Some(format!("f{}", value % 4)),
        14 => {
            message.field.remove(at);
        }
        15 => {
            let options = message.options.get_or_insert_with(MessageOptions::default);
            options.map_entry = Some(value.is_multiple_of(2));
        }
        16 => {
            let options = message.options.get_or_insert_with(MessageOptions::default);
            options.message_set_wire_format = Some(value.is_multiple_of(2));
        }
        17 => field.options.get_or_insert_default().packed = Some(value.is_multiple_of(2)),
        18 => message.oneof_decl.push(OneofDescriptorProto {
            name: Some(format!("o{value}")),
            options: None,
        }),
        19 => message.name = Some(format!("N{}", value % 4)),
        20 => field.extendee = Some(any_name()),
        21 => message.extension.push(FieldDescriptorProto {
            name: Some(format!("e{value}")),
            number: Some(100 + i32::from(value % 120)),
            label: Some(1 + i32::from(value % 3)),
            r#type: Some([9, 10, 11][usize::from(value) % 3]),
            type_name: Some(any_name()),
            extendee: Some(any_name()),
            ..FieldDescriptorProto::default()
        }),
        22 => {
            let file = usize::from(value) % set.file.len();
            set.file[file].syntax = Some(["proto2", "proto3"][usize::from(low % 2)].to_owned());
        }
        23 => {
            for list in set.file.iter_mut().flat_map(|file| &mut file.enum_type) {
                list.value.push(EnumValueDescriptorProto {
                    name: Some(format!("{}_{value}", list.name())),
                    number: Some(i32::from(value as i16)),
                    options: None,
                });
            }
        }
        24 => {
            for list in set.file.iter_mut().flat_map(|file| &mut file.enum_type) {
                list.value.truncate(usize::from(value % 3));
            }
        }
        25 => {
            let file = usize::from(value) % set.file.len();
            set.file[file].package = Some(format!("p{value}"));
        }
        26 => {
            let file = usize::from(value) % set.file.len();
            set.file[file].dependency.push(format!("{value}.proto"));
        }
        _ => field.number = Some(field.number() + 1),
    }
}

fn count(messages: &[DescriptorProto]) -> usize {
    let below = messages.iter().map(|message| count(&message.nested_type));
    messages.len() + below.sum::<usize>()
}

/// The message that is so many after the first, each before those nested in it.
fn nth<'a>(
    messages: &'a mut [DescriptorProto],
    left: &mut usize,
) -> Option<&'a mut DescriptorProto> {
    for message in messages {
        if *left == 0 {
            return Some(message);
        }
        *left -= 1;
        if let Some(found) = nth(&mut message.nested_type, left) {
            return Some(found);
        }
    }
    None
}

/// The full names of all types, as references in fields write them.
fn names(set: &FileDescriptorSet) -> Vec<String> {
    fn below(scope: &str, message: &DescriptorProto, names: &mut Vec<String>) {
        let own = format!("{scope}.{}", message.name());
        for list in &message.enum_type {
            names.push(format!("{own}.{}", list.name()));
        }
        for nested in &message.nested_type {
            below(&own, nested, names);
        }
        names.push(own);
    }
    let mut names = Vec::new();
    for file in &set.file {
        let scope = match file.package() {
            "" => String::new(),
            package => format!(".{package}"),
        };
        for list in &file.enum_type {
            names.push(format!("{scope}.{}", list.name()));
        }
        for message in &file.message_type {
            below(&scope, message, &mut names);
        }
    }
    names
}

/// Every construct of the language.
fn valid() -> &'static FileDescriptorSet {
    static SET: OnceLock<FileDescriptorSet> = OnceLock::new();
    SET.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [
            (
                "construct.proto",
                include_str!("../wire_equivalent/construct.proto"),
            ),
            ("open.proto", include_str!("../wire_equivalent/open.proto")),
        ] {
            std::fs::write(folder.path().join(name), text).expect("the folder can be written");
        }
        let mut set =
            protox::compile(["construct.proto"], [folder.path()]).expect("a valid schema");
        // The reader completes it, and the changes are for our own files.
        set.file.retain(|file| !file.name().starts_with("google/"));
        set
    })
}
