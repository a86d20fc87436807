//! Standard output, whose reader may go away.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// A line of progress; where nobody reads any more, that is no reason to stop.
macro_rules! say {
    ($($arg:tt)*) => { $crate::out::line(&format!($($arg)*)) };
}
pub(crate) use say;

/// Prints a line.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints what was found. A reader that went away, as `head` does, is fine; a disk that is full is not.
///
/// # Errors
/// When it cannot be written.
pub fn print(text: &str) -> Result<(), std::io::Error> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// A file to write to in the end, opened in the beginning: a path that cannot be written costs no measurement, and what stands there is kept
/// until there is something to put in its place.
///
/// # Errors
/// When it cannot be opened.
pub fn file(path: &Path) -> Result<File, std::io::Error> {
    File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Puts this into the file, in place of what was there.
///
/// # Errors
/// When it cannot be written.
pub fn replace(mut file: File, bytes: &[u8]) -> Result<(), std::io::Error> {
    // What is no file, as /dev/stdout, has no length.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(bytes)
}
