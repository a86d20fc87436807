//! Is the tax the same whatever the codec?

use super::block::{ABSENT, Block, Page, Table, Text};
use crate::finding::{Additive, LARGE, SAME_PRICE};
use crate::format::number::{self, NOISY};
use crate::stats::{Estimate, Interval, Line};

/// From which size on a byte has a price.
pub(super) fn large() -> String {
    number::size(LARGE as f64)
}

pub(super) fn absent(additive: &[Additive]) -> Option<String> {
    let why = || {
        format!(
            "the price of a byte (no sweep with sizes from {} measured)",
            large()
        )
    };
    additive.is_empty().then(why)
}

pub(super) fn write(page: &mut Vec<Block>, additive: &[Additive]) {
    if additive.is_empty() {
        return;
    }
    page.heading(2, "Is the tax the same whatever the codec?");
    let large = large();
    for additive in additive {
        let text = Text::from(format!(
            "{}, {}: base64 adds nearly the same to every codec (from {large} on, the dearest \
             byte costs at most {SAME_PRICE} times the cheapest): ",
            additive.family, additive.op
        ));
        let text = text.verdict(additive.verdict);
        let text = match span(additive.prices.iter().flat_map(|price| &price.large)) {
            Some(span) => text.say(format!(", {} ns/byte.", words(&span))),
            None => text.say("."),
        };
        page.paragraph(text.missing("Not measured", &additive.missing));
    }
    page.table(table(additive).without_empty_columns());
}

/// Several prices.
pub(super) struct Span {
    /// The smallest and the largest.
    values: Interval,
    /// What their intervals cover together.
    cover: Option<Interval>,
}

pub(super) fn span<'a>(prices: impl Iterator<Item = &'a Estimate>) -> Option<Span> {
    let join = |a: Interval, b: Interval| Interval {
        low: a.low.min(b.low),
        high: a.high.max(b.high),
    };
    let spans = prices.map(|price| Span {
        values: Interval {
            low: price.value,
            high: price.value,
        },
        cover: price.interval,
    });
    spans.reduce(|a, b| Span {
        values: join(a.values, b.values),
        cover: a.cover.zip(b.cover).map(|(a, b)| join(a, b)),
    })
}

/// `0.48 to 0.52`; marked where an interval is missing.
pub(super) fn values(span: &Span) -> String {
    let Interval { low, high } = span.values;
    let (low, high) = (number::plain(low), number::plain(high));
    let mark = if span.cover.is_none() { NOISY } else { "" };
    if low == high {
        format!("{mark}{low}")
    } else {
        format!("{mark}{low} to {high}")
    }
}

/// `0.48 to 0.52 [0.47, 0.53]`: the values, then what their intervals cover together.
fn words(span: &Span) -> String {
    let cover = span
        .cover
        .map(|i| format!(" [{}, {}]", number::plain(i.low), number::plain(i.high)))
        .unwrap_or_default();
    values(span) + &cover
}

fn table(additive: &[Additive]) -> Table {
    let large = format!("from {} on, ns/byte", large());
    let titles = [
        "sizes",
        "op",
        "codec",
        "fixed, fitted",
        "ns/byte, fitted",
        &large,
    ];
    let mut table = Table::new(3, titles);
    for additive in additive {
        for price in &additive.prices {
            let fit =
                |show: fn(&Line) -> String| price.fit.as_ref().map_or(ABSENT.to_owned(), show);
            table.rows.push(vec![
                additive.family.clone(),
                additive.op.clone(),
                price.codec.clone(),
                fit(|line| number::nanos(line.fixed)),
                fit(|line| number::plain(line.slope)),
                span(price.large.iter()).map_or(ABSENT.to_owned(), |span| words(&span)),
            ]);
        }
    }
    table
}
