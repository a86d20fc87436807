//! The ids that a filter without a match may have meant.

use super::word::{Asks, Key, Word};
use crate::run::CellId;

/// How many are offered.
const OFFERED: usize = 3;

/// Those that are most like the words: `a/b/c/d, e/f/g/h`.
pub(super) fn listed<'a>(words: &[Word], ids: impl IntoIterator<Item = &'a CellId>) -> String {
    let mut scored: Vec<(f64, &CellId)> = ids
        .into_iter()
        .map(|id| (words.iter().map(|word| likeness(word, id)).sum(), id))
        .collect();
    // Stable: of equals the first of the suite.
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let near: Vec<String> = scored
        .iter()
        .take(OFFERED)
        .map(|(_, id)| format!("`{id}`"))
        .collect();
    match near.is_empty() {
        true => "there is none".to_owned(),
        false => near.join(", "),
    }
}

/// How like a word a cell is, from 0 to 1; what is to be left out counts for nothing.
fn likeness(word: &Word, id: &CellId) -> f64 {
    let text = id.to_string();
    let best = |scores: &mut dyn Iterator<Item = f64>| scores.fold(0.0, f64::max);
    match word.wants() {
        None => 0.0,
        Some(Asks::Id(pattern, _)) if pattern.is_match(&text) => 1.0,
        Some(Asks::Id(_, typed)) => {
            // Against the whole and against its parts: a word is often meant for one.
            let parts = [Key::Case, Key::Op, Key::Codec, Key::Wrap];
            let parts = parts.iter().filter_map(|key| key.of(id));
            best(
                &mut parts
                    .chain([text.as_str()])
                    .map(|part| strsim::jaro_winkler(part, typed)),
            )
        }
        Some(Asks::Part(key, values)) => {
            let part = key.of(id).unwrap_or_default();
            best(
                &mut values
                    .iter()
                    .map(|value| strsim::jaro_winkler(part, &value.replace('*', ""))),
            )
        }
    }
}
