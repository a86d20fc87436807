//! The text of a suite file, while it is resolved: where each value lies, and what is wrong with it.

use std::path::Path;
use std::str::FromStr;

use toml::Spanned;

use super::UnknownWord;
use super::file::Words;
use crate::error::{Error, Place};

/// The text, and the file that it is from.
pub(super) struct Text<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

impl Text<'_> {
    pub(super) fn place<T>(&self, value: &Spanned<T>) -> Place {
        Place::of(self.path, self.text, value.span().start)
    }

    pub(super) fn error<T>(
        &self,
        value: &Spanned<T>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        Error::Suite {
            at: Box::new(self.place(value)),
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// Reads words of a closed set.
    pub(super) fn parse<T>(&self, words: &Words) -> Result<Vec<T>, Error>
    where
        T: FromStr<Err = UnknownWord> + PartialEq,
    {
        let mut values = Vec::new();
        for word in words {
            let value = word
                .get_ref()
                .parse()
                .map_err(|unknown: UnknownWord| self.error(word, unknown.what, unknown.remedy))?;
            if values.contains(&value) {
                let what = format!("`{}` is listed twice", word.get_ref());
                return Err(self.error(word, what, "remove one of them"));
            }
            values.push(value);
        }
        Ok(values)
    }
}
