//! A run about one message: its codecs in order, and what base64 adds, before any general claim.

use super::block::Text;
use crate::finding::{CaseFinding, Finding, OpTable, Slot, Standing};
use crate::format::number;
use crate::stats::Estimate;

/// A line for each op; none where the run has several cases.
pub(super) fn lines(finding: &Finding) -> Vec<Text> {
    match finding.cases.as_slice() {
        [only] => only.ops.iter().filter_map(|op| line(only, op)).collect(),
        _ => Vec::new(),
    }
}

fn line(of: &CaseFinding, op: &OpTable) -> Option<Text> {
    let mut rows: Vec<(&str, Estimate)> = Vec::new();
    let mut taxes: Vec<Estimate> = Vec::new();
    for row in op.rows.iter().filter(|row| row.standing == Standing::Sound) {
        if let Slot::Number(time) = row.raw {
            rows.push((&row.codec, time));
        }
        if let Slot::Number(tax) = row.tax {
            taxes.push(tax);
        }
    }
    rows.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    let (_, fastest) = rows.first()?;
    let listed: Vec<String> = rows
        .iter()
        .map(|(codec, time)| match time.value == fastest.value {
            true => format!("{codec} {}", number::bare_time(time)),
            false => {
                let ratio = number::plain(time.value / fastest.value);
                format!("{codec} {} ({ratio}x)", number::bare_time(time))
            }
        })
        .collect();
    let pass = match of.case.messages {
        1 => String::new(),
        many => format!(", a pass of {} messages", number::thousands(many)),
    };
    let (name, listed) = (&of.case.name, listed.join(", "));
    let mut text = format!("{name}{pass}, {}, raw: {listed}.", op.op);
    if let Some(taxes) = number::ratios(taxes.iter()) {
        text += &format!(" As base64 text it takes {taxes} the time.");
    }
    Some(Text::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn one_case_has_its_codecs_in_order() {
        let mut run = testing::run();
        assert!(lines(&crate::finding(&run, &testing::samples())).is_empty());
        run.cases.retain(|case| case.name == "tree");
        run.planned.retain(|id| id.case == "tree");
        run.proofs.retain(|proof| proof.case == "tree");
        let text: Vec<String> = lines(&crate::finding(&run, &testing::samples()))
            .iter()
            .map(|line| format!("{line:?}"))
            .collect();
        assert_eq!(text.len(), 2, "{text:#?}");
        assert!(
            text[0].contains("tree, encode, raw: quick-protobuf 4.02 us, prost 6.08 us (1.51x)."),
            "{text:#?}"
        );
        assert!(text[0].contains("As base64 text it takes 1.0"), "{text:#?}");

        let tree = run.cases.iter_mut().find(|case| case.name == "tree");
        tree.expect("the case is there").messages = 40;
        let text = format!("{:?}", lines(&crate::finding(&run, &testing::samples())));
        assert!(
            text.contains("tree, a pass of 40 messages, encode, raw: "),
            "{text}"
        );
    }
}
