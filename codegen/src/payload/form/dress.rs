//! What base64 text has around it: a byte order mark, quotes, the prefix of a data URI, percent-encoding.

use std::borrow::Cow;

use super::base64::Bad;

/// Takes off what is around base64 text, and says what that was.
pub(super) fn undress(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, Vec<String>), Bad> {
    let mut notes = Vec::new();
    let mut text = bytes;
    if let Some(rest) = text.strip_prefix(b"\xef\xbb\xbf") {
        text = rest;
        notes.push("a UTF-8 byte order mark at the start was skipped".to_owned());
    }
    text = text.trim_ascii();
    if let [b'"', inner @ .., b'"'] = text {
        text = inner;
        notes.push("the quotes around the text were taken off".to_owned());
    }
    let head = &text[..text.len().min(256)];
    if head.len() >= 5 && head[..5].eq_ignore_ascii_case(b"data:") {
        let comma = head.iter().position(|&byte| byte == b',');
        let Some(comma) = comma.filter(|&comma| head[..comma].ends_with(b";base64")) else {
            return Err(Bad {
                offset: 0,
                what: "a data URI that does not say `;base64,`".to_owned(),
                remedy: "give the base64 text alone",
            });
        };
        text = &text[comma + 1..];
        notes.push("the prefix of a data URI was taken off".to_owned());
    }
    let mut text = Cow::Borrowed(text);
    if text.contains(&b'%') {
        let broken = text.iter().enumerate().find(|(at, byte)| {
            **byte == b'%'
                && !text
                    .get(at + 1..at + 3)
                    .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
        });
        if let Some((offset, _)) = broken {
            return Err(Bad {
                offset,
                what: "a `%` that is no percent-encoding".to_owned(),
                remedy: "give base64 text, plain or percent-encoded",
            });
        }
        text = Cow::Owned(percent_encoding::percent_decode(&text).collect());
        notes.push("the text was percent-encoded: that was undone first".to_owned());
    }
    Ok((text, notes))
}
