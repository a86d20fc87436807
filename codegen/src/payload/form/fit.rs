//! Whether a reading fits a message, and which of several that do is the best.

use prost_reflect::MessageDescriptor;

use super::reading::{Inner, MAX_NOTES, Reading, Trial};
use super::{Form, FormError, Spot};
use crate::payload::{Checked, Reason, WireError, check};

/// A reading that is valid for the message.
pub(super) struct Fit<'a> {
    pub(super) reading: Reading<'a>,
    pub(super) unknown_fields: u64,
    /// Of a thousand bytes, how many belong to unknown fields.
    pub(super) unknown_share: u64,
    order: u8,
}

impl Fit<'_> {
    /// What decides: no unknown fields, then few, then the form, then what is in it.
    fn key(&self) -> (bool, u64, u8, Inner, u8) {
        (
            self.unknown_fields > 0,
            self.unknown_share,
            self.order,
            self.reading.inner,
            self.reading.rank,
        )
    }
}

/// Why a trial is no reading that fits, and how far it got.
pub(super) struct Miss {
    pub(super) error: FormError,
    /// How many bytes were read before the error, where those of the file can be counted.
    pub(super) reached: usize,
}

impl From<FormError> for Miss {
    fn from(error: FormError) -> Self {
        Self { error, reached: 0 }
    }
}

/// Every reading checked: those that fit, the best first, and why the others do not.
pub(super) fn fit_all<'a>(
    trials: Vec<Trial<'a>>,
    message: &MessageDescriptor,
    text: bool,
) -> (Vec<Fit<'a>>, Vec<Miss>) {
    let mut fits = Vec::new();
    let mut misses = Vec::new();
    for trial in trials {
        match trial
            .map_err(Miss::from)
            .and_then(|reading| fit(reading, message, text))
        {
            Ok(fit) => fits.push(fit),
            Err(miss) => misses.push(miss),
        }
    }
    fits.sort_by_key(Fit::key);
    (fits, misses)
}

/// Checks every message of a reading.
fn fit<'a>(
    mut reading: Reading<'a>,
    message: &MessageDescriptor,
    text: bool,
) -> Result<Fit<'a>, Miss> {
    let form = reading.form;
    let (mut unknown_fields, mut unknown_bytes, mut total) = (0, 0, 0);
    let mut kept = Vec::new();
    let mut first = None;
    for (index, part) in reading.parts.iter().enumerate() {
        match validate(form, message, &reading.data[part.clone()]) {
            Ok(checked) => {
                unknown_fields += checked.unknown_fields;
                unknown_bytes += checked.unknown_bytes;
                total += part.len() as u64;
                kept.push(part.clone());
            }
            Err((what, remedy, offset)) => {
                let at = match reading.labels.get(index) {
                    Some(label) => Some(Spot::Member(label.clone())),
                    None => (reading.parts.len() > 1).then_some(Spot::Message(index + 1)),
                };
                // A document may have other members named `data`: each must stand for itself.
                if let (Form::JsonData, Some(Spot::Member(label))) = (form, &at)
                    && reading.notes.len() < MAX_NOTES
                {
                    let note = format!("{label} was skipped: {what}");
                    reading.notes.push(note);
                }
                let error = FormError::new(form, at, what, remedy);
                if form != Form::JsonData {
                    let reached = match form {
                        Form::Wire | Form::Delimited | Form::Grpc => part.start + offset,
                        _ => 0,
                    };
                    return Err(Miss { error, reached });
                }
                first.get_or_insert(error);
            }
        }
    }
    if let (true, Some(error)) = (kept.is_empty(), first) {
        return Err(error.into());
    }
    if total == 0 {
        let what = match kept.len() {
            0 | 1 => "an empty message: nothing to measure".to_owned(),
            n => format!("{n} messages, all empty: nothing to measure"),
        };
        let remedy = "give a message with at least one field";
        return Err(FormError::new(form, None, what, remedy).into());
    }
    if unknown_bytes == total {
        return Err(FormError::new(
            form,
            None,
            format!("`{}` knows none of the fields in it", message.full_name()),
            "give the message that it is an encoding of",
        )
        .into());
    }
    reading.parts = kept;
    Ok(Fit {
        order: order(form, text),
        reading,
        unknown_fields,
        unknown_share: unknown_bytes * 1000 / total,
    })
}

/// What a codec could not hold is no message here: why, what to do, and at which of its bytes.
fn validate(
    form: Form,
    message: &MessageDescriptor,
    bytes: &[u8],
) -> Result<Checked, (String, &'static str, usize)> {
    let name = message.full_name();
    let (error, remedy) = match check(message, bytes) {
        Ok(Checked {
            invalid_utf8: Some(error),
            ..
        }) => (
            error,
            "Rust strings are UTF-8, so no codec here can hold it: declare the field as bytes",
        ),
        Ok(checked) => return Ok(checked),
        Err(error) => (error, "give whole messages of this type"),
    };
    // The offset in the error counts what the form held, which is not what is in the file.
    let whose = match form {
        Form::Wire | Form::Delimited | Form::Grpc => "",
        _ => "its bytes are ",
    };
    let cut = match form == Form::Wire && looks_cut_off(&error, bytes.len()) {
        true => ": the file looks cut off",
        false => "",
    };
    let what = format!("{whose}not a valid `{name}`: {error}{cut}");
    Err((what, remedy, error.offset))
}

/// Whether more than half of the bytes were right, and the rest only too short.
fn looks_cut_off(error: &WireError, total: usize) -> bool {
    /// A tag and a length, or a varint, may be behind the offset of an error.
    const HEAD: usize = 15;
    let left = match error.reason {
        Reason::LongLength { left, .. } | Reason::TruncatedFixed { left, .. } => left,
        Reason::TruncatedVarint | Reason::OpenGroup(_) => 0,
        _ => return false,
    };
    error.offset > total / 2 && error.offset + left + HEAD >= total
}

/// Which form has the first right among those that fit equally. In a readable text, names that match or base64
/// that decodes to a message are no accident, while wire bytes without a control character nearly always are.
fn order(form: Form, text: bool) -> u8 {
    const TEXT: [Form; 8] = [
        Form::Json,
        Form::Text,
        Form::GrpcWebText,
        Form::Base64,
        Form::JsonData,
        Form::Wire,
        Form::Grpc,
        Form::Delimited,
    ];
    const BINARY: [Form; 8] = [
        Form::Wire,
        Form::Grpc,
        Form::Delimited,
        Form::Json,
        Form::Text,
        Form::GrpcWebText,
        Form::Base64,
        Form::JsonData,
    ];
    let order = if text { TEXT } else { BINARY };
    order.iter().position(|one| *one == form).unwrap_or(0) as u8
}
