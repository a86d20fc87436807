//! The generator against every schema that is here, with a second opinion on what it makes of them.

use std::path::Path;

use prost::Message as _;
use prost_reflect::{DynamicMessage, MessageDescriptor, Value};

use super::rule_tests::parse;
use super::*;
use crate::payload::{check, shared};
use crate::schema::Schemas;
use crate::suite::{Source, Suite};

/// FNV-1a, 64 bits: tells two byte strings apart and fits into a line.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn built_in() -> Suite {
    Suite::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../proto/suite.toml")).unwrap()
}

/// Valid for us, decodes elsewhere, and no longer than what another encoder makes of it. Shorter only by what
/// that one leaves out of map entries.
pub(super) fn sound(message: &MessageDescriptor, bytes: &[u8]) -> DynamicMessage {
    let name = message.full_name();
    let checked = check(message, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(checked.unknown_fields, 0);
    assert_eq!(checked.invalid_utf8, None);
    let decoded = DynamicMessage::decode(message.clone(), bytes)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let length = decoded.encoded_len();
    assert!(
        length == bytes.len() || (length < bytes.len() && has_map(&decoded)),
        "{name}"
    );
    decoded
}

fn has_map(message: &DynamicMessage) -> bool {
    message.fields().any(|(_, value)| match value {
        Value::Map(_) => true,
        Value::Message(inner) => has_map(inner),
        Value::List(values) => values.iter().filter_map(Value::as_message).any(has_map),
        _ => false,
    })
}

/// Payloads are compared across versions: a change of these lines is a change of every result.
#[test]
fn the_built_in_payloads_are_pinned() {
    let mut schemas = Schemas::new();
    let mut got = Vec::new();
    for case in &built_in().cases {
        let message = schemas.load(case).unwrap().message(case).unwrap();
        let Source::Generate(how) = &case.source else {
            continue;
        };
        let bytes = generate(&message, how).unwrap();
        assert_eq!(bytes, generate(&message, how).unwrap(), "{}", case.name);
        let other = Generate {
            seed: how.seed + 1000,
            ..(**how).clone()
        };
        assert_ne!(bytes, generate(&message, &other).unwrap(), "{}", case.name);
        sound(&message, &bytes);
        got.push(format!(
            "{} {} {:016x}",
            case.name,
            bytes.len(),
            digest(&bytes)
        ));
    }
    assert_eq!(got, PINNED, "{got:#?}");
}

const PINNED: [&str; 17] = [
    "append 3064 0594a39b7164a057",
    "append-16 154 dd796af6153d8fb4",
    "append-256 395 8aca74417db169b8",
    "append-1Ki 1163 8e91313a37a483c3",
    "append-4Ki 4235 3df496a4bf1975f8",
    "append-16Ki 16524 78fcd98518493795",
    "append-64Ki 65676 ee51bca9d9312f11",
    "append-1Mi 1048716 81a6010048ed14bd",
    "scalars 19 a5beb2598c8ac684",
    "strings 174 8f372cef751f2c4b",
    "packed-doubles 8195 5e47278ca28f446d",
    "packed-varints 8056 f80c5ba78250cd82",
    "tree 819 67292ede8eaf4250",
    "submessages 2848 2ad9a2bdf32f4605",
    "wide 45 d9dd1b6abbc24e30",
    "map 20460 0661c6daf78a64d8",
    "logs 898931 09fcd5db97675fa0",
];

#[test]
fn every_schema_here_is_filled() {
    let mut filled = 0;
    for sample in shared::samples() {
        let schema = match &sample.schema {
            Ok(schema) => schema,
            Err(error) => {
                println!("{}: {error}", sample.name);
                continue;
            }
        };
        for name in schema.names() {
            if name.starts_with("google.protobuf.") && name.contains("Descriptor") {
                continue;
            }
            let message = schema.find(&name).unwrap();
            for how in [
                Generate {
                    seed: 1,
                    ..Generate::default()
                },
                Generate {
                    seed: 2,
                    extensions: true,
                    depth: Some(3),
                    ..Generate::default()
                },
                Generate {
                    seed: 2,
                    size: Some(1000),
                    ..Generate::default()
                },
            ] {
                match generate(&message, &how) {
                    Ok(bytes) => {
                        sound(&message, &bytes);
                    }
                    Err(error) if how.size.is_some() => println!("{name}: {error}"),
                    Err(error) => panic!("{}: {name}: {error}", sample.name),
                }
                filled += 1;
            }
        }
    }
    println!("{filled} messages filled");
}

#[test]
fn sizes_are_reached() {
    let (mut reached, mut missed) = (0, 0);
    for sample in shared::samples() {
        let (Ok(schema), Some(name)) = (&sample.schema, &sample.message) else {
            continue;
        };
        let message = schema.find(name).unwrap();
        for size in [50, 100, 300, 1000, 50_000] {
            for seed in [1, 2] {
                let how = Generate {
                    seed,
                    size: Some(size),
                    ..Generate::default()
                };
                match generate(&message, &how) {
                    Ok(bytes) => {
                        sound(&message, &bytes);
                        let off = size.abs_diff(bytes.len() as u64);
                        assert!(
                            off <= (size / 10).max(16),
                            "{name}: {size}: {}",
                            bytes.len()
                        );
                        reached += 1;
                    }
                    Err(error) => {
                        println!("{}: {error}", sample.name);
                        missed += 1;
                    }
                }
            }
        }
    }
    assert!(missed * 50 <= reached, "{missed} of {reached} sizes missed");
}

/// Its only value came out as the one that goes unsent, and there was nothing to measure.
#[test]
fn a_message_of_one_number_is_never_empty() {
    for field in [
        "E e = 2",
        "bool e = 2",
        "int32 e = 2",
        "repeated E e = 2 [packed = false]",
    ] {
        let source = format!(
            "syntax = \"proto3\"; package t; enum E {{ ZERO = 0; ONE = 1; }} message M {{ {field}; }}"
        );
        let message = parse(&source);
        for seed in 0..40 {
            for size in [None, Some(10)] {
                let how = Generate {
                    seed,
                    size,
                    ..Generate::default()
                };
                let bytes = generate(&message, &how).unwrap();
                assert!(!bytes.is_empty(), "{field} with {seed}");
            }
        }
    }
    let hopeless = "syntax = \"proto3\"; package t; enum E { ZERO = 0; } message M { E e = 1; }";
    assert_eq!(
        generate(&parse(hopeless), &Generate::default()).unwrap(),
        Vec::<u8>::new()
    );
}
