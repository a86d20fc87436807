//! Names of cases, as few words as say them.

use crate::finding::CaseFinding;

/// How many names a list has at most.
pub(super) const NAMED: usize = 8;
/// So many sizes in a row are named by the first and the last.
const ROW: usize = 3;

/// The families of sizes, by which names are shortened.
pub(super) struct Names<'a> {
    /// The cases of each family by ascending size.
    families: Vec<Vec<&'a str>>,
}

impl<'a> Names<'a> {
    /// Takes the families from the cases of a finding.
    pub fn of(cases: &'a [CaseFinding]) -> Self {
        let mut sizes: Vec<(&str, u64, &str)> = cases
            .iter()
            .filter_map(|found| {
                let sweep = found.case.sweep.as_ref()?;
                Some((sweep.family.as_str(), sweep.bytes, found.case.name.as_str()))
            })
            .collect();
        sizes.sort();
        let family = |a: &(&str, u64, &str), b: &(&str, u64, &str)| a.0 == b.0;
        let names = |family: &[(&'a str, u64, &'a str)]| family.iter().map(|size| size.2).collect();
        Names {
            families: sizes.chunk_by(family).map(names).collect(),
        }
    }

    /// `a, append-16 to append-1Mi, b`: sizes in a row by their ends, and not more than [`NAMED`]
    /// names.
    pub fn listed(&self, cases: &[&str]) -> String {
        let mut rest = cases;
        let mut named = Vec::new();
        while let [first, ..] = rest {
            if named.len() == NAMED {
                return format!("{} and {} more", named.join(", "), rest.len());
            }
            let length = self.row(rest);
            let (row, further) = rest.split_at(length.clamp(1, rest.len()));
            match row {
                [_, .., last] => named.push(format!("{first} to {last}")),
                _ => named.push((*first).to_owned()),
            }
            rest = further;
        }
        named.join(", ")
    }

    /// How many cases from the first one on are neighbouring sizes of one family; one where they
    /// are too few to be worth it.
    fn row(&self, cases: &[&str]) -> usize {
        let rows = self.families.iter().filter_map(|family| {
            let start = family.iter().position(|case| cases.first() == Some(case))?;
            let sizes = family.get(start..)?.iter().zip(cases);
            Some(sizes.take_while(|(size, case)| size == case).count())
        });
        rows.max().filter(|length| *length >= ROW).unwrap_or(1)
    }
}

/// `a; b; and 2 more`: at most [`NAMED`] of several.
pub(super) fn cut(items: &[String], separator: &str) -> String {
    let named: Vec<_> = items.iter().take(NAMED).map(String::as_str).collect();
    let more = match items.len() - named.len() {
        0 => String::new(),
        more => format!("{separator}and {more} more"),
    };
    named.join(separator) + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names<'static> {
        Names {
            families: vec![vec!["x", "y"], vec!["s1", "s2", "s3", "s4", "s5"]],
        }
    }

    #[test]
    fn sizes_in_a_row_are_named_by_their_ends() {
        let listed = |cases: &[&str]| names().listed(cases);
        assert_eq!(listed(&["a", "s2", "s3", "s4", "b"]), "a, s2 to s4, b");
        assert_eq!(listed(&["s1", "s2", "s4", "s5"]), "s1, s2, s4, s5");
        assert_eq!(listed(&["x", "y"]), "x, y");
        assert_eq!(listed(&["s3", "s2", "s1"]), "s3, s2, s1");
        assert_eq!(listed(&[]), "");
    }

    #[test]
    fn a_long_list_is_cut_and_what_is_left_counted() {
        let cases: Vec<String> = (0..11).map(|i| i.to_string()).collect();
        let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
        let names = names();
        assert_eq!(names.listed(&cases), "0, 1, 2, 3, 4, 5, 6, 7 and 3 more");
    }
}
