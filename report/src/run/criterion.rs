//! Reads the samples that criterion keeps under `target/criterion`.
//!
//! The layout is that of criterion 0.8: a directory for each group, in it one for each function, in
//! that `new/` with `benchmark.json` (the id) and `sample.json` (iterations and times). Directory
//! names are cut and made unique by criterion, so only the `full_id` inside the file says which
//! cell it is. `benchmark.json` is written last: where it is fresh, `sample.json` beside it is
//! complete.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{CellId, Sample, Samples};
use crate::Error;

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
}

#[derive(Deserialize)]
struct SavedSample {
    iters: Vec<f64>,
    times: Vec<f64>,
}

/// Reads the cells measured since a moment from criterion's directory.
///
/// Benches of other forms than `case/op/codec/wrap` are passed over. A file that cannot be read or
/// parsed costs its own cell and leaves a warning. A directory that does not exist holds no
/// samples.
///
/// File systems stamp files by a coarse clock, a few milliseconds behind: take `since` from before
/// the first bench, rounded down.
pub fn samples(criterion_dir: &Path, since: SystemTime) -> Result<Samples, Error> {
    let mut found = Samples::default();
    let mut newest: BTreeMap<CellId, SystemTime> = BTreeMap::new();
    let groups = match directories(criterion_dir) {
        Ok(groups) => groups,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
        Err(cause) => {
            return Err(Error::CriterionDir {
                path: criterion_dir.to_owned(),
                cause,
            });
        }
    };
    for group in groups {
        let functions = match directories(&group) {
            Ok(functions) => functions,
            Err(error) => {
                found.warn(&group, &error);
                continue;
            }
        };
        for function in functions {
            let benchmark = function.join("new").join("benchmark.json");
            // Anything else, such as criterion's own `report`, has no such file.
            let Ok(modified) = fs::metadata(&benchmark).and_then(|file| file.modified()) else {
                continue;
            };
            if modified < since {
                continue;
            }
            match read_cell(&benchmark) {
                Ok(None) => {}
                Ok(Some((id, sample))) => {
                    // Two directories of one id are a leftover and its successor.
                    if newest.get(&id).is_none_or(|known| *known <= modified) {
                        newest.insert(id.clone(), modified);
                        found.cells.insert(id, sample);
                    }
                }
                Err((path, reason)) => found.warn(&path, &reason),
            }
        }
    }
    Ok(found)
}

impl Samples {
    fn warn(&mut self, path: &Path, reason: &dyn std::fmt::Display) {
        self.warnings.push(format!(
            "{} was passed over: {reason}; run its bench again",
            path.display()
        ));
    }
}

type Unreadable = (PathBuf, String);

fn read_cell(benchmark: &Path) -> Result<Option<(CellId, Sample)>, Unreadable> {
    let Benchmark { full_id } = read_json(benchmark)?;
    let Ok(id) = full_id.parse::<CellId>() else {
        return Ok(None);
    };
    let path = benchmark.with_file_name("sample.json");
    let SavedSample { iters, times } = read_json(&path)?;
    if iters.len() != times.len() {
        let reason = format!(
            "{id} has {} counts of iterations and {} times",
            iters.len(),
            times.len()
        );
        return Err((path, reason));
    }
    let sample = Sample {
        iters,
        nanos: times,
    };
    Ok(Some((id, sample)))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, Unreadable> {
    let unreadable = |reason: String| (path.to_owned(), reason);
    let text = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))
}

/// The directories in a directory, by name, so that warnings come in a stable order.
fn directories(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn bench(root: &Path, group: &str, function: &str, id: &str, sample: Option<&str>) {
        let new = root.join(group).join(function).join("new");
        fs::create_dir_all(&new).unwrap();
        if let Some(sample) = sample {
            fs::write(new.join("sample.json"), sample).unwrap();
        }
        let benchmark = format!(r#"{{"group_id":"g","full_id":"{id}","title":"t"}}"#);
        fs::write(new.join("benchmark.json"), benchmark).unwrap();
    }

    const GOOD: &str = r#"{"sampling_mode":"Linear","iters":[1.0,2.0],"times":[10.0,20.0]}"#;

    fn long_ago() -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    #[test]
    fn takes_our_ids_and_passes_over_others() {
        let dir = tempfile::tempdir().unwrap();
        bench(
            dir.path(),
            "a_encode",
            "prost_raw",
            "a/encode/prost/raw",
            Some(GOOD),
        );
        bench(dir.path(), "other", "bench", "other/bench", Some(GOOD));
        fs::create_dir_all(dir.path().join("report")).unwrap();
        let found = samples(dir.path(), long_ago()).unwrap();
        let ids: Vec<_> = found.cells.keys().map(ToString::to_string).collect();
        assert_eq!(ids, ["a/encode/prost/raw"]);
        assert!(found.warnings.is_empty());
    }

    #[test]
    fn passes_over_what_is_older() {
        let dir = tempfile::tempdir().unwrap();
        bench(
            dir.path(),
            "a_encode",
            "prost_raw",
            "a/encode/prost/raw",
            Some(GOOD),
        );
        let later = SystemTime::now() + Duration::from_secs(60);
        let found = samples(dir.path(), later).unwrap();
        assert_eq!(found, Samples::default());
    }

    #[test]
    fn a_broken_file_costs_its_cell_and_warns() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        bench(
            root,
            "a",
            "1",
            "a/encode/prost/raw",
            Some(r#"{"iters":[1.0"#),
        );
        bench(root, "a", "2", "a/encode/prost/base64", None);
        bench(
            root,
            "a",
            "3",
            "a/decode/prost/raw",
            Some(r#"{"iters":[1.0],"times":[]}"#),
        );
        bench(root, "a", "4", "a/decode/prost/base64", Some(GOOD));
        fs::write(root.join("a/1/new/benchmark.json"), "{").unwrap();
        let found = samples(root, long_ago()).unwrap();
        assert_eq!(found.cells.len(), 1);
        assert_eq!(found.warnings.len(), 3, "{:?}", found.warnings);
        assert!(
            found
                .warnings
                .iter()
                .all(|text| text.contains("run its bench again"))
        );
    }

    #[test]
    fn no_directory_holds_no_samples() {
        let dir = tempfile::tempdir().unwrap();
        let found = samples(&dir.path().join("criterion"), long_ago()).unwrap();
        assert_eq!(found, Samples::default());
    }
}
