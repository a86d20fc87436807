//! The flat schema carries the same bytes: whatever a message's own schema reads from them, the flat schema
//! reads too, and writes again.
//!
//! Beside a schema of its own with every construct of the language, this takes the built-in suite and, where
//! they are here, the schemas and captured payloads of `../shared`.

#![forbid(unsafe_code)]

mod accepted;
mod flattened;
mod schemas;

use prost_reflect::MessageDescriptor;
use wiretax_codegen::payload::{Generate, generate};

use flattened::{all_dialects, assert_carries};
use schemas::Sample;

/// A payload with everything in it, and one that is cut short by depth.
fn payloads(message: &MessageDescriptor) -> Vec<Vec<u8>> {
    let everything = |seed, depth| Generate {
        seed,
        depth,
        extensions: true,
        ..Generate::default()
    };
    [everything(1, None), everything(2, Some(2))]
        .iter()
        .map(|how| {
            generate(message, how)
                .unwrap_or_else(|error| panic!("{}: {error}", message.full_name()))
        })
        .collect()
}

/// Checks a sample in every dialect; how many times payloads went through a flat schema.
fn check(sample: &Sample) -> usize {
    let mut checked = 0;
    for message in sample.messages() {
        let name = format!("{}: {}", sample.name, message.full_name());
        for flattened in all_dialects(&message, &name) {
            for payload in payloads(&message) {
                assert_carries(&flattened, &message, &payload, true);
                checked += 1;
            }
        }
    }
    if let Some((message, payload)) = sample.captured() {
        let name = format!("{}: the captured {}", sample.name, message.full_name());
        for flattened in all_dialects(&message, &name) {
            assert_carries(&flattened, &message, &payload, false);
            checked += 1;
        }
    }
    checked
}

#[test]
fn every_construct_of_the_language_survives() {
    let (folder, sample) = schemas::constructs();
    let message = sample.find("every.Construct");
    for seed in 0..20 {
        let how = Generate {
            seed,
            extensions: true,
            ..Generate::default()
        };
        let payload = generate(&message, &how).expect("a construct can be filled");
        for flattened in all_dialects(&message, &format!("seed {seed}")) {
            assert_carries(&flattened, &message, &payload, true);
        }
    }
    drop(folder);
}

#[test]
fn the_built_in_schemas_survive() {
    for sample in schemas::built_in() {
        assert!(check(&sample) > 0, "{}", sample.name);
    }
}

#[test]
fn the_torture_schemas_survive() {
    let Some(samples) = schemas::shared("torture") else {
        return;
    };
    let checked: usize = samples.iter().map(check).sum();
    println!("{} schemas, {checked} payloads", samples.len());
    assert!(checked >= samples.len(), "{checked}");
}

#[test]
fn the_corpus_and_its_captured_payloads_survive() {
    let Some(samples) = schemas::shared("corpus") else {
        return;
    };
    let checked: usize = samples.iter().map(check).sum();
    println!("{} schemas, {checked} payloads", samples.len());
    assert!(checked >= samples.len(), "{checked}");
}
