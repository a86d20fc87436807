//! Where an answer goes: to standard output or into a file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use wiretax_report::{Glyphs, Screen, Style, visible};

use crate::error::Error;

/// How an answer is laid out that goes there.
pub fn screen(out: Option<&Path>) -> Screen {
    match out {
        Some(_) => Screen {
            style: Style::default(),
            glyphs: Glyphs::of_locale(),
        },
        None => Screen::of(&io::stdout()),
    }
}

/// An answer for another program, which gets it as it is. On a terminal nothing in it is obeyed.
pub fn data(text: String, out: Option<&Path>) -> String {
    match out.is_none() && io::stdout().is_terminal() {
        true => visible(&text).into_owned(),
        false => text,
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
