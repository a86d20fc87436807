//! Varints and tags.

use prost::encoding::WireType;

use super::Reason;

/// The name of a wire type, with its number.
pub(in crate::payload) fn name(wire_type: WireType) -> &'static str {
    match wire_type {
        WireType::Varint => "0 (varint)",
        WireType::SixtyFourBit => "1 (8 bytes)",
        WireType::LengthDelimited => "2 (length-delimited)",
        WireType::StartGroup => "3 (start of a group)",
        WireType::EndGroup => "4 (end of a group)",
        WireType::ThirtyTwoBit => "5 (4 bytes)",
    }
}

/// Reads a varint at the start of `bytes`: value and length. Padded ones are legal, as in the specification.
pub(in crate::payload) fn varint(bytes: &[u8]) -> Result<(u64, usize), Reason> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if index == 9 && byte > 1 {
            return Err(Reason::LongVarint);
        }
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Ok((value, index + 1));
        }
    }
    Err(Reason::TruncatedVarint)
}

/// Reads a tag at the start of `bytes`: field number, wire type, length.
pub(in crate::payload) fn tag(bytes: &[u8]) -> Result<(u32, WireType, usize), Reason> {
    let (value, length) = varint(bytes)?;
    let tag = u32::try_from(value).map_err(|_| Reason::LongTag)?;
    let wire_type = match tag & 7 {
        0 => WireType::Varint,
        1 => WireType::SixtyFourBit,
        2 => WireType::LengthDelimited,
        3 => WireType::StartGroup,
        4 => WireType::EndGroup,
        5 => WireType::ThirtyTwoBit,
        other => return Err(Reason::NoWireType(other as u8)),
    };
    match tag >> 3 {
        0 => Err(Reason::FieldZero),
        number => Ok((number, wire_type, length)),
    }
}

/// Reads a length at the start of `bytes`, which must hold as many bytes after it: length, and its own length.
pub(in crate::payload) fn length(bytes: &[u8]) -> Result<(usize, usize), Reason> {
    let (length, own) = varint(bytes)?;
    let left = bytes.len() - own;
    match usize::try_from(length) {
        Ok(length) if length <= left => Ok((length, own)),
        _ => Err(Reason::LongLength { length, left }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints() {
        assert_eq!(varint(&[0x01, 9]), Ok((1, 1)));
        assert_eq!(varint(&[0xac, 0x02]), Ok((300, 2)));
        assert_eq!(varint(&[0x81, 0x80, 0x00]), Ok((1, 3)), "padded");
        let max = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(varint(&max), Ok((u64::MAX, 10)));
        assert_eq!(varint(&[0xff; 9]), Err(Reason::TruncatedVarint));
        assert_eq!(varint(&[0x80; 11]), Err(Reason::LongVarint));
        assert_eq!(varint(&[]), Err(Reason::TruncatedVarint));
    }

    #[test]
    fn tags() {
        assert_eq!(tag(&[0x08]), Ok((1, WireType::Varint, 1)));
        assert_eq!(tag(&[0x00]), Err(Reason::FieldZero));
        assert_eq!(tag(&[0x0e]), Err(Reason::NoWireType(6)));
        assert_eq!(tag(&[0x0f]), Err(Reason::NoWireType(7)));
        assert_eq!(tag(&[0xff, 0xff, 0xff, 0xff, 0x7f]), Err(Reason::LongTag));
    }

    #[test]
    fn lengths() {
        assert_eq!(length(&[2, 0, 0]), Ok((2, 1)));
        assert_eq!(
            length(&[3, 0, 0]),
            Err(Reason::LongLength { length: 3, left: 2 })
        );
    }
}
