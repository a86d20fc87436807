//! From which size on does base64 matter?

use super::block::{Block, Page, Table, Text};
use crate::finding::{Crossover, Dropping, THRESHOLDS};
use crate::format::number::{self, NOISY};
use crate::stats::{Crossing, Reach};

pub(super) fn write(page: &mut Vec<Block>, crossovers: &[Crossover]) {
    page.heading(2, "From which size on does base64 matter?");
    if crossovers.is_empty() {
        page.paragraph("Not judged: this run has no case in more than one size.");
        return;
    }
    page.paragraph(
        "Sizes between two measured ones are interpolated, logarithm over logarithm. In \
         parentheses: the earliest and the latest place that the intervals allow.",
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
            place(&dropping.crossing, dropping.sizes),
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

/// Where a curve reaches its threshold, in words.
fn place(crossing: &Crossing, (smallest, largest): (u64, u64)) -> String {
    let (smallest, largest) = (number::size(smallest as f64), number::size(largest as f64));
    let mut words = match crossing.reach {
        Reach::Smallest => format!("already at the smallest size ({smallest})"),
        Reach::At(x) => format!("at about {}", number::size(x)),
        Reach::Nowhere => format!("nowhere up to {largest}"),
    };
    match crossing.range {
        None => words.insert_str(0, NOISY),
        Some((earliest, latest)) if earliest == latest => {}
        Some((earliest, latest)) => {
            let end = |reach| match reach {
                Reach::Smallest => format!("{smallest} or less"),
                Reach::At(x) => number::size(x),
                Reach::Nowhere => format!("beyond {largest}"),
            };
            let (earliest, latest) = (end(earliest), end(latest));
            if earliest != latest {
                words += &format!(" ({earliest} to {latest})");
            }
        }
    }
    if crossing.falls_back {
        words += ", below it again further on";
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_words() {
        let say = |reach, range| {
            let crossing = Crossing {
                reach,
                range,
                falls_back: false,
            };
            place(&crossing, (16, 1_048_576))
        };
        let (first, never) = (Reach::Smallest, Reach::Nowhere);
        assert_eq!(
            say(first, Some((first, first))),
            "already at the smallest size (16 B)"
        );
        assert_eq!(say(never, Some((never, never))), "nowhere up to 1 MiB");
        assert_eq!(say(never, None), "~nowhere up to 1 MiB");
        let around = Some((Reach::At(380.0), Reach::At(450.0)));
        assert_eq!(
            say(Reach::At(412.0), around),
            "at about 412 B (380 B to 450 B)"
        );
        assert_eq!(
            say(Reach::At(412.0), Some((first, never))),
            "at about 412 B (16 B or less to beyond 1 MiB)"
        );
    }
}
