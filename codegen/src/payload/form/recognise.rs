//! All forms tried against a message, the best reading taken, the others told.

use prost_reflect::MessageDescriptor;

use super::fit::{Fit, Miss, fit_all};
use super::reading::{Inner, Reading, Trial};
use super::{Form, FormError, Recognised, base64, data, delimited, frame, json, text};
use crate::payload::MAX_PAYLOAD;

/// Recognises the form of a payload by its content, and reads it.
///
/// # Errors
/// When no form of the message fits: why the likeliest do not.
pub fn recognise(bytes: &[u8], message: &MessageDescriptor) -> Result<Recognised, FormError> {
    limits(bytes)?;
    if let Some(encoding) = utf16(bytes) {
        return Err(FormError::Nothing {
            message: message.full_name().to_owned(),
            reasons: Vec::new(),
            remedy: format!("this is {encoding} text: save it as UTF-8"),
        });
    }
    let mut trials = unpack(bytes);
    if json::looks_like(bytes) {
        trials.push(json::read(bytes, message));
    }
    if is_text(bytes) {
        trials.push(text::read(bytes, message));
    }
    let (fits, misses) = fit_all(trials, message, is_text(bytes));
    take(fits, message).ok_or_else(|| FormError::Nothing {
        message: message.full_name().to_owned(),
        reasons: likeliest(bytes, message, misses),
        remedy: remedy(bytes).to_owned(),
    })
}

/// Reads a payload whose form is known.
///
/// # Errors
/// When it is not that form of the message.
pub fn read_as(
    form: Form,
    bytes: &[u8],
    message: &MessageDescriptor,
) -> Result<Recognised, FormError> {
    limits(bytes)?;
    let trials = match form {
        Form::Wire => vec![Ok(Reading::wire(bytes))],
        Form::Delimited => vec![delimited::read(bytes)],
        Form::Grpc => vec![frame::read(bytes)],
        Form::Json => vec![json::read(bytes, message)],
        Form::Text => vec![text::read(bytes, message)],
        Form::JsonData => data::read(bytes),
        Form::Base64 => base64::read(bytes),
        Form::GrpcWebText => {
            let mut trials = base64::read(bytes);
            trials.retain(|trial| match trial {
                Ok(reading) => reading.inner == Inner::Grpc,
                Err(_) => true,
            });
            if trials.is_empty() {
                trials.push(Err(FormError::new(
                    form,
                    None,
                    "the base64 text holds no gRPC frames",
                    "give the format `base64` if it holds a message",
                )));
            }
            trials
        }
    };
    let trials = trials
        .into_iter()
        .map(|trial| rename(trial, form))
        .collect();
    let (fits, misses) = fit_all(trials, message, true);
    take(fits, message).ok_or_else(|| {
        let first = misses.into_iter().next();
        first.map_or(FormError::Empty, |miss| miss.error)
    })
}

/// Says the form that was asked for, where base64 reads as one of two.
fn rename(trial: Trial<'_>, form: Form) -> Trial<'_> {
    match trial {
        Ok(reading) => Ok(Reading { form, ..reading }),
        Err(FormError::Form {
            at, what, remedy, ..
        }) => Err(FormError::Form {
            form,
            at,
            what,
            remedy,
        }),
        other => other,
    }
}

pub(super) fn limits(bytes: &[u8]) -> Result<(), FormError> {
    if bytes.is_empty() {
        return Err(FormError::Empty);
    }
    if bytes.len() as u64 > MAX_PAYLOAD {
        return Err(FormError::TooLong(bytes.len()));
    }
    Ok(())
}

/// What a payload may be, whatever the message.
pub(super) fn unpack(bytes: &[u8]) -> Vec<Trial<'_>> {
    let mut trials = vec![
        Ok(Reading::wire(bytes)),
        frame::read(bytes),
        delimited::read(bytes),
    ];
    if json::looks_like(bytes) {
        trials.extend(data::read(bytes));
    } else if is_text(bytes) || is_mostly_symbols(bytes) {
        trials.extend(base64::read(bytes));
    }
    trials
}

/// Whether bytes are base64 text but for a few: then what is wrong with these is worth telling.
fn is_mostly_symbols(bytes: &[u8]) -> bool {
    let symbol = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/-_=%\r\n".contains(byte);
    bytes.iter().filter(symbol).count() * 20 >= bytes.len() * 19
}

/// Whether bytes look like a text that a person could read: a message rarely does.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
        && bytes
            .iter()
            .all(|byte| !byte.is_ascii_control() || matches!(byte, b'\n' | b'\r' | b'\t'))
}

fn utf16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, _, 0, ..] => Some("UTF-16"),
        [0xfe, 0xff, 0, _, ..] => Some("UTF-16 (big-endian)"),
        _ => None,
    }
}

/// Takes the best, and notes what else there is.
fn take(fits: Vec<Fit<'_>>, message: &MessageDescriptor) -> Option<Recognised> {
    /// With more unknown bytes than this, of a thousand, a second reading is more likely an accident than a choice.
    const ACCIDENT: u64 = 500;
    let mut fits = fits.into_iter();
    let best = fits.next()?;
    let taken = best.reading;
    let mut notes = taken.notes.clone();
    if best.unknown_fields > 0 {
        notes.push(format!(
            "`{}` does not know {} in it",
            message.full_name(),
            super::count(best.unknown_fields as usize, "field")
        ));
    }
    for other in fits.filter(|fit| fit.unknown_share <= ACCIDENT) {
        let unknown = match other.unknown_fields {
            0 => String::new(),
            n => format!(", with {n} unknown fields"),
        };
        let force = if other.reading.form == taken.form {
            "take it apart first if that is what it is".to_owned()
        } else {
            format!("`--format {}` forces that", other.reading.form)
        };
        notes.push(format!(
            "taken as {}; also reads as {}{unknown}: {force}",
            taken.how, other.reading.how
        ));
    }
    Some(Recognised {
        messages: taken.messages().map(<[u8]>::to_vec).collect(),
        form: taken.form,
        how: taken.how,
        notes,
    })
}

/// The errors of the forms that the payload looks like, one of each, those first that read most of it.
fn likeliest(bytes: &[u8], message: &MessageDescriptor, misses: Vec<Miss>) -> Vec<FormError> {
    // No text, and no message in wire bytes, begins with the flag of a frame.
    let framed = frame::looks_framed(bytes) || frame::looks_cut_off(bytes);
    let forms: &[Form] = if framed {
        &[Form::Grpc, Form::Wire]
    } else if json::looks_like(bytes) {
        &[Form::Json, Form::JsonData]
    } else if is_mostly_symbols(bytes) {
        &[Form::Base64, Form::GrpcWebText]
    } else if is_text(bytes) {
        &[Form::Text, Form::Base64]
    } else {
        &[Form::Wire, Form::Delimited]
    };
    let of = |form: &Form| {
        let miss = misses
            .iter()
            .find(|miss| miss.error.form() == Some(*form))?;
        let reached = match form {
            Form::Delimited => delimited::reached(bytes, message),
            _ => miss.reached,
        };
        Some((reached, miss.error.clone()))
    };
    let mut reasons: Vec<(usize, FormError)> = forms.iter().filter_map(of).collect();
    if !framed {
        reasons.sort_by_key(|(reached, _)| std::cmp::Reverse(*reached));
    }
    let furthest = reasons.iter().map(|(reached, _)| *reached).max();
    if furthest > Some(bytes.len() / 2) {
        // Beside one that read most of it, one that read next to nothing is no explanation.
        let mut first = true;
        reasons.retain(|(reached, _)| std::mem::take(&mut first) || reached * 20 >= bytes.len());
    }
    let mut reasons: Vec<FormError> = reasons.into_iter().map(|(_, error)| error).collect();
    if reasons.is_empty() {
        reasons.extend(misses.into_iter().take(1).map(|miss| miss.error));
    }
    reasons
}

fn remedy(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x1f, 0x8b, ..] => "it begins like gzip: decompress it first",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "it begins like zstd: decompress it first",
        _ => "give the message that it is, or the form with `--format`",
    }
}
