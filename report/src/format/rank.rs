//! The order of the codecs, as text.

use super::number;
use super::page::{Block, Page, Table, Text};
use super::{Screen, markdown, terminal};
use crate::rank::{Rank, Ranked};
use crate::run::Run;

/// As plain text for a terminal.
pub fn rank_terminal(run: &Run, ranks: &[Rank], on: impl Into<Screen>) -> String {
    terminal::lay_out(&page(run, ranks), &on.into())
}

/// As a Markdown document.
pub fn rank_markdown(run: &Run, ranks: &[Rank]) -> String {
    markdown::lay_out(&page(run, ranks))
}

fn page(run: &Run, ranks: &[Rank]) -> Vec<Block> {
    let mut page = Vec::new();
    let Words { who, many, work } = Words::of(run);
    page.heading(1, format!("The {many} in order"));
    page.paragraph(format!(
        "Suite: {}, {}. The score is the geometric mean, over the {work}s that every ranked {who} has, of its time over the \
         best time of the {work}. They share a rank (=) where the intervals do not tell them from the first of it; `from` \
         and `to` are the ranks that the intervals allow. What is refused, wrong, aborted or unsound is never ranked.",
        run.suite,
        number::moment(run.started),
    ));
    for rank in ranks {
        page.heading(2, format!("{}, {}", rank.op, rank.wrap));
        if rank.places.is_empty() {
            let none = match rank.cases.is_empty() && !rank.left_out.is_empty() {
                true => format!(
                    "No {work} has a time of every ranked {who}; a filter on {many} or {work}s may leave some that have."
                ),
                false => format!("No {who} can be ranked."),
            };
            page.paragraph(none);
        } else {
            page.table(table(&rank.places, who));
            let count = number::counted(rank.cases.len() as u64, work);
            let bare = rank
                .places
                .iter()
                .any(|of| of.place.score.interval.is_none());
            let bare = match bare {
                true => {
                    format!(
                        " Some of their cells have too few samples for an interval: such a {who} ties with all."
                    )
                }
                false => String::new(),
            };
            page.paragraph(format!("Over {count}: {}.{bare}", rank.cases.join(", ")));
        }
        let mut lines: Vec<Text> = Vec::new();
        for (codec, why) in &rank.unranked {
            lines.push(Text::from(format!("not ranked: {codec} {why}")));
        }
        for (case, why) in grouped(&rank.left_out) {
            lines.push(Text::from(format!("does not count: {case}: {why}")));
        }
        page.list(lines);
    }
    page
}

/// What is ranked, in the singular and the plural, and over what.
struct Words {
    who: &'static str,
    many: &'static str,
    work: &'static str,
}

impl Words {
    fn of(run: &Run) -> Self {
        let (who, many, work) = match run.is_of_tasks() {
            true => ("way", "ways", "task"),
            false => ("codec", "codecs", "case"),
        };
        Words { who, many, work }
    }
}

fn table(places: &[Ranked], who: &'static str) -> Table {
    let mut table = Table::new(2, ["rank", who, "score", "from", "to"]);
    for of in places {
        let tied = if of.tied { "=" } else { "" };
        let (from, to) = of.place.possible;
        table.rows.push(vec![
            format!("{}{tied}", of.place.rank),
            of.codec.clone(),
            number::ratio(&of.place.score),
            from.to_string(),
            to.to_string(),
        ]);
    }
    table
}

/// Cases with the same reason in one line.
fn grouped(left_out: &[(String, String)]) -> Vec<(String, &str)> {
    let mut groups: Vec<(String, &str)> = Vec::new();
    for (case, why) in left_out {
        match groups.iter_mut().find(|(_, known)| known == why) {
            Some((cases, _)) => *cases += &format!(", {case}"),
            None => groups.push((case.clone(), why)),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;
    use crate::filter::Selected;
    use crate::rank::rank;
    use crate::testing;

    #[test]
    fn places_and_reasons_are_told() {
        let of = Selected::whole(testing::measured());
        let ranks = rank(&of, &["raw"]);
        let text = rank_terminal(&of.run, &ranks, &Style::plain(100));
        let from = text.find("encode, raw\n").unwrap();
        let lines: Vec<&str> = text[from..].lines().take(10).collect();
        assert_eq!(
            lines[3],
            "rank  codec                        score  from  to"
        );
        assert_eq!(
            lines[4],
            "1     quick-protobuf  1.00x [1.00, 1.00]     1   1"
        );
        assert!(lines[6].starts_with("3     protobuf "), "{text}");
        assert_eq!(
            lines[8],
            "Over 3 cases: append-16, append-4Ki, append-64Ki."
        );
        assert!(text.contains(
            "- does not count: packed: quick-protobuf is unsound (builds an unaligned slice)\n"
        ));
        assert!(rank_markdown(&of.run, &ranks).contains("| 1 | quick-protobuf |"));
    }

    #[test]
    fn a_narrow_terminal_gets_lines() {
        let of = Selected::whole(testing::measured());
        let ranks = rank(&of, &[]);
        for width in 30..=45 {
            let text = rank_terminal(&of.run, &ranks, &Style::plain(width));
            for line in text.lines() {
                let wide = textwrap::core::display_width(line);
                assert!(wide <= width, "{wide} of {width}: {line}");
            }
            let lines = "rank, codec:\n- 1, quick-protobuf\n  score: 1.00x [1.00, 1.00]\n";
            assert_eq!(text.contains(lines), width < 40, "{width}: {text}");
        }
    }
}
