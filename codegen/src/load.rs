//! From a case to the bytes that it measures.

use std::path::Path;

use prost_reflect::MessageDescriptor;

use crate::error::Error;
use crate::limits::MAX_PASS_BYTES;
use crate::payload::{Checked, MAX_PAYLOAD, check, generate};
use crate::read::{self, Wanted};
use crate::suite::{Case, Part, Source};

/// The bytes of a case, or one file of its mix, and what is in them.
#[derive(Clone, Debug)]
pub struct Payload {
    /// Wire bytes: never empty, and valid for the message.
    pub bytes: Vec<u8>,
    /// What is in them.
    pub checked: Checked,
    /// How often a pass over the mix has it; 1 where there is no mix.
    pub weight: u32,
}

const WANTED: Wanted<'static> = Wanted {
    role: "payload",
    most: MAX_PAYLOAD,
    otherwise: "give a file that can be read",
    too_large: "give a smaller payload",
};

/// Reads or generates the payloads of a case and checks them: one, or those of its mix.
///
/// # Errors
/// When a file cannot be read, is empty or too long, or is not an encoding of the message; when the
/// generator cannot do what the case asks for; when a mix is too long as a whole.
pub fn payloads(case: &Case, message: &MessageDescriptor) -> Result<Vec<Payload>, Error> {
    match &case.source {
        Source::File(path) => Ok(vec![file(case, message, path, 1)?]),
        Source::Mix(parts) => {
            let (mut held, mut pass) = (0, 0);
            let mut payloads = Vec::new();
            for part in parts {
                let payload = file(case, message, &part.file, part.weight)?;
                let bytes = payload.bytes.len() as u64;
                held += bytes;
                pass += bytes * u64::from(part.weight);
                if held > MAX_PAYLOAD {
                    let what = format!(
                        "up to this one the payloads have {held} bytes, more than {MAX_PAYLOAD}"
                    );
                    return Err(too_large(case, part, &what, "give smaller ones, or fewer"));
                }
                if pass > MAX_PASS_BYTES {
                    let what = format!(
                        "up to this payload a pass over the mix has {pass} bytes, more than {MAX_PASS_BYTES}"
                    );
                    let remedy = "give smaller weights, smaller payloads or fewer";
                    return Err(too_large(case, part, &what, remedy));
                }
                payloads.push(payload);
            }
            Ok(payloads)
        }
        Source::Generate(how) => {
            let bytes = generate(message, how).map_err(|error| Error::Generate {
                at: Box::new(error.at.clone().unwrap_or_else(|| case.source_at.clone())),
                case: case.name.clone(),
                message: case.message.clone(),
                error: Box::new(error),
            })?;
            Ok(vec![checked(case, message, &case.at.path, bytes, 1)?])
        }
    }
}

fn too_large(case: &Case, part: &Part, what: &str, remedy: &str) -> Error {
    Error::Suite {
        at: Box::new(part.at.clone()),
        what: format!("case `{}`: {what}", case.name),
        remedy: remedy.to_owned(),
    }
}

fn file(
    case: &Case,
    message: &MessageDescriptor,
    path: &Path,
    weight: u32,
) -> Result<Payload, Error> {
    let bytes = read::whole(path, &WANTED)?;
    checked(case, message, path, bytes, weight)
}

/// `path` is the payload file, or the suite file of one that was generated.
fn checked(
    case: &Case,
    message: &MessageDescriptor,
    path: &Path,
    bytes: Vec<u8>,
    weight: u32,
) -> Result<Payload, Error> {
    if bytes.is_empty() {
        return Err(Error::EmptyPayload {
            path: path.to_owned(),
            case: case.name.clone(),
            remedy: match &case.source {
                Source::File(_) | Source::Mix(_) => {
                    "give a payload with at least one field".to_owned()
                }
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
        Ok(checked) => {
            return Ok(Payload {
                bytes,
                checked,
                weight,
            });
        }
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
