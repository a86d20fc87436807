//! Which cells somebody means: the filter language of every command.
//!
//! docs/FILTER.md explains it; a test here runs its examples. Words are separated by white space, and a cell must
//! match all of them:
//!
//! - a bare word is a regular expression, found anywhere in the id `case/op/codec/wrap`;
//! - `case:X`, `op:X`, `codec:X`, `wrap:X`, `engine:X` and `tag:X` compare that part as a whole, with `,` between
//!   alternatives and `*` for any run of characters;
//! - `!` before either negates it.

mod near;
mod select;
#[cfg(test)]
mod tests;
mod word;

use std::fmt;

use crate::run::CellId;
use word::Word;

pub use select::Selected;
pub use word::Key;

/// A filter, read and found to be in order.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    text: String,
    words: Vec<Word>,
}

/// Why a filter cannot be used; each names the word or the filter, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// A word is at fault.
    #[error("filter word `{word}`: {why}")]
    Word {
        /// The word, as it was typed.
        word: String,
        /// What is wrong with it, and what would be right.
        why: String,
    },
    /// It matches no cell.
    #[error(
        "no cell of {of} matches the filter `{filter}`; the nearest: {near}; `{list}` shows all"
    )]
    Nothing {
        /// What was looked through.
        of: String,
        /// The filter.
        filter: String,
        /// Ids that are like it, or that there are none.
        near: String,
        /// The command that lists every id.
        list: String,
    },
}

impl Filter {
    /// Reads a filter; one without words matches everything.
    ///
    /// # Errors
    /// When a word has an unknown key, a value that nothing can match, or is no regular expression.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        let words: Result<Vec<Word>, FilterError> =
            text.split_whitespace().map(Word::parse).collect();
        Ok(Filter {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            words: words?,
        })
    }

    /// Whether it matches this cell, of a case with these tags.
    pub fn keeps(&self, id: &CellId, tags: &[String]) -> bool {
        let text = id.to_string();
        self.words.iter().all(|word| word.matches(id, &text, tags))
    }

    /// Whether it matches what is measured of an op of a case under a `name` of its own, across codecs and wraps, such as
    /// the race: bare words look at `case/op/name`, and a word about a codec, a wrap or an engine asks for cells alone.
    pub fn keeps_across(&self, case: &str, op: &str, name: &str, tags: &[String]) -> bool {
        let of_cells = [Key::Codec, Key::Wrap, Key::Engine];
        let id = CellId::new(case, op, "", "");
        let text = format!("{case}/{op}/{name}");
        !of_cells.iter().any(|key| self.asks(*key))
            && self.words.iter().all(|word| word.matches(&id, &text, tags))
    }

    /// Whether it matches a bench that is no cell: bare words look at its name, and it counts as its own case.
    pub fn keeps_name(&self, name: &str) -> bool {
        let id = CellId::new(name, "", "", "");
        self.words.iter().all(|word| word.matches(&id, name, &[]))
    }

    /// Whether one of its words is about this part.
    pub fn asks(&self, key: Key) -> bool {
        self.words.iter().any(|word| word.key() == Some(key))
    }

    /// Whether it matches everything for want of words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// That nothing of `of` matches: the error, with the ids among these that are nearest. `list` is the command that
    /// shows all.
    pub fn nothing<'a>(
        &self,
        of: impl Into<String>,
        ids: impl IntoIterator<Item = &'a CellId>,
        list: impl Into<String>,
    ) -> FilterError {
        FilterError::Nothing {
            of: of.into(),
            filter: self.text.clone(),
            near: near::listed(&self.words, ids),
            list: list.into(),
        }
    }
}

/// The words, one blank between them.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
