//! What became of each codec on one message.

use super::super::block::{Block, Page, Text};
use super::super::cases::outcome;
use super::super::outcomes::tallied;
use crate::finding::Outcomes;
use crate::format::number::counted;

pub(super) fn write(page: &mut Vec<Block>, found: &Outcomes) {
    if found.codecs.is_empty() {
        return;
    }
    page.heading(2, "What became of each codec?");
    let measured = found.codecs.iter().filter(|of| of.measured > 0);
    let measured: Vec<&str> = measured.map(|of| of.codec.as_str()).collect();
    if found.others.is_empty() {
        page.paragraph(format!(
            "Measured: {}; that the value survives each was proven first.",
            measured.join(", ")
        ));
        return;
    }
    page.paragraph(
        "Measured is what was proven to carry the same value; what is unsound is measured, marked \
         and not ranked; the others have no times.",
    );
    let mut lines = Vec::new();
    if !measured.is_empty() {
        lines.push(Text::from(format!("{}: measured", measured.join(", "))));
    }
    lines.extend(found.others.iter().map(|pair| {
        let outcome = outcome(&pair.outcome);
        Text::from(format!("{}: {outcome}", pair.codec))
    }));
    page.list(lines);
}

/// In a line, where not every codec was measured.
pub(super) fn short(found: &Outcomes) -> Option<Text> {
    let codecs = counted(found.pairs() as u64, "codec");
    let said = || Text::from(format!("Of {codecs}: {}.", tallied(found)));
    (!found.others.is_empty()).then(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn codecs_are_counted_not_pairs() {
        let outcomes = |case| crate::finding(&testing::one(case), &testing::samples()).outcomes;
        assert_eq!(short(&outcomes("append-4Ki")), None);
        let said = short(&outcomes("tree")).map(|line| line.words());
        let expected = "Of 3 codecs: 2 measured, 1 refused.";
        assert_eq!(said.as_deref(), Some(expected));
    }

    #[test]
    fn each_codec_is_named_with_what_became_of_it() {
        let finding = crate::finding(&testing::one("tree"), &testing::samples());
        let mut page = Vec::new();
        write(&mut page, &finding.outcomes);
        let lines = [
            "prost, quick-protobuf: measured",
            "protobuf: refused by codegen: does not know | this",
        ];
        let list = Block::List(lines.map(Text::from).into());
        assert_eq!(page.last(), Some(&list));
    }
}
