//! A gate that has been through, as one HTML file that needs nothing else and has no script.
//!
//! | file | what |
//! |---|---|
//! | `said` | the verdict in words |
//! | `lanes` | each lane: its verdict, its trouble, its own trials |
//! | `checks` | what is not green, and the commands that show it again and accept it |
//! | `strip` | a row of a forest plot: a median, its interval, its launches |
//! | `times`, `claims` | forest plots of the lanes that have launches |
//! | `functions` | where instructions changed |
//! | `tallies` | how often the gate itself was wrong |

mod checks;
mod claims;
mod functions;
mod lanes;
mod said;
mod strip;
mod tallies;
mod times;

use askama::Template;

use super::figure::SHAPES;
use super::{CHART_CSS, PAGE_CSS, TOKENS_CSS, figures, policy, rendered};
use crate::format::{number, visible};
use crate::gate::{Check, Gate, Lane, LaneResult, Side, Verdict};

const GATE_CSS: &str = include_str!("../assets/gate.css");

#[derive(Template)]
#[template(path = "gate/page.html")]
struct Page {
    policy: String,
    title: String,
    suite: String,
    date: String,
    style: String,
    shapes: &'static str,
    contents: Vec<(&'static str, &'static str)>,
    facts: Vec<(&'static str, String)>,
    class: &'static str,
    said: String,
    named: Vec<String>,
    counted: String,
    lanes: String,
    checks: String,
    notes: String,
    times: String,
    claims: String,
    functions: String,
    tallies: String,
    environment: Vec<(String, String)>,
}

/// A gate that has been through as an HTML document of its own. Nothing is fetched and nothing is run: styles and drawings
/// are inside.
pub fn gate_html(gate: &Gate) -> String {
    let style = [TOKENS_CSS, CHART_CSS, PAGE_CSS, GATE_CSS].concat();
    let verdict = gate.verdict();
    let mut page = Page {
        policy: policy::policy(&style, None),
        title: format!("Gate: {}", verdict.name()),
        suite: shown(&gate.suite),
        date: number::moment(gate.started),
        style,
        shapes: SHAPES,
        contents: Vec::new(),
        facts: facts(gate),
        class: class(verdict),
        said: said::verdict(verdict).to_owned(),
        named: said::lanes(gate),
        counted: said::counts(gate),
        lanes: lanes::cards(gate),
        checks: checks::failing(gate),
        notes: checks::noted(gate),
        times: figures(&times::charts(lane(gate, Lane::Time))),
        claims: figures(claims::chart(lane(gate, Lane::Invariants)).as_slice()),
        functions: functions::tables(gate),
        tallies: tallies::table(&gate.tallies),
        environment: gate
            .environment
            .iter()
            .map(|(label, value)| (shown(label), shown(value)))
            .collect(),
    };
    page.contents = contents(&page);
    rendered(&page)
}

/// What was compared with what, and when.
fn facts(gate: &Gate) -> Vec<(&'static str, String)> {
    let side = |of: &Side| shown(&format!("{}, {}", of.name, of.revision));
    let mut facts = vec![
        ("base", side(&gate.base)),
        ("head", side(&gate.head)),
        ("suite", shown(&gate.suite)),
    ];
    facts.extend(gate.filter.as_deref().map(|of| ("filter", shown(of))));
    facts.push(("started", number::moment(gate.started)));
    facts
}

fn contents(page: &Page) -> Vec<(&'static str, &'static str)> {
    let all = [
        (true, "lanes", "Lanes"),
        (!page.checks.is_empty(), "checks", "What is not green"),
        (!page.notes.is_empty(), "notes", "Green with a remark"),
        (!page.times.is_empty(), "times", "Times"),
        (!page.claims.is_empty(), "claims", "Claims"),
        (!page.functions.is_empty(), "functions", "Functions"),
        (!page.tallies.is_empty(), "tallies", "The gate’s own errors"),
        (true, "where", "Where this ran"),
    ];
    let shown = all.into_iter().filter(|(shown, ..)| *shown);
    shown.map(|(_, id, words)| (id, words)).collect()
}

/// The checks of a lane, if it was asked for.
fn lane(gate: &Gate, lane: Lane) -> &[Check] {
    let of = gate.lanes.iter().find(|of| of.lane == lane);
    of.map_or(&[], |of| &of.checks)
}

/// The class of what a verdict marks; the word stands beside it always.
fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "green",
        Verdict::Warning | Verdict::Inconclusive => "open-question",
        Verdict::Unaccepted | Verdict::Violated | Verdict::Regression => "fails",
    }
}

/// Whether a lane was wrong about what it should have known, so that none of its checks decide.
fn is_void(lane: &LaneResult) -> bool {
    lane.trials.iter().any(crate::gate::Trial::wrong)
}

/// A text of a gate as a reader may see it; the templates escape it.
fn shown(text: &str) -> String {
    visible(text).into_owned()
}
