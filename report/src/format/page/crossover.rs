//! From which size on does base64 matter?

use super::block::{Block, Page, Table, Text};
use crate::finding::{Crossover, Dropping, THRESHOLDS};
use crate::format::number::{self, NOISY};
use crate::stats::{Crossing, Reach};

pub(super) fn absent(crossovers: &[Crossover]) -> Option<String> {
    let why = if crossovers.is_empty() {
        "no case in more than one size"
    } else if !crossovers.iter().any(judged) {
        "not two sizes measured"
    } else {
        return None;
    };
    Some(format!("from which size on base64 matters ({why})"))
}

fn judged(crossover: &Crossover) -> bool {
    crossover.dropping.is_some() || !crossover.taxes.is_empty()
}

pub(super) fn write(page: &mut Vec<Block>, crossovers: &[Crossover]) {
    if absent(crossovers).is_some() {
        return;
    }
    page.heading(2, "From which size on does base64 matter?");
    page.paragraph(
        "Sizes between two measured ones are interpolated, logarithm over logarithm. In \
         parentheses: the earliest and the latest place that the intervals allow, unless it is the \
         one given. ≤ stands before the smallest size of a sweep, > before the largest. With gaps: \
         not at all larger sizes.",
    );
    for crossover in crossovers {
        page.paragraph(sentence(crossover));
    }
    page.table(table(crossovers));
}

fn sentence(crossover: &Crossover) -> Text {
    let text = Text::from(format!(
        "{}, {}: from some size on, dropping base64 gains more than changing the codec: ",
        crossover.family, crossover.op
    ));
    let text = match &crossover.dropping {
        Some(dropping) => text.verdict(dropping.verdict).say(format!(
            ", {}{}.",
            onset(dropping),
            incumbent(dropping)
        )),
        None => text.say("not judged."),
    };
    text.missing("Missing", &crossover.missing)
}

fn incumbent(dropping: &Dropping) -> String {
    match &dropping.incumbent {
        Some(codec) => format!(", with {codec} as the incumbent"),
        None => "; the incumbent differs from size to size".to_owned(),
    }
}

fn table(crossovers: &[Crossover]) -> Table {
    let mut table = Table::new(3, ["sizes", "op", "codec"]);
    let titles = THRESHOLDS.map(|threshold| format!("tax reaches {threshold}x"));
    table.titles.extend(titles);
    for crossover in crossovers {
        for tax in &crossover.taxes {
            let mut row = vec![
                crossover.family.clone(),
                crossover.op.clone(),
                tax.codec.clone(),
            ];
            row.extend(
                tax.crossings
                    .iter()
                    .map(|crossing| place(crossing, tax.sizes)),
            );
            table.rows.push(row);
        }
    }
    table
}

/// Where a curve reaches its threshold, in few words.
fn place(crossing: &Crossing, sizes: (u64, u64)) -> String {
    let about = match crossing.reach {
        Reach::At(_) => "about ",
        Reach::Smallest | Reach::Nowhere => "",
    };
    let spread = spread(crossing, sizes)
        .map(|spread| format!(" ({spread})"))
        .unwrap_or_default();
    let back = if crossing.falls_back {
        ", with gaps"
    } else {
        ""
    };
    let place = end(crossing.reach, sizes);
    format!("{}{about}{place}{spread}{back}", mark(crossing))
}

/// The same for the size from which a claim goes, in words.
pub(super) fn onset(dropping: &Dropping) -> String {
    let (crossing, sizes) = (&dropping.crossing, dropping.sizes);
    let mark = mark(crossing);
    let spread = spread(crossing, sizes);
    let bracketed = || {
        let spread = spread.as_ref().map(|spread| format!(" ({spread})"));
        spread.unwrap_or_default()
    };
    let (smallest, largest) = (number::size(sizes.0 as f64), number::size(sizes.1 as f64));
    let words = match crossing.reach {
        Reach::Smallest => {
            let spread = spread
                .as_ref()
                .map(|spread| format!(", {spread} by its interval"));
            let spread = spread.unwrap_or_default();
            format!("from the smallest size on ({mark}{smallest}{spread})")
        }
        Reach::At(x) => format!("from {mark}about {} on{}", number::size(x), bracketed()),
        Reach::Nowhere => format!("nowhere up to {mark}{largest}{}", bracketed()),
    };
    let back = if crossing.falls_back {
        ", with gaps"
    } else {
        ""
    };
    words + back
}

fn mark(crossing: &Crossing) -> &'static str {
    if crossing.range.is_none() { NOISY } else { "" }
}

/// One end of a range. What rounds to the smallest size counts as that.
fn end(reach: Reach, (smallest, largest): (u64, u64)) -> String {
    let smallest = number::size(smallest as f64);
    match reach {
        Reach::Smallest => format!("≤ {smallest}"),
        Reach::At(x) if number::size(x) == smallest => format!("≤ {smallest}"),
        Reach::At(x) => number::size(x),
        Reach::Nowhere => format!("> {}", number::size(largest as f64)),
    }
}

/// The earliest and the latest place, where they differ; an end that is the value itself is not
/// repeated.
fn spread(crossing: &Crossing, sizes: (u64, u64)) -> Option<String> {
    let (earliest, latest) = crossing.range?;
    let place = end(crossing.reach, sizes);
    let (earliest, latest) = (end(earliest, sizes), end(latest, sizes));
    match (earliest == place, latest == place) {
        (true, true) => None,
        (true, false) => Some(format!("to {latest}")),
        (false, true) => Some(format!("from {earliest}")),
        (false, false) => Some(format!("{earliest} to {latest}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    const FIRST: Reach = Reach::Smallest;
    const NEVER: Reach = Reach::Nowhere;

    fn dropping(reach: Reach, range: Option<(Reach, Reach)>, falls_back: bool) -> Dropping {
        Dropping {
            sizes: (16, 1_048_576),
            crossing: Crossing {
                reach,
                range,
                falls_back,
            },
            incumbent: None,
            verdict: Verdict::Holds,
        }
    }

    #[test]
    fn places_in_few_words() {
        let say = |reach, range, falls_back| {
            let dropping = dropping(reach, range, falls_back);
            (place(&dropping.crossing, dropping.sizes), onset(&dropping))
        };
        let at = Reach::At;
        let said = [
            say(FIRST, Some((FIRST, at(16.2))), false),
            say(FIRST, Some((FIRST, at(332.0))), true),
            say(at(412.0), Some((at(380.0), at(450.0))), false),
            say(at(412.0), Some((FIRST, NEVER)), false),
            say(at(412.0), None, false),
            say(NEVER, Some((NEVER, NEVER)), false),
            say(NEVER, Some((at(9e5), NEVER)), false),
        ];
        let expected = [
            ("≤ 16 B", "from the smallest size on (16 B)"),
            (
                "≤ 16 B (to 332 B), with gaps",
                "from the smallest size on (16 B, to 332 B by its interval), with gaps",
            ),
            (
                "about 412 B (380 B to 450 B)",
                "from about 412 B on (380 B to 450 B)",
            ),
            (
                "about 412 B (≤ 16 B to > 1 MiB)",
                "from about 412 B on (≤ 16 B to > 1 MiB)",
            ),
            ("~about 412 B", "from ~about 412 B on"),
            ("> 1 MiB", "nowhere up to 1 MiB"),
            (
                "> 1 MiB (from 879 KiB)",
                "nowhere up to 1 MiB (from 879 KiB)",
            ),
        ];
        assert_eq!(said, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
