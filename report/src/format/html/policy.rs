//! What the page may do: apply its own styles, run its own script, and nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The content security policy of a page with this style sheet and this script, where it has one.
pub(super) fn policy(style: &str, script: Option<&str>) -> String {
    let script = script.map_or("'none'".to_owned(), |script| {
        format!("'sha256-{}'", digest(script))
    });
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src {script}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(style)
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

    #[test]
    fn a_page_without_a_script_may_run_none() {
        let policy = super::policy("a{}", None);
        assert!(policy.contains("script-src 'none';"), "{policy}");
        assert!(!super::policy("a{}", Some("b()")).contains("script-src 'none'"));
    }
}
