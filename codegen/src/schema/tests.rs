//! Schemas that are right and schemas that are wrong.

use std::path::PathBuf;

use proptest::prelude::*;
use prost::Message as _;
use prost_types::FileDescriptorSet;

use super::*;
use crate::payload::shared;

pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(dir)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn open(&self, name: &str, include: &[&str]) -> Result<Rc<Schema>, Error> {
        let include: Vec<PathBuf> = include.iter().map(|root| self.path(root)).collect();
        Schemas::new().open(&self.path(name), &include)
    }

    pub(super) fn refusal(&self, name: &str) -> String {
        let line = self.open(name, &[""]).unwrap_err().to_string();
        assert!(!line.contains('\n'), "{line}");
        line.replace(&format!("{}/", self.0.path().display()), "")
    }

    /// The folder's schema as a descriptor set, written to `name`, after a change.
    pub(super) fn write_set(
        &self,
        entry: &str,
        name: &str,
        change: impl FnOnce(&mut FileDescriptorSet),
    ) {
        let mut set = protox::compile([entry], [self.0.path()]).unwrap();
        change(&mut set);
        std::fs::write(self.path(name), set.encode_to_vec()).unwrap();
    }
}

pub(super) const IMPORTING: [(&str, &str); 3] = [
    (
        "one/a.proto",
        "syntax = \"proto3\"; package a; import \"b.proto\"; import \"google/protobuf/timestamp.proto\";
         message A { b.B b = 1; google.protobuf.Timestamp at = 2; }",
    ),
    ("two/b.proto", "syntax = \"proto2\"; package b; message B { optional int32 n = 1; map<string, B> m = 2; }"),
    ("two/a.proto", "syntax = \"proto3\"; message Shadow {}"),
];

#[test]
fn imports_are_found_in_several_roots() {
    let folder = Folder::new(&IMPORTING);
    let schema = folder.open("one/a.proto", &["one", "two"]).unwrap();
    assert_eq!(schema.find("a.A").unwrap().fields().len(), 2);
    assert_eq!(schema.find(".b.B").unwrap().full_name(), "b.B");
    assert_eq!(
        schema.names(),
        ["b.B", "google.protobuf.Timestamp", "a.A"]
            .map(str::to_owned)
            .as_slice(),
        "no map entries"
    );
    let set = FileDescriptorSet::decode(schema.set.as_slice()).unwrap();
    let names: Vec<&str> = set.file.iter().map(|file| file.name()).collect();
    assert_eq!(names.last(), Some(&"a.proto"));
    assert_eq!(names.len(), 3, "{names:?}");
    let shadowed = folder
        .open("one/a.proto", &["two", "one"])
        .unwrap_err()
        .to_string();
    assert!(
        shadowed.contains("is shadowed by") && shadowed.contains("change the order"),
        "{shadowed}"
    );
}

#[test]
fn a_schema_is_read_once() {
    let folder = Folder::new(&IMPORTING);
    let mut schemas = Schemas::new();
    let include = [folder.path("one"), folder.path("two")];
    let first = schemas.open(&folder.path("one/a.proto"), &include).unwrap();
    let second = schemas.open(&folder.path("one/a.proto"), &include).unwrap();
    assert!(Rc::ptr_eq(&first, &second));
    assert_eq!(
        schemas.files(),
        [folder.path("one/a.proto"), folder.path("two/b.proto")]
    );
}

#[test]
fn files_are_known_although_compiling_failed() {
    let folder = Folder::new(&[
        (
            "a.proto",
            "syntax = \"proto3\"; import \"b.proto\"; message A {}",
        ),
        ("b.proto", "syntax = \"proto3\"; message"),
    ]);
    let mut schemas = Schemas::new();
    schemas
        .open(&folder.path("a.proto"), &[folder.path("")])
        .unwrap_err();
    assert_eq!(schemas.files().len(), 2);
}

#[test]
fn bad_schemas_are_refused_with_place_and_remedy() {
    let folder = Folder::new(&[
        (
            "syntax.proto",
            "syntax = \"proto3\";\nmessage A {\n  int32 = 1;\n}",
        ),
        (
            "type.proto",
            "syntax = \"proto3\";\nmessage A {\n  Missing m = 1;\n}",
        ),
        (
            "import.proto",
            "syntax = \"proto3\";\nimport \"gone.proto\";",
        ),
        (
            "circle.proto",
            "syntax = \"proto3\"; import \"circle2.proto\";",
        ),
        (
            "circle2.proto",
            "syntax = \"proto3\"; import \"circle.proto\";",
        ),
        (
            "broken/import.proto",
            "syntax = \"proto3\"; import \"syntax.proto\";",
        ),
        (
            "edition.proto",
            "// new\nedition = \"2023\"; message M { int32 a = 1; }",
        ),
        (
            "imports_edition.proto",
            "syntax = \"proto3\"; import \"edition.proto\";",
        ),
        ("text.binpb", "syntax = \"proto3\";"),
        ("empty.binpb", ""),
        ("bytes.proto", "\u{0}"),
    ]);
    std::fs::write(folder.path("latin.proto"), b"// \xff\nsyntax = \"proto3\";").unwrap();
    for (name, expected) in [
        (
            "syntax.proto",
            "syntax.proto:3:9: expected an identifier, but found '='; mend it; or",
        ),
        (
            "type.proto",
            "type.proto:3:3: name 'Missing' is not defined; mend it",
        ),
        (
            "import.proto",
            "import.proto:2:1: import 'gone.proto' not found; looked in",
        ),
        (
            "circle.proto",
            "circle.proto: import cycle detected: circle.proto -> circle2.proto -> circle.proto",
        ),
        (
            "broken/import.proto",
            "syntax.proto:3:9: expected an identifier",
        ),
        (
            "edition.proto",
            "edition.proto: edition.proto is written in edition 2023, and editions cannot be read yet",
        ),
        (
            "imports_edition.proto",
            "edition.proto: edition.proto is written in edition 2023",
        ),
        ("text.binpb", "text.binpb: not a descriptor set: "),
        (
            "empty.binpb",
            "empty.binpb: an empty descriptor set; write it again",
        ),
        ("bytes.proto", "bytes.proto:1:1: "),
        (
            "latin.proto",
            "latin.proto: file 'latin.proto' is not valid utf-8",
        ),
        ("none.proto", "none.proto: cannot read this schema: "),
    ] {
        let got = folder.refusal(name);
        assert!(got.starts_with(expected), "\n got {got}\nwant {expected}");
    }
    let outside = folder
        .open("syntax.proto", &["broken"])
        .unwrap_err()
        .to_string();
    assert!(
        outside.contains("is not in any include path; looked in"),
        "{outside}"
    );
}

#[test]
fn legal_syntax_that_the_compiler_refuses_is_mended() {
    let folder = Folder::new(&[(
        "a.proto",
        "syntax = \"proto3\"; import \"google/protobuf/descriptor.proto\";
         extend google.protobuf.FieldOptions { double weight = 50001; }
         message A { int32 n = 1 [(weight) = -inf]; }",
    )]);
    assert!(folder.open("a.proto", &[""]).unwrap().find("A").is_ok());
}

#[test]
fn nearest_names_come_first() {
    let folder = Folder::new(&[(
        "a.proto",
        "syntax = \"proto3\"; package shop.v1; message Order { message Line {} } message Customer {} message Other {}",
    )]);
    let schema = folder.open("a.proto", &[""]).unwrap();
    let near = |name: &str| schema.find(name).unwrap_err();
    assert_eq!(near("shop.v1.Ordre")[0], "shop.v1.Order");
    assert_eq!(near("Customer")[0], "shop.v1.Customer");
    assert_eq!(near("shop.v2.Order")[0], "shop.v1.Order");
    assert_eq!(near("shop.Line")[0], "shop.v1.Order.Line");
}

#[test]
fn bytes_fields_are_found_wherever_they_are() {
    let folder = Folder::new(&[(
        "a.proto",
        "syntax = \"proto3\"; message No { string s = 1; No no = 2; } message Yes { map<int32, In> m = 1; }
         message In { bytes b = 1; Yes y = 2; }",
    )]);
    let schema = folder.open("a.proto", &[""]).unwrap();
    assert!(!has_bytes(&schema.find("No").unwrap()));
    assert!(has_bytes(&schema.find("Yes").unwrap()));
}

#[test]
fn every_shared_schema_is_read_or_refused_for_its_edition() {
    for sample in shared::samples() {
        match &sample.schema {
            Ok(schema) => {
                if let Some(message) = &sample.message {
                    assert!(schema.find(message).is_ok(), "{}", sample.name);
                }
                // What is handed on must be readable by itself.
                DescriptorPool::decode(schema.set.as_slice()).unwrap();
            }
            Err(Error::Editions { .. }) => {}
            Err(error) => panic!("{}: {error}", sample.name),
        }
    }
}

proptest! {
    #[test]
    fn damaged_sources_do_not_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]{0,3}"), 1..4),
    ) {
        let mut source = IMPORTING[1].1.to_owned();
        for (index, text) in changes {
            let at = index.index(source.len());
            source.replace_range(at..at, &text);
        }
        let folder = Folder::new(&[("a.proto", &source)]);
        match folder.open("a.proto", &[""]) {
            Ok(_) | Err(Error::Schema { .. } | Error::Editions { .. }) => {}
            Err(error) => panic!("{source}: {error}"),
        }
    }
}

#[test]
fn packed_is_what_the_source_says() {
    let folder = Folder::new(&[
        (
            "two.proto",
            "syntax = \"proto2\"; message M { repeated int32 run = 1 [packed = true]; repeated int32 loose = 2; }",
        ),
        (
            "three.proto",
            "syntax = \"proto3\"; message M { repeated int32 run = 1; repeated int32 loose = 2 [packed = false]; }",
        ),
    ]);
    for name in ["two.proto", "three.proto"] {
        let schema = folder.open(name, &[""]).unwrap();
        let message = schema.pool.get_message_by_name("M").unwrap();
        let packed = |name| message.get_field_by_name(name).unwrap().is_packed();
        assert!(packed("run") && !packed("loose"), "{name}");
    }
}
