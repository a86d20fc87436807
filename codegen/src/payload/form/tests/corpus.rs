//! The shared corpus: real payloads, in every form, and found among all messages of their schemas.

use prost_reflect::{DynamicMessage, MessageDescriptor};

use super::*;
use crate::payload::shared;

fn cases() -> Vec<(String, MessageDescriptor, Vec<u8>)> {
    let Some(corpus) = shared::folder("corpus") else {
        return Vec::new();
    };
    shared::samples()
        .into_iter()
        .filter(|sample| corpus.join(&sample.name).is_dir())
        .filter_map(|sample| {
            let message = sample.schema.as_ref().ok()?.find(&sample.message?).ok()?;
            Some((sample.name, message, sample.payload?))
        })
        .collect()
}

#[test]
fn every_case_is_read_back_from_every_form() {
    for (name, message, payload) in cases() {
        for (form, bytes) in rewritten(&payload) {
            let told =
                read_as(form, &bytes, &message).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(told.messages == [payload.clone()], "{name} told {form}");
            let found =
                recognise(&bytes, &message).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_kept(&found, &message);
            assert!(
                found.messages == [payload.clone()],
                "{name} as {form}: taken as {} {:?}",
                found.how,
                found.notes
            );
            assert_eq!(found.form, form, "{name}: {} {:?}", found.how, found.notes);
        }
    }
}

#[test]
fn every_case_is_read_back_from_json_and_text() {
    for (name, message, payload) in cases() {
        let value = DynamicMessage::decode(message.clone(), payload.as_slice()).unwrap();
        let json = serde_json::to_vec(&value).unwrap();
        let text = value.to_text_format();
        for (form, bytes) in [(Form::Json, json), (Form::Text, text.into_bytes())] {
            let found =
                recognise(&bytes, &message).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_kept(&found, &message);
            assert_eq!(found.form, form, "{name}: {}", found.how);
            assert_eq!(found.messages.len(), 1, "{name}");
            let back =
                DynamicMessage::decode(message.clone(), found.messages[0].as_slice()).unwrap();
            // Compared as JSON: NaN is not equal to itself, and text format writes no unknown fields.
            assert!(
                serde_json::to_value(&back).unwrap() == serde_json::to_value(&value).unwrap(),
                "{name} as {form}"
            );
            let again = read_as(form, &bytes, &message).unwrap();
            assert!(
                again.messages == found.messages,
                "{name}: other bytes the second time"
            );
        }
    }
}

#[test]
fn the_message_of_every_case_is_among_the_first() {
    let cases = cases();
    let (mut first, mut among) = (0, 0);
    for (name, message, payload) in &cases {
        let started = std::time::Instant::now();
        let found = candidates(payload, message.parent_pool());
        let place = found
            .iter()
            .position(|candidate| candidate.message == *message);
        first += usize::from(place == Some(0));
        among += usize::from(place.is_some_and(|place| place < 3));
        let shown: Vec<String> = found
            .iter()
            .take(3)
            .map(|one| format!("{} {:.3}", one.message.full_name(), one.score))
            .collect();
        println!(
            "{name}: {place:?} of {}, {:?}: {}",
            found.len(),
            started.elapsed(),
            shown.join(", ")
        );
        assert!(place.is_some_and(|place| place < 3), "{name}: {shown:?}");
    }
    println!(
        "{first} first, {among} among the first three, of {}",
        cases.len()
    );
    assert!(cases.is_empty() || first >= 14, "{first}");
}

#[test]
fn candidates_are_found_behind_every_form() {
    for (name, message, payload) in cases() {
        let bare = candidates(&payload, message.parent_pool());
        for (form, bytes) in rewritten(&payload) {
            let found = candidates(&bytes, message.parent_pool());
            assert!(
                found.iter().take(3).any(|one| one.message == message),
                "{name} as {form}"
            );
            assert!(bare.len() <= found.len() + 5, "{name} as {form}");
        }
        let value = DynamicMessage::decode(message.clone(), payload.as_slice()).unwrap();
        for bytes in [
            serde_json::to_vec(&value).unwrap(),
            value.to_text_format().into_bytes(),
        ] {
            let found = candidates(&bytes, message.parent_pool());
            assert!(
                found.iter().take(3).any(|one| one.message == message),
                "{name}"
            );
        }
    }
}

#[test]
fn a_big_schema_and_a_long_payload() {
    let mut source = String::from("syntax = \"proto3\";\npackage big;\n");
    for n in 0..2_000 {
        // Every third is of one shape, so that the outermost fields alone do not settle it.
        let kind = ["string", "bytes", "Line"][n % 3];
        source += &format!(
            "message M{n} {{ repeated {kind} a = 1; int64 b = {}; }}\n",
            2 + n % 7
        );
    }
    source += "message Line { string name = 1; uint32 pieces = 2; }\n";
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("big.proto"), source).unwrap();
    let set = protox::compile(["big.proto"], [dir.path()]).unwrap();
    let pool = prost_reflect::DescriptorPool::from_file_descriptor_set(set).unwrap();
    let mut payload = b"\x0a\x09\x0a\x05abcde\x10\x07".repeat(100_000);
    payload.extend([0x18, 1]);
    let started = std::time::Instant::now();
    let found = candidates(&payload, &pool);
    println!("{} bytes, {:?}", payload.len(), started.elapsed());
    let first = found[0].message.get_field(1).unwrap();
    assert!(
        first.kind().as_message().is_some(),
        "{}",
        found[0].message.full_name()
    );
    assert_eq!(found[0].unknown_fields, 0);
}
