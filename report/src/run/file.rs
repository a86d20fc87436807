//! The run's record on disk.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::Run;
use crate::{Error, write};

/// The version of the layout that this crate reads and writes.
pub const FORMAT: u32 = 1;

/// What every version of the layout has.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

impl Run {
    /// Reads a record.
    pub fn read(path: &Path) -> Result<Run, Error> {
        let text = fs::read(path).map_err(|cause| Error::ReadRun {
            path: path.to_owned(),
            cause,
        })?;
        let malformed = |cause| Error::ParseRun {
            path: path.to_owned(),
            cause,
        };
        // The version first: another layout is to be told from a broken file.
        let Version { format } = serde_json::from_slice(&text).map_err(malformed)?;
        if format != FORMAT {
            return Err(Error::RunFormat {
                path: path.to_owned(),
                found: format,
                expected: FORMAT,
            });
        }
        serde_json::from_slice(&text).map_err(malformed)
    }

    /// Writes the record, and its directory where that is missing. Readers see the old record or
    /// the new one, never half of one.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        self.write_whole(path).map_err(|cause| Error::WriteRun {
            path: path.to_owned(),
            cause,
        })
    }

    fn write_whole(&self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        write::replace(path, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn reads_what_it_writes_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("latest").join("run.json");
        let run = testing::run();
        run.write(&path).unwrap();
        run.write(&path).unwrap();
        assert_eq!(Run::read(&path).unwrap(), run);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_record_from_before_there_were_mixes_has_one_message_a_case() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        let mut run = testing::run();
        run.cases[0].messages = 40;
        let mut old = serde_json::to_value(&run).unwrap();
        for case in old["cases"].as_array_mut().unwrap() {
            case.as_object_mut().unwrap().remove("messages").unwrap();
        }
        if let Some(race) = old["race"].as_object_mut() {
            race.remove("messages").unwrap();
        }
        fs::write(&path, old.to_string()).unwrap();
        assert_eq!(Run::read(&path).unwrap(), testing::run());
    }

    #[test]
    fn errors_name_the_file_and_the_remedy() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        let missing = Run::read(&path).unwrap_err().to_string();
        assert!(
            missing.contains("run.json") && missing.contains("cargo bench"),
            "{missing}"
        );

        fs::write(&path, r#"{"format": 1, "suite": "#).unwrap();
        let broken = Run::read(&path).unwrap_err().to_string();
        assert!(
            broken.contains("line 1") && broken.contains("cargo bench"),
            "{broken}"
        );

        fs::write(&path, r#"{"format": 9, "other": true}"#).unwrap();
        let other = Run::read(&path).unwrap_err().to_string();
        assert!(
            other.contains("layout 9") && other.contains("layout 1"),
            "{other}"
        );

        fs::write(dir.path().join("file"), "").unwrap();
        let below_a_file = dir.path().join("file").join("run.json");
        let unwritable = testing::run().write(&below_a_file).unwrap_err().to_string();
        assert!(unwritable.contains("cannot write"), "{unwritable}");
    }
}
