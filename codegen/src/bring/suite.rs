//! Writes a suite of one case, with copies of all that it needs.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::{BringError, Suite, Work};
use crate::payload::form::count;
use crate::schema::{has_bytes, is_set};

/// Name of the suite file.
const SUITE: &str = "suite.toml";
/// Longest name of a case.
const MAX_NAME: usize = 32;

impl Suite {
    /// Writes the suite, its schema and its payloads into a folder; the path of the suite file. Only with `replace`
    /// may there be something in it already.
    ///
    /// # Errors
    /// When there is, or something cannot be written.
    pub fn write(&self, folder: &Path, replace: bool) -> Result<PathBuf, BringError> {
        let path = folder.join(SUITE);
        if !replace && path.exists() {
            return Err(BringError::Write {
                path,
                source: std::io::ErrorKind::AlreadyExists.into(),
                remedy: "give another folder, or run that suite with `cargo wiretax bench --suite FILE`",
            });
        }
        // A payload of the same name would be lost.
        let inhabited =
            |folder| std::fs::read_dir(folder).is_ok_and(|mut list| list.next().is_some());
        if !replace && inhabited(folder) {
            return Err(BringError::Write {
                path: folder.to_owned(),
                source: std::io::ErrorKind::DirectoryNotEmpty.into(),
                remedy: "give a new folder, or an empty one",
            });
        }
        let mut case = Table::new();
        let mut set = |key: &str, value: Value| {
            case.insert(key.to_owned(), value);
        };
        let words = |words: &[&str]| Value::from(words.to_vec());
        set("name", Value::from(self.case()));
        set("message", Value::from(self.message.full_name()));
        let (schema, include) = self.schema(folder)?;
        set("schema", Value::from(schema));
        if !include.is_empty() {
            set("include", Value::from(include));
        }
        let stresses = self.payload(folder, &mut set)?;
        set("stresses", Value::from(stresses));
        set("ops", words(&["encode", "decode", "read"]));
        set(
            "wraps",
            match has_bytes(&self.message) {
                true => words(&["raw", "base64", "base64-field"]),
                false => words(&["raw", "base64"]),
            },
        );
        set("engines", words(&["base64", "base64-simd", "base64-turbo"]));
        if let Some(codecs) = &self.codecs {
            set("codecs", Value::from(codecs.clone()));
        }
        let cases = Value::Array(vec![Value::Table(case)]);
        let text = Table::from_iter([("case".to_owned(), cases)]);
        let head = "# Written by `cargo wiretax try`. It is yours: edit it, keep it, and run it with\n\
                    #     cargo wiretax bench --suite THIS_FILE\n\
                    # docs/SUITE.md of wiretax says what can be in it.\n\n";
        write(&path, format!("{head}{text}").as_bytes())?;
        Ok(path)
    }

    /// Copies the schema; its path, and the proto roots that it needs.
    fn schema(&self, folder: &Path) -> Result<(String, Vec<String>), BringError> {
        let source = std::fs::read(&self.schema.path).unwrap_or_default();
        if is_set(&self.schema.path, &source) {
            write(&folder.join("schema.binpb"), &self.schema.set)?;
            return Ok(("schema.binpb".to_owned(), Vec::new()));
        }
        // Below what all roots share, every file and every root keeps its place, and so every import its meaning.
        let used: Vec<&PathBuf> = self
            .roots
            .iter()
            .filter(|root| self.files.iter().any(|file| file.starts_with(root)))
            .collect();
        let shared = shared(&used);
        let place = |path: &Path| {
            let below = path.strip_prefix(&shared).unwrap_or(path);
            Path::new("proto").join(below)
        };
        for file in &self.files {
            let bytes = std::fs::read(file).map_err(|source| BringError::Write {
                path: file.clone(),
                source,
                remedy: "it was there a moment ago",
            })?;
            write(&folder.join(place(file)), &bytes)?;
        }
        let text = |path: PathBuf| path.to_string_lossy().trim_end_matches('/').to_owned();
        let include = used.iter().map(|root| text(place(root))).collect();
        Ok((text(place(&self.schema.path)), include))
    }

    /// Writes the payloads; what the case stresses.
    fn payload(
        &self,
        folder: &Path,
        set: &mut impl FnMut(&str, Value),
    ) -> Result<String, BringError> {
        match &self.work {
            Work::Generated(generated) => {
                let number = |n: u64| Value::from(i64::try_from(n).unwrap_or(i64::MAX));
                let table = Table::from_iter([
                    ("seed".to_owned(), number(generated.seed)),
                    ("size".to_owned(), number(generated.size)),
                ]);
                set("generate", Value::Table(table));
                Ok(format!(
                    "a payload made up from the schema, of about {} bytes",
                    generated.size
                ))
            }
            Work::Messages(messages) if messages.len() == 1 => {
                write(&folder.join("payload.bin"), &messages[0].0)?;
                set("payload", Value::from("payload.bin"));
                Ok(format!(
                    "a captured message of {} bytes",
                    messages[0].0.len()
                ))
            }
            Work::Messages(messages) => {
                let mut list = Vec::new();
                for (at, (bytes, weight)) in messages.iter().enumerate() {
                    let file = format!("payloads/{:04}.bin", at + 1);
                    write(&folder.join(&file), bytes)?;
                    let mut table = Table::from_iter([("file".to_owned(), Value::from(file))]);
                    if *weight != 1 {
                        table.insert("weight".to_owned(), Value::from(i64::from(*weight)));
                    }
                    list.push(Value::Table(table));
                }
                set("payloads", Value::Array(list));
                Ok(format!(
                    "a captured mix of {}",
                    count(messages.len(), "different message")
                ))
            }
        }
    }
}

/// The folder that all of these lie in.
fn shared(folders: &[&PathBuf]) -> PathBuf {
    let Some((first, others)) = folders.split_first() else {
        return PathBuf::from("/");
    };
    let holds_all = |above: &&Path| others.iter().all(|other| other.starts_with(above));
    first
        .ancestors()
        .find(holds_all)
        .unwrap_or(Path::new("/"))
        .to_owned()
}

/// `ExportTraceRequest` as `export-trace-request`, as far as a name may be long.
pub(super) fn name(message: &str) -> String {
    let mut name = String::new();
    let mut before = ' ';
    for letter in message.chars() {
        let starts =
            letter.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if starts || letter == '_' {
            name.push('-');
        }
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    let name: String = name.trim_matches('-').chars().take(MAX_NAME).collect();
    match name.trim_end_matches('-') {
        "" => "message".to_owned(),
        name => name.to_owned(),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BringError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(|source| BringError::Write {
            path: path.to_owned(),
            source,
            remedy: "make room, or give a folder that can be written",
        })
}

#[cfg(test)]
mod names {
    use super::{name, shared};
    use std::path::PathBuf;

    #[test]
    fn a_case_is_named_after_its_message() {
        assert_eq!(
            name("ExportTraceServiceRequest"),
            "export-trace-service-request"
        );
        assert_eq!(name("FeedMessage"), "feed-message");
        assert_eq!(name("HTTPLog_v2"), "httplog-v2");
        assert_eq!(name("_"), "message");
        let long = name("AVeryLongNameIndeedThatGoesOnAndOnAndOn");
        assert!(long.len() <= 32 && !long.ends_with('-'), "{long}");
    }

    #[test]
    fn roots_share_a_folder() {
        let (a, b) = (PathBuf::from("/x/p/a"), PathBuf::from("/x/p/b/c"));
        assert_eq!(shared(&[&a, &b]), PathBuf::from("/x/p"));
        assert_eq!(shared(&[&a]), a);
        assert_eq!(shared(&[&a, &PathBuf::from("/y")]), PathBuf::from("/"));
    }
}
