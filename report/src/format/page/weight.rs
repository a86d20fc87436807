//! Where is base64 much of a message's time, and where next to nothing?

use super::block::{Block, Page, Text};
use crate::finding::{HALF, NEGLIGIBLE, Verdict, Weight, Weights};

pub(super) fn write(page: &mut Vec<Block>, weights: &Weights) {
    page.heading(2, "Where is base64 much of the time?");
    if weights.judged.is_empty() {
        page.paragraph("Not judged: no cell was measured with base64 and without.");
    }
    for op in ops(&weights.judged) {
        let of_op = || weights.judged.iter().filter(|weight| weight.op == op);
        let over_half = subjects(of_op().map(|weight| (weight, weight.over_half)));
        page.paragraph(
            Text::from(format!(
                "{op}: base64 takes more than half of the time (tax over {HALF}x): "
            ))
            .tally(
                over_half
                    .iter()
                    .map(|(verdict, subject)| (*verdict, subject.as_str())),
            )
            .say("."),
        );
        let negligible = subjects(of_op().map(|weight| (weight, weight.negligible)));
        page.paragraph(
            Text::from(format!(
                "{op}: base64 is negligible (tax under {NEGLIGIBLE}x): "
            ))
            .tally(
                negligible
                    .iter()
                    .map(|(verdict, subject)| (*verdict, subject.as_str())),
            )
            .say("."),
        );
    }
    if !weights.missing.is_empty() {
        page.paragraph(Text::default().missing("Not measured", &weights.missing));
    }
}

fn ops(weights: &[Weight]) -> Vec<&str> {
    let mut ops = Vec::new();
    for weight in weights {
        if !ops.contains(&weight.op.as_str()) {
            ops.push(&weight.op);
        }
    }
    ops
}

/// The cases with their verdicts; where the codecs of a case differ, each verdict names its codecs.
fn subjects<'a>(weights: impl Iterator<Item = (&'a Weight, Verdict)>) -> Vec<(Verdict, String)> {
    let mut cases: Vec<(&str, Vec<(&str, Verdict)>)> = Vec::new();
    for (weight, verdict) in weights {
        let codec = (weight.codec.as_str(), verdict);
        match cases.iter_mut().find(|(case, _)| *case == weight.case) {
            Some((_, codecs)) => codecs.push(codec),
            None => cases.push((&weight.case, vec![codec])),
        }
    }
    let mut subjects = Vec::new();
    for (case, codecs) in cases {
        for verdict in [Verdict::Holds, Verdict::DoesNotHold, Verdict::Inconclusive] {
            let of: Vec<_> = codecs
                .iter()
                .filter(|(_, found)| *found == verdict)
                .map(|(codec, _)| *codec)
                .collect();
            if of.len() == codecs.len() {
                subjects.push((verdict, case.to_owned()));
            } else if !of.is_empty() {
                subjects.push((verdict, format!("{case} ({})", of.join(", "))));
            }
        }
    }
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

    #[test]
    fn codecs_are_named_where_they_differ() {
        let weight = |case: &str, codec: &str| Weight {
            case: case.into(),
            op: "encode".into(),
            codec: codec.into(),
            tax: Estimate::bare(1.0),
            over_half: Verdict::Holds,
            negligible: Verdict::Holds,
        };
        let weights = [
            weight("a", "x"),
            weight("a", "y"),
            weight("b", "x"),
            weight("b", "y"),
        ];
        let verdicts = [
            Verdict::Holds,
            Verdict::Holds,
            Verdict::Holds,
            Verdict::Inconclusive,
        ];
        assert_eq!(
            subjects(weights.iter().zip(verdicts)),
            [
                (Verdict::Holds, "a".to_owned()),
                (Verdict::Holds, "b (x)".to_owned()),
                (Verdict::Inconclusive, "b (y)".to_owned()),
            ]
        );
    }
}
