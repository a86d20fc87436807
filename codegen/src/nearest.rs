//! "Did you mean": the nearest of the names that would have been right.

/// Longer names are not compared.
const MAX_NAME: usize = 512;

/// The candidates that look like `wanted`, nearest first, at most `limit`.
///
/// Names with dots are compared whole and by their last part: whoever forgets or mistypes the package still
/// finds the message.
#[must_use]
pub fn nearest<'a>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Vec<&'a str> {
    // The work grows with the product of the lengths, and nobody mistypes a name of thousands.
    if wanted.len() > MAX_NAME {
        return Vec::new();
    }
    let wanted = wanted.to_lowercase();
    let wanted_last = last_part(&wanted);
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= MAX_NAME)
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let whole = strsim::jaro_winkler(&wanted, &lower);
            let edits = strsim::normalized_damerau_levenshtein(&wanted, &lower);
            // A hair below the whole name, so that of two equal last parts the nearer package wins.
            let last = strsim::normalized_damerau_levenshtein(wanted_last, last_part(&lower))
                * 0.97
                + whole * 0.02;
            ((whole * 0.3 + edits * 0.7).max(last), candidate)
        })
        .filter(|(score, _)| *score >= 0.5)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.truncate(limit);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// A remedy: "did you mean `x`?", or, when nothing is near, the list of what is allowed.
#[must_use]
pub fn did_you_mean<'a>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    let near = nearest(wanted, candidates.clone(), 1);
    let all: Vec<&str> = candidates.into_iter().collect();
    match near.first() {
        Some(name) => format!("did you mean `{name}`? (known: {})", all.join(", ")),
        None => format!("known: {}", all.join(", ")),
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first() {
        assert_eq!(
            nearest("mesage", ["schema", "message", "payload"], 1),
            ["message"]
        );
        assert_eq!(nearest("Usr", ["pkg.User", "pkg.Group"], 3), ["pkg.User"]);
        assert_eq!(
            nearest("other.User", ["a.b.User", "other.Group"], 1),
            ["a.b.User"]
        );
        assert!(nearest("qqqq", ["encode", "decode"], 3).is_empty());
    }

    #[test]
    fn a_remedy_lists_what_there_is() {
        assert_eq!(
            did_you_mean("encod", ["encode", "decode"]),
            "did you mean `encode`? (known: encode, decode)"
        );
        assert_eq!(
            did_you_mean("zzz", ["encode", "decode"]),
            "known: encode, decode"
        );
    }
}
