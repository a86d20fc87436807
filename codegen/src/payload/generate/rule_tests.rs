//! What rules do, and what stays the same.

use proptest::prelude::*;
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};

use super::tests::sound;
use super::*;
use crate::suite::{Source, Suite};

pub(super) const SOURCE: &str = r#"
    syntax = "proto3";
    package t;
    import "google/protobuf/timestamp.proto";
    enum E { ZERO = 0; ONE = 1; MINUS = -1; }
    message M {
      int32 i = 1;
      string s = 2;
      bytes b = 3;
      repeated uint64 list = 4;
      map<string, Sub> map = 5;
      map<bool, int32> flags = 6;
      Sub sub = 7;
      repeated Sub subs = 8;
      oneof o { string text = 9; Sub inner = 10; int64 number = 11; }
      E e = 12;
      double d = 13;
      float f = 14;
      M self = 15;
      repeated M selves = 16;
      google.protobuf.Timestamp when = 17;
      repeated string words = 18;
      uint64 u = 19;
      sint32 z = 20;
    }
    message Sub { string name = 1; int32 n = 2; repeated E es = 3; }
"#;

pub(super) fn parse(source: &str) -> MessageDescriptor {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.proto"), source).unwrap();
    let set = protox::compile(["t.proto"], [dir.path()]).unwrap();
    let pool = DescriptorPool::from_file_descriptor_set(set).unwrap();
    pool.get_message_by_name("t.M").unwrap()
}

/// Rules as a suite gives them.
pub(super) fn how(text: &str) -> Generate {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.proto"), "").unwrap();
    let head = "[[case]]\nname = 't'\nschema = 't.proto'\nmessage = 't.M'\nstresses = 't'";
    let text = format!("{head}\n[case.generate]\nseed = 1\n{text}");
    let suite = Suite::parse(&dir.path().join("suite.toml"), &text)
        .unwrap_or_else(|error| panic!("{error}"));
    match suite.cases[0].source.clone() {
        Source::Generate(how) => *how,
        other => panic!("{other:?}"),
    }
}

fn made(rules: &str) -> DynamicMessage {
    let message = parse(SOURCE);
    let bytes = generate(&message, &how(rules)).unwrap_or_else(|error| panic!("{error}"));
    sound(&message, &bytes)
}

fn get(message: &DynamicMessage, name: &str) -> Value {
    message.get_field_by_name(name).unwrap().into_owned()
}

fn set_fields(message: &DynamicMessage) -> Vec<String> {
    message
        .fields()
        .map(|(field, _)| field.name().to_owned())
        .collect()
}

#[test]
fn counts_lengths_contents_and_ranges_are_kept() {
    let message = made(
        "[case.generate.fields]\n\
         i = { range = [-5, -5] }\n\
         s = { content = 'uuid' }\n\
         b = { content = 'json', length = 40 }\n\
         list = { count = 7, range = [10, 12] }\n\
         map = { count = [3, 3] }\n\
         'map.key' = { length = 5, content = 'hex' }\n\
         'map.value.name' = { length = 9 }\n\
         d = { range = [0.5, 0.75] }\n\
         'subs.es' = { count = 4 }\n\
         words = { count = 2, length = [3, 4], content = 'word' }\n\
         u = { range = [0, 9223372036854775807] }",
    );
    assert_eq!(get(&message, "i"), Value::I32(-5));
    assert_eq!(get(&message, "s").as_str().unwrap().len(), 36);
    assert_eq!(get(&message, "b").as_bytes().unwrap().len(), 40);
    let list = get(&message, "list");
    assert_eq!(list.as_list().unwrap().len(), 7);
    assert!(
        list.as_list()
            .unwrap()
            .iter()
            .all(|n| (10..=12).contains(&n.as_u64().unwrap()))
    );
    let map = get(&message, "map");
    assert_eq!(map.as_map().unwrap().len(), 3);
    for (key, value) in map.as_map().unwrap() {
        assert_eq!(key.as_str().unwrap().len(), 5);
        let name = get(value.as_message().unwrap(), "name");
        assert_eq!(name.as_str().unwrap().len(), 9);
    }
    let d = get(&message, "d").as_f64().unwrap();
    assert!((0.5..=0.75).contains(&d));
    for sub in get(&message, "subs").as_list().unwrap() {
        assert_eq!(
            get(sub.as_message().unwrap(), "es")
                .as_list()
                .unwrap()
                .len(),
            4
        );
    }
    let words = get(&message, "words");
    assert!(
        words
            .as_list()
            .unwrap()
            .iter()
            .all(|word| (3..=4).contains(&word.as_str().unwrap().len()))
    );
}

#[test]
fn values_are_taken_as_they_are() {
    let message = made(
        "[case.generate.fields]\n\
         i = { value = 0 }\n\
         b = { value = [0, 255] }\n\
         list = { value = [1, 2, 3] }\n\
         map = { value = { k = { name = 'x', es = ['ONE', -1] } } }\n\
         flags = { value = { true = 5 } }\n\
         sub = { value = { n = 4 } }\n\
         number = { value = 0 }\n\
         e = { value = 'MINUS' }\n\
         f = { value = 2 }\n\
         when = { value = { seconds = 12 } }",
    );
    assert!(!message.has_field_by_name("i"), "proto3 leaves a zero out");
    assert_eq!(get(&message, "b").as_bytes().unwrap().as_ref(), [0, 255]);
    assert_eq!(get(&message, "list").as_list().unwrap().len(), 3);
    assert_eq!(get(&message, "flags").as_map().unwrap().len(), 1);
    assert_eq!(
        get(get(&message, "sub").as_message().unwrap(), "n"),
        Value::I32(4)
    );
    assert!(
        message.has_field_by_name("number"),
        "a rule chooses the member of a oneof"
    );
    assert_eq!(get(&message, "e"), Value::EnumNumber(-1));
    assert_eq!(get(&message, "f"), Value::F32(2.0));
    assert_eq!(
        get(get(&message, "when").as_message().unwrap(), "seconds"),
        Value::I64(12)
    );
    let map = get(&message, "map");
    let value = map
        .as_map()
        .unwrap()
        .values()
        .next()
        .unwrap()
        .as_message()
        .unwrap();
    let es = [Value::EnumNumber(1), Value::EnumNumber(-1)];
    assert_eq!(get(value, "es").as_list().unwrap(), es);
}

#[test]
fn only_skip_and_depth_leave_fields_out() {
    let only =
        made("only = ['s', 'subs.n']\n[case.generate.fields]\n'subs.n' = { range = [1, 9] }");
    assert_eq!(set_fields(&only), ["s", "subs"]);
    for sub in get(&only, "subs").as_list().unwrap() {
        assert_eq!(set_fields(sub.as_message().unwrap()), ["n"]);
    }
    let whole = made("only = ['sub']\n[case.generate.fields]\n'sub.n' = { range = [1, 9] }");
    let whole = set_fields(get(&whole, "sub").as_message().unwrap());
    assert!(
        whole.contains(&"name".to_owned()) && whole.contains(&"n".to_owned()),
        "{whole:?}"
    );
    let skipped = made("[case.generate.fields]\ns = { skip = true }\n'Sub.name' = { skip = true }");
    assert!(!skipped.has_field_by_name("s"));
    let sub = get(&skipped, "subs").as_list().unwrap()[0]
        .as_message()
        .unwrap()
        .clone();
    assert!(!sub.has_field_by_name("name"));
    let flat = made("depth = 0");
    assert!(
        flat.fields()
            .all(|(field, _)| field.is_map() || field.kind().as_message().is_none())
    );
    assert!(get(&flat, "map").as_map().unwrap().is_empty());
    let deep = made(
        "depth = 3\n[case.generate.fields]\n'M.self' = { skip = false }\n'M.selves' = { count = 1 }",
    );
    let mut level = deep;
    for _ in 0..3 {
        level = get(&level, "selves").as_list().unwrap()[0]
            .as_message()
            .unwrap()
            .clone();
    }
    assert!(!level.has_field_by_name("selves"));
}

#[test]
fn required_fields_are_always_there() {
    let source = "syntax = \"proto2\"; package t;
        message M { required int32 a = 1; optional string s = 2; required Sub sub = 3; }
        message Sub { required string name = 1; optional int32 n = 2; }";
    let message = parse(source);
    for rules in ["only = ['s']", "depth = 0", "size = 40"] {
        let bytes = generate(&message, &how(rules)).unwrap();
        let decoded = sound(&message, &bytes);
        assert!(decoded.has_field_by_name("a"), "{rules}");
        assert!(
            get(&decoded, "sub")
                .as_message()
                .unwrap()
                .has_field_by_name("name"),
            "{rules}"
        );
    }
    let error = generate(
        &message,
        &how("[case.generate.fields]\na = { skip = true }"),
    )
    .unwrap_err();
    assert!(error.to_string().contains("`a` is required"));
    let endless = "syntax = \"proto2\"; package t; message M { required M m = 1; }";
    let error = generate(&parse(endless), &how("")).unwrap_err();
    assert!(
        error.to_string().contains("contain themselves have no end"),
        "{error}"
    );
}

#[test]
fn a_named_field_grows_alone() {
    let message = parse(SOURCE);
    let plain = sound(
        &message,
        &generate(&message, &how("size = 60000\ngrow = 's'")).unwrap(),
    );
    let longer = sound(
        &message,
        &generate(&message, &how("size = 90000\ngrow = 's'")).unwrap(),
    );
    for (field, value) in plain.fields().filter(|(field, _)| field.name() != "s") {
        assert_eq!(value, &*longer.get_field(&field), "{}", field.name());
    }
    let s = |message: &DynamicMessage| get(message, "s").as_str().unwrap().to_owned();
    assert!(s(&longer).len() > 80_000 && s(&plain).len() < 60_000);
    // The cut may have replaced a space at the end.
    let begin = &s(&plain)[..s(&plain).len() - 1];
    assert!(s(&longer).starts_with(begin));
    for grow in ["list", "map", "subs", "words", "b", "sub.name", "subs.name"] {
        let bytes = generate(&message, &how(&format!("size = 50000\ngrow = '{grow}'"))).unwrap();
        assert!(
            bytes.len().abs_diff(50_000) <= 5000,
            "{grow}: {}",
            bytes.len()
        );
        sound(&message, &bytes);
    }
}

#[test]
fn values_do_not_depend_on_their_neighbours() {
    let with = parse(
        "syntax = \"proto3\"; package t; message M { string a = 1; bytes new = 2; repeated int64 l = 3; }",
    );
    let without = parse(
        "syntax = \"proto3\"; package t; message M { string renamed = 1; repeated int64 l = 3; }",
    );
    let rules = "[case.generate.fields]\nl = { count = 5 }";
    let with = sound(&with, &generate(&with, &how(rules)).unwrap());
    let rules = "[case.generate.fields]\nl = { count = 3 }";
    let without = sound(&without, &generate(&without, &how(rules)).unwrap());
    assert_eq!(get(&with, "a"), get(&without, "renamed"));
    assert_eq!(
        get(&with, "l").as_list().unwrap()[..3],
        *get(&without, "l").as_list().unwrap()
    );
}

#[test]
fn well_known_messages_mean_something() {
    let when = get(&made(""), "when");
    let seconds = get(when.as_message().unwrap(), "seconds").as_i64().unwrap();
    assert!((1_577_836_800..1_800_000_000).contains(&seconds));
    let given = made("[case.generate.fields]\n'when.seconds' = { range = [5, 5] }");
    assert_eq!(
        get(get(&given, "when").as_message().unwrap(), "seconds"),
        Value::I64(5)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_seed_and_size_make_a_sound_message(seed: u64, size in 60_u64..20_000, depth in 0_u32..5) {
        let message = parse(SOURCE);
        let how = Generate { seed, size: Some(size), depth: Some(depth), ..Generate::default() };
        let bytes = generate(&message, &how).unwrap();
        prop_assert!(size.abs_diff(bytes.len() as u64) <= (size / 10).max(16));
        let decoded = sound(&message, &bytes);
        let again = DynamicMessage::decode(message, decoded.encode_to_vec().as_slice()).unwrap();
        prop_assert!(decoded == again);
    }
}
