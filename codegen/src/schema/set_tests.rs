//! Descriptor sets: how they are known, completed, sorted and refused.

use proptest::prelude::*;
use prost::Message as _;
use prost_types::FileDescriptorSet;

use super::has_bytes;
use super::tests::{Folder, IMPORTING};
use crate::error::Error;
use crate::payload::{Generate, check, generate};

#[test]
fn sets_are_known_by_extension_or_content() {
    let folder = Folder::new(&[(
        "a.proto",
        "syntax = \"proto3\"; package p; message A { int32 n = 1; }",
    )]);
    for name in ["a.binpb", "a.PB", "a.whatever", "a"] {
        folder.write_set("a.proto", name, |_| {});
        assert!(
            folder.open(name, &[]).unwrap().find("p.A").is_ok(),
            "{name}"
        );
    }
    std::fs::copy(folder.path("a.proto"), folder.path("source.txt")).unwrap();
    assert!(
        folder
            .open("source.txt", &[""])
            .unwrap()
            .find("p.A")
            .is_ok()
    );
}

#[test]
fn sets_need_not_hold_well_known_imports_nor_be_sorted() {
    let folder = Folder::new(&[
        (
            "a.proto",
            "syntax = \"proto3\"; import \"google/protobuf/type.proto\"; import \"b.proto\";
             message A { google.protobuf.Type t = 1; B b = 2; }",
        ),
        ("b.proto", "syntax = \"proto3\"; message B { int32 n = 1; }"),
    ]);
    folder.write_set("a.proto", "bare.binpb", |set| {
        set.file.retain(|file| !file.name().starts_with("google/"));
        set.file.reverse();
        assert_eq!(set.file.len(), 2);
    });
    let schema = folder.open("bare.binpb", &[]).unwrap();
    assert!(schema.find("A").is_ok());
    let set = FileDescriptorSet::decode(schema.set.as_slice()).unwrap();
    let position = |name: &str| {
        set.file
            .iter()
            .position(|file| file.name() == name)
            .unwrap()
    };
    assert!(position("google/protobuf/any.proto") < position("google/protobuf/type.proto"));
    assert!(position("google/protobuf/type.proto") < position("a.proto"));
    assert!(position("b.proto") < position("a.proto"));
    folder.write_set("a.proto", "lacking.binpb", |set| {
        set.file.retain(|file| file.name() != "b.proto")
    });
    let error = folder.refusal("lacking.binpb");
    assert!(error.starts_with(
        "lacking.binpb: a.proto imports b.proto, which the set lacks; write it again"
    ));
}

#[test]
fn custom_options_stay_in_the_set() {
    let folder = Folder::new(&[(
        "a.proto",
        "syntax = \"proto3\"; import \"google/protobuf/descriptor.proto\";
         extend google.protobuf.FieldOptions { string note = 50001; }
         message A { int32 n = 1 [(note) = \"kept-as-it-is\"]; }",
    )]);
    let source = folder.open("a.proto", &[""]).unwrap();
    std::fs::write(folder.path("a.binpb"), &source.set).unwrap();
    let set = folder.open("a.binpb", &[]).unwrap();
    for schema in [source, set] {
        assert!(
            schema
                .set
                .windows(13)
                .any(|bytes| bytes == b"kept-as-it-is")
        );
    }
}

#[test]
fn an_edition_in_a_set_is_seen_before_anything_panics() {
    let folder = Folder::new(&[("a.proto", "syntax = \"proto3\"; message A { int32 n = 1; }")]);
    folder.write_set("a.proto", "edition.binpb", |set| {
        set.file[0].syntax = Some("editions".to_owned())
    });
    let path = folder.path("edition.binpb");
    // Field 14 of the file, which the decoded type does not have: the set is one file, so its length grows by 3.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend([0x70, 0xe8, 0x07]);
    bytes[1] += 3;
    std::fs::write(&path, &bytes).unwrap();
    match folder.open("edition.binpb", &[]).unwrap_err() {
        Error::Editions { file, edition, .. } => {
            assert_eq!((file.as_str(), edition.as_str()), ("a.proto", "2023"))
        }
        other => panic!("{other}"),
    }
}

proptest! {
    /// Whatever a file holds, reading it ends in a schema or in a message, not in a panic.
    #[test]
    fn damaged_sets_do_not_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let folder = Folder::new(&[IMPORTING[0], IMPORTING[1]]);
        let set = protox::compile(["a.proto"], [folder.path("one"), folder.path("two")]).unwrap();
        let mut bytes = set.encode_to_vec();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        std::fs::write(folder.path("a.binpb"), bytes).unwrap();
        match folder.open("a.binpb", &[]) {
            // What was read although it is damaged must not harm those who use it.
            Ok(schema) => {
                for name in schema.names() {
                    let message = schema.find(&name).unwrap();
                    let _ = has_bytes(&message);
                    if let Ok(bytes) = generate(&message, &Generate::default()) {
                        check(&message, &bytes).unwrap();
                    }
                }
            }
            // The library below does panic on some of them: caught, and named.
            Err(Error::Schema { .. } | Error::Editions { .. } | Error::Panicked { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
