//! Whatever a payload file holds, reading it ends with messages that are what they are said to be, or with why
//! there are none.

use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use prost::encoding::encode_varint;
use prost_reflect::{DescriptorPool, MessageDescriptor};
use wiretax_codegen::payload::form::{
    Form, FormError, MAX_MESSAGES, Recognised, candidates, read_as, recognise,
};
use wiretax_codegen::payload::generate::Bounds;
use wiretax_codegen::payload::{Generate, check, generate};

/// The first byte says what the others are: a payload file, changes to one that can be read, or two files after
/// one another, which is what streams are.
pub fn holds(input: &[u8]) {
    let Some((&form, rest)) = input.split_first() else {
        return;
    };
    match form % 3 {
        0 => read_holds(rest),
        1 => read_holds(&changed(rest)),
        _ => read_holds(&twice(rest)),
    }
}

/// The property itself.
pub fn read_holds(bytes: &[u8]) {
    let Some((root, _)) = messages().split_first() else {
        return;
    };
    for message in messages() {
        // Asked for one form, it is that form.
        for form in Form::ALL {
            if let Some(read) = kept(read_as(*form, bytes, message), bytes, message) {
                assert_eq!(read.form, *form);
            }
        }
        // What is recognised is what one gets who asks for it.
        if let Some(found) = kept(recognise(bytes, message), bytes, message) {
            let again = read_as(found.form, bytes, message).expect("the form that was recognised");
            assert_eq!(again.messages, found.messages, "{}", found.how);
        }
    }
    let found = candidates(bytes, root.parent_pool());
    assert!(found.len() <= 20);
    for candidate in found {
        let name = candidate.message.full_name();
        let read = read_as(candidate.form, bytes, &candidate.message);
        let Some(read) = kept(read, bytes, &candidate.message) else {
            panic!("{name} was offered as {}", candidate.how);
        };
        assert!(!candidate.how.contains('\n'), "{}", candidate.how);
        assert!(
            (0.0..=1.2).contains(&candidate.score),
            "{name}: {}",
            candidate.score
        );
        assert!(candidate.known_fields > 0, "{name}");
        assert!(candidate.messages > 0 && candidate.messages <= MAX_MESSAGES);
        // One document may be read in several ways; it is the same bytes all the same.
        let total: usize = read.messages.iter().map(Vec::len).sum();
        assert!(
            candidate.unknown_bytes <= total.max(bytes.len()) as u64,
            "{name}"
        );
    }
}

/// What was read keeps what is promised of it; none where it was refused.
fn kept(
    read: Result<Recognised, FormError>,
    bytes: &[u8],
    message: &MessageDescriptor,
) -> Option<Recognised> {
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            let error = error.to_string();
            assert!(!error.contains(['\n', '\r']), "{error}");
            // It may name what is in the payload, but must not repeat all of it.
            assert!(error.len() < 4_096 + 4 * bytes.len(), "{error}");
            return None;
        }
    };
    assert!(read.messages.iter().any(|message| !message.is_empty()));
    assert!(read.messages.len() <= MAX_MESSAGES);
    for text in read.notes.iter().chain([&read.how]) {
        assert!(!text.contains(['\n', '\r']), "{text}");
    }
    assert!(read.notes.len() <= 64, "{} notes", read.notes.len());
    for one in &read.messages {
        let checked = check(message, one).expect("what is returned is valid");
        assert!(checked.invalid_utf8.is_none());
    }
    // Three letters of a text can be as much as a tag of five bytes and a number of ten.
    let total: usize = read.messages.iter().map(Vec::len).sum();
    assert!(total <= 64 + 32 * bytes.len(), "{total} bytes");
    Some(read)
}

/// A file that can be read, its kind in the first byte and its seed in the next, with bytes changed: three of
/// the input say where and to what, the first of them even to insert it.
fn changed(input: &[u8]) -> Vec<u8> {
    let Some((head, changes)) = input.split_at_checked(2) else {
        return Vec::new();
    };
    let mut file = file(head[0], head[1]);
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1] / 2])) % file.len();
        match change[1] % 2 {
            0 => file[at] = change[2],
            _ => file.insert(at, change[2]),
        }
    }
    file
}

/// Two files, the bytes between them in the input.
fn twice(input: &[u8]) -> Vec<u8> {
    let Some((head, between)) = input.split_at_checked(4) else {
        return Vec::new();
    };
    let (first, second) = (file(head[0], head[1]), file(head[2], head[3]));
    [&first, between, &second].concat()
}

/// Texts that no encoder here writes.
const TEXTS: [&str; 8] = [
    r#"{"id":"x","amount":"5","byNumber":{"2":{"name":"a"}},"blob":"-_8=","placed":"2024-01-01T00:00:00Z"}"#,
    r#"[{"id":"x"},{"kind":"KIND_BIG","took":"1.5s"},{"counts":{"a":1,"b":-1}}]"#,
    "{\"id\":\"x\",\"free\":{\"a\":[1,null,true]}}\n{\"maybe\":7,\"mask\":\"a,bC\"}\n",
    r#"{"any":{"@type":"type.googleapis.com/f.Line","name":"y"},"choice":"z"}"#,
    r#"id: "x\n" lines { name: 'y' inner < pieces: 0x1f > } counts { key: "k" value: 1 } kind: 1"#,
    r#"# a comment
any { [type.googleapis.com/f.Line] { name: "y" } } packed: [1, -2, 3] placed { seconds: 1 }"#,
    r#"must: 1 Group { n: 2 } [f.more]: "m" far: -1 infinite: -inf"#,
    "data:a/b;base64,CgF4EAU%3D",
];

/// A payload file that can be read.
fn file(kind: u8, seed: u8) -> Vec<u8> {
    let payload = wire(seed);
    let frame = |flag: u8, message: &[u8]| {
        let length = (message.len() as u32).to_be_bytes();
        [&[flag][..], &length, message].concat()
    };
    let trailers = frame(0x80, b"grpc-status:0\r\n");
    let delimited = || {
        let mut stream = Vec::new();
        for message in [&payload, &wire(seed.wrapping_add(2))] {
            encode_varint(message.len() as u64, &mut stream);
            stream.extend(message);
        }
        stream
    };
    match kind % 12 {
        0 => payload,
        1 => delimited(),
        2 => frame(0, &payload),
        3 => [frame(0, &payload), trailers].concat(),
        4 => STANDARD.encode(payload).into_bytes(),
        5 => URL_SAFE_NO_PAD.encode(payload).into_bytes(),
        6 => STANDARD.encode(delimited()).into_bytes(),
        7 => (STANDARD.encode(frame(0, &payload)) + &STANDARD.encode(trailers)).into_bytes(),
        8 => {
            let one = STANDARD.encode(&payload);
            let other = STANDARD.encode(wire(seed.wrapping_add(2)));
            format!("{one}\r\n{other}\n").into_bytes()
        }
        9 => {
            let text = STANDARD.encode(payload);
            format!(r#"{{"message":{{"data":"{text}","attributes":{{"a":"b"}}}},"data":"AA=="}}"#)
                .into_bytes()
        }
        _ => TEXTS[usize::from(seed) % TEXTS.len()].as_bytes().to_vec(),
    }
}

/// The wire bytes of one of the messages, never none.
fn wire(seed: u8) -> Vec<u8> {
    let messages = messages();
    let message = &messages[usize::from(seed) % messages.len()];
    let how = Generate {
        seed: u64::from(seed / 8),
        depth: Some(u32::from(seed % 3)),
        count: Some(Bounds::Between([0, 2])),
        extensions: true,
        ..Generate::default()
    };
    generate(message, &how).expect("the schema can be filled")
}

const NEW: &str = r#"
    syntax = "proto3"; package f;
    import "google/protobuf/any.proto"; import "google/protobuf/duration.proto";
    import "google/protobuf/field_mask.proto"; import "google/protobuf/struct.proto";
    import "google/protobuf/timestamp.proto"; import "google/protobuf/wrappers.proto";
    message Order {
      string id = 1; int64 amount = 2; repeated Line lines = 3; map<string, int32> counts = 4; bytes blob = 5;
      Kind kind = 6; map<int32, Line> by_number = 7; repeated sint32 packed = 8;
      oneof either { string choice = 9; bool other = 10; }
      google.protobuf.Timestamp placed = 11; google.protobuf.Duration took = 12; google.protobuf.Any any = 13;
      google.protobuf.Struct free = 14; google.protobuf.Int64Value maybe = 15;
      google.protobuf.FieldMask mask = 16; google.protobuf.ListValue list = 17; double ratio = 18;
    }
    message Line { string name = 1; uint32 pieces = 2; Line inner = 3; }
    enum Kind { KIND_NONE = 0; KIND_BIG = 1; }
    message Other { bytes all = 1; bytes more = 3; }
"#;

const OLD: &str = r#"
    syntax = "proto2"; package f;
    message Old {
      required int32 must = 1; optional group Group = 2 { optional int32 n = 1; optional Old old = 2; }
      repeated int32 loose = 3; optional string text = 4; optional Closed closed = 5;
      optional int64 far = 536870911; optional float infinite = 7; extensions 100 to 199;
    }
    enum Closed { ONE = 1; TWO = 2; }
    extend Old { optional string more = 100; }
"#;

/// The messages that files are read as, all of one pool.
fn messages() -> &'static [MessageDescriptor] {
    static MESSAGES: OnceLock<Vec<MessageDescriptor>> = OnceLock::new();
    MESSAGES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [("new.proto", NEW), ("old.proto", OLD)] {
            std::fs::write(folder.path().join(name), text).expect("the folder can be written");
        }
        let files = ["new.proto", "old.proto"];
        let set = protox::compile(files, [folder.path()]).expect("valid schemas");
        let pool = DescriptorPool::from_file_descriptor_set(set).expect("a valid set");
        let find = |name: &str| pool.get_message_by_name(name).expect("it is there");
        vec![find("f.Order"), find("f.Old"), find("f.Line")]
    })
}
