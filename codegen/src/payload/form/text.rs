//! The text format of a message.

use std::collections::BTreeSet;

use miette::Diagnostic;
use prost::Message;
use prost_reflect::text_format::ParseError;
use prost_reflect::{DynamicMessage, MessageDescriptor};

use super::order::sort_maps;
use super::reading::{Reading, Trial};
use super::{Form, FormError, MAX_TEXT_NESTING, Spot};
use crate::error::one_line;
use crate::nearest::nearest;
use crate::payload::MAX_PAYLOAD;
use crate::schema::guard::quietly;

/// Reads the message.
pub(super) fn read(bytes: &[u8], message: &MessageDescriptor) -> Trial<'static> {
    let form = Form::Text;
    let source = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let error = |at: Option<usize>, what: String, remedy: String| {
        FormError::new(form, at.map(|at| Spot::of(source, at)), what, remedy)
    };
    let text = std::str::from_utf8(source).map_err(|utf8| {
        let remedy = "give text format in UTF-8, other bytes in strings escaped";
        error(
            Some(utf8.valid_up_to()),
            "not UTF-8".to_owned(),
            remedy.to_owned(),
        )
    })?;
    if let Some(deep) = outline(text.as_bytes()).too_deep {
        return Err(error(
            Some(deep),
            format!("messages are nested more than {MAX_TEXT_NESTING} deep"),
            "give a flatter message".to_owned(),
        ));
    }
    let encoded = quietly(|| {
        let parsed = DynamicMessage::parse_text_format(message.clone(), text)?;
        let mut bytes = Vec::new();
        if parsed.encoded_len() as u64 <= MAX_PAYLOAD {
            bytes = parsed.encode_to_vec();
        }
        sort_maps(message, &mut bytes);
        Ok::<_, ParseError>((parsed.encoded_len(), bytes))
    });
    let encoded = encoded.map_err(|panic| {
        let remedy = "give the payload in another form, and please report this";
        let what = format!("prost-reflect panicked: {panic}");
        error(None, what, remedy.to_owned())
    })?;
    let (length, data) = encoded.map_err(|parse| {
        let at = parse
            .labels()
            .and_then(|mut labels| labels.next())
            .map(|label| label.offset());
        let what = one_line(&parse.to_string());
        let remedy = remedy(&what, message);
        error(at.or(Some(source.len())), what, remedy)
    })?;
    if length as u64 > MAX_PAYLOAD {
        return Err(FormError::TooLong(length));
    }
    let parts = std::iter::once(0..data.len()).collect();
    let mut reading = Reading::new(form, "text format", data, parts);
    if source.len() < bytes.len() {
        let note = "a UTF-8 byte order mark at the start was skipped";
        reading.notes.push(note.to_owned());
    }
    Ok(reading)
}

fn remedy(what: &str, message: &MessageDescriptor) -> String {
    // The error names the message that lacks the field, which need not be the outermost.
    let near = || {
        let (field, rest) = what.strip_prefix("field '")?.split_once('\'')?;
        let owner = rest.rsplit_once(" '")?.1.trim_end_matches('\'');
        let owner = message.parent_pool().get_message_by_name(owner)?;
        let names: Vec<String> = owner
            .fields()
            .map(|field| field.name().to_owned())
            .collect();
        let near = nearest(field, names.iter().map(String::as_str), 1);
        Some(format!("did you mean `{}`?", near.first()?))
    };
    near().unwrap_or_else(|| format!("give the text format of `{}`", message.full_name()))
}

/// What a glance at text format shows.
#[derive(Default)]
pub(super) struct Outline {
    /// The names of the outermost fields; extensions are left out.
    pub(super) names: BTreeSet<String>,
    /// Where it is nested deeper than allowed.
    pub(super) too_deep: Option<usize>,
}

/// Looks at names and nesting, and at nothing else: what is wrong otherwise is the parser's to say.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut outline = Outline::default();
    let (mut depth, mut brackets) = (0_usize, 0_usize);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let skip = match rest[0] {
            b'#' => end(rest, |byte| byte == b'\n'),
            quote @ (b'"' | b'\'') => string(rest, quote),
            b'{' | b'<' => {
                depth += 1;
                if depth > MAX_TEXT_NESTING {
                    outline.too_deep = Some(at);
                    return outline;
                }
                1
            }
            b'}' | b'>' => {
                depth = depth.saturating_sub(1);
                1
            }
            b'[' => {
                brackets += 1;
                1
            }
            b']' => {
                brackets = brackets.saturating_sub(1);
                1
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let length = end(rest, |byte| !(byte.is_ascii_alphanumeric() || byte == b'_'));
                let follows = rest[length..].trim_ascii_start().first();
                if depth == 0 && brackets == 0 && matches!(follows, Some(b':' | b'{' | b'<')) {
                    let name = String::from_utf8_lossy(&rest[..length]);
                    outline.names.insert(name.into_owned());
                }
                length
            }
            _ => 1,
        };
        at += skip;
    }
    outline
}

fn end(text: &[u8], is_end: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|&byte| is_end(byte))
        .unwrap_or(text.len())
}

/// The length of a string with its quotes; one that does not end ends with its line.
fn string(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'\n' => break,
            byte if byte == quote => break,
            _ => {}
        }
    }
    at.min(text.len())
}
