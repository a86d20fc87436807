//! Writes wire bytes, well-formed or not: a tag and a payload at a time.

/// Wire types by name; 6 and 7 exist in broken input only.
pub mod wire_type {
    /// A varint.
    pub const VARINT: u8 = 0;
    /// Eight bytes.
    pub const I64: u8 = 1;
    /// A length and as many bytes.
    pub const LEN: u8 = 2;
    /// The start of a group.
    pub const START: u8 = 3;
    /// Its end.
    pub const END: u8 = 4;
    /// Four bytes.
    pub const I32: u8 = 5;
}

use wire_type::{END, I32, I64, LEN, START, VARINT};

/// Wire bytes under construction; each method adds something and hands it on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wire(Vec<u8>);

impl Wire {
    /// Nothing yet.
    pub fn new() -> Self {
        Wire::default()
    }

    /// The bytes.
    pub fn done(self) -> Vec<u8> {
        self.0
    }

    /// Bytes as they are.
    pub fn bytes(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.0.extend_from_slice(bytes.as_ref());
        self
    }

    /// A varint without padding.
    pub fn raw_varint(mut self, mut value: u64) -> Self {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
        self
    }

    /// A varint padded with empty groups of seven bits to `length` bytes.
    pub fn padded(self, value: u64, length: usize) -> Self {
        let mut digits = Wire::new().raw_varint(value).0;
        if let Some(last) = digits.last_mut()
            && length > Wire::new().raw_varint(value).0.len()
        {
            *last |= 0x80;
            digits.resize(length - 1, 0x80);
            digits.push(0);
        }
        self.bytes(digits)
    }

    /// A tag. Numbers that no schema may have are fine.
    pub fn tag(self, number: u64, wire_type: u8) -> Self {
        self.raw_varint(number << 3 | u64::from(wire_type))
    }

    /// A varint field.
    pub fn varint(self, number: u32, value: u64) -> Self {
        self.tag(number.into(), VARINT).raw_varint(value)
    }

    /// A field of eight bytes.
    pub fn i64(self, number: u32, value: [u8; 8]) -> Self {
        self.tag(number.into(), I64).bytes(value)
    }

    /// A field of four bytes.
    pub fn i32(self, number: u32, value: [u8; 4]) -> Self {
        self.tag(number.into(), I32).bytes(value)
    }

    /// A field with a length.
    pub fn len(self, number: u32, value: impl AsRef<[u8]>) -> Self {
        let value = value.as_ref();
        self.tag(number.into(), LEN)
            .raw_varint(value.len() as u64)
            .bytes(value)
    }

    /// A sub-message.
    pub fn message(self, number: u32, value: Wire) -> Self {
        self.len(number, value.0)
    }

    /// Varints in one run.
    pub fn packed(self, number: u32, values: &[u64]) -> Self {
        let run = values
            .iter()
            .fold(Wire::new(), |run, &value| run.raw_varint(value));
        self.message(number, run)
    }

    /// A group.
    pub fn group(self, number: u32, body: Wire) -> Self {
        self.tag(number.into(), START)
            .bytes(body.0)
            .tag(number.into(), END)
    }
}

/// `depth` messages, each but the innermost in field `number` of the one around it; the innermost is
/// `core`. Works from the inside out on lengths alone, so that depth costs no square.
pub fn nested(number: u32, depth: usize, core: &[u8]) -> Vec<u8> {
    let tag = Wire::new().tag(number.into(), LEN).done();
    let mut lengths = Vec::with_capacity(depth);
    let mut length = core.len();
    for _ in 0..depth {
        lengths.push(length);
        length += tag.len() + Wire::new().raw_varint(length as u64).done().len();
    }
    let mut wire = Wire::new();
    for &length in lengths.iter().rev() {
        wire = wire.bytes(&tag).raw_varint(length as u64);
    }
    wire.bytes(core).done()
}

/// `depth` groups of an unknown number inside each other.
pub fn nested_groups(number: u32, depth: usize) -> Vec<u8> {
    let start = Wire::new().tag(number.into(), START).done();
    let end = Wire::new().tag(number.into(), END).done();
    [start.repeat(depth), end.repeat(depth)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_are_padded_to_a_length() {
        assert_eq!(Wire::new().padded(1, 3).done(), [0x81, 0x80, 0]);
        assert_eq!(Wire::new().padded(300, 2).done(), [0xac, 2]);
        assert_eq!(Wire::new().padded(0, 1).done(), [0]);
    }

    #[test]
    fn nesting_is_what_wrapping_gives() {
        let core = Wire::new().varint(1, 7);
        let by_hand = Wire::new().message(4, Wire::new().message(4, core.clone()));
        assert_eq!(nested(4, 2, &core.done()), by_hand.done());
        let by_hand = Wire::new().group(9, Wire::new().group(9, Wire::new()));
        assert_eq!(nested_groups(9, 2), by_hand.done());
    }
}
