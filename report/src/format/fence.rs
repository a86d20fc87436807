//! The fences of code in a Markdown document: what stands between them is shown, and means nothing.

/// Where a reader of a document stands, line by line.
#[derive(Debug, Default)]
pub(super) struct Fences {
    /// The fence that is open: its character, and how often it stands there.
    open: Option<(char, usize)>,
}

impl Fences {
    /// Takes the next line, and says whether it is code or one of the fences around it.
    pub fn hold(&mut self, line: &str) -> bool {
        let mark = line.trim();
        match self.open {
            Some((of, length)) => {
                if mark.chars().count() >= length && mark.chars().all(|c| c == of) {
                    self.open = None;
                }
                true
            }
            None => {
                self.open = opening(behind_bullet(mark));
                self.open.is_some()
            }
        }
    }
}

/// Three backticks or tildes, or more; behind backticks no further ones, which would be code within a line.
fn opening(mark: &str) -> Option<(char, usize)> {
    let of = mark.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = mark.trim_start_matches(of);
    let length = mark.len() - rest.len();
    (length >= 3 && !(of == '`' && rest.contains('`'))).then_some((of, length))
}

/// What follows the bullet or the number of a list.
fn behind_bullet(mark: &str) -> &str {
    let number = mark.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match number.len() < mark.len() {
        true => number.strip_prefix(['.', ')']),
        false => mark.strip_prefix(['-', '*', '+']),
    };
    match rest {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => mark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are code or fences, as a mark for each line.
    fn held(document: &str) -> String {
        let mut fences = Fences::default();
        let marks = document.lines().map(|line| match fences.hold(line) {
            true => '#',
            false => '.',
        });
        marks.collect()
    }

    #[test]
    fn code_is_what_stands_between_two_fences() {
        assert_eq!(held("a\n```text\nb\n```\nc"), ".###.");
        assert_eq!(held("~~~\n```\n~~\n~~~~\na"), "####.");
        assert_eq!(held("````\n```\n``` x\n````\na"), "####.");
        assert_eq!(held("1. ```sh\n   a\n   ```\n- b"), "###.");
        assert_eq!(held("```\nnever closed"), "##");
    }

    #[test]
    fn code_within_a_line_opens_nothing() {
        assert_eq!(held("```a``` b\n``\n-``` c\n--- ```"), "....");
    }
}
