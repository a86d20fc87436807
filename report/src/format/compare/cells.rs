//! The cells of a comparison, as tables or lists.

use crate::compare::{Cell, Why};
use crate::format::number::{self, thousands};
use crate::format::page::{Block, NO_BREAK, Page, Table, Text};
use crate::stats::Estimate;

/// Columns that a table of cells needs at the least; in fewer, a cell is an item of a list.
const TABLE: usize = 90;
/// So many cells without an answer are named for each reason.
const NAMED: usize = 3;

pub(super) fn section(page: &mut Vec<Block>, title: &str, cells: &[&Cell], width: usize) {
    if cells.is_empty() {
        return;
    }
    page.heading(2, format!("{title}: {}", thousands(cells.len() as u64)));
    let why = |cell: &Cell| cell.why.as_ref().map(ToString::to_string);
    if width < TABLE {
        let item = |cell: &&Cell| {
            let [a, b] = cell.times.each_ref().map(number::bare_time);
            let why = why(cell).map_or(String::new(), |why| format!("; {why}"));
            let ratio = whole(&beyond(&cell.compared.beyond_shift));
            Text::from(format!(
                "{}: {ratio}, {} in A, {} in B{why}",
                cell.id,
                whole(&a),
                whole(&b)
            ))
        };
        page.list(cells.iter().map(item).collect());
        return;
    }
    // In three columns: an id in one would be too long for it.
    let titles = ["suite", "codec", "wrap", "B/A, shift out", "A", "B", "why"];
    let mut table = Table::new(3, titles);
    table.words.push("why".into());
    for cell in cells {
        let [a, b] = cell.times.each_ref().map(number::bare_time);
        table.rows.push(vec![
            format!("{}/{}", cell.id.case, cell.id.op),
            cell.id.codec.clone(),
            cell.id.wrap.clone(),
            beyond(&cell.compared.beyond_shift),
            a,
            b,
            why(cell).unwrap_or_else(|| "-".into()),
        ]);
    }
    page.table(table.without_empty_columns());
}

/// The cells of which nothing can be said, by reason.
pub(super) fn noisy(page: &mut Vec<Block>, cells: &[&Cell]) {
    let mut kinds: Vec<(&str, Vec<&Cell>)> = Vec::new();
    for cell in cells {
        let kind = cell.why.as_ref().map_or("no interval", Why::kind);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, cells)) => cells.push(cell),
            None => kinds.push((kind, vec![cell])),
        }
    }
    let item = |(kind, cells): &(&str, Vec<&Cell>)| {
        let count = cells.len();
        let named = cells.iter().take(NAMED).map(|cell| match &cell.why {
            Some(why @ (Why::Samples(..) | Why::FewSamples(..))) => {
                format!("{} ({})", cell.id, whole(&why.to_string()))
            }
            _ => cell.id.to_string(),
        });
        let named: Vec<String> = named.collect();
        let all = match count > NAMED {
            true => "; --all shows all",
            false => "",
        };
        let first = cells.first().and_then(|cell| cell.why.as_ref());
        let share = match first {
            Some(Why::Runs(share)) => format!(", up to {:.0} %", share * 100.0),
            _ => String::new(),
        };
        Text::from(format!(
            "{kind}{share} ({}): {}{all}",
            number::counted(count as u64, "cell"),
            named.join(", ")
        ))
    };
    if !kinds.is_empty() {
        page.heading(
            2,
            format!("Too noisy to say: {}", thousands(cells.len() as u64)),
        );
        page.list(kinds.iter().map(item).collect());
    }
}

/// Words that no line ends in the middle of.
fn whole(words: &str) -> String {
    words.replace(' ', &NO_BREAK.to_string())
}

/// A ratio near one: three decimals, which are tenths of a per cent.
pub(super) fn beyond(ratio: &Estimate) -> String {
    let ends = ratio
        .interval
        .map(|i| format!(" [{:.3}, {:.3}]", i.low, i.high))
        .unwrap_or_default();
    format!("{:.3}x{ends}", ratio.value)
}
