//! Text from records, made harmless for where it goes.

use serde::Serialize;

use crate::visible;

/// Text for HTML and SVG, between tags as well as in attributes. What XML cannot hold is replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 8);
    // What is obeyed and not seen is written out, as on a terminal.
    for character in visible(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {
                safe.push(char::REPLACEMENT_CHARACTER);
            }
            other => safe.push(other),
        }
    }
    safe
}

/// A value as JSON that nothing in an HTML document can mistake for markup, whatever element it stands in.
pub(super) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // These stand inside of JSON's strings only, so an escape means the same.
            '<' | '>' | '&' | '\'' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => safe.push(other),
        }
    }
    safe
}

/// A name as part of an id or a file's name: letters, digits, dots and hyphens.
pub(super) fn slug(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let kept = name.chars().map(|c| if plain(c) { c } else { '-' });
    kept.take(60).collect()
}

/// At most so many characters, the last of them an ellipsis where some are missing.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_closes_a_tag_an_attribute_or_a_script() {
        let hostile = "</script><a href='x' title=\"&\">\0\u{1b}";
        let safe = escaped(hostile);
        assert!(
            !safe.contains(['<', '>', '"', '\'', '\0', '\u{1b}']),
            "{safe}"
        );
        let embedded = json(&[hostile, "\u{2028}"]);
        assert!(
            !embedded.contains(['<', '>', '&', '\'', '\u{2028}']),
            "{embedded}"
        );
        let back: Vec<String> = serde_json::from_str(&embedded).unwrap();
        assert_eq!(back, [hostile, "\u{2028}"]);
    }

    #[test]
    fn names_are_cut_to_what_fits() {
        assert_eq!(slug("a/b c<d>.x"), "a-b-c-d-.x");
        assert_eq!(shortened("quick-protobuf", 14), "quick-protobuf");
        assert_eq!(shortened("quick-protobuf", 6), "quick…");
    }
}
