//! Whom the lines of the answer concern: nobody has use for all of them.

use super::super::block::Text;
use crate::finding::{CaseFinding, Row, Slot};

/// In a line; none where all lines are of one kind.
pub(super) fn line(of: &CaseFinding) -> Option<Text> {
    let measured = |slot: fn(&Row) -> Slot| {
        let mut rows = of.ops.iter().flat_map(|op| &op.rows);
        rows.any(|row| matches!(slot(row), Slot::Number(_)))
    };
    let raw = "If your messages travel as wire bytes, only the lines marked raw concern you";
    let kinds = [
        (measured(|row| row.raw), raw),
        (
            measured(|row| row.base64),
            "base64 if the whole message travels as text",
        ),
        (
            measured(|row| row.field),
            "base64-field if your objects hold base64 text where the schema has bytes",
        ),
    ];
    let there: Vec<&str> = kinds
        .into_iter()
        .filter_map(|(there, whom)| there.then_some(whom))
        .collect();
    // Without raw times there is nothing to set the others against.
    let worth_it = there.len() > 1 && there.first() == Some(&raw);
    worth_it.then(|| Text::from(format!("{}.", there.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{BASE64, CellId, RAW};
    use crate::testing;

    fn said(case: &str, keep: impl Fn(&CellId) -> bool) -> String {
        let mut samples = testing::samples();
        samples.cells.retain(|id, _| keep(id));
        let finding = crate::finding(&testing::one(case), &samples);
        let line = line(&finding.cases[0]);
        line.map(|line| line.words()).unwrap_or_default()
    }

    #[test]
    fn names_the_kinds_that_were_measured() {
        assert_eq!(
            said("append-4Ki", |_| true),
            "If your messages travel as wire bytes, only the lines marked raw concern you; base64 if \
             the whole message travels as text; base64-field if your objects hold base64 text where \
             the schema has bytes."
        );
        assert_eq!(
            said("tree", |_| true),
            "If your messages travel as wire bytes, only the lines marked raw concern you; base64 if \
             the whole message travels as text."
        );
    }

    #[test]
    fn one_kind_needs_no_choice() {
        assert_eq!(said("append-4Ki", |id| id.wrap == RAW), "");
        assert_eq!(said("append-4Ki", |id| id.wrap == BASE64), "");
    }
}
