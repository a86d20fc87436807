//! Each lane in short: its verdict, what troubles it, and its own trials.

use askama::Template;

use super::{class, is_void, rendered, shown};
use crate::format::gate::trials;
use crate::format::html::words::plain;
use crate::format::number::counted;
use crate::gate::{Gate, Lane, LaneResult, Trial, Verdict};

#[derive(Template)]
#[template(path = "gate/lanes.html")]
struct Cards {
    lanes: Vec<Card>,
}

struct Card {
    name: &'static str,
    verdict: &'static str,
    class: &'static str,
    compared: String,
    /// How many checks have each verdict but green, the worst first.
    open: Vec<String>,
    void: bool,
    /// As HTML.
    trouble: Option<String>,
    /// As HTML.
    skipped: Option<String>,
    trials: Vec<(&'static str, String)>,
}

/// A card for each lane that was asked for.
pub(super) fn cards(gate: &Gate) -> String {
    rendered(&Cards {
        lanes: gate.lanes.iter().map(card).collect(),
    })
}

fn card(of: &LaneResult) -> Card {
    let noun = match of.lane {
        Lane::Invariants => "claim",
        _ => "comparison",
    };
    let judged = |trial: &Trial| if trial.wrong() { "fails" } else { "" };
    Card {
        name: of.lane.name(),
        verdict: of.verdict().name(),
        class: class(of.verdict()),
        compared: counted(of.compared, noun),
        open: open(of),
        void: is_void(of),
        trouble: of.trouble.as_deref().map(plain),
        skipped: of.skipped.as_deref().map(plain),
        trials: of
            .trials
            .iter()
            .map(judged)
            .zip(trials(&of.trials).map(|said| shown(&said)))
            .collect(),
    }
}

fn open(of: &LaneResult) -> Vec<String> {
    use Verdict::{Inconclusive, Regression, Unaccepted, Violated, Warning};
    let all = [Regression, Violated, Unaccepted, Inconclusive, Warning];
    let counts = all.into_iter().filter_map(|verdict| {
        let count = of.checks.iter().filter(|of| of.verdict == verdict).count();
        (count > 0).then(|| format!("{} {count}", verdict.name()))
    });
    counts.collect()
}
