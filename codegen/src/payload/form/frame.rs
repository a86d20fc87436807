//! gRPC frames: a flag byte, a length in four bytes, most significant first, and a message of that length.

use std::ops::Range;

use super::reading::{Inner, Reading, Trial};
use super::{Form, FormError, MAX_MESSAGES, Spot, count};
use crate::payload::MAX_PAYLOAD;

const COMPRESSED: u8 = 0x01;
/// gRPC-web sends the trailers in a frame of their own.
const TRAILERS: u8 = 0x80;
const HEAD: usize = 5;

/// What frames hold.
pub(super) struct Frames {
    pub(super) messages: Vec<Range<usize>>,
    /// How many frames hold a message.
    pub(super) count: usize,
    pub(super) notes: Vec<String>,
}

/// Whether bytes begin with a frame that fits.
pub(super) fn looks_framed(bytes: &[u8]) -> bool {
    head(bytes).is_some_and(|(flag, length)| {
        flag & !(COMPRESSED | TRAILERS) == 0 && length <= bytes.len() - HEAD
    })
}

/// Whether bytes begin with a frame that may well have gone on behind their end. No message in wire bytes begins
/// with such a flag.
pub(super) fn looks_cut_off(bytes: &[u8]) -> bool {
    head(bytes).is_some_and(|(flag, length)| {
        flag & !COMPRESSED == 0 && announced(length, bytes.len() - HEAD)
    })
}

/// Whether a length that leads behind the end can be believed.
fn announced(length: usize, left: usize) -> bool {
    length > left && length as u64 <= MAX_PAYLOAD
}

/// Takes gRPC frames apart.
pub(super) fn read(bytes: &[u8]) -> Trial<'_> {
    let frames = frames(bytes, Form::Grpc)?;
    Ok(Reading {
        inner: Inner::Grpc,
        notes: frames.notes,
        ..Reading::new(
            Form::Grpc,
            count(frames.count, "gRPC frame"),
            bytes,
            frames.messages,
        )
    })
}

/// Where the messages of frames are. The bytes must end with a frame.
pub(super) fn frames(bytes: &[u8], form: Form) -> Result<Frames, FormError> {
    let mut messages = Vec::new();
    let mut trailers = Vec::new();
    let mut at = 0;
    let mut number = 0;
    while at < bytes.len() {
        number += 1;
        let error = |what: String, remedy: &str| {
            FormError::new(form, Some(Spot::Frame(number, at)), what, remedy)
        };
        let whole = "give whole frames: a flag byte, a length in 4 bytes, the message";
        if number > MAX_MESSAGES {
            return Err(error(
                format!("more than {MAX_MESSAGES} gRPC frames"),
                "give fewer",
            ));
        }
        let (flag, length) = head(&bytes[at..]).ok_or_else(|| {
            error(
                format!(
                    "a gRPC frame begins with 5 bytes, and {} are left",
                    bytes.len() - at
                ),
                whole,
            )
        })?;
        if flag & !(COMPRESSED | TRAILERS) != 0 {
            return Err(error(
                format!("no gRPC frame begins with the flag {flag:#04x}"),
                whole,
            ));
        }
        let left = bytes.len() - at - HEAD;
        if announced(length, left) {
            return Err(error(
                format!(
                    "the message announces {length} bytes, {left} are left: the file looks cut off"
                ),
                whole,
            ));
        }
        if length > left {
            return Err(error(
                format!("a gRPC frame of {length} bytes where {left} are left"),
                whole,
            ));
        }
        if flag & TRAILERS != 0 {
            trailers.push(number);
        } else if flag == COMPRESSED {
            return Err(error(
                "the frame is compressed (flag 0x01)".to_owned(),
                "give it uncompressed: capture with the grpc-encoding `identity`, or decompress it",
            ));
        } else {
            messages.push(at + HEAD..at + HEAD + length);
        }
        at += HEAD + length;
    }
    if messages.is_empty() {
        return Err(FormError::new(
            form,
            None,
            "no gRPC frame with a message",
            "give a body that holds a message",
        ));
    }
    let notes = trailers
        .iter()
        .take(3)
        .map(|number| format!("frame {number} holds gRPC-web trailers (flag 0x80): skipped"))
        .collect();
    Ok(Frames {
        count: messages.len(),
        messages,
        notes,
    })
}

fn head(bytes: &[u8]) -> Option<(u8, usize)> {
    let (&[flag, length @ ..], _) = bytes.split_first_chunk::<HEAD>()?;
    Some((flag, usize::try_from(u32::from_be_bytes(length)).ok()?))
}
