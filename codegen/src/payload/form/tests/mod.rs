//! Forms tried on messages of our own and, where it is here, on the shared corpus.

mod corpus;
mod forms;
mod refusals;
mod texts;

use ::base64::Engine;
use ::base64::engine::general_purpose::STANDARD;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};

use super::*;
use crate::payload::check;

const SOURCE: &str = r#"
    syntax = "proto3";
    package f;
    message Order {
      string id = 1;
      int64 amount = 2;
      repeated Line lines = 3;
      map<string, int32> counts = 4;
      bytes blob = 5;
      Kind kind = 6;
      map<int32, Line> by_number = 7;
    }
    message Line { string name = 1; uint32 pieces = 2; Line inner = 3; }
    enum Kind { KIND_NONE = 0; KIND_BIG = 1; }
    message Other { bytes all = 1; bytes more = 3; }
    message Empty {}
"#;

/// Compiled once: the property tests ask for it thousands of times.
pub(super) fn pool() -> DescriptorPool {
    static POOL: std::sync::LazyLock<DescriptorPool> = std::sync::LazyLock::new(compile);
    POOL.clone()
}

fn compile() -> DescriptorPool {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("f.proto"), SOURCE).unwrap();
    let set = protox::compile(["f.proto"], [dir.path()]).unwrap();
    DescriptorPool::from_file_descriptor_set(set).unwrap()
}

pub(super) fn order() -> MessageDescriptor {
    pool().get_message_by_name("f.Order").unwrap()
}

/// The wire bytes of an order, from text format.
pub(super) fn wire(text: &str) -> Vec<u8> {
    let parsed = DynamicMessage::parse_text_format(order(), text).unwrap();
    parsed.encode_to_vec()
}

/// Two orders that differ.
pub(super) fn two() -> [Vec<u8>; 2] {
    [
        wire(r#"id: "first" amount: 7 lines { name: "bolt" pieces: 2 } kind: KIND_BIG"#),
        wire(r#"id: "second" amount: -1 lines { name: "nut" } blob: "\377\376\000""#),
    ]
}

pub(super) fn frame(flag: u8, message: &[u8]) -> Vec<u8> {
    let length = (message.len() as u32).to_be_bytes();
    [&[flag][..], &length, message].concat()
}

pub(super) fn delimit(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut stream = Vec::new();
    for message in messages {
        prost::encoding::encode_varint(message.len() as u64, &mut stream);
        stream.extend(message);
    }
    stream
}

/// A payload in every form that holds wire bytes.
pub(super) fn rewritten(payload: &[u8]) -> Vec<(Form, Vec<u8>)> {
    let text = STANDARD.encode(payload);
    let frames = frame(0, payload);
    let web = [frames.clone(), frame(0x80, b"grpc-status:0\r\n")].concat();
    let push = format!(
        r#"{{"message":{{"data":"{text}","messageId":"1","attributes":{{"a":"b"}}}},"subscription":"s"}}"#
    );
    vec![
        (Form::Wire, payload.to_vec()),
        (Form::Delimited, delimit(&[payload.to_vec()])),
        (Form::Grpc, frames.clone()),
        (Form::Grpc, web.clone()),
        (Form::Base64, text.into_bytes()),
        (Form::Base64, STANDARD.encode(frames).into_bytes()),
        (Form::GrpcWebText, STANDARD.encode(web).into_bytes()),
        (Form::JsonData, push.into_bytes()),
    ]
}

/// What is returned holds what is promised.
pub(super) fn assert_kept(recognised: &Recognised, message: &MessageDescriptor) {
    assert!(recognised.messages.iter().any(|bytes| !bytes.is_empty()));
    assert!(!recognised.how.contains('\n'), "{}", recognised.how);
    for bytes in &recognised.messages {
        assert!(check(message, bytes).unwrap().invalid_utf8.is_none());
    }
}
