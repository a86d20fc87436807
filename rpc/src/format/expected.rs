//! A report in full, byte for byte, against what it read like when somebody last looked.
//!
//! `UPDATE_EXPECTED=1 cargo test -p wiretax-rpc expected` writes the file anew; look at the difference before keeping it.

use std::fs;
use std::path::PathBuf;

use super::{Format, render, testing};

fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/format/expected")
        .join(name);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    // A checkout may have turned the ends of lines.
    let expected = expected.replace("\r\n", "\n");
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of {name}", number + 1);
    }
    assert!(found == expected, "{name} differs in its length");
}

#[test]
fn an_open_loop_with_errors_reads_as_expected() {
    let text = render(&testing::open_with_errors(), Format::Text).unwrap();
    compare("open_with_errors.txt", &text);
}
