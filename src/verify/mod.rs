//! Proof before timing: every codec carries the same value.
//!
//! Equality is of values, not of bytes: maps have no order, defaults need not be sent. The judge is a
//! dynamic message, which knows the schema and shares no code with the generated types.
//!
//! [`probe`] goes further and asks what a codec does with bytes that nobody should send.

mod difference;
mod fold;
mod garbled;
pub mod probe;
mod prove;

use prost_reflect::{DynamicMessage, FieldDescriptor, Value};

pub use difference::{Difference, first_difference};
pub use fold::fold;
pub use prove::{Evidence, Failure, Subject};

/// Whether a field has a value that is not its default. Where presence is not tracked, prost-reflect asks
/// with `==`, for which -0.0 is zero; on the wire it is not.
fn present(message: &DynamicMessage, field: &FieldDescriptor) -> bool {
    message.has_field(field)
        || (!field.supports_presence()
            && match *message.get_field(field) {
                Value::F32(value) => value.to_bits() != 0,
                Value::F64(value) => value.to_bits() != 0,
                _ => false,
            })
}

#[cfg(test)]
mod tests {
    use prost_reflect::DescriptorPool;

    use super::*;

    #[test]
    fn a_negative_zero_is_not_absent() {
        let kind = DescriptorPool::global()
            .get_message_by_name("google.protobuf.DoubleValue")
            .expect("the well-known types are always there");
        let wire = [0x09, 0, 0, 0, 0, 0, 0, 0, 0x80];
        let negative = DynamicMessage::decode(kind.clone(), &wire[..]).expect("a double");
        let absent = DynamicMessage::new(kind);
        let difference = first_difference(&negative, &absent).expect("the bits differ");
        assert_eq!(difference.to_string(), "value: expected -0, found nothing");
        assert_ne!(fold(&negative), fold(&absent));
    }
}
