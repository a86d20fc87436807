//! Base64 texts as others write them, and a strict reader of RFC 4648 to judge by.
//!
//! Strict is what the RFC asks of a decoder that was told nothing else: the standard alphabet, padding, and
//! nothing between the symbols (sections 3.1 to 3.4). Only bits that the last symbol has too many may be
//! rejected or passed over (section 3.5).

use super::{Expect, Input, On, Value, Work};
use crate::wrap::{Engine, Standard};

/// Topic of the texts.
pub const TOPIC: &str = "base64";

/// A text as a probe; what must come of it the RFC says.
pub fn input(id: &str, says: &str, text: &[u8]) -> Input {
    Input {
        id: id.to_owned(),
        topic: TOPIC.to_owned(),
        says: says.to_owned(),
        on: On::Text,
        bytes: text.to_vec(),
        expect: expect(text),
        work: Work::Once,
    }
}

/// What RFC 4648 says of a text.
pub fn expect(text: &[u8]) -> Expect {
    match strict(text) {
        None => Expect::Reject,
        Some((bytes, true)) => Expect::Value(Value::known(bytes)),
        Some((bytes, false)) => Expect::Either(Some(Value::known(bytes))),
    }
}

/// The bytes, and whether the last symbol has no bit too many.
fn strict(text: &[u8]) -> Option<(Vec<u8>, bool)> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text
        .iter()
        .rev()
        .take(2)
        .take_while(|c| **c == b'=')
        .count();
    let symbols = &text[..text.len() - padding];
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0_u32, 0);
    for symbol in symbols {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some((bytes, held == 0))
}

/// Every crafted text.
pub fn inputs() -> Vec<Input> {
    // Has both symbols in which the alphabets differ, and ends with two signs of padding.
    let bytes: Vec<u8> = (0..64_u8).map(|at| at.wrapping_mul(83) ^ 0xfb).collect();
    let padded = Standard::encode_fresh(&bytes);
    let url = padded.replace('+', "-").replace('/', "_");
    let bare = |text: &str| text.trim_end_matches('=').to_owned();
    let lines = |end: &str| -> String {
        let lines = padded.as_bytes().chunks(20);
        lines
            .map(|line| String::from_utf8_lossy(line) + end)
            .collect()
    };
    let quads = |text: &str| -> String {
        let quads = text.as_bytes().chunks(4);
        quads
            .map(|quad| String::from_utf8_lossy(quad) + " ")
            .collect()
    };
    let half = padded.len() / 8 * 4;
    let mixed = format!("{}{}", &padded[..half], &url[half..]);
    let (middle, end) = (&padded[..half], &padded[half..]);
    let list: [(&str, &str, Vec<u8>); 23] = [
        (
            "standard",
            "the standard alphabet, padded",
            padded.clone().into(),
        ),
        ("no-padding", "padding left out", bare(&padded).into()),
        (
            "url-padded",
            "the URL-safe alphabet, padded",
            url.clone().into(),
        ),
        (
            "url-no-padding",
            "the URL-safe alphabet, padding left out",
            bare(&url).into(),
        ),
        (
            "mixed-alphabets",
            "half of it in each alphabet",
            mixed.into(),
        ),
        (
            "mime-crlf",
            "lines that end with CR LF",
            lines("\r\n").into(),
        ),
        ("pem-lf", "lines that end with LF", lines("\n").into()),
        (
            "trailing-newline",
            "an LF at the end",
            format!("{padded}\n").into(),
        ),
        (
            "trailing-space",
            "a space at the end",
            format!("{padded} ").into(),
        ),
        (
            "leading-bom",
            "a byte order mark in front",
            format!("\u{feff}{padded}").into(),
        ),
        (
            "inner-spaces",
            "a space behind every four symbols",
            quads(&padded).into(),
        ),
        (
            "trailing-bits",
            "a last symbol with bits that belong to no byte",
            b"QUJDRB==".into(),
        ),
        (
            "excess-padding",
            "one sign of padding too many",
            format!("{padded}=").into(),
        ),
        ("only-padding", "padding and nothing else", b"====".into()),
        ("single-symbol", "one symbol", b"Q".into()),
        (
            "one-symbol-more",
            "a symbol more than a multiple of four",
            b"QUJDR".into(),
        ),
        (
            "padding-inside",
            "two padded texts in a row",
            b"QUI=QUI=".into(),
        ),
        (
            "data-uri",
            "the head of a data URI left on",
            format!("data:;base64,{padded}").into(),
        ),
        (
            "percent-encoded",
            "percent-encoding not undone",
            padded
                .replace('+', "%2B")
                .replace('/', "%2F")
                .replace('=', "%3D")
                .into(),
        ),
        (
            "plus-as-space",
            "every plus made a space",
            padded.replace('+', " ").into(),
        ),
        (
            "nul-inside",
            "a NUL inside",
            [middle, "\0", end].concat().into(),
        ),
        (
            "high-byte",
            "the byte C3 in the place of a symbol",
            [middle.as_bytes(), b"\xc3", &end.as_bytes()[1..]].concat(),
        ),
        ("empty", "no text is no bytes", Vec::new()),
    ];
    let mut all: Vec<Input> = list
        .into_iter()
        .map(|(name, says, text)| input(&format!("base64-{name}"), says, &text))
        .collect();
    all.extend(long());
    all
}

/// Odd symbols in a long text, where engines take many symbols at a time: in the first block, in the middle,
/// in the last, and in what is left behind them.
fn long() -> Vec<Input> {
    let bytes: Vec<u8> = (0..3_001_u32).map(|at| (at * 131 % 251) as u8).collect();
    let text = Standard::encode_fresh(&bytes).into_bytes();
    let mut all = vec![input("base64-long", "4,004 symbols, all right", &text)];
    let places = [
        ("first", 5),
        ("block-edge", 63),
        ("middle", 2_001),
        ("last", text.len() - 70),
        ("rest", text.len() - 6),
    ];
    let odd = [
        ("url", b'-', "a URL-safe symbol"),
        ("space", b' ', "a space"),
        ("pad", b'=', "padding"),
        ("high", 0xc3, "the byte C3"),
        ("nul", 0, "a NUL"),
        ("below", b'@', "the character before A"),
    ];
    for (place, at) in places {
        for (name, symbol, what) in odd {
            let mut text = text.clone();
            text[at] = symbol;
            let says = format!("{what} in the place of symbol {at} of 4,004");
            all.push(input(&format!("base64-{name}-{place}"), &says, &text));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_strict_is_accepted() {
        let mut accepted = Vec::new();
        for input in inputs() {
            match input.expect {
                Expect::Value(_) => accepted.push(input.id),
                Expect::Either(_) => assert_eq!(input.id, "base64-trailing-bits"),
                _ => {}
            }
        }
        assert_eq!(accepted, ["base64-standard", "base64-empty", "base64-long"]);
    }

    #[test]
    fn the_crafted_payload_has_both_odd_symbols() {
        let text = &inputs()[0].bytes;
        assert!(text.contains(&b'+') && text.contains(&b'/') && text.ends_with(b"=="));
        assert_eq!(inputs().len(), 54);
    }

    #[test]
    fn it_reads_what_the_crate_writes() {
        for length in 0..100_u8 {
            let bytes: Vec<u8> = (0..length).map(|at| at.wrapping_mul(71)).collect();
            let text = Standard::encode_fresh(&bytes);
            assert_eq!(strict(text.as_bytes()), Some((bytes, true)));
        }
    }
}
