//! Sorts the entries of maps in wire bytes: a message built from text keeps them in a hash map, whose order
//! differs from run to run, and a benchmark must measure the same bytes every time.

use prost::encoding::WireType;
use prost_reflect::{Kind, MessageDescriptor};

use crate::payload::check::field::{Known, width};
use crate::payload::check::read;

/// Sorts the entries of every map in place: entries only change places, so no length changes.
///
/// The bytes are as `prost-reflect` wrote them, nested no deeper than its text forms may be.
pub(super) fn sort_maps(message: &MessageDescriptor, bytes: &mut [u8]) {
    fields(message, bytes);
}

/// Sorts in one message; returns its length, which is where a group ends, its end tag included.
fn fields(message: &MessageDescriptor, bytes: &mut [u8]) -> usize {
    let mut at = 0;
    // The map whose entries come one after the other here: its number and the range of each.
    let mut run: (u32, Vec<std::ops::Range<usize>>) = (0, Vec::new());
    while let Ok((number, wire, own)) = read::tag(&bytes[at..]) {
        let start = at;
        at += own;
        if number != run.0 {
            sort(bytes, &std::mem::take(&mut run.1));
            run.0 = 0;
        }
        let known = Known::find(message, number);
        let inner = known.as_ref().and_then(|field| match &field.kind {
            Kind::Message(inner) => Some(inner.clone()),
            _ => None,
        });
        match wire {
            WireType::Varint => at += read::varint(&bytes[at..]).map_or(0, |(_, length)| length),
            WireType::LengthDelimited => {
                let Ok((length, own)) = read::length(&bytes[at..]) else {
                    break;
                };
                at += own;
                if let Some(inner) = inner {
                    fields(&inner, &mut bytes[at..at + length]);
                }
                at += length;
                if known.is_some_and(|field| field.map) {
                    run.0 = number;
                    run.1.push(start..at);
                }
            }
            WireType::StartGroup => {
                let Some(inner) = inner else { break };
                at += fields(&inner, &mut bytes[at..]);
            }
            WireType::EndGroup => {
                return at;
            }
            fixed => at += width(fixed).unwrap_or(0),
        }
        if at >= bytes.len() {
            break;
        }
    }
    sort(bytes, &run.1);
    at
}

fn sort(bytes: &mut [u8], entries: &[std::ops::Range<usize>]) {
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
        return;
    };
    let (start, end) = (first.start, last.end);
    let mut sorted: Vec<&[u8]> = entries.iter().map(|entry| &bytes[entry.clone()]).collect();
    sorted.sort_by_key(|entry| body(entry));
    let sorted = sorted.concat();
    bytes[start..end].copy_from_slice(&sorted);
}

/// An entry without its tag and length: sorted by these, a long key would come after all short ones.
fn body(entry: &[u8]) -> &[u8] {
    let tag = read::tag(entry).map_or(0, |(_, _, own)| own);
    let length = read::length(&entry[tag..]).map_or(0, |(_, own)| own);
    &entry[tag + length..]
}
