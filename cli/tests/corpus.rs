//! `wiretax verify` over other people's schemas and payloads, `../shared/corpus` and `../shared/torture`: how
//! much of what is out there each codec carries, and that nothing of it stops the command.
//!
//! `cargo test -p wiretax-cli --test corpus -- --nocapture` prints the tables of what came out.

#![cfg(unix)]
#![forbid(unsafe_code)]

mod place;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use place::{Place, shared};
use serde_json::Value;
use wiretax_codegen::payload::{Generate, generate};
use wiretax_codegen::schema::{Schemas, reach};

const CODECS: [&str; 4] = ["prost", "prost-bytes", "protobuf", "quick-protobuf"];

/// A case, or in a line why its schema cannot be loaded and so cannot share a suite with the others.
type Loaded = Result<Case, String>;

struct Case {
    schema: PathBuf,
    include: PathBuf,
    message: String,
    payload: Option<PathBuf>,
}

impl Case {
    /// The case in a folder, by the files that say what is what; without them its last `.proto` file, which
    /// imports the others, with the message that most can be put into.
    fn load(folder: &Path) -> Loaded {
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).ok();
        let set = folder.join("schema.binpb");
        let schema = match text("entry") {
            Some(entry) => folder.join(entry.trim()),
            None if set.is_file() => set,
            None => protos(folder).pop().ok_or("there is no schema in it")?,
        };
        let payload = Some(folder.join("payload.bin")).filter(|path| path.is_file());
        let message = largest(&schema, folder)?;
        Ok(Case {
            schema,
            include: folder.to_owned(),
            message: text("message").map_or(message, |name| name.trim().to_owned()),
            payload,
        })
    }

    fn print(&self, name: &str) -> String {
        let payload = match &self.payload {
            Some(path) => format!("payload = {path:?}"),
            None => "generate = { seed = 1 }".to_owned(),
        };
        format!(
            "[[case]]\nname = \"{name}\"\nschema = {:?}\ninclude = [{:?}]\nmessage = {:?}\n{payload}\n\
             stresses = \"what other people write\"\n",
            self.schema, self.include, self.message
        )
    }
}

/// The name of the message whose made-up payload is the longest.
fn largest(schema: &Path, include: &Path) -> Result<String, String> {
    let opened = Schemas::new().open(schema, &[include.to_owned()]);
    let schema = opened.map_err(|error| error.to_string())?;
    let how = Generate {
        seed: 1,
        ..Generate::default()
    };
    let length = |name: &String| {
        let message = schema.find(name).ok()?;
        reach::check(&message).ok()?;
        Some(generate(&message, &how).ok()?.len())
    };
    let names = schema.names();
    let own = names
        .iter()
        .filter(|name| !name.starts_with("google.protobuf."));
    let best = own.max_by_key(|name| length(name));
    best.cloned().ok_or_else(|| "it has no message".to_owned())
}

/// The `.proto` files of a folder and of those in it, by path.
fn protos(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            files.extend(protos(&path));
        } else if path.extension().is_some_and(|end| end == "proto") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// What became of every case: its name, and an outcome for each codec.
struct Table(BTreeMap<String, Vec<Value>>);

impl Table {
    /// Verifies all cases of a shared folder in one suite; none where the folder is not here.
    fn of(name: &str) -> Option<Self> {
        let shared = shared(name)?;
        let place = Place::new(name);
        let entries = std::fs::read_dir(shared).expect("the folder can be read");
        let folders = entries.map(|entry| entry.expect("the folder can be read").path());
        let mut table = Table(BTreeMap::new());
        let mut suite = String::new();
        let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
        folders.sort();
        for folder in folders {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let outcomes = match Case::load(&folder) {
                Ok(case) => {
                    suite += &case.print(&name);
                    Vec::new()
                }
                Err(reason) => {
                    assert_eq!(reason.lines().count(), 1, "{name}: {reason}");
                    let refused =
                        serde_json::json!({ "is": "refused", "stage": "schema", "reason": reason });
                    vec![refused; CODECS.len()]
                }
            };
            table.0.insert(name.into_owned(), outcomes);
        }
        place.write("suite.toml", suite);
        let answer = place.verify(&["--suite", "suite.toml", "--json"]);
        // The generators may print as they like, but it is the proof that is asked for.
        assert!(matches!(answer.code, Some(0 | 1)), "{}", answer.stderr);
        place.assert_no_protoc();
        for (case, codec, outcome) in answer.proofs() {
            let outcomes = table.0.get_mut(&case).expect("a case of the suite");
            assert_eq!(codec, CODECS[outcomes.len()], "{case}");
            outcomes.push(outcome);
        }
        for (case, outcomes) in &table.0 {
            assert_eq!(outcomes.len(), CODECS.len(), "{case}");
        }
        println!("{}", table.print());
        Some(table)
    }

    /// Case, codec, outcome.
    fn cells(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        self.0.iter().flat_map(|(case, outcomes)| {
            let cells = CODECS.iter().zip(outcomes);
            cells.map(|(codec, outcome)| (case.as_str(), *codec, outcome))
        })
    }

    /// How many cases a codec carries or refuses with a reason.
    fn answered(&self, of: &str) -> usize {
        self.cells()
            .filter(|(_, codec, _)| *codec == of)
            .filter(|(_, _, outcome)| match word(outcome) {
                "proven" => true,
                "refused" => outcome["reason"]
                    .as_str()
                    .is_some_and(|why| !why.is_empty()),
                _ => false,
            })
            .count()
    }

    fn print(&self) -> String {
        let width = self.0.keys().map(String::len).max().unwrap_or(0);
        let mut text = format!("{:width$}", "");
        for codec in CODECS {
            let _ = write!(text, "  {codec:14}");
        }
        for (case, outcomes) in &self.0 {
            let _ = write!(text, "\n{case:width$}");
            for outcome in outcomes {
                let _ = write!(text, "  {:14}", word(outcome));
            }
        }
        for (case, codec, outcome) in self.cells() {
            if word(outcome) != "proven" {
                let _ = write!(text, "\n{case} {codec}: {outcome}");
            }
        }
        text
    }
}

fn word(outcome: &Value) -> &str {
    outcome["is"].as_str().unwrap_or_default()
}

#[test]
fn captured_payloads_are_carried() {
    let Some(table) = Table::of("corpus") else {
        return;
    };
    assert_eq!(table.0.len(), 18);
    for (case, codec, outcome) in table.cells() {
        let allowed: &[&str] = match (case, codec) {
            // Of the generators here, prost's alone writes fields for groups.
            ("google_message2", "protobuf") => {
                let reason = outcome["reason"].as_str().unwrap_or_default();
                assert!(reason.contains("GoogleMessage2.Group1"), "{outcome}");
                &["refused"]
            }
            // Packed enums with a negative number, of which it writes the length wrong.
            ("nasty_wire", "protobuf") => &["wrong"],
            // A dev build ends it where it makes slices that are not aligned.
            (_, "quick-protobuf") => &["proven", "unsound", "aborted", "refused"],
            _ => &["proven"],
        };
        assert!(
            allowed.contains(&word(outcome)),
            "{case} {codec}: {outcome}"
        );
    }
}

#[test]
fn odd_schemas_are_carried_or_refused_with_a_reason() {
    let Some(table) = Table::of("torture") else {
        return;
    };
    assert_eq!(table.0.len(), 52);
    for (codec, least) in [
        ("prost", 50),
        ("prost-bytes", 50),
        ("protobuf", 49),
        ("quick-protobuf", 44),
    ] {
        let answered = table.answered(codec);
        println!("{codec}: {answered} of {} answered", table.0.len());
        assert!(answered >= least, "{codec}: {answered}");
    }
}
