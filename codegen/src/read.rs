//! Reads a file whole, or says why not: no folder, device or pipe, and never more than its limit.

use std::io::{Error as IoError, Read};
use std::path::Path;

use crate::error::Error;

/// A file that is wanted for something.
pub struct Wanted<'a> {
    /// What for, as messages say it: "payload".
    pub role: &'static str,
    /// The most bytes it may have.
    pub most: u64,
    /// What to do when it cannot be read.
    pub otherwise: &'a str,
    /// What to do when it is too large.
    pub too_large: &'a str,
}

/// Reads the file.
///
/// # Errors
/// [`Error::Read`].
pub fn whole(path: &Path, wanted: &Wanted<'_>) -> Result<Vec<u8>, Error> {
    let error = |source, remedy: &str| Error::Read {
        path: path.to_owned(),
        role: wanted.role,
        source,
        remedy: remedy.to_owned(),
    };
    let otherwise = |source| error(source, wanted.otherwise);
    // Opening a pipe would wait for a writer, and a device may have no end. A folder has an error of its own.
    let kind = std::fs::metadata(path).map_err(otherwise)?;
    if !kind.is_file() && !kind.is_dir() {
        return Err(otherwise(IoError::other("it is no regular file")));
    }
    let file = std::fs::File::open(path).map_err(otherwise)?;
    let mut bytes = Vec::new();
    file.take(wanted.most + 1)
        .read_to_end(&mut bytes)
        .map_err(otherwise)?;
    if bytes.len() as u64 > wanted.most {
        let source = IoError::other(format!("more than {} bytes", wanted.most));
        return Err(error(source, wanted.too_large));
    }
    Ok(bytes)
}
