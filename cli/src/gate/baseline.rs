//! What was accepted: `gate/baseline.json`, kept in the repository.
//!
//! It has what is the same on every run: sizes, digests, allocations, instructions, ratios; never nanoseconds. Every entry
//! says why it is as it is, and has a seal over that, so that a number which was edited by hand is found before it is believed.
//! A seal stops slips, not liars; those are found since every entry is measured again.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Trouble;

/// The layout that this version writes and reads.
const FORMAT: u32 = 1;

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    format: u32,
    /// With what instructions were counted; elsewhere they mean nothing.
    pub fingerprint: BTreeMap<String, String>,
    /// By `case/codec`.
    pub sent: BTreeMap<String, Entry<Sent>>,
    /// By id.
    pub cells: BTreeMap<String, Entry<Counts>>,
    /// By name of the claim.
    pub claims: BTreeMap<String, Entry<Ratio>>,
    /// What was changed, in order.
    pub accepted: Vec<Accepted>,
}

/// A value and why it is so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry<T> {
    /// The value.
    #[serde(flatten)]
    pub value: T,
    /// Why.
    pub reason: String,
    seal: String,
}

/// What a codec sends for a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// The outcome of its proof.
    pub outcome: String,
    /// Encoded bytes, where there are any.
    pub bytes: Option<u64>,
    /// Their digest, in hexadecimal.
    pub digest: Option<String>,
}

/// What an op of a cell takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Allocations.
    pub allocations: f64,
    /// Bytes asked for by them.
    pub allocated_bytes: f64,
    /// Instructions, where they were counted.
    pub instructions: Option<f64>,
    /// Instructions at the last release, where there was one.
    pub released: Option<f64>,
}

/// A ratio as it was measured, with its interval and the bounds of its claim. For readers: a claim is measured anew each time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The median over launches.
    pub ratio: f64,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The claim's lower bound.
    pub at_least: Option<f64>,
    /// The claim's upper bound.
    pub at_most: Option<f64>,
}

/// A change of an entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Accepted {
    /// Key of the entry.
    pub of: String,
    /// Why.
    pub reason: String,
    /// The value before, or null.
    pub before: serde_json::Value,
    /// The value since.
    pub after: serde_json::Value,
}

impl<T: Serialize + Clone> Entry<T> {
    /// A value that was just measured.
    pub fn new(value: T, reason: &str) -> Self {
        Entry {
            seal: seal(&value, reason),
            value,
            reason: reason.to_owned(),
        }
    }

    /// Whether value and reason are those that were written together.
    fn is_sealed(&self) -> bool {
        !self.reason.trim().is_empty() && self.seal == seal(&self.value, &self.reason)
    }
}

fn seal<T: Serialize>(value: &T, reason: &str) -> String {
    let text = serde_json::to_string(&(value, reason)).unwrap_or_default();
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl Baseline {
    /// An empty one.
    pub fn new() -> Self {
        Baseline {
            format: FORMAT,
            ..Baseline::default()
        }
    }

    /// Reads it; `None` where there is no such file.
    pub fn read(path: &Path) -> Result<Option<Self>, Trouble> {
        let bad = |why: String| Trouble::Bad {
            path: path.to_owned(),
            why,
        };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| Trouble::file(path, "read", error))?,
        };
        let baseline: Baseline = serde_json::from_str(&text).map_err(|error| {
            bad(format!("{error}; take it from version control again, or make one with `cargo wiretax gate accept --all`"))
        })?;
        match baseline.format {
            FORMAT => Ok(Some(baseline)),
            other => Err(bad(format!(
                "it has layout {other}; this version reads {FORMAT}"
            ))),
        }
    }

    /// Keys of entries that are not as they were written.
    pub fn edited(&self) -> Vec<&str> {
        fn of<T: Serialize + Clone>(
            entries: &BTreeMap<String, Entry<T>>,
        ) -> impl Iterator<Item = &str> {
            let edited = entries.iter().filter(|(_, entry)| !entry.is_sealed());
            edited.map(|(key, _)| key.as_str())
        }
        of(&self.sent)
            .chain(of(&self.cells))
            .chain(of(&self.claims))
            .collect()
    }

    /// Writes it, an entry a line, so that a change of one is a change of one line.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let failed = |error| Trouble::file(path, "write", error);
        let text = self.text().map_err(|error| failed(error.into()))?;
        wiretax_report::write_text(path, &text).map_err(crate::error::Error::from)?;
        Ok(())
    }

    fn text(&self) -> serde_json::Result<String> {
        fn map<T: Serialize>(of: &BTreeMap<String, T>) -> serde_json::Result<String> {
            let lines: serde_json::Result<Vec<String>> = of
                .iter()
                .map(|(key, value)| {
                    let (key, value) = (serde_json::to_string(key)?, serde_json::to_string(value)?);
                    Ok(format!("    {key}: {value}"))
                })
                .collect();
            Ok(braced(lines?, '{', '}'))
        }
        let accepted: serde_json::Result<Vec<String>> = self
            .accepted
            .iter()
            .map(|of| Ok(format!("    {}", serde_json::to_string(of)?)))
            .collect();
        Ok(format!(
            "{{\n  \"format\": {},\n  \"fingerprint\": {},\n  \"sent\": {},\n  \"cells\": {},\n  \"claims\": {},\n  \"accepted\": {}\n}}\n",
            self.format,
            map(&self.fingerprint)?,
            map(&self.sent)?,
            map(&self.cells)?,
            map(&self.claims)?,
            braced(accepted?, '[', ']')
        ))
    }

    /// Puts an entry in the place of the old one, and writes down what changed, if anything did.
    pub fn accept(&mut self, key: &str, new: New, reason: &str) {
        let (before, after) = match new {
            New::Sent(value) => put(&mut self.sent, key, value, reason),
            New::Cell(value) => put(&mut self.cells, key, value, reason),
            New::Claim(value) => put(&mut self.claims, key, value, reason),
        };
        // What is new has its reason with it.
        if before != after && !before.is_null() {
            self.accepted.push(Accepted {
                of: key.to_owned(),
                reason: reason.to_owned(),
                before,
                after,
            });
        }
    }
}

impl Baseline {
    /// Takes an entry out, and writes that down; whether there was one.
    pub fn remove(&mut self, key: &str, reason: &str) -> bool {
        let sent = self
            .sent
            .remove(key)
            .map(|entry| serde_json::to_value(entry.value));
        let cell = self
            .cells
            .remove(key)
            .map(|entry| serde_json::to_value(entry.value));
        let claim = self
            .claims
            .remove(key)
            .map(|entry| serde_json::to_value(entry.value));
        let Some(before) = sent.or(cell).or(claim) else {
            return false;
        };
        self.accepted.push(Accepted {
            of: key.to_owned(),
            reason: reason.to_owned(),
            before: before.unwrap_or_default(),
            after: serde_json::Value::Null,
        });
        true
    }
}

/// A value for an entry.
#[derive(Debug, Clone)]
pub enum New {
    /// Of `sent`.
    Sent(Sent),
    /// Of `cells`.
    Cell(Counts),
    /// Of `claims`.
    Claim(Ratio),
}

/// Puts it there unless it is there already; the value before and the one since.
fn put<T: Serialize + Clone + PartialEq>(
    entries: &mut BTreeMap<String, Entry<T>>,
    key: &str,
    value: T,
    reason: &str,
) -> (serde_json::Value, serde_json::Value) {
    let json = |value: &T| serde_json::to_value(value).unwrap_or_default();
    let before = entries.get(key);
    let old = before.map_or(serde_json::Value::Null, |entry| json(&entry.value));
    let new = json(&value);
    if before.is_none_or(|entry| entry.value != value || !entry.is_sealed()) {
        entries.insert(key.to_owned(), Entry::new(value, reason));
    }
    (old, new)
}

fn braced(lines: Vec<String>, open: char, close: char) -> String {
    match lines.is_empty() {
        true => format!("{open}{close}"),
        false => format!("{open}\n{}\n  {close}", lines.join(",\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(instructions: f64) -> Counts {
        Counts {
            allocations: 3.0,
            allocated_bytes: 70.0,
            instructions: Some(instructions),
            released: None,
        }
    }

    fn made() -> Baseline {
        let mut baseline = Baseline::new();
        baseline
            .fingerprint
            .insert("cpu".to_owned(), "x".to_owned());
        let sent = Sent {
            outcome: "proven".to_owned(),
            bytes: Some(3),
            digest: Some("00ff".to_owned()),
        };
        baseline.accept("a/prost", New::Sent(sent), "first");
        baseline.accept("a/decode/prost/raw", New::Cell(counts(100.0)), "first");
        baseline
    }

    #[test]
    fn it_is_read_as_it_was_written_an_entry_a_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("gate/baseline.json");
        assert_eq!(Baseline::read(&path).unwrap(), None);
        made().write(&path).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), Some(made()));
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.lines()
                .any(|line| line.starts_with("    \"a/decode/prost/raw\": {"))
        );
        fs::write(&path, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
        assert!(
            Baseline::read(&path)
                .unwrap_err()
                .to_string()
                .contains("layout 2")
        );
        fs::write(&path, &text[..text.len() / 2]).unwrap();
        let said = Baseline::read(&path).unwrap_err().to_string();
        assert!(
            said.contains("baseline.json") && said.contains("version control"),
            "{said}"
        );
    }

    #[test]
    fn a_number_edited_by_hand_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("baseline.json");
        made().write(&path).unwrap();
        assert!(made().edited().is_empty());
        let text = fs::read_to_string(&path).unwrap();
        for (from, to) in [
            ("\"instructions\":100.0", "\"instructions\":101.0"),
            ("\"reason\":\"first\",\"seal\"", "\"reason\":\"\",\"seal\""),
            ("\"digest\":\"00ff\"", "\"digest\":\"00fe\""),
        ] {
            assert!(text.contains(from), "{text}");
            fs::write(&path, text.replace(from, to)).unwrap();
            let read = Baseline::read(&path).unwrap().unwrap();
            assert!(!read.edited().is_empty(), "{to}");
        }
    }

    #[test]
    fn what_is_accepted_is_written_down_once() {
        let mut baseline = made();
        let before = baseline.accepted.len();
        baseline.accept(
            "a/decode/prost/raw",
            New::Cell(counts(100.0)),
            "nothing new",
        );
        assert_eq!(baseline.accepted.len(), before);
        assert_eq!(baseline.cells["a/decode/prost/raw"].reason, "first");
        baseline.accept(
            "a/decode/prost/raw",
            New::Cell(counts(120.0)),
            "a check more",
        );
        let last = baseline.accepted.last().unwrap();
        assert_eq!(last.reason, "a check more");
        assert_eq!(last.before["instructions"], 100.0);
        assert_eq!(last.after["instructions"], 120.0);
        assert!(baseline.edited().is_empty());
    }
}
