//! The reference agrees with every crafted expectation, and refuses what it must.

use prost_reflect::{DescriptorPool, MessageDescriptor};

use super::{Meaning, read};
use crate::verify::probe::{Expect, On, Work, inputs};

/// The message of a probe case, from the same files as the runner's.
fn message(case: &str) -> MessageDescriptor {
    let (file, name) = match case {
        "proto3" => ("probe.proto", "wiretax.probe.Probe"),
        "proto2" => ("probe2.proto", "wiretax.probe2.Probe"),
        "negative" => ("probe2.proto", "wiretax.probe2.Negative"),
        "needed" => ("probe2.proto", "wiretax.probe2.Needed"),
        other => {
            assert_eq!(other, "grouped");
            ("probe2.proto", "wiretax.probe2.Grouped")
        }
    };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/proto");
    let set = protox::compile([file], [folder]).expect("our schema compiles");
    // By way of bytes, as a runner has it.
    let set = prost::Message::encode_to_vec(&set);
    let pool = DescriptorPool::decode(&set[..]).expect("and links");
    pool.get_message_by_name(name).expect("and has the message")
}

#[test]
fn it_agrees_with_every_crafted_expectation() {
    for input in inputs() {
        let On::Case(case) = &input.on else { continue };
        let found = read(&message(case), &input.bytes);
        let id = &input.id;
        match (&input.expect, found) {
            (Expect::Reject, found) => assert!(found.is_err(), "{id}: {found:?}"),
            (Expect::Value(value), Ok(found)) => {
                assert_eq!(found.doubt, None, "{id}");
                assert_eq!(found.value.as_ref(), Some(value), "{id}");
            }
            (Expect::Either(value), Ok(found)) => {
                assert!(found.doubt.is_some(), "{id}: no doubt");
                // Beyond a depth the value is stated and the reference does not know it.
                if found.value.is_some() {
                    assert_eq!(&found.value, value, "{id}");
                }
            }
            (Expect::Reference(None), found) => assert!(found.is_ok(), "{id}: {found:?}"),
            (expect, found) => panic!("{id}: expected {expect:?}, found {found:?}"),
        }
    }
}

#[test]
fn canonical_bytes_mean_themselves() {
    for input in inputs() {
        let On::Case(case) = &input.on else { continue };
        let message = message(case);
        let Ok(Meaning {
            value: Some(value), ..
        }) = read(&message, &input.bytes)
        else {
            continue;
        };
        let again = read(&message, &value.whole).expect("canonical bytes are well-formed");
        assert_eq!(again.value, Some(value), "{}", input.id);
    }
}

#[test]
fn a_cut_is_accepted_between_fields_alone() {
    let accepted = |input: &crate::verify::probe::Input, case: &str| -> Vec<usize> {
        let message = message(case);
        let whole = |at: &usize| read(&message, &input.bytes[..*at]).is_ok();
        (0..input.bytes.len()).filter(whole).collect()
    };
    for input in inputs().iter().filter(|input| input.work == Work::Cuts) {
        let On::Case(case) = &input.on else { continue };
        let accepted = accepted(input, case);
        // One before each field of the top level.
        let fields = if case == "proto3" { 15 } else { 5 };
        assert_eq!(accepted.len(), fields, "{accepted:?}");
    }
}
