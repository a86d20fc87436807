//! What the formats for other programs share: words and numbers of a cell.

use crate::finding::Standing;

/// What the proof allows to be said, in a word.
pub(super) fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Sound => "sound",
        Standing::Unsound => "unsound",
        Standing::Out => "out",
    }
}

/// Eight digits that count: more than any clock tells, and fewer than arithmetic leaves behind.
pub(super) fn rounded(x: f64) -> f64 {
    format!("{x:.7e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_tail_of_arithmetic() {
        let texts = [0.1 + 0.2, 1_234_567.891_234, 5.0, 1e-9 / 3.0].map(|x| rounded(x).to_string());
        assert_eq!(texts, ["0.3", "1234567.9", "5", "0.00000000033333333"]);
    }
}
