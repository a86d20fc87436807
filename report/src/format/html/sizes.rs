//! How long each case's message is: on the wire, as base64 text, and after general compression.

use askama::Template;

use super::rendered;
use crate::format::number::thousands;
use crate::run::{Case, Compressed};

#[derive(Template)]
#[template(path = "sizes.html")]
struct Table {
    rows: Vec<Row>,
}

struct Row {
    case: String,
    cells: Vec<String>,
}

/// The table of sizes, in bytes.
pub(super) fn table(cases: &[Case]) -> String {
    let row = |case: &Case| {
        let packed = |of: fn(&Compressed) -> u64| {
            let length = case.compressed.as_ref().map(of);
            length.map_or("not tried".to_owned(), thousands)
        };
        Row {
            case: case.name.clone(),
            cells: vec![
                thousands(case.wire_bytes),
                thousands(case.base64_bytes),
                thousands(case.field_bytes),
                packed(|of| of.wire_gzip),
                packed(|of| of.base64_gzip),
                packed(|of| of.wire_zstd),
                packed(|of| of.base64_zstd),
            ],
        }
    };
    rendered(&Table {
        rows: cases.iter().map(row).collect(),
    })
}
