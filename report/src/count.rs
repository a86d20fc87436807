//! Whole numbers in a sentence.

/// A whole number with a comma before each three digits.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun, which is several unless there is one: `1 cell`, `1,200 cells`.
pub fn counted(n: u64, noun: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {noun}{s}", thousands(n))
}

/// The same of a fact that a record has as text, such as its cores; what is no number stays as it is.
pub(crate) fn counted_fact(fact: &str, noun: &str) -> String {
    match fact.trim().parse() {
        Ok(n) => counted(n, noun),
        Err(_) => format!("{fact} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_before_each_three_digits() {
        let texts = [0, 999, 1_000, 100_000, 1_234_567].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }

    #[test]
    fn one_is_not_several() {
        let texts = [0, 1, 1_200].map(|n| counted(n, "cell"));
        assert_eq!(texts, ["0 cells", "1 cell", "1,200 cells"]);
        let texts = ["1", "64", "unknown"].map(|fact| counted_fact(fact, "core"));
        assert_eq!(texts, ["1 core", "64 cores", "unknown cores"]);
    }
}
