//! Where an answer goes: to standard output or into a file.

use std::io::{self, Write};
use std::path::Path;

use wiretax_report::Style;

use crate::error::Error;

/// How an answer is laid out that goes there.
pub fn style(out: Option<&Path>) -> Style {
    match out {
        Some(_) => Style::default(),
        None => Style::of(&io::stdout()),
    }
}

/// Prints an answer, or writes it into a file. A reader who has seen enough, as `head` has, is no error.
pub fn print(text: &str, out: Option<&Path>) -> Result<(), Error> {
    if let Some(path) = out {
        return Ok(wiretax_report::write_text(path, text)?);
    }
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(()),
    }
}
