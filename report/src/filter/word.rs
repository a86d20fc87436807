//! One word of a filter.

use regex::Regex;

use super::FilterError;
use crate::run::CellId;

/// A part of a cell that a word can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Name of the case.
    Case,
    /// `encode`, `decode` or `read`.
    Op,
    /// Name of the codec.
    Codec,
    /// The wrap without its engine.
    Wrap,
    /// The base64 engine, where the wrap has one.
    Engine,
    /// A tag of the case.
    Tag,
}

impl Key {
    /// All of them, with how they are written.
    const ALL: [(Key, &'static str); 6] = [
        (Key::Case, "case"),
        (Key::Op, "op"),
        (Key::Codec, "codec"),
        (Key::Wrap, "wrap"),
        (Key::Engine, "engine"),
        (Key::Tag, "tag"),
    ];

    /// This part of a cell; `None` for tags, of which there are several, and for an engine where there is none.
    pub(super) fn of(self, id: &CellId) -> Option<&str> {
        match self {
            Key::Case => Some(&id.case),
            Key::Op => Some(&id.op),
            Key::Codec => Some(&id.codec),
            Key::Wrap => Some(id.wrap_and_engine().0),
            Key::Engine => id.engine(),
            Key::Tag => None,
        }
    }
}

/// What a word asks for, or with `not` for the contrary.
#[derive(Clone, Debug)]
pub(super) struct Word {
    not: bool,
    asks: Asks,
}

#[derive(Clone, Debug)]
pub(super) enum Asks {
    /// A regular expression on the id, and as it was typed.
    Id(Regex, String),
    /// A part as a whole: any of these.
    Part(Key, Vec<String>),
}

impl Word {
    pub fn parse(typed: &str) -> Result<Word, FilterError> {
        let wrong = |why: String| FilterError::Word {
            word: typed.to_owned(),
            why,
        };
        let (not, rest) = match typed.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, typed),
        };
        if rest.is_empty() {
            return Err(wrong(
                "it negates nothing; write what is to be left out behind the `!`, as in `!raw`"
                    .into(),
            ));
        }
        let asks = match keyed(rest) {
            Some((name, values)) => {
                let key = Key::ALL.iter().find(|(_, known)| *known == name);
                let Some((key, _)) = key else {
                    return Err(wrong(unknown(name)));
                };
                let values: Vec<String> = values.split(',').map(str::to_owned).collect();
                if let Some(why) = values.iter().find_map(|value| no_value(*key, value)) {
                    return Err(wrong(why));
                }
                Asks::Part(*key, values)
            }
            None => match Regex::new(rest) {
                Ok(pattern) => Asks::Id(pattern, rest.to_owned()),
                Err(error) => {
                    // The last line of it is the reason, those before draw where it is.
                    let error = error.to_string();
                    let why = error.lines().next_back().unwrap_or_default();
                    let why = why.trim_start_matches("error: ");
                    return Err(wrong(format!(
                        "no regular expression ({why}); put `\\` before a character that stands for itself, or name \
                         a part as a whole, as in `case:append*`"
                    )));
                }
            },
        };
        Ok(Word { not, asks })
    }

    /// Whether it matches a cell with this id and these tags.
    pub fn matches(&self, id: &CellId, text: &str, tags: &[String]) -> bool {
        let found = match &self.asks {
            Asks::Id(pattern, _) => pattern.is_match(text),
            Asks::Part(Key::Tag, values) => {
                let any = |tag: &String| values.iter().any(|value| is_like(value, tag));
                tags.iter().any(any)
            }
            Asks::Part(key, values) => key
                .of(id)
                .is_some_and(|part| values.iter().any(|value| is_like(value, part))),
        };
        found != self.not
    }

    /// The part that it is about; `None` for a bare word.
    pub fn key(&self) -> Option<Key> {
        match &self.asks {
            Asks::Part(key, _) => Some(*key),
            Asks::Id(..) => None,
        }
    }

    /// What it asks for, unless it is what is to be left out.
    pub fn wants(&self) -> Option<&Asks> {
        (!self.not).then_some(&self.asks)
    }
}

/// The two sides of a word such as `case:append`. What has no key is a regular expression, as `(?:a|b)` and a path with
/// `::` are, which `cargo test` hands to benches too.
fn keyed(word: &str) -> Option<(&str, &str)> {
    let (name, values) = word.split_once(':')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    (is_name && !values.starts_with(':')).then_some((name, values))
}

fn unknown(name: &str) -> String {
    let known = Key::ALL.map(|(_, known)| known);
    let like = |known: &str| strsim::jaro_winkler(known, name);
    let nearest = known
        .into_iter()
        .max_by(|a, b| like(a).total_cmp(&like(b)))
        .filter(|known| like(known) > 0.7);
    let hint = nearest.map(|known| format!("did you mean `{known}:`? "));
    format!(
        "there is no key `{name}`; {}the keys are {}",
        hint.unwrap_or_default(),
        known.join(", ")
    )
}

/// Why nothing can ever match this value, if that is so.
fn no_value(key: Key, value: &str) -> Option<String> {
    if value.is_empty() {
        return Some(
            "an alternative is empty; write a value between `:`, `,` and the end, or `*` for any"
                .into(),
        );
    }
    if let (Key::Wrap, Some((wrap, engine))) = (key, value.split_once('@')) {
        return Some(format!(
            "`wrap:` goes without the engine; write `wrap:{wrap} engine:{engine}`"
        ));
    }
    let foreign = value
        .chars()
        .find(|c| !(c.is_alphanumeric() || "-_.*".contains(*c)))?;
    Some(format!(
        "no name has a `{foreign}`; a value is compared as a whole, with `*` for any characters and `,` between \
         alternatives"
    ))
}

/// Whether a name is a value with `*` in place of any run of characters.
fn is_like(value: &str, name: &str) -> bool {
    let mut pieces = value.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        // The first place is as good as any later one, since what follows may begin anywhere behind it.
        match rest.find(piece) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}
