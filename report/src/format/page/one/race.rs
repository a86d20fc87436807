//! The race over one message.

use super::super::block::Text;
use super::super::race::quoted;
use super::super::wraps;
use crate::finding::RaceFinding;
use crate::format::number;

/// The claim of the report that this project started from, in a line.
pub(super) fn line(race: Option<&RaceFinding>) -> Option<Text> {
    let race = race?;
    let claim = race.claim.as_ref().ok()?;
    let text = format!(
        "{} in a race, where base64 stands for {}{}: dropping it from the slowest, {}, gains {}, \
         changing the codec {}; dropping gains more: ",
        race.op,
        claim.wrap,
        wraps::reminder(&claim.wrap),
        quoted(&claim.incumbent),
        number::bare_ratio(&claim.drop),
        number::bare_ratio(&claim.change),
    );
    Some(Text::from(text).verdict(claim.verdict).say("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn says_which_base64_was_raced() {
        let finding = crate::finding(&testing::one("append-4Ki"), &testing::samples());
        let said = line(finding.race.as_ref()).map(|line| line.words());
        let expected = "encode in a race, where base64 stands for base64-field (bytes fields as text): dropping it from the \
                        slowest, \"protobuf, base64\", gains 3.97x, changing the codec 2.88x; dropping \
                        gains more: holds.";
        assert_eq!(said.as_deref(), Some(expected));
        assert_eq!(line(None), None);
    }
}
