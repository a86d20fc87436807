//! The pieces of a page.

use super::names::{self, Names};
use crate::finding::Verdict;

/// One piece of a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    /// A heading; one is the title.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(Text),
    /// A list.
    List(Vec<Text>),
    /// Lines that stand as they are.
    Lines(Vec<String>),
    /// A table.
    Table(Table),
}

/// Running text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text(pub Vec<Span>);

/// A stretch of running text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Span {
    /// Words.
    Plain(String),
    /// A verdict, which a format makes stand out.
    Verdict(Verdict),
    /// What somebody typed.
    Code(String),
}

/// A table whose first columns say what a row is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    /// How many columns say what a row is about. They are set left and repeated where a table is
    /// split, the others right.
    pub keys: usize,
    /// The titles of those other columns that hold words and are set left too.
    pub words: Vec<String>,
    /// The titles of the columns, each of which differs.
    pub titles: Vec<String>,
    /// The rows, each as long as the titles.
    pub rows: Vec<Vec<String>>,
}

/// A blank at which no line is broken; behind a layout it is a plain one.
pub(crate) const NO_BREAK: char = '\u{a0}';

impl Block {
    /// The same with every text as a reader is to see it.
    pub fn shown(&self, show: &impl Fn(&str) -> String) -> Block {
        let all = |texts: &[String]| texts.iter().map(|text| show(text)).collect();
        match self {
            Block::Heading(level, words) => Block::Heading(*level, show(words)),
            Block::Paragraph(text) => Block::Paragraph(text.shown(show)),
            Block::List(items) => Block::List(items.iter().map(|item| item.shown(show)).collect()),
            Block::Lines(lines) => Block::Lines(all(lines)),
            Block::Table(table) => Block::Table(Table {
                keys: table.keys,
                words: all(&table.words),
                titles: all(&table.titles),
                rows: table.rows.iter().map(|row| all(row)).collect(),
            }),
        }
    }
}

impl Table {
    /// A table without rows.
    pub fn new<const N: usize>(keys: usize, titles: [&str; N]) -> Self {
        Table {
            keys,
            words: Vec::new(),
            titles: titles.map(str::to_owned).into(),
            rows: Vec::new(),
        }
    }

    /// Whether a column is set left.
    pub fn is_left(&self, column: usize) -> bool {
        let title = self.titles.get(column);
        column < self.keys || title.is_some_and(|title| self.words.contains(title))
    }

    /// Leaves out the columns in which no row has anything.
    pub fn without_empty_columns(mut self) -> Self {
        let kept: Vec<bool> = (0..self.titles.len())
            .map(|column| {
                let filled = |row: &Vec<String>| row.get(column).is_some_and(|cell| cell != ABSENT);
                column < self.keys || self.rows.iter().any(filled)
            })
            .collect();
        let keep = |cells: &mut Vec<String>| {
            let mut kept = kept.iter();
            cells.retain(|_| kept.next().copied().unwrap_or(false));
        };
        keep(&mut self.titles);
        self.rows.iter_mut().for_each(keep);
        self
    }
}

/// What stands in a table where there is nothing to say.
pub(crate) const ABSENT: &str = "-";

impl Text {
    fn shown(&self, show: &impl Fn(&str) -> String) -> Text {
        let span = |span: &Span| match span {
            Span::Plain(words) => Span::Plain(show(words)),
            Span::Code(typed) => Span::Code(show(typed)),
            Span::Verdict(verdict) => Span::Verdict(*verdict),
        };
        Text(self.0.iter().map(span).collect())
    }

    /// Adds words.
    pub fn say(mut self, words: impl Into<String>) -> Self {
        self.0.push(Span::Plain(words.into()));
        self
    }

    /// Adds a verdict.
    pub fn verdict(mut self, verdict: Verdict) -> Self {
        self.0.push(Span::Verdict(verdict));
        self
    }

    /// Adds what somebody typed.
    pub fn code(mut self, typed: impl Into<String>) -> Self {
        self.0.push(Span::Code(typed.into()));
        self
    }

    /// The words alone, as a reader has them before any markup.
    #[cfg(test)]
    pub fn words(&self) -> String {
        let words = |span: &Span| match span {
            Span::Plain(words) | Span::Code(words) => words.clone(),
            Span::Verdict(verdict) => verdict.to_string(),
        };
        self.0.iter().map(words).collect()
    }

    /// Adds another text.
    pub fn join(mut self, other: Text) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds what is missing, if anything is: the first few, and how many more. The tables show all.
    pub fn missing(self, lead: &str, missing: &[String]) -> Self {
        if missing.is_empty() {
            return self;
        }
        let space = if self.0.is_empty() { "" } else { " " };
        self.say(format!("{space}{lead}: {}.", names::cut(missing, "; ")))
    }

    /// Adds, for each verdict, which cases it goes for: `holds for a, b; does not hold for c`.
    pub(super) fn tally<'a>(
        mut self,
        cases: impl Iterator<Item = (Verdict, &'a str)> + Clone,
        names: &Names<'_>,
    ) -> Self {
        let mut lead = "";
        for verdict in Verdict::ALL {
            let of = cases.clone().filter(|(found, _)| *found == verdict);
            let of: Vec<&str> = of.map(|(_, case)| case).collect();
            if !of.is_empty() {
                let of = format!(" for {}", names.listed(&of));
                self = self.say(lead).verdict(verdict).say(of);
                lead = "; ";
            }
        }
        self
    }
}

impl<T: Into<String>> From<T> for Text {
    fn from(words: T) -> Self {
        Text::default().say(words)
    }
}

/// Short ways to add to a page.
pub(crate) trait Page {
    /// Adds a heading.
    fn heading(&mut self, level: u8, text: impl Into<String>);
    /// Adds a paragraph.
    fn paragraph(&mut self, text: impl Into<Text>);
    /// Adds a list, unless it is empty.
    fn list(&mut self, items: Vec<Text>);
    /// Adds a table, unless it has no rows.
    fn table(&mut self, table: Table);
}

impl Page for Vec<Block> {
    fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.push(Block::Heading(level, text.into()));
    }

    fn paragraph(&mut self, text: impl Into<Text>) {
        self.push(Block::Paragraph(text.into()));
    }

    fn list(&mut self, items: Vec<Text>) {
        if !items.is_empty() {
            self.push(Block::List(items));
        }
    }

    fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.push(Block::Table(table));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_names_each_verdict_once() {
        let cases = [
            (Verdict::Inconclusive, "a"),
            (Verdict::Holds, "b"),
            (Verdict::Holds, "c"),
        ];
        let text = Text::default().tally(cases.into_iter(), &Names::of(&[]));
        assert_eq!(text.words(), "holds for b, c; inconclusive for a");
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let missing: Vec<String> = (0..10).map(|i| i.to_string()).collect();
        let text = Text::default().missing("Gone", &missing);
        let cut = "Gone: 0; 1; 2; 3; 4; 5; 6; 7; and 2 more.";
        assert_eq!(text, Text::from(cut));
        assert_eq!(Text::default().missing("Gone", &[]), Text::default());
    }

    #[test]
    fn empty_columns_go_and_keys_stay() {
        let mut table = Table::new(1, ["key", "empty", "full"]);
        table.rows.push(vec!["-".into(), "-".into(), "1".into()]);
        let table = table.without_empty_columns();
        assert_eq!(table.titles, ["key", "full"]);
        assert_eq!(table.rows, [["-", "1"]]);
    }
}
