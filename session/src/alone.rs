//! One run at a time in a folder: two would take each other's samples for their own.

use std::fs::File;
use std::io;
use std::path::Path;

/// The folder, until it is dropped.
pub struct Alone(#[allow(dead_code)] File);

impl Alone {
    /// Waits for another run that is at work there, and says so.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let file = File::create(folder.join("run.lock"))?;
        if file.try_lock().is_err() {
            eprintln!(
                "wiretax: another run is at work in {}; waiting for its end",
                folder.display()
            );
            file.lock()?;
        }
        Ok(Alone(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_waits_for_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let first = Alone::in_folder(dir.path()).unwrap();
        let taken = File::create(dir.path().join("run.lock")).unwrap();
        assert!(taken.try_lock().is_err());
        drop(first);
        assert!(taken.try_lock().is_ok());
    }
}
