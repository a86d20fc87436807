//! A file that grows by a line of JSON at a time, so that an end at any moment loses no line before it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// The file, and what is lost should it fail.
pub struct Journal {
    path: PathBuf,
    /// None once writing has failed.
    file: Option<File>,
    lost: &'static str,
}

impl Journal {
    /// An empty one of this name in a folder; `lost` says what a failure costs.
    pub fn begin(folder: &Path, name: &str, lost: &'static str) -> io::Result<Self> {
        let path = folder.join(name);
        std::fs::create_dir_all(folder)?;
        Ok(Journal {
            file: Some(File::create(&path)?),
            path,
            lost,
        })
    }

    /// Adds a line. A failure does not end the run: it is said once.
    pub fn add(&mut self, line: &impl Serialize) {
        let Some(file) = &mut self.file else { return };
        let line = serde_json::to_string(line).unwrap_or_default() + "\n";
        if let Err(error) = file.write_all(line.as_bytes()) {
            let (path, lost) = (self.path.display(), self.lost);
            eprintln!("wiretax: cannot write {path}: {error}; {lost}");
            self.file = None;
        }
    }
}
