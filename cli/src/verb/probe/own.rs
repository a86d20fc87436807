//! Inputs that a user brings: wire bytes listed in a TSV file, and folders of base64 texts.

use std::path::{Path, PathBuf};

use wiretax::verify::probe::{Expect, Input, On, Stated, Value, Work, texts};

use crate::error::Error;

/// Topic of a user's own wire inputs.
const TOPIC: &str = "own inputs";

/// The wire inputs that a TSV file lists, for the message of a case.
pub fn inputs(list: &Path, case: &str) -> Result<Vec<Input>, Error> {
    let rows = Rows::read(list, &["file", "expected"])?;
    let mut inputs = Vec::new();
    for (line, row) in rows.iter() {
        let (file, expected) = (rows.of(row, "file"), rows.of(row, "expected"));
        let stated = match expected {
            "accept" => Stated::Accept,
            "reject" => Stated::Reject,
            "either" => Stated::Either,
            other => return Err(rows.unknown(line, other, "accept, reject or either")),
        };
        inputs.push(Input {
            id: file.to_owned(),
            topic: TOPIC.to_owned(),
            says: rows.of(row, "note").to_owned(),
            on: On::Case(case.to_owned()),
            bytes: bytes(&rows.beside(file), list, line)?,
            expect: Expect::Reference(Some(stated)),
            work: Work::Once,
        });
    }
    Ok(inputs)
}

/// The texts of a folder: those that its `texts.tsv` lists, or else all of its files.
pub fn texts(folder: &Path) -> Result<Vec<Input>, Error> {
    let list = folder.join("texts.tsv");
    if !list.exists() {
        return unlisted(folder);
    }
    let rows = Rows::read(&list, &["file", "expected"])?;
    let mut inputs = Vec::new();
    for (line, row) in rows.iter() {
        let (file, expected) = (rows.of(row, "file"), rows.of(row, "expected"));
        let text = bytes(&rows.beside(file), &list, line)?;
        let mut input = texts::input(file, rows.of(row, "note"), &text);
        input.expect = match expected {
            "same" => Expect::Value(Value::known(payload(folder, &list, line)?)),
            "empty" => Expect::Value(Value::default()),
            "reject" => Expect::Reject,
            // It takes a decoder that was told so; what one does that was not, the RFC says.
            "config" => input.expect,
            other => return Err(rows.unknown(line, other, "same, config, reject or empty")),
        };
        named(&mut input);
        inputs.push(input);
    }
    Ok(inputs)
}

fn unlisted(folder: &Path) -> Result<Vec<Input>, Error> {
    let read = |source| Error::Input(folder.to_owned(), source);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(read)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, _>>()
        .map_err(read)?;
    files.retain(|file| file.is_file() && file.file_name() != Some("payload.bin".as_ref()));
    files.sort();
    let mut inputs = Vec::new();
    for file in files {
        let text = std::fs::read(&file).map_err(|source| Error::Input(file.clone(), source))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut input = texts::input(&name, "", &text);
        named(&mut input);
        inputs.push(input);
    }
    if inputs.is_empty() {
        let why = "it has no files".to_owned();
        return Err(Error::Inputs(folder.display().to_string(), why));
    }
    Ok(inputs)
}

fn named(input: &mut Input) {
    input.topic = "own texts".to_owned();
}

/// `payload.bin` of the folder, or of the one around it.
fn payload(folder: &Path, list: &Path, line: usize) -> Result<Vec<u8>, Error> {
    let beside = folder.join("payload.bin");
    let above = folder.join("..").join("payload.bin");
    let file = if beside.exists() { beside } else { above };
    bytes(&file, list, line)
}

fn bytes(file: &Path, list: &Path, line: usize) -> Result<Vec<u8>, Error> {
    std::fs::read(file).map_err(|error| {
        let at = format!("{}:{line}", list.display());
        Error::Inputs(at, format!("cannot read {}: {error}", file.display()))
    })
}

/// A TSV file with a header.
struct Rows {
    path: PathBuf,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Rows {
    fn read(path: &Path, needed: &[&str]) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| Error::Input(path.to_owned(), source))?;
        let cells = |line: &str| {
            line.split('\t')
                .map(|cell| cell.trim().to_owned())
                .collect()
        };
        let mut lines = text.lines().map(cells);
        let rows = Rows {
            path: path.to_owned(),
            header: lines.next().unwrap_or_default(),
            rows: lines.collect(),
        };
        if let Some(absent) = needed.iter().find(|name| rows.column(name).is_none()) {
            let needed = needed.join("` and `");
            let why = format!("no column `{absent}`; the first line must name `{needed}`");
            return Err(Error::Inputs(format!("{}:1", path.display()), why));
        }
        if rows.iter().next().is_none() {
            let why = "it lists no inputs".to_owned();
            return Err(Error::Inputs(path.display().to_string(), why));
        }
        Ok(rows)
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|title| title == name)
    }

    /// Rows with the numbers of their lines; empty lines are none.
    fn iter(&self) -> impl Iterator<Item = (usize, &Vec<String>)> {
        let numbered = self.rows.iter().enumerate().map(|(at, row)| (at + 2, row));
        numbered.filter(|(_, row)| row.iter().any(|cell| !cell.is_empty()))
    }

    /// A cell, empty where it is absent.
    fn of<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        let cell = self.column(column).and_then(|at| row.get(at));
        cell.map(String::as_str).unwrap_or_default()
    }

    fn beside(&self, file: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new(".")).join(file)
    }

    fn unknown(&self, line: usize, word: &str, known: &str) -> Error {
        let at = format!("{}:{line}", self.path.display());
        Error::Inputs(at, format!("unknown expectation `{word}`; say {known}"))
    }
}
