//! Whether both sides are the same machine code: then nothing that is counted or timed can differ.
//!
//! Compared are the object files of the last links, section by section, in no order: names carry hashes that another folder
//! changes, and the order of functions follows the names. What a function calls or reads is compared by name without hashes.
//! Only what is surely the same is called so; whatever is not understood counts as different.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind};

use super::link::Link;

/// Whether the code of both links is the same.
pub fn same_code(base: &Link, head: &Link) -> bool {
    match (code(base), code(head)) {
        (Some(base), Some(head)) => base == head && !base.is_empty(),
        _ => false,
    }
}

/// How often each section of code or constants is there, by what is in it; `None` where a file cannot be read.
fn code(link: &Link) -> Option<BTreeMap<u64, usize>> {
    let mut sections = BTreeMap::new();
    for path in link.objects() {
        of_object(path, &mut sections)?;
    }
    Some(sections)
}

fn of_object(path: &Path, sections: &mut BTreeMap<u64, usize>) -> Option<()> {
    let bytes = fs::read(path).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    for section in file.sections() {
        let wanted = matches!(
            section.kind(),
            SectionKind::Text
                | SectionKind::ReadOnlyData
                | SectionKind::ReadOnlyString
                | SectionKind::Data
        );
        if !wanted || section.size() == 0 {
            continue;
        }
        let data = section.data().ok()?;
        // Where a panic happened names a file, and generated code lies in another folder on each side; it is no code.
        if section.kind() != SectionKind::Text && is_path(data) {
            continue;
        }
        let mut hash = DefaultHasher::new();
        data.hash(&mut hash);
        for (offset, relocation) in section.relocations() {
            (offset, relocation.addend()).hash(&mut hash);
            if let RelocationTarget::Symbol(index) = relocation.target() {
                let symbol = file.symbol_by_index(index).ok()?;
                plain(symbol.name().unwrap_or_default()).hash(&mut hash);
            }
        }
        *sections.entry(hash.finish()).or_default() += 1;
    }
    Some(())
}

/// Whether constants are text with a path in it.
fn is_path(data: &[u8]) -> bool {
    std::str::from_utf8(data).is_ok_and(|text| text.contains(".rs"))
}

/// A symbol's name without what depends on the folder: the hash of a mangled name, and numbers of anonymous constants.
fn plain(name: &str) -> String {
    if name.starts_with(".L") || name.starts_with("anon.") {
        return "anonymous".to_owned();
    }
    format!("{:#}", rustc_demangle::demangle(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A library of this code, compiled in a folder of its own.
    fn compiled(code: &str) -> (tempfile::TempDir, Link) {
        let dir = tempfile::tempdir().unwrap();
        let (source, object) = (dir.path().join("made.rs"), dir.path().join("made.o"));
        fs::write(&source, code).unwrap();
        let rustc = std::process::Command::new("rustc")
            .args(["--crate-type=lib", "--emit=obj", "-O", "-o"])
            .args([&object, &source])
            .status();
        assert!(rustc.unwrap().success());
        let link = Link::of_object(&object);
        (dir, link)
    }

    #[test]
    fn the_same_code_is_told_from_other_code() {
        let code = |add: u32, table: &str| {
            format!(
                "static T: [u8; 4] = *b\"{table}\";\n#[unsafe(no_mangle)] pub fn f(x: u32) -> u32 {{ x.wrapping_mul({add}) }}\n\
                 #[unsafe(no_mangle)] pub fn g(x: usize) -> u8 {{ T[x % 4] }}\n"
            )
        };
        let (_a, one) = compiled(&code(77, "abcd"));
        let (_b, again) = compiled(&code(77, "abcd"));
        let (_c, other) = compiled(&code(79, "abcd"));
        let (_d, constants) = compiled(&code(77, "abce"));
        assert!(same_code(&one, &again));
        assert!(!same_code(&one, &other));
        assert!(!same_code(&one, &constants));
        let gone = Link::of_object(Path::new("/no/such.o"));
        assert!(
            !same_code(&gone, &gone),
            "what cannot be read is not the same"
        );
    }

    #[test]
    fn hashes_are_no_part_of_a_name() {
        let with = |hash: &str| format!("_ZN4core3fmt5write17h{hash}E");
        assert_eq!(
            plain(&with("0123456789abcdef")),
            plain(&with("fedcba9876543210"))
        );
        assert_ne!(plain("memcpy"), plain("memmove"));
        assert_eq!(plain(".Lanon.1234.5"), plain(".Lanon.9.7"));
    }

    #[test]
    fn paths_are_told_from_tables() {
        assert!(is_path(b"/here/out/suite.rs"));
        assert!(!is_path(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"));
        assert!(!is_path(&[0xff, 0xfe, b'.', b'r', b's']));
    }
}
