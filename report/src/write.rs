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

/// Puts a file in place of the one that was there. What a link leads to is replaced and not the link, the file keeps its
/// permissions, and into what is no file, such as a pipe or a device, the content is written.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let old = fs::metadata(path).ok();
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        return io::Write::write_all(&mut fs::OpenOptions::new().write(true).open(path)?, content);
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let whole;
    let path = match path.is_symlink() {
        true => {
            whole = fs::canonicalize(path)?;
            &whole
        }
        false => path,
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let keep = || match old {
        Some(old) if old.is_file() => fs::set_permissions(&temporary, old.permissions()),
        _ => Ok(()),
    };
    let written = fs::write(&temporary, content)
        .and_then(|()| keep())
        .and_then(|()| fs::rename(&temporary, path));
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

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        write_text(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
        fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
        assert!(write_text(&file, "newer").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        write_text(Path::new("/dev/null"), "gone").unwrap();
        let null = fs::metadata("/dev/null").unwrap();
        assert!(null.file_type().is_char_device());
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
