//! Links to the pages that criterion makes.

use std::collections::BTreeMap;

use crate::run::CellId;

/// Criterion's report, which lies beside a folder for each group of cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Criterion {
    /// Relative address of its first page.
    pub index: String,
    /// The same up to the folder that holds those of the groups; `None` where that cannot be told.
    root: Option<String>,
    /// How many cells would have each page: what two would have is nobody's.
    pages: BTreeMap<String, usize>,
}

/// Longest name of a folder that criterion does not cut.
const LONGEST: usize = 64;

impl Criterion {
    /// Takes the address, unless it leads elsewhere than to a file near the page.
    pub fn new<'a>(index: &str, cells: impl Iterator<Item = &'a CellId>) -> Option<Self> {
        let first = index.split('/').next().unwrap_or_default();
        // No scheme, and no other machine.
        if index.is_empty()
            || first.contains(':')
            || index.starts_with("//")
            || index.contains('\\')
        {
            return None;
        }
        let mut pages = BTreeMap::new();
        for path in cells.filter_map(path) {
            *pages.entry(path).or_insert(0) += 1;
        }
        Some(Criterion {
            index: encoded(index),
            root: index.strip_suffix("report/index.html").map(encoded),
            pages,
        })
    }

    /// The page of one cell, where its name is one that criterion makes a folder of as it is.
    pub fn cell(&self, id: &CellId) -> Option<String> {
        let path = path(id)?;
        (self.pages.get(&path) == Some(&1)).then_some(())?;
        Some(format!(
            "{}{}/report/index.html",
            self.root.as_ref()?,
            encoded(&path)
        ))
    }
}

/// `case_op/codec_wrap`, as criterion 0.8 names its folders; `None` where it would cut or change more.
fn path(id: &CellId) -> Option<String> {
    let group = format!("{}_{}", id.case, id.op);
    let function = format!("{}_{}", id.codec, id.wrap);
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@' | ' ' | '+');
    let whole = |name: &str| name.len() <= LONGEST && name.chars().all(plain);
    (whole(&group) && whole(&function)).then(|| format!("{group}/{function}"))
}

/// A path in an address: what is neither plain nor part of one is written in hexadecimal.
fn encoded(path: &str) -> String {
    let mut safe = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b'@' => {
                safe.push(char::from(byte));
            }
            // What is encoded already stays so.
            b'%' => safe.push('%'),
            other => safe.push_str(&format!("%{other:02X}")),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> CellId {
        text.parse().unwrap()
    }

    #[test]
    fn a_cell_has_the_page_that_criterion_made() {
        let cells = [
            id("append/decode/prost/base64@base64-simd"),
            id("a<b/decode/prost/raw"),
        ];
        let links =
            Criterion::new("../../target/criterion/report/index.html", cells.iter()).unwrap();
        assert_eq!(
            links.cell(&cells[0]).unwrap(),
            "../../target/criterion/append_decode/prost_base64@base64-simd/report/index.html"
        );
        assert_eq!(links.cell(&cells[1]), None);
    }

    #[test]
    fn what_two_cells_would_share_is_nobodys() {
        let cells = [id("a/b_c/d/e"), id("a_b/c/d/e")];
        let links = Criterion::new("report/index.html", cells.iter()).unwrap();
        assert_eq!(links.cell(&cells[0]), None);
    }

    #[test]
    fn only_files_are_linked() {
        for address in [
            "javascript:alert(1)",
            "https://a/report/index.html",
            "//a/b",
            "",
            "..\\x",
        ] {
            assert_eq!(Criterion::new(address, [].into_iter()), None, "{address}");
        }
        let quoted = Criterion::new("a \"b/report/index.html", [].into_iter()).unwrap();
        assert_eq!(quoted.index, "a%20%22b/report/index.html");
    }
}
