//! From a case to the bytes that it measures.

use prost_reflect::MessageDescriptor;

use crate::error::Error;
use crate::payload::{Checked, MAX_PAYLOAD, check, generate};
use crate::read::{self, Wanted};
use crate::suite::{Case, Source};

/// The bytes of a case, and what is in them.
#[derive(Clone, Debug)]
pub struct Payload {
    /// Wire bytes: never empty, and valid for the message.
    pub bytes: Vec<u8>,
    /// What is in them.
    pub checked: Checked,
}

const WANTED: Wanted<'static> = Wanted {
    role: "payload",
    most: MAX_PAYLOAD,
    otherwise: "give a file that can be read",
    too_large: "give a smaller payload",
};

/// Reads or generates the payload of a case and checks it.
///
/// # Errors
/// When the file cannot be read, is empty or too long, or is not an encoding of the message; when the
/// generator cannot do what the case asks for.
pub fn payload(case: &Case, message: &MessageDescriptor) -> Result<Payload, Error> {
    let (path, bytes) = match &case.source {
        Source::File(path) => (path.as_path(), read::whole(path, &WANTED)?),
        Source::Generate(how) => {
            let bytes = generate(message, how).map_err(|error| Error::Generate {
                at: Box::new(error.at.clone().unwrap_or_else(|| case.source_at.clone())),
                case: case.name.clone(),
                message: case.message.clone(),
                error: Box::new(error),
            })?;
            (case.at.path.as_path(), bytes)
        }
    };
    if bytes.is_empty() {
        return Err(Error::EmptyPayload {
            path: path.to_owned(),
            case: case.name.clone(),
            remedy: match &case.source {
                Source::File(_) => "give a payload with at least one field".to_owned(),
                Source::Generate(_) => {
                    "give a `size`, or rules that set a field to something else than its default"
                        .to_owned()
                }
            },
        });
    }
    let checked = check(message, &bytes);
    let (error, remedy) = match checked {
        Ok(Checked {
            invalid_utf8: Some(error),
            ..
        }) => (
            error,
            "Rust strings are UTF-8, so no codec here can hold it: declare the field as bytes",
        ),
        // Every codec would skip all of it, and a bench would measure an empty message.
        Ok(checked) if checked.unknown_bytes == bytes.len() as u64 => {
            return Err(Error::Foreign {
                path: path.to_owned(),
                case: case.name.clone(),
                message: case.message.clone(),
                fields: checked.unknown_fields,
            });
        }
        Ok(checked) => return Ok(Payload { bytes, checked }),
        Err(error) => (
            error,
            "give the wire bytes of this message, without framing, compression or text",
        ),
    };
    Err(Error::Payload {
        path: path.to_owned(),
        case: case.name.clone(),
        message: case.message.clone(),
        error: Box::new(error),
        remedy: remedy.to_owned(),
    })
}
