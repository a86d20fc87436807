//! `wiretax probe` from the outside: the real command, real runners, and the matrix that is kept in
//! `reports/reference`.
//!
//! One test whose steps share runners.

#![forbid(unsafe_code)]

mod place;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use place::Answer;
use serde_json::Value;
use tempfile::TempDir;
use wiretax::verify::probe::{Expect, texts};

const CODECS: [&str; 4] = ["prost", "prost-bytes", "protobuf", "quick-protobuf"];
const ENGINES: [&str; 4] = [
    "base64",
    "base64-simd-engine",
    "base64-simd",
    "base64-turbo",
];

/// Runs `wiretax probe --profile dev`: a dev build also finds slices that are not aligned.
fn probe(arguments: &[&str]) -> Probed {
    Probed(place::wiretax(
        &[&["probe", "--profile", "dev"], arguments].concat(),
    ))
}

/// What it answered.
struct Probed(Answer);

impl Probed {
    #[track_caller]
    fn succeeded(self) -> Self {
        assert_eq!(self.0.code, Some(0), "{}", self.0.stderr);
        self
    }

    /// The cells of `--json`, by input: every one has exactly these columns.
    #[track_caller]
    fn rows(&self, columns: [&str; 4]) -> BTreeMap<String, Vec<Value>> {
        let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for line in self.0.stdout.lines() {
            let cell: Value = serde_json::from_str(line).expect("a document a line");
            let input = text(&cell, "input").to_owned();
            rows.entry(input).or_default().push(cell);
        }
        for (input, cells) in &rows {
            let found: Vec<&str> = cells.iter().map(|cell| text(cell, "codec")).collect();
            assert_eq!(found, columns, "{input}");
        }
        rows
    }

    #[track_caller]
    fn assert_one_error(&self, contains: &str) {
        self.0.assert_one_error("", contains);
    }
}

fn text<'a>(cell: &'a Value, key: &str) -> &'a str {
    cell[key].as_str().unwrap_or_default()
}

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder of `../shared/corpus`; none, and a line that says so, where it is not there.
fn corpus(name: &str) -> Option<PathBuf> {
    place::shared(&format!("corpus/{name}"))
}

#[test]
fn probe_answers_for_our_inputs_and_yours() {
    bad_questions_are_one_error();
    our_matrix_is_whole_and_as_kept();
    texts_agree_with_what_is_stated();
    for (name, schema) in [("nasty_wire", "wire.proto"), ("nasty_utf8", "utf8_3.proto")] {
        wire_inputs_agree_with_what_is_stated(name, schema);
    }
}

fn bad_questions_are_one_error() {
    probe(&["utf9"]).assert_one_error("matches no input and no topic; the nearest are `utf-8`");
    probe(&["(open"]).assert_one_error("filter `(open`: unclosed group");
    let place = tempfile::tempdir().expect("a temporary folder");
    let list = place.path().join("list.tsv");
    let write = |text: &str| std::fs::write(&list, text).expect("the folder can be written");
    let list_name = list.to_string_lossy().into_owned();
    let ask = || {
        probe(&[
            "--suite",
            "none.toml",
            "--case",
            "x",
            "--inputs",
            &list_name,
        ])
    };
    write("file\tbytes\n");
    ask().assert_one_error("list.tsv:1: no column `expected`");
    write("file\texpected\n");
    ask().assert_one_error("list.tsv: it lists no inputs");
    write("file\texpected\nabsent.bin\taccept\n");
    ask().assert_one_error("list.tsv:2: cannot read");
    write("file\texpected\nlist.tsv\tmaybe\n");
    ask().assert_one_error("list.tsv:2: unknown expectation `maybe`");
    let texts = probe(&["--texts", "absent-folder"]);
    texts.assert_one_error("absent-folder: cannot read it");
}

fn our_matrix_is_whole_and_as_kept() {
    let answer = probe(&["--json", "^[^b]|^borrow"]).succeeded();
    let said = &answer.0.stderr;
    assert!(
        said.contains("[probing 0/") && said.contains(" left] "),
        "{said}"
    );
    let rows = answer.rows(CODECS);
    let inputs = wiretax::verify::probe::inputs();
    let wanted = inputs
        .iter()
        .filter(|input| !input.topic.starts_with("base64"));
    for input in wanted {
        assert!(rows.contains_key(&input.id), "{} is missing", input.id);
    }
    assert!(rows.len() >= 60, "{}", rows.len());
    for cell in rows.values().flatten() {
        assert_ne!(text(cell, "verdict"), "hang", "{cell}");
        let weighed = text(cell, "topic") == "borrowing";
        assert_eq!(cell["weight"].is_object(), weighed, "{cell}");
    }
    let answer = probe(&["--json", "^base64$"]).succeeded();
    assert_eq!(answer.rows(ENGINES).len(), texts::inputs().len());

    let table = probe(&["depth"]).succeeded().0.stdout;
    assert!(table.contains("depth-subs-100000"), "{table}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("probes.json");
    let at = record.to_str().expect("a path of text");
    let page = probe(&["--markdown", "--record", at]).succeeded().0.stdout;
    kept("probes.md", &page);
    let record = std::fs::read_to_string(&record).expect("it was kept");
    kept("probes.json", &record);
}

/// Compares with what is kept in `reports/reference`; `UPDATE_EXPECTED=1` keeps what is found instead.
fn kept(name: &str, found: &str) {
    let path = checkout().join("reports/reference").join(name);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::create_dir_all(path.with_file_name("")).expect("the checkout can be written");
        std::fs::write(&path, found).expect("the checkout can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    // Another compiler may well find the same.
    let same = |line: &&str| !line.contains("rustc");
    let lines =
        |text: &str| -> Vec<String> { text.lines().filter(same).map(str::to_owned).collect() };
    let (found, expected) = (lines(found), lines(&expected));
    for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(
            found,
            expected,
            "line {} of {name}; UPDATE_EXPECTED=1 rewrites it",
            at + 1
        );
    }
    assert_eq!(
        found.len(),
        expected.len(),
        "lines of {name}; UPDATE_EXPECTED=1 rewrites it"
    );
}

fn texts_agree_with_what_is_stated() {
    let Some(folder) = corpus("nasty_base64") else {
        return;
    };
    let folder = folder.join("texts");
    let arguments = [
        "--json",
        "--texts",
        &folder.to_string_lossy(),
        "^own texts$",
    ];
    let rows = probe(&arguments).succeeded().rows(ENGINES);
    let payload = std::fs::read(folder.join("../payload.bin")).expect("the payload is there");
    for (file, stated) in stated(&folder.join("texts.tsv")) {
        assert!(rows.contains_key(&file), "{file} is missing");
        let text = std::fs::read(folder.join(&file)).expect("the text is there");
        let agrees = match (texts::expect(&text), stated.as_str()) {
            (Expect::Value(value), "same") => value.whole == payload,
            (Expect::Value(value), "empty") => value.whole.is_empty(),
            (Expect::Either(Some(value)), "config") => value.whole == payload,
            (Expect::Reject, "config" | "reject") => true,
            _ => false,
        };
        assert!(agrees, "{file}: stated {stated}");
    }
}

fn wire_inputs_agree_with_what_is_stated(name: &str, schema: &str) {
    let Some(folder) = corpus(name) else { return };
    let place = tempfile::tempdir().expect("a temporary folder");
    let suite = suite(&place, &folder, schema);
    let list = folder.join("variants/variants.tsv");
    let arguments = [
        "--json",
        "--inputs",
        &list.to_string_lossy(),
        "--suite",
        &suite.to_string_lossy(),
        "--case",
    ];
    let rows = probe(&[&arguments[..], &["mine"]].concat())
        .succeeded()
        .rows(CODECS);
    for (file, stated) in stated(&list) {
        let cells = rows
            .get(&file)
            .unwrap_or_else(|| panic!("{file} is missing"));
        // A cell that ended its process has none.
        let rulings: Vec<&str> = cells
            .iter()
            .map(|cell| text(&cell["reference"], "says"))
            .filter(|says| !says.is_empty())
            .collect();
        assert!(!rulings.is_empty(), "{file}");
        for says in rulings {
            assert!(
                says == stated || stated == "either",
                "{file}: {says}, stated {stated}"
            );
        }
        for cell in cells {
            assert_ne!(text(cell, "verdict"), "hang", "{cell}");
        }
    }
    let absent = probe(&[&arguments[..], &["yours"]].concat());
    absent.assert_one_error("has no case `yours`; it has mine");
}

/// A suite of one case, as somebody would write it for their inputs.
fn suite(place: &TempDir, folder: &Path, schema: &str) -> PathBuf {
    let message = std::fs::read_to_string(folder.join("message")).expect("the message's name");
    let suite = place.path().join("suite.toml");
    let text = format!(
        "[[case]]\nname = \"mine\"\nschema = {:?}\ninclude = [{folder:?}]\nmessage = {:?}\n\
         payload = {:?}\nstresses = \"a decoder\"\n",
        folder.join(schema),
        message.trim(),
        folder.join("payload.bin"),
    );
    std::fs::write(&suite, text).expect("the folder can be written");
    suite
}

/// The columns `file` and `expected` of a list.
fn stated(list: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(list).expect("the list is there");
    let mut rows = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| {
        let found = header.iter().position(|title| *title == name);
        found.expect("the column is there")
    };
    let (file, expected) = (column("file"), column("expected"));
    let pick = |row: Vec<&str>| (row[file].to_owned(), row[expected].to_owned());
    rows.map(pick).collect()
}
