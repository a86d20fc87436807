//! Reads a descriptor set: an encoded `FileDescriptorSet`, as protoc and buf write it.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use prost::Message;
use prost_reflect::DescriptorPool;
use prost_types::{FileDescriptorProto, FileDescriptorSet};

use super::guard;
use super::weigh::{Inside, Weight};
use crate::error::{Error, one_line};
use crate::limits::MAX_IMPORT_DEPTH;

/// Whether a schema file is a descriptor set: by its extension, or else by its content.
pub(crate) fn is_set(path: &Path, bytes: &[u8]) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "proto" => false,
        "binpb" | "desc" | "pb" | "fds" | "protoset" | "pbset" => true,
        // A set is a run of length-delimited field 1, which no .proto source can be: it begins with the
        // byte of a newline, so only a source that begins with an empty line needs a second look.
        _ => bytes.first() == Some(&0x0a) && FileDescriptorSet::decode(bytes).is_ok(),
    }
}

/// Decodes a set, adds the well-known imports that it lacks, and sorts it, imports first.
pub(super) fn read(path: &Path, bytes: Vec<u8>) -> Result<(DescriptorPool, Vec<u8>), Error> {
    let error = |what: String, remedy: &str| Error::Schema {
        at: path.display().to_string(),
        what,
        remedy: remedy.to_owned(),
    };
    let rewrite = "write it again with `protoc --include_imports --descriptor_set_out=FILE`, \
        or `buf build -o FILE`";
    Weight::default()
        .add(Inside::Set, &bytes)
        .map_err(|(what, remedy)| error(what, remedy))?;
    let set = FileDescriptorSet::decode(bytes.as_slice()).map_err(|e| {
        error(
            format!("not a descriptor set: {}", one_line(&e.to_string())),
            rewrite,
        )
    })?;
    if set.file.is_empty() {
        return Err(error("an empty descriptor set".to_owned(), rewrite));
    }
    if let Some(file) = set.file.iter().find(|file| file.syntax() == "editions") {
        return Err(Error::Editions {
            path: path.to_owned(),
            file: file.name().to_owned(),
            edition: edition(&bytes, file.name()).unwrap_or_else(|| "unknown".to_owned()),
        });
    }
    let raw = raw_files(&bytes);
    let known = DescriptorPool::global();
    let mut files = Files {
        order: Vec::new(),
        done: BTreeSet::new(),
        index: HashMap::new(),
    };
    for (index, file) in set.file.iter().enumerate() {
        files.index.entry(file.name()).or_insert(index);
    }
    // Imports first: some generators resolve names in the order of the files.
    for index in 0..set.file.len() {
        files
            .add(&set.file, index, &known, 0)
            .map_err(|what| error(what, rewrite))?;
    }
    let mut sorted = Vec::with_capacity(bytes.len());
    for file in files.order {
        match file {
            // The raw bytes rather than the decoded file: they hold the custom options too.
            Found::Own(index) => prost::encoding::bytes::encode(
                1,
                &raw.get(index).copied().unwrap_or_default().to_vec(),
                &mut sorted,
            ),
            Found::Known(file) => prost::encoding::message::encode(1, &*file, &mut sorted),
        }
    }
    let pool = guard::quietly(|| DescriptorPool::decode(sorted.as_slice())).map_err(|panic| {
        Error::Panicked {
            path: path.to_owned(),
            culprit: "prost-reflect",
            doing: "reading this descriptor set",
            panic,
        }
    })?;
    let pool = pool.map_err(|e| error(one_line(&format!("{e:?}")), rewrite))?;
    Ok((pool, sorted))
}

enum Found {
    /// A file of the set, by its index.
    Own(usize),
    /// A well-known file that the set lacks.
    Known(Box<FileDescriptorProto>),
}

struct Files<'a> {
    order: Vec<Found>,
    done: BTreeSet<String>,
    /// Where in the set a name is, the first time.
    index: HashMap<&'a str, usize>,
}

impl Files<'_> {
    /// Adds the imports of a file, then the file, each once.
    fn add(
        &mut self,
        set: &[FileDescriptorProto],
        index: usize,
        known: &DescriptorPool,
        depth: usize,
    ) -> Result<(), String> {
        let file = &set[index];
        if self.done.contains(file.name()) {
            return Ok(());
        }
        if depth > MAX_IMPORT_DEPTH {
            return Err(format!(
                "the imports of {} run in a circle, or follow one another more than {MAX_IMPORT_DEPTH} deep",
                file.name()
            ));
        }
        for import in &file.dependency {
            if self.done.contains(import) {
                continue;
            }
            if let Some(&index) = self.index.get(import.as_str()) {
                self.add(set, index, known, depth + 1)?;
            } else if let Some(import) = known.get_file_by_name(import) {
                self.add_known(&import);
            } else {
                return Err(format!(
                    "{} imports {import}, which the set lacks",
                    file.name()
                ));
            }
        }
        self.done.insert(file.name().to_owned());
        self.order.push(Found::Own(index));
        Ok(())
    }

    fn add_known(&mut self, file: &prost_reflect::FileDescriptor) {
        if self.done.insert(file.name().to_owned()) {
            for import in file.dependencies() {
                self.add_known(&import);
            }
            self.order
                .push(Found::Known(Box::new(file.file_descriptor_proto().clone())));
        }
    }
}

/// The encoded files of a set that is known to decode, in order.
fn raw_files(bytes: &[u8]) -> Vec<&[u8]> {
    fields(bytes)
        .filter(|(number, _)| *number == 1)
        .map(|(_, value)| value)
        .collect()
}

/// The edition of a file: `FileDescriptorProto.edition`, which the decoded type does not have.
fn edition(bytes: &[u8], name: &str) -> Option<String> {
    const NAME: u32 = 1;
    const EDITION: u32 = 14;
    let file = raw_files(bytes).into_iter().find(|file| {
        fields(file).any(|(number, value)| number == NAME && value == name.as_bytes())
    })?;
    let (_, mut value) = fields(file).find(|(number, _)| *number == EDITION)?;
    match prost::encoding::decode_varint(&mut value).ok()? {
        998 => Some("proto2".to_owned()),
        999 => Some("proto3".to_owned()),
        // The numbers count up from 2023, with gaps closed.
        number @ 1000..=1050 => Some((number + 1023).to_string()),
        number => Some(number.to_string()),
    }
}

/// The fields of a message: number, and the value without its length. Stops at the first that is not whole.
fn fields(mut bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    std::iter::from_fn(move || {
        let (number, value, rest) = field(bytes)?;
        bytes = rest;
        Some((number, value))
    })
}

/// The field that bytes begin with: number, value without its length, and what follows. A group, which no
/// descriptor has, is skipped, as every decoder does; its value is empty.
pub(super) fn field(mut bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    use prost::encoding::{WireType, decode_key, decode_varint};
    let mut outermost = None;
    let mut groups = 0_usize;
    loop {
        let (number, wire_type) = decode_key(&mut bytes).ok()?;
        let length = match wire_type {
            WireType::Varint => bytes.iter().position(|byte| byte & 0x80 == 0)? + 1,
            WireType::SixtyFourBit => 8,
            WireType::ThirtyTwoBit => 4,
            WireType::LengthDelimited => usize::try_from(decode_varint(&mut bytes).ok()?).ok()?,
            WireType::StartGroup => {
                groups += 1;
                0
            }
            WireType::EndGroup => {
                groups = groups.checked_sub(1)?;
                0
            }
        };
        let (value, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        let number = *outermost.get_or_insert(number);
        if groups == 0 {
            return Some((number, value, rest));
        }
    }
}
