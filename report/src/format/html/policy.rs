//! What the page may do: apply its own styles, run its own script, and nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The content security policy of a page with this style sheet and this script.
pub(super) fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(style),
        digest(script)
    )
}

fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    /// Made with `printf 'a{}' | openssl dgst -sha256 -binary | base64`.
    #[test]
    fn digests_are_those_of_openssl() {
        assert_eq!(
            super::digest("a{}"),
            "X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk="
        );
    }
}
