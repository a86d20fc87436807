//! The walk.

use prost::encoding::WireType;
use prost_reflect::{Kind, MessageDescriptor};

use super::field::{Known, width};
use super::{Checked, MAX_NESTING, PackedFixed, Reason, WireError, path, read};

/// A message or group that is open.
pub(super) struct Frame {
    /// Its type; none inside an unknown group.
    pub(super) message: Option<MessageDescriptor>,
    /// The field that holds it; none for the root and for unknown groups.
    pub(super) field: Option<Known>,
    /// Where the tag of that field begins.
    pub(super) tag_at: usize,
    /// Where its content begins.
    pub(super) start: usize,
    /// Where it ends, or, in a group, where it must have ended.
    pub(super) end: usize,
    /// The number of the group whose end is awaited.
    pub(super) group: Option<u32>,
    /// Messages around it.
    pub(super) depth: usize,
}

struct Walk<'a> {
    bytes: &'a [u8],
    frames: Vec<Frame>,
    at: usize,
    checked: Checked,
}

/// What went wrong, where, in which field of the innermost message.
struct Fault {
    offset: usize,
    field: Option<Box<(Known, usize)>>,
    reason: Reason,
}

/// Checks that bytes are an encoding of a message, and says what is in them.
///
/// # Errors
/// The first place where they are not.
pub fn check(message: &MessageDescriptor, bytes: &[u8]) -> Result<Checked, WireError> {
    let root = Frame {
        message: Some(message.clone()),
        field: None,
        tag_at: 0,
        start: 0,
        end: bytes.len(),
        group: None,
        depth: 0,
    };
    let mut walk = Walk {
        bytes,
        frames: vec![root],
        at: 0,
        checked: Checked::default(),
    };
    match walk.run() {
        Ok(()) => Ok(walk.checked),
        Err(fault) => Err(walk.error(fault)),
    }
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        while let Some(frame) = self.frames.last() {
            let (end, group) = (frame.end, frame.group);
            if self.at < end {
                self.field(end, group)?;
            } else if let Some(number) = group {
                return Err(self.fault(self.at, Reason::OpenGroup(number)));
            } else {
                self.frames.pop();
            }
        }
        Ok(())
    }

    /// Takes one field of the innermost frame.
    fn field(&mut self, end: usize, group: Option<u32>) -> Result<(), Fault> {
        let tag_at = self.at;
        let (number, wire_type, length) =
            read::tag(&self.bytes[tag_at..end]).map_err(|reason| self.fault(tag_at, reason))?;
        self.at += length;
        if wire_type == WireType::EndGroup {
            return self.end_group(tag_at, number, group);
        }
        let message = self.frames.last().and_then(|frame| frame.message.as_ref());
        match message.map(|message| Known::find(message, number)) {
            Some(Some(known)) => self.known(known, wire_type, tag_at, end),
            Some(None) => {
                self.checked.unknown_fields += 1;
                self.skip(number, wire_type, tag_at, end)?;
                // A group is counted when it ends.
                if wire_type != WireType::StartGroup {
                    self.checked.unknown_bytes += (self.at - tag_at) as u64;
                }
                Ok(())
            }
            None => self.skip(number, wire_type, tag_at, end),
        }
    }

    fn end_group(&mut self, at: usize, number: u32, group: Option<u32>) -> Result<(), Fault> {
        match group {
            Some(open) if open == number => {
                let frame = self.frames.pop();
                let outermost = self
                    .frames
                    .last()
                    .is_some_and(|outer| outer.message.is_some());
                if let Some(frame) = frame.filter(|frame| frame.message.is_none() && outermost) {
                    self.checked.unknown_bytes += (self.at - frame.tag_at) as u64;
                }
                Ok(())
            }
            Some(open) => Err(self.fault(
                at,
                Reason::OtherEndGroup {
                    open,
                    found: number,
                },
            )),
            None => Err(self.fault(at, Reason::StrayEndGroup(number))),
        }
    }

    /// Skips the value of a field that the schema does not know; enters a group.
    fn skip(
        &mut self,
        number: u32,
        wire: WireType,
        tag_at: usize,
        end: usize,
    ) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..end];
        let length = match wire {
            WireType::Varint => read::varint(rest).map(|(_, length)| length),
            WireType::LengthDelimited => read::length(rest).map(|(length, own)| length + own),
            WireType::SixtyFourBit => fixed(rest, 8),
            WireType::ThirtyTwoBit => fixed(rest, 4),
            WireType::StartGroup => {
                return self.enter(None, None, tag_at, end, Some(number));
            }
            // Taken by the caller.
            WireType::EndGroup => Ok(0),
        };
        self.at += length.map_err(|reason| self.fault(self.at, reason))?;
        Ok(())
    }

    /// Takes the value of a field that the schema knows.
    fn known(
        &mut self,
        field: Known,
        wire: WireType,
        tag_at: usize,
        end: usize,
    ) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..end];
        let fault = |offset, reason, field: Known| Fault {
            offset,
            field: Some(Box::new((field, tag_at))),
            reason,
        };
        if field.packable() && wire == WireType::LengthDelimited {
            return match packed(rest, field.wire_type()) {
                Ok(length) => {
                    if let Some(width) = width(field.wire_type()) {
                        self.packed_fixed(&field, tag_at, width);
                    }
                    self.at += length;
                    Ok(())
                }
                Err((offset, reason)) => Err(fault(self.at + offset, reason, field)),
            };
        }
        if wire != field.wire_type() {
            let reason = Reason::WrongWireType {
                kind: field.type_name(),
                wanted: read::name(field.wire_type()),
                found: read::name(wire),
            };
            return Err(fault(tag_at, reason, field));
        }
        let length = match wire {
            WireType::Varint => read::varint(rest).map(|(_, length)| length),
            WireType::SixtyFourBit => fixed(rest, 8),
            WireType::ThirtyTwoBit => fixed(rest, 4),
            WireType::StartGroup => {
                let (Kind::Message(message), number) = (field.kind.clone(), field.number) else {
                    return Ok(());
                };
                return self.enter(Some(message), Some(field), tag_at, end, Some(number));
            }
            WireType::LengthDelimited => match read::length(rest) {
                Ok((length, own)) => {
                    self.at += own;
                    return self.delimited(field, tag_at, length);
                }
                Err(reason) => Err(reason),
            },
            WireType::EndGroup => Ok(0),
        };
        match length {
            Ok(length) => self.at += length,
            Err(reason) => return Err(fault(self.at, reason, field)),
        }
        Ok(())
    }

    /// Notes a run of fixed-width values that begins here with its length.
    fn packed_fixed(&mut self, field: &Known, tag_at: usize, width: usize) {
        let own = read::length(&self.bytes[self.at..]).map_or(0, |(_, own)| own);
        let offset = self.at + own;
        let noted = self.checked.packed_fixed.as_ref();
        // The path costs another walk, so only those that are kept get one.
        if noted.is_none_or(|noted| noted.is_aligned() && !offset.is_multiple_of(width)) {
            self.checked.packed_fixed = Some(PackedFixed {
                path: path::of(self.bytes, &self.frames, Some((field, tag_at))),
                offset,
                width,
            });
        }
    }

    /// Takes a string, bytes or message whose content begins here and fits.
    fn delimited(&mut self, field: Known, tag_at: usize, length: usize) -> Result<(), Fault> {
        let end = self.at + length;
        match &field.kind {
            Kind::Message(message) => {
                let message = message.clone();
                return self.enter(Some(message), Some(field), tag_at, end, None);
            }
            Kind::String => {
                if let Err(error) = std::str::from_utf8(&self.bytes[self.at..end]) {
                    let reason = Reason::InvalidUtf8 {
                        at: error.valid_up_to(),
                        length,
                    };
                    let offset = self.at + error.valid_up_to();
                    let strict = field.utf8;
                    let fault = Fault {
                        offset,
                        field: Some(Box::new((field, tag_at))),
                        reason,
                    };
                    if strict {
                        return Err(fault);
                    }
                    if self.checked.invalid_utf8.is_none() {
                        self.checked.invalid_utf8 = Some(self.error(fault));
                    }
                }
            }
            _ => {
                self.checked.bytes_fields += 1;
                self.checked.bytes_len += length as u64;
            }
        }
        self.at = end;
        Ok(())
    }

    fn enter(
        &mut self,
        message: Option<MessageDescriptor>,
        field: Option<Known>,
        tag_at: usize,
        end: usize,
        group: Option<u32>,
    ) -> Result<(), Fault> {
        let outer = self.frames.last().map_or(0, |frame| frame.depth);
        // A map entry is a message on the wire, but not one that anybody nested.
        let depth = outer + usize::from(!field.as_ref().is_some_and(|field| field.map));
        if depth > MAX_NESTING {
            let field = field.map(|field| Box::new((field, tag_at)));
            return Err(Fault {
                offset: tag_at,
                field,
                reason: Reason::TooDeep,
            });
        }
        self.frames.push(Frame {
            message,
            field,
            tag_at,
            start: self.at,
            end,
            group,
            depth,
        });
        Ok(())
    }

    fn fault(&self, offset: usize, reason: Reason) -> Fault {
        Fault {
            offset,
            field: None,
            reason,
        }
    }

    fn error(&self, fault: Fault) -> WireError {
        let field = fault
            .field
            .as_deref()
            .map(|(field, tag_at)| (field, *tag_at));
        WireError {
            offset: fault.offset,
            path: path::of(self.bytes, &self.frames, field),
            reason: fault.reason,
        }
    }
}

fn fixed(bytes: &[u8], width: usize) -> Result<usize, Reason> {
    if bytes.len() < width {
        return Err(Reason::TruncatedFixed {
            width,
            left: bytes.len(),
        });
    }
    Ok(width)
}

/// The length of a packed run, its own length included; or the offset of what is wrong in it.
fn packed(bytes: &[u8], wire_type: WireType) -> Result<usize, (usize, Reason)> {
    let (length, own) = read::length(bytes).map_err(|reason| (0, reason))?;
    if let Some(width) = width(wire_type) {
        if length % width != 0 {
            return Err((0, Reason::RaggedPacked { length, width }));
        }
    } else {
        let mut at = own;
        while at < own + length {
            let (_, step) =
                read::varint(&bytes[at..own + length]).map_err(|reason| (at, reason))?;
            at += step;
        }
    }
    Ok(own + length)
}
