//! What does an op allocate, and how many instructions is it?

use super::block::{ABSENT, Block, Page, Table};
use crate::finding::{Count, CountRow, Counts};
use crate::format::number;

/// What stands where nothing was counted.
const NOT_COUNTED: &str = "n/a";

/// `messages` is how many one op goes through in a run over one case; `None` for a suite.
pub(super) fn write(page: &mut Vec<Block>, counts: &Counts, messages: Option<u64>) {
    if counts.rows.is_empty() && counts.unshared.is_empty() {
        return;
    }
    page.heading(2, "Allocations and instructions");
    if !counts.rows.is_empty() {
        page.paragraph(meaning(&counts.rows, messages));
        page.table(table(&counts.rows, messages.is_some()));
    }
    if !counts.unshared.is_empty() {
        let ops = counts.unshared.join(", ");
        page.paragraph(format!("{ops}: no case has every proven codec."));
    }
}

/// What the columns say.
fn meaning(rows: &[CountRow], messages: Option<u64>) -> String {
    let of = match messages {
        Some(1) => "Of one message".to_owned(),
        Some(many) => format!("Of one pass of {}", number::counted(many, "message")),
        None => format!(
            "Of one op, each figure a median by itself, over {}",
            cases(rows)
        ),
    };
    let base64 = match messages {
        Some(_) => {
            " and with the whole message as base64 text, and the share of the latter that base64 adds"
        }
        None => "; and of those with the whole message as base64 text, the share that base64 adds",
    };
    let mut counts = rows.iter().flat_map(CountRow::counts);
    let gaps = match counts.any(|count| count == Count::Uncounted) {
        true => format!(" {NOT_COUNTED}: not counted."),
        false => String::new(),
    };
    format!(
        "{of}: calls that give memory and the bytes that they ask for, without base64; instructions without \
         base64{base64}. Instructions are no times: some take longer than others.{gaps}"
    )
}

/// `the 15 cases that every proven codec has`, or for each op how many.
fn cases(rows: &[CountRow]) -> String {
    let mut ops: Vec<(&str, usize)> = rows
        .iter()
        .map(|row| (row.op.as_str(), row.cases))
        .collect();
    ops.dedup();
    let counted = |cases: usize| number::counted(cases as u64, "case");
    let every = "that every proven codec has";
    match ops.as_slice() {
        [(_, first), rest @ ..] if rest.iter().all(|(_, cases)| cases == first) => {
            format!("the {} {every}", counted(*first))
        }
        _ => {
            let each = ops.iter().map(|(op, cases)| format!("{op}: {cases}"));
            let each: Vec<String> = each.collect();
            format!("the cases {every} ({})", each.join(", "))
        }
    }
}

/// Of one case a row's figures belong together; medians do not, and two of instructions would seem to give the share.
fn table(rows: &[CountRow], one: bool) -> Table {
    let titles = [
        "op",
        "codec",
        "allocations",
        "bytes",
        "instructions",
        "with base64",
        "base64 adds",
    ];
    let mut table = Table::new(2, titles);
    for row in rows {
        table.rows.push(vec![
            row.op.clone(),
            row.codec.clone(),
            show(row.allocations, number::count),
            show(row.bytes, number::count),
            show(row.raw, number::count),
            match one {
                true => show(row.base64, number::count),
                false => ABSENT.to_owned(),
            },
            show(row.share, number::percent),
        ]);
    }
    table.without_empty_columns()
}

fn show(count: Count, number: fn(f64) -> String) -> String {
    match count {
        Count::Absent => ABSENT.to_owned(),
        Count::Uncounted => NOT_COUNTED.to_owned(),
        Count::Of(count) => number(count),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;

    fn said(run: &crate::Run) -> String {
        let text = crate::markdown(&crate::judge(run));
        let (_, section) = text
            .split_once("## Allocations and instructions\n\n")
            .unwrap();
        section.split("\n## ").next().unwrap().to_owned()
    }

    #[test]
    fn a_suite_has_a_row_for_each_op_and_codec() {
        let mut run = testing::counted();
        for cell in run
            .cells
            .iter_mut()
            .filter(|cell| cell.id.codec == "protobuf")
        {
            cell.instructions = None;
        }
        let said = said(&run);
        assert!(
            said.starts_with(
                "Of one op, each figure a median by itself, over the 3 cases that every proven codec has: "
            ),
            "{said}"
        );
        for row in [
            "| op | codec | allocations | bytes | instructions | base64 adds |",
            "| encode | prost | 0 | 0 | 5,160 | 80 % |",
            "| decode | protobuf | 3 | 4,160 | n/a | n/a |",
        ] {
            assert!(said.contains(row), "{row}: {said}");
        }
        assert!(said.contains("n/a: not counted."), "{said}");
    }

    #[test]
    fn one_message_is_no_median() {
        let mut run = testing::counted();
        run.cases.retain(|case| case.name == "tree");
        run.planned.retain(|id| id.case == "tree");
        run.cells.retain(|cell| cell.id.case == "tree");
        run.proofs.retain(|proof| proof.case == "tree");
        run.race = None;
        assert!(
            said(&run).starts_with("Of one message: calls"),
            "{}",
            said(&run)
        );
        let row = "| decode | prost | 3 | 800 | 1,800 | 5,800 | 69 % |";
        assert!(said(&run).contains(row), "{}", said(&run));
        assert!(!said(&run).contains("n/a"), "{}", said(&run));
        run.cases[0].messages = 40;
        assert!(
            said(&run).starts_with("Of one pass of 40 messages: "),
            "{}",
            said(&run)
        );
    }

    #[test]
    fn without_counts_there_is_no_section() {
        let text = crate::markdown(&crate::judge(&testing::measured()));
        assert!(!text.contains("## Allocations"), "{text}");
    }
}
