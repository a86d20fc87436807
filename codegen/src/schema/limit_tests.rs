//! Schemas that are too large, too deep or senseless: one line each, and soon.

use std::fmt::Write as _;

use prost::Message as _;
use prost::encoding::{WireType, encode_key, encode_varint};
use prost_types::uninterpreted_option::NamePart;
use prost_types::{
    DescriptorProto, FileDescriptorProto, FileDescriptorSet, FileOptions, UninterpretedOption,
};

use super::reach;
use super::tests::Folder;
use crate::flat::{self, Dialect};
use crate::limits::{MAX_FILES, MAX_MEMBERS, MAX_MESSAGES, MAX_SCHEMA};

#[track_caller]
fn assert_starts(line: &str, expected: &str) {
    assert!(line.starts_with(expected), "\n got {line}\nwant {expected}");
}

/// Why a message of a source cannot be used.
fn unusable(source: &str, message: &str) -> String {
    let folder = Folder::new(&[("a.proto", source)]);
    let schema = folder.open("a.proto", &[""]).unwrap();
    let line = reach::check(&schema.find(message).unwrap())
        .unwrap_err()
        .to_string();
    assert!(!line.contains('\n'));
    line
}

/// Bytes as length-delimited field 1, 3 or 4, which is how sets hold files, and files and messages messages.
fn inside(number: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_key(number, WireType::LengthDelimited, &mut bytes);
    encode_varint(content.len() as u64, &mut bytes);
    bytes.extend(content);
    bytes
}

#[test]
fn a_schema_that_is_too_large_is_not_read() {
    let folder = Folder::new(&[]);
    for name in ["a.proto", "a.binpb"] {
        let file = std::fs::File::create(folder.path(name)).unwrap();
        file.set_len(MAX_SCHEMA + 1).unwrap();
        let line = folder.refusal(name);
        let expected =
            format!("{name}: cannot read this schema: more than 16777216 bytes; give fewer");
        assert_starts(&line, &expected);
    }
}

#[test]
fn imports_are_bounded_in_number_and_size() {
    let many: String = (0..=MAX_FILES)
        .map(|n| format!("import \"f{n}.proto\";"))
        .collect();
    let mut files = vec![(
        "many.proto".to_owned(),
        format!("syntax = \"proto3\";{many}"),
    )];
    files.extend(
        (0..=MAX_FILES).map(|n| (format!("f{n}.proto"), "syntax = \"proto3\";".to_owned())),
    );
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    let line = Folder::new(&files).refusal("many.proto");
    assert_starts(
        &line,
        "f999.proto: more than 1000 files; give a schema that imports less",
    );

    let chain: Vec<(String, String)> = (0..=MAX_FILES)
        .map(|n| {
            let text = format!(
                "syntax = \"proto3\"; import \"f{}.proto\"; message M{n} {{}}",
                n + 1
            );
            (format!("f{n}.proto"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = chain
        .iter()
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    let folder = Folder::new(&files);
    let expected = "f100.proto: imports follow one another more than 100 deep; import some";
    assert_starts(&folder.refusal("f0.proto"), expected);
    assert_starts(
        &folder.refusal("f902.proto"),
        "f1000.proto:1:20: import 'f1001.proto' not found",
    );

    let half = format!("syntax = \"proto3\"; /*{}*/", " ".repeat(9 << 20));
    let folder = Folder::new(&[
        (
            "a.proto",
            "syntax = \"proto3\"; import \"b.proto\"; import \"c.proto\";",
        ),
        ("b.proto", &half),
        ("c.proto", &half),
    ]);
    assert_starts(
        &folder.refusal("a.proto"),
        "c.proto: more than 16777216 bytes, in all files together;",
    );
}

#[test]
fn types_nested_without_end_are_refused() {
    let deep = |depth| {
        format!(
            "syntax = \"proto3\";{}{}",
            "message M {".repeat(depth),
            "}".repeat(depth)
        )
    };
    let folder = Folder::new(&[("a.proto", &deep(100_000)), ("b.proto", &deep(30))]);
    assert_starts(&folder.refusal("a.proto"), "a.proto:1:");
    assert!(folder.open("b.proto", &[""]).is_ok());

    for (depth, fine) in [(60, true), (65, false), (99, false), (100_000, false)] {
        // Written from the inside, name last: a length needs what it counts.
        let mut message = inside(1, b"M");
        for _ in 1..depth {
            message = [inside(3, &message), inside(1, b"M")].concat();
        }
        let file = [inside(4, &message), inside(1, b"a.proto")].concat();
        std::fs::write(folder.path("a.binpb"), inside(1, &file)).unwrap();
        if fine {
            folder.open("a.binpb", &[]).unwrap();
        } else {
            let expected = "a.binpb: messages are declared more than 64 deep; declare some";
            assert_starts(&folder.refusal("a.binpb"), expected);
        }
    }
}

#[test]
fn options_nested_without_end_are_no_overflow() {
    let source = format!(
        "syntax = \"proto3\"; import \"google/protobuf/descriptor.proto\";
         message N {{ N n = 1; }} extend google.protobuf.FieldOptions {{ N n = 50001; }}
         message A {{ int32 a = 1 [(n) = {}{}]; }}",
        "{ n ".repeat(100_000),
        "}".repeat(100_000),
    );
    let folder = Folder::new(&[("a.proto", &source)]);
    let expected = ": an option is nested more than 64 deep; leave the option out";
    assert_eq!(folder.refusal("a.proto"), format!("a.proto{expected}"));

    let option = UninterpretedOption {
        name: vec![NamePart {
            name_part: "n".to_owned(),
            is_extension: true,
        }],
        aggregate_value: Some("n {".repeat(100_000)),
        ..UninterpretedOption::default()
    };
    let file = FileDescriptorProto {
        options: Some(FileOptions {
            uninterpreted_option: vec![option],
            ..FileOptions::default()
        }),
        ..FileDescriptorProto::default()
    };
    let set = FileDescriptorSet { file: vec![file] };
    std::fs::write(folder.path("a.binpb"), set.encode_to_vec()).unwrap();
    assert_eq!(folder.refusal("a.binpb"), format!("a.binpb{expected}"));
}

#[test]
fn small_sets_that_would_be_large_in_memory_are_refused() {
    let folder = Folder::new(&[]);
    let write = |bytes: &[u8]| std::fs::write(folder.path("a.binpb"), bytes).unwrap();
    write(&[0x0a, 0].repeat(1_000_000));
    let expected = "a.binpb: more than 500000 declarations; give fewer files";
    assert_starts(&folder.refusal("a.binpb"), expected);

    let file = FileDescriptorProto {
        package: Some("p".repeat(1 << 20)),
        message_type: vec![DescriptorProto::default(); 200],
        ..FileDescriptorProto::default()
    };
    write(&FileDescriptorSet { file: vec![file] }.encode_to_vec());
    let expected = "a.binpb: more than 134217728 bytes of names, each written out in full; shorten";
    assert_starts(&folder.refusal("a.binpb"), expected);

    let source = format!(
        "syntax = \"proto3\"; package {}; {}",
        "p".repeat(1 << 20),
        (0..200).fold(String::new(), |text, n| text
            + &format!("message M{n} {{}}"))
    );
    let folder = Folder::new(&[("a.proto", &source)]);
    assert_starts(
        &folder.refusal("a.proto"),
        "a.proto: more than 134217728 bytes of names,",
    );
}

#[test]
fn what_a_message_reaches_is_bounded() {
    let mut chain = "syntax = \"proto3\";".to_owned();
    for n in 0..=MAX_MESSAGES {
        let _ = write!(
            chain,
            "message M{n} {{ M{} next = 1; }}",
            (n + 1) % (MAX_MESSAGES + 1)
        );
    }
    let expected = "message `M7` reaches more than 4096 messages; name a smaller message";
    assert_starts(&unusable(&chain, "M7"), expected);

    let values: String = (0..MAX_MEMBERS).map(|n| format!("V{n} = {n};")).collect();
    let source = format!("syntax = \"proto3\"; enum E {{ {values} }} message M {{ E e = 1; }}");
    let expected = "message `M` reaches more than 65536 fields and enum values; name a smaller";
    assert_starts(&unusable(&source, "M"), expected);
}

#[test]
fn a_message_that_measures_nothing_is_refused() {
    let expected =
        "message `E` has no fields: nothing to measure; name a message with at least one";
    assert_starts(
        &unusable("syntax = \"proto3\"; message E {}", "E"),
        expected,
    );
    let set = "syntax = \"proto2\"; message S { option message_set_wire_format = true; extensions 4 to max; }
        message M { optional S s = 1; }";
    assert_starts(
        &unusable(set, "M"),
        "message `S` is a message set; no codec here",
    );
}

/// What the message of a set is refused with, after a change to the file.
fn senseless(source: &str, change: impl FnOnce(&mut FileDescriptorProto)) -> String {
    let folder = Folder::new(&[("a.proto", source)]);
    folder.write_set("a.proto", "a.binpb", |set| change(&mut set.file[0]));
    let schema = folder.open("a.binpb", &[]).unwrap();
    reach::check(&schema.find("M").unwrap())
        .unwrap_err()
        .to_string()
}

#[test]
fn what_no_source_can_say_is_refused() {
    let map = "syntax = \"proto3\"; message M { map<string, int32> m = 1; }";
    let line = senseless(map, |file| {
        file.message_type[0].nested_type[0].field.truncate(1);
    });
    assert_starts(
        &line,
        "the entries of map `M.m` are no key and value; no .proto file can say",
    );
    let line = senseless(map, |file| {
        file.message_type[0].nested_type[0].field[0].r#type = Some(2);
    });
    assert_starts(&line, "the entries of map `M.m` are no key and value");

    let group = "syntax = \"proto2\"; message M { optional group G = 1 {} optional M m = 2; }";
    let line = senseless(group, |file| {
        file.message_type[0].field[1].r#type = Some(10);
    });
    assert_starts(&line, "`M.m` is a group of type `M`, which is not its own");

    let oneof = "syntax = \"proto2\"; message M { oneof o { int32 a = 1; } optional int32 b = 2; }";
    let line = senseless(oneof, |file| {
        file.message_type[0].field[0].oneof_index = None
    });
    assert_starts(&line, "oneof `M.o` has no fields");
    let line = senseless(oneof, |file| file.message_type[0].field[0].label = Some(3));
    assert_starts(&line, "`M.a` is repeated or required, and in a oneof");
}

#[test]
fn groups_that_lie_in_one_another_are_refused() {
    let circle = "syntax = \"proto2\"; message M { optional Ga g = 1; }
        extend Gb { optional group Ga = 1 { extensions 1 to 9; } }
        extend Ga { optional group Gb = 1 { extensions 1 to 9; } }";
    assert_starts(
        &unusable(circle, "M"),
        "group `Ga` lies in more than 64 others, or in itself",
    );
}

#[test]
fn a_groups_type_may_be_named_before_the_group() {
    let source = "syntax = \"proto2\"; message M { optional G first = 1; optional group G = 2 { optional M m = 1; } }";
    let folder = Folder::new(&[("a.proto", source)]);
    let schema = folder.open("a.proto", &[""]).unwrap();
    for root in ["M", "M.G"] {
        let flat = flat::plan(&schema.find(root).unwrap());
        let text = flat::print(&flat, Dialect::Proto2);
        assert_eq!(text.matches("group G2 = 2 {").count(), 1, "{text}");
        assert_eq!(text.matches("\nmessage ").count(), 1, "{text}");
    }
}

#[test]
fn a_set_with_a_group_among_its_files_is_read_to_its_end() {
    let folder = Folder::new(&[("a.proto", "syntax = \"proto3\"; message A { int32 n = 1; }")]);
    folder.write_set("a.proto", "a.binpb", |_| {});
    let path = folder.path("a.binpb");
    let set = std::fs::read(&path).unwrap();
    // Field 5 as a group, with a file's tag in it: unknown, and skipped by every decoder.
    std::fs::write(&path, [&[0x2b, 0x0a, 0x00, 0x2c], set.as_slice()].concat()).unwrap();
    assert!(folder.open("a.binpb", &[]).unwrap().find("A").is_ok());
}
