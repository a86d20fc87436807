//! What the wraps with base64 are, in a few words.

use crate::run::{BASE64, BASE64_FIELD};

/// ` (the whole message as base64 text)`, to stand behind the name of a wrap, with or without an
/// engine; nothing for a wrap that is not known here.
pub(super) fn meaning(wrap: &str) -> &'static str {
    match wrap.split('@').next() {
        Some(BASE64) => " (the whole message as base64 text)",
        Some(BASE64_FIELD) => {
            " (bytes fields held as base64 text inside the object, wire bytes unchanged)"
        }
        _ => "",
    }
}

/// The same in fewer words, where the whole has been said above: ` (whole message as text)`.
pub(super) fn reminder(wrap: &str) -> &'static str {
    match wrap.split('@').next() {
        Some(BASE64) => " (whole message as text)",
        Some(BASE64_FIELD) => " (bytes fields as text)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_changes_nothing() {
        assert_eq!(meaning("base64@base64-simd"), meaning("base64"));
        assert_ne!(meaning("base64-field@base64-simd"), meaning("base64"));
        assert_eq!(reminder("base64@base64-simd"), reminder("base64"));
        assert_ne!(reminder("base64-field@base64-simd"), reminder("base64"));
        assert_eq!((meaning("raw"), reminder("raw")), ("", ""));
    }
}
