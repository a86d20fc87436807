//! The contents of strings and bytes.
//!
//! All but `uuid` come out at exactly the length asked for, and a longer text begins like a shorter one.

use super::Content;
use super::rng::Rng;

/// Common English words of mixed length: text that compresses and compares as text does.
const WORDS: [&str; 64] = [
    "a",
    "about",
    "account",
    "after",
    "again",
    "all",
    "and",
    "answer",
    "at",
    "be",
    "before",
    "between",
    "by",
    "change",
    "city",
    "close",
    "country",
    "day",
    "different",
    "each",
    "end",
    "every",
    "find",
    "first",
    "for",
    "from",
    "give",
    "good",
    "great",
    "group",
    "hand",
    "have",
    "house",
    "important",
    "in",
    "is",
    "it",
    "large",
    "last",
    "line",
    "make",
    "message",
    "name",
    "number",
    "of",
    "on",
    "order",
    "other",
    "people",
    "place",
    "point",
    "right",
    "same",
    "set",
    "small",
    "that",
    "the",
    "time",
    "to",
    "under",
    "water",
    "where",
    "with",
    "year",
];

/// Text or bytes of exactly `length` bytes; a UUID has its own length.
pub(super) fn of_length(content: Content, length: u64, rng: &mut Rng) -> Vec<u8> {
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    match content {
        Content::Word => letters(length, rng),
        Content::Words => words(length, rng),
        Content::Ascii => fill(length, || 0x20 + rng.below(0x5f) as u8),
        Content::Hex => fill(length, || b"0123456789abcdef"[rng.below(16) as usize]),
        Content::Random => random(length, rng),
        Content::Json => json_of_length(length, rng),
        Content::Uuid => uuid(rng),
    }
}

/// The JSON text of a string of `chars` random ASCII characters, as `JSON.stringify` writes it.
pub(super) fn json_of_chars(chars: u64, rng: &mut Rng) -> Vec<u8> {
    let mut text = vec![b'"'];
    for _ in 0..chars {
        escape(rng.below(128) as u8, &mut text);
    }
    text.push(b'"');
    text
}

/// The same, cut to a length: what no longer fits escaped is a letter. Two bytes are the shortest JSON string.
fn json_of_length(length: usize, rng: &mut Rng) -> Vec<u8> {
    if length < 2 {
        return vec![b'1'; length];
    }
    let mut text = Vec::with_capacity(length);
    text.push(b'"');
    while text.len() < length - 1 {
        let before = text.len();
        escape(rng.below(128) as u8, &mut text);
        if text.len() > length - 1 {
            text.truncate(before);
            text.push(b'x');
        }
    }
    text.push(b'"');
    text
}

/// Writes one ASCII character as JavaScript's `JSON.stringify` does: short escapes where there are any, four
/// lower-case digits for the other control characters, and DEL as it is.
fn escape(byte: u8, text: &mut Vec<u8>) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        0x00..=0x1f => {
            text.extend(format!("\\u{byte:04x}").bytes());
            return;
        }
        _ => {
            text.push(byte);
            return;
        }
    };
    text.extend([b'\\', short]);
}

fn letters(length: usize, rng: &mut Rng) -> Vec<u8> {
    fill(length, || b'a' + rng.below(26) as u8)
}

fn words(length: usize, rng: &mut Rng) -> Vec<u8> {
    let mut text = Vec::with_capacity(length);
    while text.len() < length {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend(rng.pick(&WORDS).bytes());
    }
    text.truncate(length);
    // A cut may leave a space at the end, which no writer of text would.
    if let Some(last) = text.last_mut().filter(|last| **last == b' ') {
        *last = b's';
    }
    text
}

fn random(length: usize, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length.next_multiple_of(8));
    while bytes.len() < length {
        bytes.extend(rng.next().to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn uuid(rng: &mut Rng) -> Vec<u8> {
    // Version 4, variant 1.
    let high = rng.next() & 0xffff_ffff_ffff_0fff | 0x4000;
    let low = rng.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
    .into_bytes()
}

fn fill(length: usize, mut byte: impl FnMut() -> u8) -> Vec<u8> {
    std::iter::repeat_with(&mut byte).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Content; 6] = [
        Content::Word,
        Content::Words,
        Content::Ascii,
        Content::Hex,
        Content::Json,
        Content::Random,
    ];

    #[test]
    fn lengths_are_exact() {
        for content in ALL {
            for length in [0, 1, 2, 3, 17, 300] {
                let text = of_length(content, length, &mut Rng::new(3));
                assert_eq!(text.len() as u64, length, "{content}");
                if content != Content::Random {
                    assert!(text.is_ascii(), "{content}");
                }
            }
        }
    }

    #[test]
    fn json_reads_back() {
        for seed in 0..50 {
            for length in [2, 3, 9, 200] {
                let text = of_length(Content::Json, length, &mut Rng::new(seed));
                unescaped(&text);
            }
        }
        let text = json_of_chars(700, &mut Rng::new(1));
        assert_eq!(unescaped(&text), 700);
    }

    /// Reads a JSON string back, and counts its characters.
    fn unescaped(text: &[u8]) -> usize {
        let text = std::str::from_utf8(text).unwrap();
        let inner = text.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
        let mut chars = inner.chars();
        let mut count = 0;
        while let Some(c) = chars.next() {
            assert!(c != '"' && c as u32 >= 0x20);
            if c == '\\' {
                match chars.next().unwrap() {
                    'u' => {
                        let digits: String = chars.by_ref().take(4).collect();
                        let value = u32::from_str_radix(&digits, 16).unwrap();
                        assert!(value < 0x20 && !matches!(value, 8 | 9 | 10 | 12 | 13));
                    }
                    short => assert!("\"\\bfnrt".contains(short)),
                }
            }
            count += 1;
        }
        count
    }

    #[test]
    fn every_character_is_escaped_as_javascript_does() {
        let mut text = Vec::new();
        for byte in 0..128 {
            escape(byte, &mut text);
        }
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(
            r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e"
        ));
        assert!(text.contains(r##"\u001f !\"#$"##));
        assert!(text.contains(r"[\\]"));
        assert!(text.ends_with("~\u{7f}"));
    }

    #[test]
    fn uuids_look_like_uuids() {
        let text = String::from_utf8(uuid(&mut Rng::new(5))).unwrap();
        assert_eq!(text.len(), 36);
        assert_eq!(text.as_bytes()[14], b'4');
        assert!("89ab".contains(text.as_bytes()[19] as char));
    }
}
