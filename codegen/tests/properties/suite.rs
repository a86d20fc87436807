//! Whatever a suite file says, reading it ends in cases or in one line that begins with its path; and what the
//! cases ask the generator for, it makes or refuses in one line.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use tempfile::TempDir;
use wiretax_codegen::limits;
use wiretax_codegen::load;
use wiretax_codegen::payload::generate::{Bounds, Generate};
use wiretax_codegen::schema::Schemas;
use wiretax_codegen::suite::{Source, Suite};

/// What the files beside the suite are; a suite has to find some, or else nothing of it is looked at.
const SCHEMA: &str = "syntax = \"proto3\"; package p; enum E { A = 0; B = 1; }
    message M { string s = 1; bytes b = 2; repeated M list = 3; map<string, M> map = 4; E e = 5; double d = 6;
      oneof o { int32 n = 7; M m = 8; } repeated sint64 packed = 9; }";

/// The text as a suite in a folder with nothing in it, and in one with a schema and a payload.
pub fn holds(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    assert_reads(empty(), &text);
    assert_reads(furnished(), &text);
}

fn assert_reads(folder: &Path, text: &str) {
    let path = folder.join("suite.toml");
    let begins = |line: String| {
        assert!(line.starts_with(&format!("{}", folder.display())), "{line}");
        assert!(!line.contains(char::is_control), "{line:?}");
    };
    let suite = match Suite::parse(&path, text) {
        Ok(suite) => suite,
        Err(error) => {
            let line = error.to_string();
            assert!(line.starts_with(&format!("{}:", path.display())), "{line}");
            return begins(line);
        }
    };
    assert!((1..=limits::MAX_CASES).contains(&suite.cases.len()));
    let names: BTreeSet<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), suite.cases.len());
    let mut schemas = Schemas::new();
    for case in suite.cases.iter().take(4) {
        assert!(!case.cells.is_empty(), "{}", case.name);
        let mut case = case.clone();
        if let Source::Generate(how) = &mut case.source {
            tame(how);
        }
        let loaded = schemas
            .load(&case)
            .and_then(|schema| schema.message(&case))
            .and_then(|message| load::payloads(&case, &message));
        match loaded {
            Ok(payloads) => assert!(payloads.iter().all(|payload| !payload.bytes.is_empty())),
            Err(error) => begins(error.to_string()),
        }
    }
}

/// Keeps what is asked for small: huge payloads are legal, and slow.
fn tame(how: &mut Generate) {
    let tame = |bounds: &mut Option<Bounds>, most: u64| {
        if let Some(bounds) = bounds {
            *bounds = match *bounds {
                Bounds::Exactly(n) => Bounds::Exactly(n.min(most)),
                Bounds::Between([a, b]) => Bounds::Between([a.min(most), b.min(most)]),
            };
        }
    };
    how.size = how.size.map(|size| size.min(2000));
    how.depth = how.depth.map(|depth| depth.min(4));
    tame(&mut how.count, 4);
    for rule in how.fields.values_mut() {
        tame(&mut rule.count, 4);
        tame(&mut rule.length, 100);
        tame(&mut rule.chars, 100);
    }
}

fn empty() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| tempfile::tempdir().expect("a temporary folder"))
        .path()
}

fn furnished() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let write = |name: &str, bytes: &[u8]| {
                std::fs::write(folder.path().join(name), bytes).expect("the folder can be written");
            };
            write("a.proto", SCHEMA.as_bytes());
            write("a.bin", b"\x0a\x01x");
            folder
        })
        .path()
}
