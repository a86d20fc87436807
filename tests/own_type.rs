//! The library without generated code: a type of one's own, all wraps, and the proof.

#![forbid(unsafe_code)]

use prost::Message;
use prost_reflect::DescriptorPool;
use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};
use wiretax::codec::{BytesFields, EachBytes, Fields, Fold, Prost};
use wiretax::measure::{Cell, MakeError};
use wiretax::verify::Subject;
use wiretax::wrap::{EngineName, Op, Wrap};

#[derive(Clone, PartialEq, Message)]
struct Upload {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(bytes = "vec", tag = "2")]
    content: Vec<u8>,
}

impl BytesFields for Upload {
    fn each_bytes<V: EachBytes>(&mut self, each: &mut V) -> Result<(), V::Error> {
        each.field(&mut self.content)
    }
}

impl Fields for Upload {
    fn fold(&self, fold: &mut Fold) {
        fold.value(1, &self.name);
        fold.value(2, &self.content);
    }
}

fn wire() -> Vec<u8> {
    let upload = Upload {
        name: "report.pdf".to_owned(),
        content: (0..=255).collect(),
    };
    upload.encode_to_vec()
}

/// The schema of `Upload`, written by hand: what a project has from its own `.proto`.
fn subject() -> Subject {
    let field = |name: &str, number: i32, kind: Type| FieldDescriptorProto {
        name: Some(name.to_owned()),
        number: Some(number),
        label: Some(Label::Optional.into()),
        r#type: Some(kind.into()),
        ..Default::default()
    };
    let message = DescriptorProto {
        name: Some("Upload".to_owned()),
        field: vec![
            field("name", 1, Type::String),
            field("content", 2, Type::Bytes),
        ],
        ..Default::default()
    };
    let file = FileDescriptorProto {
        name: Some("upload.proto".to_owned()),
        syntax: Some("proto3".to_owned()),
        message_type: vec![message],
        ..Default::default()
    };
    let set = FileDescriptorSet { file: vec![file] };
    let pool = DescriptorPool::from_file_descriptor_set(set).expect("a schema");
    let descriptor = pool.get_message_by_name("Upload").expect("the message");
    Subject::new(descriptor, &wire()).expect("the bytes of an upload")
}

fn codec() -> Prost<Upload> {
    Prost::new()
}

#[test]
fn every_op_runs_in_every_wrap() {
    let wire = wire();
    for op in Op::ALL {
        for wrap in Wrap::all() {
            let cell = match (op, wrap) {
                (Op::Read, Wrap::Field(engine)) => Cell::read_field(codec(), engine, &wire),
                (_, Wrap::Field(engine)) => Cell::field(codec(), op, engine, &wire),
                _ => Cell::read(codec(), op, wrap, &wire),
            };
            let mut cell = cell.unwrap_or_else(|error| panic!("{op}/{wrap}: {error}"));
            assert_eq!((cell.op(), cell.wrap()), (op, wrap));
            cell.run(2);
        }
    }
}

#[test]
fn the_type_is_proven_without_a_suite() {
    let subject = subject();
    subject.prove(&codec()).expect("the same value");
    subject.prove_read(&codec()).expect("the same checksum");
    subject.prove_fields(&codec()).expect("the same wire bytes");
}

#[test]
fn a_cell_that_needs_more_than_a_codec_says_which_constructor_to_use() {
    let wrap = Wrap::Field(EngineName::Base64);
    for (op, wrap) in [(Op::Read, Wrap::Raw), (Op::Encode, wrap)] {
        let error = Cell::new(codec(), op, wrap, &wire()).expect_err("too little is known");
        assert_eq!(error, MakeError::NeedsFields(op, wrap));
        assert!(
            error
                .to_string()
                .contains("use `Cell::read` or `Cell::field`")
        );
    }
}

#[test]
fn bytes_that_are_no_message_make_no_cell() {
    let error = Cell::new(codec(), Op::Decode, Wrap::Raw, b"\x0a\x05x").expect_err("cut off");
    assert!(matches!(error, MakeError::Decode(_)), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("the payload does not decode: ")
    );
}
