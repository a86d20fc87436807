//! Base64 text, in whatever dress it comes: either alphabet, padded or not, wrapped, percent-encoded, in pieces.
//!
//! Lenient where the bytes are certain, and then with a note; an error wherever bytes would have to be guessed.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::dress::undress;
use super::reading::{Inner, Reading, Trial};
use super::{Form, FormError, MAX_MESSAGES, Spot, count};

/// Padding and the spare bits of the last symbol are looked at here, so the engine need not.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone),
);

/// The widths at which tools wrap base64.
const WRAPS: [usize; 5] = [60, 64, 70, 72, 76];

/// Bytes from a text.
pub(super) struct Decoded {
    pub(super) bytes: Vec<u8>,
    /// For people: alphabet, padding, lines.
    pub(super) how: String,
    pub(super) notes: Vec<String>,
    /// How many texts were joined, padding between them.
    pieces: usize,
}

/// Why a text is not base64.
pub(super) struct Bad {
    pub(super) offset: usize,
    pub(super) what: String,
    pub(super) remedy: &'static str,
}

/// Everything that a text may be as base64: one text or one a line, of wire bytes, frames or a stream.
pub(super) fn read(bytes: &[u8]) -> Vec<Trial<'static>> {
    let (text, notes) = match undress(bytes) {
        Ok(undressed) => undressed,
        Err(bad) => return vec![Err(error(bytes, bad))],
    };
    let mut trials = Vec::new();
    let lines = lines(&text);
    let whole = decode(&text);
    let wrapped = lines.is_none() || is_wrapped(&text);
    if let Some(mut lines) = lines {
        lines.rank = u8::from(wrapped);
        trials.extend(lines.with_inner());
    }
    match whole {
        Ok(decoded) => {
            let length = decoded.bytes.len();
            let parts = std::iter::once(0..length).collect();
            let mut whole = Reading::new(Form::Base64, decoded.how, decoded.bytes, parts);
            whole.notes = decoded.notes;
            whole.rank = u8::from(!wrapped);
            let mut inner = whole.with_inner();
            for reading in inner.iter_mut().flatten() {
                // Only gRPC-web sends trailers in the body, and joins padded texts.
                let trailers = reading.notes.iter().any(|note| note.contains("trailers"));
                if reading.inner == Inner::Grpc && (decoded.pieces > 1 || trailers) {
                    reading.form = Form::GrpcWebText;
                }
            }
            trials.extend(inner);
        }
        Err(bad) if trials.is_empty() => trials.push(Err(error(&text, bad))),
        Err(_) => {}
    }
    for reading in trials.iter_mut().flatten() {
        reading.notes.splice(0..0, notes.iter().cloned());
    }
    trials
}

fn error(text: &[u8], bad: Bad) -> FormError {
    let at = Some(Spot::of(text, bad.offset));
    FormError::new(Form::Base64, at, bad.what, bad.remedy)
}

/// Several texts, one a line, each of which decodes.
fn lines(text: &[u8]) -> Option<Reading<'static>> {
    let lines: Vec<&[u8]> = nonempty_lines(text).take(MAX_MESSAGES + 1).collect();
    if lines.len() < 2 || lines.len() > MAX_MESSAGES {
        return None;
    }
    let mut data = Vec::new();
    let mut parts = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    for line in &lines {
        let decoded = decode(line).ok()?;
        let start = data.len();
        data.extend(decoded.bytes);
        parts.push(start..data.len());
        for note in decoded.notes {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    let how = format!("base64, {} texts, one a line", lines.len());
    Some(Reading {
        notes,
        ..Reading::new(Form::Base64, how, data, parts)
    })
}

/// Whether lines look like one text that was wrapped: full lines, then a shorter one, padding only at its end.
fn is_wrapped(text: &[u8]) -> bool {
    let lengths: Vec<usize> = nonempty_lines(text).map(<[u8]>::len).collect();
    let count = lengths.len();
    let inner_padding = nonempty_lines(text)
        .take(count.saturating_sub(1))
        .any(|line| line.contains(&b'='));
    match lengths.split_last() {
        Some((last, full)) if !inner_padding => {
            let width = full.first().copied().unwrap_or(*last);
            full.iter().all(|length| *length == width)
                && (*last < width || (*last == width && WRAPS.contains(&width)))
        }
        _ => false,
    }
}

fn nonempty_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
}

/// What a text is made of.
#[derive(Default)]
struct Symbols {
    /// In the standard alphabet, without padding or white space.
    symbols: Vec<u8>,
    /// Where each piece ends in them, and the padding after it.
    pieces: Vec<(usize, usize)>,
    standard: bool,
    url: bool,
    newlines: usize,
    spaces: usize,
}

/// Decodes a text without anything around it.
pub(super) fn decode(text: &[u8]) -> Result<Decoded, Bad> {
    let found = scan(text)?;
    let mut notes = Vec::new();
    let mut bytes = Vec::with_capacity(found.symbols.len() / 4 * 3 + 3);
    let mut start = 0;
    let last = found.pieces.len() - 1;
    for (index, &(end, padding)) in found.pieces.iter().enumerate() {
        let symbols = &found.symbols[start..end];
        let spare = symbols.len() % 4;
        let wanted = (4 - spare) % 4;
        let bad = |what: String, remedy| Bad {
            offset: text.len(),
            what,
            remedy,
        };
        let again = "copy the whole text again";
        if spare == 1 {
            let what = format!(
                "{}, 1 more than a multiple of 4: some are missing",
                count(symbols.len(), "symbol")
            );
            return Err(bad(what, again));
        }
        if found.spaces > 0 && padding != wanted {
            let what = "spaces inside, and not a whole number of quads".to_owned();
            return Err(bad(what, SPACES));
        }
        if padding > wanted && !(index == last && wanted > 0 && padding == wanted + 1) {
            let what = format!("{padding} `=` where {wanted} belong");
            return Err(bad(what, again));
        }
        if padding > wanted {
            notes.push("one `=` too many at the end was ignored".to_owned());
        } else if padding > 0 && padding < wanted {
            notes.push("one `=` is missing at the end".to_owned());
        }
        let bits = symbols.last().map_or(0, |&symbol| value(symbol));
        if spare > 0 && bits & if spare == 2 { 0x0f } else { 0x03 } != 0 {
            let note = "unused bits of the last symbol are set: ignored".to_owned();
            // Of a thousand pieces, each may have some.
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        let decoded = ENGINE.decode_vec(symbols, &mut bytes);
        // The scan let nothing through that the engine refuses; if it does all the same, it is an error.
        decoded.map_err(|error| bad(error.to_string(), again))?;
        start = end;
    }
    if found.spaces > 0 {
        notes.push(format!(
            "{} between quads removed",
            count(found.spaces, "space")
        ));
    }
    let pieces = found.pieces.len();
    if pieces > 1 {
        notes.push(format!("{pieces} base64 texts were joined"));
    }
    if found.standard && found.url {
        notes.push("both base64 alphabets occur in the text".to_owned());
    }
    let alphabet = match (found.standard, found.url) {
        (true, true) => "mixed alphabets",
        (false, true) => "URL-safe alphabet",
        (true, false) => "standard alphabet",
        (false, false) => "either alphabet",
    };
    let padding = match found.pieces[last] {
        (_, 0) if found.symbols.len().is_multiple_of(4) => "no padding needed",
        (_, 0) => "no padding",
        _ => "padded",
    };
    let lines = match found.newlines {
        0 => String::new(),
        n => format!(", in {} lines", n + 1),
    };
    Ok(Decoded {
        bytes,
        how: format!("base64, {alphabet}, {padding}{lines}"),
        notes,
        pieces,
    })
}

const SPACES: &str = "if a query string was decoded here, its `+` became spaces: put them back, or copy the text again";

fn scan(text: &[u8]) -> Result<Symbols, Bad> {
    let text = text.trim_ascii();
    let mut found = Symbols {
        symbols: Vec::with_capacity(text.len()),
        ..Symbols::default()
    };
    let (mut start, mut padding) = (0, 0);
    for (offset, &byte) in text.iter().enumerate() {
        let bad = |what: String, remedy| {
            Err(Bad {
                offset,
                what,
                remedy,
            })
        };
        let symbol = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => byte,
            b'+' | b'/' => {
                found.standard = true;
                byte
            }
            b'-' | b'_' => {
                found.url = true;
                if byte == b'-' { b'+' } else { b'/' }
            }
            b'=' => {
                padding += 1;
                continue;
            }
            b'\n' => {
                found.newlines += 1;
                continue;
            }
            b'\r' => continue,
            b' ' | b'\t' => {
                let before = text[..offset].iter().rposition(|&byte| byte == b'\n');
                let indent = text[before.map_or(0, |at| at + 1)..offset]
                    .iter()
                    .all(|byte| matches!(byte, b' ' | b'\t'));
                let trailing = text[offset..]
                    .iter()
                    .find(|byte| !matches!(byte, b' ' | b'\t'))
                    .is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
                if indent || trailing {
                    continue;
                }
                if !(found.symbols.len() - start).is_multiple_of(4) {
                    return bad("a space inside a quad of base64".to_owned(), SPACES);
                }
                found.spaces += 1;
                continue;
            }
            other => {
                let what = format!("byte {other:#04x} is no base64 symbol");
                return bad(what, "give base64 text and nothing else");
            }
        };
        if padding > 0 {
            let end = found.symbols.len();
            if (end - start) % 4 + padding != 4 {
                let what = format!("{padding} `=` in the middle that do not end a text");
                return bad(what, "give one text, or several that are each whole");
            }
            found.pieces.push((end, padding));
            (start, padding) = (end, 0);
        }
        found.symbols.push(symbol);
    }
    if found.symbols.is_empty() {
        return Err(Bad {
            offset: 0,
            what: "no base64 symbols".to_owned(),
            remedy: "give base64 text that holds at least one byte",
        });
    }
    found.pieces.push((found.symbols.len(), padding));
    Ok(found)
}

fn value(symbol: u8) -> u8 {
    match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        _ => 63,
    }
}
