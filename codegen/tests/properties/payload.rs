//! Whatever bytes a payload has, the check ends with what is in them or with why they are no payload; and a
//! codec agrees.

use std::sync::OnceLock;

use prost::Message as _;
use prost::encoding::{WireType, encode_key};
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor};
use wiretax_codegen::payload::generate::Bounds;
use wiretax_codegen::payload::{Generate, Reason, check, generate};
use wiretax_codegen::schema::guard;

/// The first byte says what the others are: a payload, changes to a valid one, or a list of fields.
pub fn holds(input: &[u8]) {
    let Some((&form, rest)) = input.split_first() else {
        return;
    };
    match form % 3 {
        0 => check_holds(rest),
        1 => check_holds(&changed(rest)),
        _ => check_holds(&fields(rest)),
    }
}

/// The property itself.
pub fn check_holds(payload: &[u8]) {
    let message = message();
    let checked = check(message, payload);
    if let Err(error) = &checked {
        assert!(error.offset <= payload.len(), "{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    // Not ours, and it has been seen to panic: then there is nobody to agree with.
    let Ok(decoded) = guard::quietly(|| DynamicMessage::decode(message.clone(), payload)) else {
        return;
    };
    match (checked, decoded) {
        (Ok(checked), Ok(decoded)) => {
            assert!(checked.unknown_bytes <= payload.len() as u64);
            assert!(checked.bytes_len <= payload.len() as u64);
            let again = decoded.encode_to_vec();
            let again = check(message, &again).expect("what a codec writes is valid");
            assert!(again.invalid_utf8.is_none());
        }
        (Ok(checked), Err(error)) => assert!(
            checked.invalid_utf8.is_some() && error.to_string().contains("UTF-8"),
            "valid, but a codec says: {error}"
        ),
        // Where the check is stricter on purpose. An end of a group that did not begin is malformed, and the dynamic message
        // passes over some.
        (Err(error), Ok(_)) => assert!(
            matches!(
                error.reason,
                Reason::WrongWireType { .. } | Reason::TooDeep | Reason::StrayEndGroup(_)
            ),
            "a codec takes it: {error}"
        ),
        (Err(_), Err(_)) => {}
    }
}

/// A valid payload, its seed in the first two bytes, with bytes changed: three of the input say where and to
/// what.
fn changed(input: &[u8]) -> Vec<u8> {
    let Some((seed, changes)) = input.split_at_checked(2) else {
        return Vec::new();
    };
    let how = Generate {
        seed: u64::from(seed[0]),
        depth: Some(u32::from(seed[1] % 4)),
        count: Some(Bounds::Between([0, 2])),
        extensions: true,
        ..Generate::default()
    };
    let mut payload = generate(message(), &how).expect("the schema can be filled");
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % payload.len();
        payload[at] = change[2];
    }
    payload
}

/// Fields that the message has, three bytes of the input each: which, in which wire type, most often in one
/// that it can have, and with what.
fn fields(input: &[u8]) -> Vec<u8> {
    let known: Vec<FieldDescriptor> = message().fields().collect();
    let mut payload = Vec::new();
    for record in input.chunks_exact(3) {
        let field = &known[usize::from(record[0]) % known.len()];
        let own = match field.kind().wire_type() {
            _ if field.is_group() => WireType::StartGroup,
            _ if field.is_packed() && record[1].is_multiple_of(2) => WireType::LengthDelimited,
            own => own,
        };
        let wire_type = match record[1] % 12 {
            0 => WireType::Varint,
            1 => WireType::SixtyFourBit,
            2 | 3 => WireType::LengthDelimited,
            4 => WireType::StartGroup,
            5 | 6 => WireType::EndGroup,
            7 => WireType::ThirtyTwoBit,
            _ => own,
        };
        encode_key(field.number(), wire_type, &mut payload);
        let content = record[2];
        match wire_type {
            WireType::Varint => payload.extend([content | 0x80, content & 0x7f]),
            WireType::SixtyFourBit => payload.extend([content; 8]),
            WireType::ThirtyTwoBit => payload.extend([content; 4]),
            WireType::LengthDelimited => {
                let length = content % 18;
                payload.push(length);
                payload.extend((0..length).map(|_| content & 0x7f));
            }
            WireType::StartGroup | WireType::EndGroup => {}
        }
    }
    payload
}

/// Every construct of the language.
fn message() -> &'static MessageDescriptor {
    static MESSAGE: OnceLock<MessageDescriptor> = OnceLock::new();
    MESSAGE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [
            (
                "construct.proto",
                include_str!("../wire_equivalent/construct.proto"),
            ),
            ("open.proto", include_str!("../wire_equivalent/open.proto")),
        ] {
            std::fs::write(folder.path().join(name), text).expect("the folder can be written");
        }
        let set = protox::compile(["construct.proto"], [folder.path()]).expect("a valid schema");
        let pool = DescriptorPool::from_file_descriptor_set(set).expect("a valid set");
        pool.get_message_by_name("every.Construct")
            .expect("the message is there")
    })
}
