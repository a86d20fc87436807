//! Length-delimited streams: messages, each after its length as a varint.

use std::ops::Range;

use prost_reflect::MessageDescriptor;

use super::reading::{Inner, Reading, Trial};
use super::{Form, FormError, MAX_MESSAGES, Spot, count};
use crate::payload::check::{check, read};

/// Takes a stream apart.
pub(super) fn read(bytes: &[u8]) -> Trial<'_> {
    let parts = ranges(bytes, Form::Delimited)?;
    let how = format!(
        "a length-delimited stream of {}",
        count(parts.len(), "message")
    );
    Ok(Reading {
        inner: Inner::Delimited,
        ..Reading::new(Form::Delimited, how, bytes, parts)
    })
}

/// Where the messages of a stream are. The stream must end with the last of them.
pub(super) fn ranges(bytes: &[u8], form: Form) -> Result<Vec<Range<usize>>, FormError> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if parts.len() == MAX_MESSAGES {
            return Err(FormError::new(
                form,
                Some(Spot::Offset(at)),
                format!("more than {MAX_MESSAGES} messages in a delimited stream"),
                "give a shorter stream",
            ));
        }
        let (length, own) = read::length(&bytes[at..]).map_err(|reason| {
            FormError::new(
                form,
                Some(Spot::Offset(at)),
                format!(
                    "the length of message {} of a delimited stream: {reason}",
                    parts.len() + 1
                ),
                "give a whole stream: each message after its length as a varint",
            )
        })?;
        parts.push(at + own..at + own + length);
        at += own + length;
    }
    Ok(parts)
}

/// How many bytes a stream of a message goes on for. Lengths alone say little: from any bytes they lead somewhere.
pub(super) fn reached(bytes: &[u8], message: &MessageDescriptor) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        let Ok((length, own)) = read::length(&bytes[at..]) else {
            return at;
        };
        let start = at + own;
        if let Err(error) = check(message, &bytes[start..start + length]) {
            return start + error.offset;
        }
        at = start + length;
    }
    at
}
