//! Files that are whole or not there.

use std::fs;
use std::io;
use std::path::Path;

use crate::Error;

/// Writes a text, and its folder where that is missing. Readers see the old text or the new one,
/// never half of one.
pub fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    replace(path, text.as_bytes()).map_err(|cause| Error::WriteText {
        path: path.to_owned(),
        cause,
    })
}

/// Puts a file in place of the one that was there.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Best effort: the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_the_folder_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a").join("b").join("finding.md");
        write_text(&path, "old").unwrap();
        write_text(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_error_names_the_file_and_the_remedy() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "").unwrap();
        let below_a_file = dir.path().join("file").join("finding.md");
        let folder = dir.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("inhabitant"), "").unwrap();
        for path in [below_a_file, folder.clone(), folder.join("..")] {
            let said = write_text(&path, "text").unwrap_err().to_string();
            assert!(said.contains(&path.display().to_string()), "{said}");
            assert!(said.contains("folder can be written"), "{said}");
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}
