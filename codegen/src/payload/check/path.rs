//! The path of an error, found after the fact: counting elements on the way would slow every valid payload.

use super::field::{Known, width};
use super::read;
use super::walk::Frame;

/// The path to the innermost frame and, if given, to a field of it whose tag begins at an offset.
pub(super) fn of(bytes: &[u8], frames: &[Frame], field: Option<(&Known, usize)>) -> String {
    let mut path = String::new();
    for (index, frame) in frames.iter().enumerate() {
        if let (Some(field), Some(outer)) = (
            &frame.field,
            index.checked_sub(1).and_then(|outer| frames.get(outer)),
        ) {
            step(&mut path, bytes, outer, field, frame.tag_at);
        }
    }
    if let (Some((field, tag_at)), Some(frame)) = (field, frames.last()) {
        step(&mut path, bytes, frame, field, tag_at);
    }
    path
}

fn step(path: &mut String, bytes: &[u8], outer: &Frame, field: &Known, tag_at: usize) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&field.name);
    if field.list || field.map {
        let index = occurrences(&bytes[outer.start..tag_at.max(outer.start)], field.number);
        path.push_str(&format!("[{index}]"));
    }
}

/// How often a field occurs among the fields of a message, which the walk has found to be whole.
fn occurrences(mut bytes: &[u8], wanted: u32) -> usize {
    use prost::encoding::WireType;
    let mut count = 0;
    let mut groups = 0_usize;
    while let Ok((number, wire_type, own)) = read::tag(bytes) {
        let rest = &bytes[own..];
        count += usize::from(groups == 0 && number == wanted);
        let length = match wire_type {
            WireType::Varint => read::varint(rest).map_or(rest.len(), |(_, length)| length),
            WireType::LengthDelimited => {
                read::length(rest).map_or(rest.len(), |(length, own)| length + own)
            }
            WireType::StartGroup => {
                groups += 1;
                0
            }
            WireType::EndGroup => {
                groups = groups.saturating_sub(1);
                0
            }
            fixed => width(fixed).unwrap_or(0),
        };
        bytes = rest.get(length..).unwrap_or_default();
    }
    count
}
