//! The finding as one HTML file that needs nothing else: words, charts, a filter, a calculator.
//!
//! - `words`: the blocks of the page, the same as in Markdown;
//! - `svg`, `figure`, `charts`: a little SVG, one chart, and the kinds of charts;
//! - `cells`, `sizes`: the tables;
//! - `filter`, `calculator`: what a reader can ask, answered by `assets/*.js`;
//! - `links`: addresses of criterion's pages;
//! - `gate`: the page of a gate, made of the same parts;
//! - `policy`: what the page may do, which is to run its own script and styles;
//! - `text`: escaping.
//!
//! `templates/` has the markup, `assets/` styles and scripts. Text from records is escaped by the templates, or by `text`
//! where no template writes it; only what these made is passed on as it is.

mod calculator;
mod cells;
mod charts;
mod figure;
mod filter;
mod gate;
mod links;
mod policy;
mod sizes;
mod svg;
mod text;
mod words;

use askama::Template;

use super::page::{self, Block};
use super::{number, probes};
use crate::finding::Finding;
use crate::probes::Probes;
use crate::run::{CellId, Run};
use crate::stats::Estimate;
use cells::Cells;
use charts::Parts;
use figure::{Chart, SHAPES};
pub use gate::gate_html;
use links::Criterion;

const TOKENS_CSS: &str = include_str!("assets/tokens.css");
const CHART_CSS: &str = include_str!("assets/chart.css");
const PAGE_CSS: &str = include_str!("assets/page.css");
const FILTER_JS: &str = include_str!("assets/filter.js");
const CALCULATOR_JS: &str = include_str!("assets/calculator.js");

/// What a page can show besides the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// What codecs did with odd inputs.
    pub probes: Option<Probes>,
    /// Relative address of criterion's `report/index.html`, as seen from where the page will lie. Another kind of
    /// address is not linked.
    pub criterion: Option<String>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    policy: String,
    title: String,
    suite: String,
    date: String,
    machine: Vec<(String, String)>,
    measured: String,
    contents: Vec<(&'static str, &'static str)>,
    style: String,
    script: String,
    shapes: String,
    answer: String,
    calculator: String,
    filter: String,
    of_tasks: bool,
    sweeps: String,
    sweep_table: String,
    ranked: String,
    split: String,
    split_table: String,
    cells: String,
    sizes: String,
    outcomes: String,
    refusals: Vec<(String, String, String)>,
    verdicts: Vec<(String, &'static str)>,
    probes: String,
    probe_words: String,
    rest: String,
    criterion: Option<String>,
}

#[derive(Template)]
#[template(path = "figures.html")]
struct Figures<'a> {
    charts: &'a [Chart],
}

#[derive(Template)]
#[template(path = "split.html")]
struct SplitTable {
    rows: Vec<SplitRow>,
}

struct SplitRow {
    id: CellId,
    engine: String,
    sound: bool,
    whole: String,
    codec: String,
    base64: String,
    share: String,
}

/// The facts of the machine that a reader looks for first, by the labels of the record.
const MACHINE: [&str; 4] = ["cpu", "cores", "system", "clock"];

/// The finding of a run as an HTML document of its own.
///
/// Nothing is fetched: styles, script, drawings and data are inside. The finding must be that of the run.
pub fn html(run: &Run, finding: &Finding, extras: &Extras) -> String {
    let cells = Cells::of(run, finding);
    let criterion = extras.criterion.as_deref();
    let criterion =
        criterion.and_then(|at| Criterion::new(at, cells.all.iter().map(|cell| &cell.id)));
    let (title, answer, rest) = parts(finding);
    let sweeps = charts::sweeps(&cells, finding);
    let ranked = charts::ranked(&cells);
    let taken_apart = charts::parts(&cells);
    let split = charts::split(&taken_apart);
    let outcomes = charts::outcomes(run, &cells.codecs);
    // Odd bytes are of codecs.
    let probes = extras.probes.as_ref().filter(|_| !cells.of_tasks);
    let matrices = probes.map(charts::probes).unwrap_or_default();
    let style = [TOKENS_CSS, CHART_CSS, PAGE_CSS].concat();
    let script = [FILTER_JS, CALCULATOR_JS].concat();
    let header = &finding.header;
    let facts = MACHINE.iter().filter_map(|label| {
        let value = header.environment.get(label)?;
        Some(((*label).to_owned(), value.to_owned()))
    });
    let filterable = sweeps.len() + ranked.len() + split.len();
    let mut page = Page {
        policy: policy::policy(&style, Some(&script)),
        title,
        suite: header.suite.clone(),
        date: number::moment(header.started),
        machine: facts.collect(),
        measured: format!("{} of {} measured", header.measured, header.planned),
        contents: Vec::new(),
        answer: words::words(&answer, 0),
        calculator: calculator::section(&cells),
        filter: filter::form(&cells, filterable),
        of_tasks: cells.of_tasks,
        sweeps: figures(&sweeps),
        sweep_table: words::words(&[Block::Table(charts::sweep_table(&cells, finding))], 0),
        ranked: figures(&ranked),
        split: figures(&split),
        split_table: split_table(&taken_apart),
        cells: cells::table(&cells, criterion.as_ref()),
        sizes: sizes::table(cells.cases),
        outcomes: figures(outcomes.as_slice()),
        refusals: refusals(finding),
        verdicts: probes.map(charts::verdict_key).unwrap_or_default(),
        probes: figures(&matrices),
        probe_words: probes.map(probe_words).unwrap_or_default(),
        rest: words::words(&rest, 1),
        shapes: [
            SHAPES,
            outcomes
                .as_ref()
                .map_or(matrices.first().map_or("", |c| c.shapes), |c| c.shapes),
        ]
        .concat(),
        criterion: criterion.map(|criterion| criterion.index),
        style,
        script,
    };
    if cells.all.is_empty() {
        page.filter.clear();
    }
    page.contents = contents(&page);
    rendered(&page)
}

/// The charts of a run as files: their names, and drawings that carry their own styles for light and dark.
pub fn charts(run: &Run, finding: &Finding) -> Vec<(String, String)> {
    let cells = Cells::of(run, finding);
    let mut all = charts::sweeps(&cells, finding);
    all.extend(charts::ranked(&cells));
    all.extend(charts::split(&charts::parts(&cells)));
    all.extend(charts::outcomes(run, &cells.codecs));
    distinct(&mut all);
    all.iter()
        .map(|chart| (format!("{}.svg", chart.id), chart.file()))
        .collect()
}

/// Numbers those charts whose names came out the same.
fn distinct(charts: &mut [Chart]) {
    let mut seen = std::collections::BTreeSet::new();
    for chart in charts {
        let name = chart.id.clone();
        let mut at = 1;
        while !seen.insert(chart.id.to_lowercase()) {
            at += 1;
            chart.id = format!("{name}.{at}");
        }
    }
}

/// The title, the answer, and the rest of what is said in every format.
fn parts(finding: &Finding) -> (String, Vec<Block>, Vec<Block>) {
    let answer = page::answer(finding);
    let mut blocks = page::page(finding);
    let title = match blocks.first() {
        Some(Block::Heading(1, words)) => words.clone(),
        _ => "Finding".to_owned(),
    };
    blocks.retain(|block| !matches!(block, Block::Heading(1, _)));
    // The answer stands first there too, under a heading that may differ, and is not said twice.
    let first = matches!(blocks.first(), Some(Block::Heading(..)));
    let body = answer.get(1..).unwrap_or_default();
    let repeated = first
        && blocks
            .get(1..)
            .is_some_and(|blocks| blocks.starts_with(body));
    if !repeated {
        return (title, answer, blocks);
    }
    let rest = blocks.split_off(answer.len());
    (title, blocks, rest)
}

impl Page {
    /// Of tasks only what went wrong is told: who does one has nothing to do with most others.
    fn tells_outcomes(&self) -> bool {
        !self.outcomes.is_empty() || (self.of_tasks && !self.refusals.is_empty())
    }
}

fn contents(page: &Page) -> Vec<(&'static str, &'static str)> {
    let look = !page.filter.is_empty();
    let messages = !page.of_tasks;
    let all = [
        (true, "short", "In short"),
        (messages, "calculate", "What would it cost you?"),
        (look && messages, "tax", "Tax against size"),
        (look && messages, "ranked", "Codecs in order"),
        (look && page.of_tasks, "ranked", "Ways in order"),
        (look && messages, "split", "Where a decode goes"),
        (look, "cells", "All cells"),
        (look && messages, "sizes", "Sizes"),
        (page.tells_outcomes(), "outcomes", "Outcomes"),
        (!page.probes.is_empty(), "probes", "Odd bytes"),
        (true, "whole", "The finding in full"),
    ];
    let shown = all.into_iter().filter(|(shown, ..)| *shown);
    shown.map(|(_, id, words)| (id, words)).collect()
}

fn figures(charts: &[Chart]) -> String {
    if charts.is_empty() {
        return String::new();
    }
    let mut charts = charts.to_vec();
    distinct(&mut charts);
    rendered(&Figures { charts: &charts })
}

/// The cases of a chart, for the page's script.
fn listed(chart: &Chart) -> String {
    serde_json::to_string(&chart.cases).unwrap_or_default()
}

fn split_table(parts: &[Parts]) -> String {
    let noisy = |estimate: &Estimate| number::time(estimate);
    let row = |parts: &Parts| SplitRow {
        id: parts.id.clone(),
        engine: parts.engine.clone(),
        sound: parts.sound,
        whole: noisy(&parts.whole),
        codec: noisy(&parts.codec),
        base64: noisy(&parts.base64),
        share: number::share(&parts.share),
    };
    rendered(&SplitTable {
        rows: parts.iter().map(row).collect(),
    })
}

fn refusals(finding: &Finding) -> Vec<(String, String, String)> {
    let others = finding.outcomes.others.iter();
    let told = others.map(|pair| {
        (
            pair.case.clone(),
            pair.codec.clone(),
            words::plain(&page::outcome(&pair.outcome)),
        )
    });
    told.collect()
}

/// What the probes' own page says, below its title.
fn probe_words(found: &Probes) -> String {
    let mut blocks = probes::page(found, true);
    blocks.retain(|block| !matches!(block, Block::Heading(1, _)));
    words::words(&blocks, 1)
}

/// A template as text. Writing to a string does not fail; should it ever, the page says so.
fn rendered(template: &impl Template) -> String {
    template
        .render()
        .unwrap_or_else(|error| format!("<p>{}</p>", text::escaped(&error.to_string())))
}
