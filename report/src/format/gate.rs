//! A gate that has been through, as text and as JSON.

use super::number::{self, counted, thousands};
use super::page::{Block, Page, Text};
use super::{Screen, markdown, terminal};
use crate::gate::{Check, Gate, Lane, LaneResult, Quantity, Rate, Tally, Trial, Unit, Verdict};
use crate::stats::Estimate;

/// As plain text for a terminal; what passed and failed stands last.
pub fn gate_terminal(gate: &Gate, on: impl Into<Screen>) -> String {
    terminal::lay_out(&page(gate), &on.into())
}

/// As a Markdown document, for a comment on a pull request.
pub fn gate_markdown(gate: &Gate) -> String {
    markdown::lay_out(&page(gate))
}

/// As JSON, all of it, with the verdict of each lane and of the whole.
pub fn gate_json(gate: &Gate) -> String {
    let mut value = serde_json::to_value(gate).unwrap_or_default();
    value["verdict"] = gate.verdict().name().into();
    let (passed, failed) = gate.counts();
    value["passed"] = passed.into();
    value["failed"] = failed.into();
    for (lane, of) in gate.lanes.iter().enumerate() {
        value["lanes"][lane]["verdict"] = of.verdict().name().into();
    }
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

fn page(gate: &Gate) -> Vec<Block> {
    let mut page = Vec::new();
    page.heading(1, format!("Gate: {}", gate.verdict().name()));
    let side = |label: &str, of: &crate::gate::Side| {
        Text::from(format!("{label}: {}, {}", of.name, of.revision))
    };
    let mut facts = vec![side("base", &gate.base), side("head", &gate.head)];
    let filter = gate
        .filter
        .as_deref()
        .map(|filter| format!(", filter: {filter}"));
    facts.push(Text::from(format!(
        "suite: {}{}; {}",
        gate.suite,
        filter.unwrap_or_default(),
        number::moment(gate.started)
    )));
    page.list(facts);
    for lane in &gate.lanes {
        of_lane(&mut page, lane);
    }
    tallies(&mut page, &gate.tallies);
    page.heading(2, "Where this ran");
    let facts = gate.environment.iter();
    page.list(
        facts
            .map(|(label, value)| Text::from(format!("{label}: {value}")))
            .collect(),
    );
    let (passed, failed) = gate.counts();
    page.paragraph(format!(
        "{} passed, {} failed",
        thousands(passed),
        thousands(failed)
    ));
    page
}

fn of_lane(page: &mut Vec<Block>, lane: &LaneResult) {
    let compared = match lane.lane {
        Lane::Invariants => counted(lane.compared, "claim"),
        _ => counted(lane.compared, "comparison"),
    };
    page.heading(
        2,
        format!(
            "{}: {} ({compared})",
            lane.lane.name(),
            lane.verdict().name()
        ),
    );
    let mut lines: Vec<Text> = Vec::new();
    lines.extend(lane.trouble.iter().map(Text::from));
    lines.extend(lane.skipped.iter().map(Text::from));
    lines.extend(trials(&lane.trials).map(Text::from));
    page.list(lines);
    let shown = lane
        .checks
        .iter()
        .filter(|check| is_shown(check, lane.lane));
    page.list(shown.map(|check| Text::from(line(check))).collect());
    for check in lane
        .checks
        .iter()
        .filter(|check| !check.functions.is_empty())
    {
        page.paragraph(format!("{}, the functions that changed most:", check.of));
        let functions = check.functions.iter().map(|of| {
            let (base, head) = (number::count(of.base), number::count(of.head));
            Text::from(format!("{}: {base} -> {head} instructions per op", of.name))
        });
        page.list(functions.collect());
    }
}

/// What is not green; of claims all, since each says something.
pub(super) fn is_shown(check: &Check, lane: Lane) -> bool {
    check.verdict != Verdict::Pass
        || check.note.is_some()
        || (lane == Lane::Invariants && check.change.is_some())
}

/// One line with all that is known of a check.
fn line(check: &Check) -> String {
    let mut line = format!("{}: {}, {}", check.verdict.name(), check.of, check.what);
    match (&check.base, &check.head) {
        (Quantity::Missing, Quantity::Missing) => {}
        (base, head) => line += &format!(": {} -> {}", quantity(base), quantity(head)),
    }
    if let Some(change) = &check.change {
        line += &match is_ratio(check, change) {
            true => interval(change, 1.0, ""),
            false => format!(" ({})", share(change)),
        };
    }
    if check.verdict != Verdict::Pass && !check.threshold.is_empty() {
        line += &format!("; fails on {}", check.threshold);
    }
    if let Some(note) = &check.note {
        line += &format!("; {note}");
    }
    if !check.reproduce.is_empty() {
        line += &format!("; again: {}", check.reproduce);
    }
    if let Some(accept) = &check.accept {
        line += &format!("; to accept: {accept}");
    }
    line
}

/// Whether a change is a ratio, as is that of a claim, and not a share: then the value of the head is that same ratio.
pub(super) fn is_ratio(check: &Check, change: &Estimate) -> bool {
    matches!(check.head, Quantity::Number(of, Unit::Ratio) if of == change.value)
}

/// A change as a share, with its interval: `+1.20 % [0.80, 1.60] %`.
pub(super) fn share(change: &Estimate) -> String {
    format!(
        "{:+.2} %{}",
        change.value * 100.0,
        interval(change, 100.0, " %")
    )
}

/// The ends of an interval, or nothing: ` [12.00, 13.00]x`.
pub(super) fn interval(of: &Estimate, scale: f64, unit: &str) -> String {
    match of.interval {
        Some(of) => format!(" [{:.2}, {:.2}]{unit}", of.low * scale, of.high * scale),
        None => String::new(),
    }
}

/// A value of one side.
pub(super) fn quantity(of: &Quantity) -> String {
    match of {
        Quantity::Missing => "nothing".to_owned(),
        Quantity::Word(word) => word.clone(),
        Quantity::Number(of, unit) => match unit {
            Unit::Bytes => format!("{} B", number::count(*of)),
            Unit::Allocations | Unit::Instructions => number::count(*of),
            Unit::Nanoseconds => number::nanos(*of),
            Unit::Ratio => format!("{of:.3}x"),
        },
    }
}

/// What the lane's own trials came to.
pub(super) fn trials(trials: &[Trial]) -> impl Iterator<Item = String> {
    trials.iter().map(|trial| {
        let planted = match trial.planted == 0.0 {
            true => "identical code".to_owned(),
            false => format!("a planted {:+.0} %", trial.planted * 100.0),
        };
        let found = match trial.found {
            Some(found) => format!("found {:+.2} %", found * 100.0),
            None => "found nothing".to_owned(),
        };
        let flagged = if trial.flagged {
            "flagged"
        } else {
            "not flagged"
        };
        let judged = match trial.wrong() {
            true => ": wrong, so this lane says nothing",
            false => ", as it should be",
        };
        format!("self-test, {planted}: {found}, {flagged}{judged}")
    })
}

fn tallies(page: &mut Vec<Block>, tallies: &[Tally]) {
    if tallies.is_empty() {
        return;
    }
    page.heading(
        2,
        "How often the gate was wrong about itself, all runs here",
    );
    let rate = |of: &Rate| {
        let share = of
            .interval()
            .map(|of| format!(" ({:.0} to {:.0} %)", of.low * 100.0, of.high * 100.0));
        format!("{} of {}{}", of.wrong, of.of, share.unwrap_or_default())
    };
    let line = |of: &Tally| {
        Text::from(format!(
            "{}: false alarms {}, misses {}",
            of.lane.name(),
            rate(&of.false_alarms),
            rate(&of.misses)
        ))
    };
    page.list(tallies.iter().map(line).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Environment;
    use crate::gate::{GATE_FORMAT, Side};

    fn gate() -> Gate {
        let side = |name: &str| Side {
            name: name.to_owned(),
            revision: "0123".to_owned(),
        };
        let dearer = Check {
            what: "instructions".to_owned(),
            base: Quantity::Number(10_000.0, Unit::Instructions),
            head: Quantity::Number(10_500.0, Unit::Instructions),
            change: Some(Estimate::bare(0.05)),
            threshold: "more than +1 % and 50 instructions".to_owned(),
            reproduce: "cargo wiretax gate --base main".to_owned(),
            accept: Some("cargo wiretax gate accept --cell x".to_owned()),
            ..Check::named("append/decode/prost/raw", Verdict::Regression)
        };
        let claim = Check {
            what: "base64 multiplies it".to_owned(),
            base: Quantity::Word("at least 8".to_owned()),
            head: Quantity::Number(12.5, Unit::Ratio),
            change: Some(Estimate::within(12.5, 12.0, 13.0)),
            ..Check::named("append-16Ki", Verdict::Pass)
        };
        let lane = |lane, checks: Vec<Check>| LaneResult {
            compared: checks.len() as u64 + 3,
            checks,
            trouble: None,
            ..LaneResult::unavailable(lane, "")
        };
        let mut instructions = lane(Lane::Instructions, vec![dearer]);
        instructions.trials = vec![Trial {
            planted: 0.01,
            found: Some(0.0099),
            flagged: true,
        }];
        let mut tallies = Vec::new();
        Tally::count(&mut tallies, std::slice::from_ref(&instructions));
        Gate {
            format: GATE_FORMAT,
            base: side("main"),
            head: side("working tree"),
            started: 0,
            suite: "built-in".to_owned(),
            filter: Some("wrap:raw".to_owned()),
            environment: [("cpu", "an example")].into_iter().collect::<Environment>(),
            lanes: vec![
                lane(Lane::Bytes, Vec::new()),
                instructions,
                LaneResult::unavailable(Lane::Time, "there is no --base"),
                lane(Lane::Invariants, vec![claim]),
            ],
            tallies,
        }
    }

    #[test]
    fn a_failure_stands_in_one_line_and_the_counts_last() {
        let text = gate_markdown(&gate());
        let line = text
            .lines()
            .find(|line| line.contains("regression: append"));
        let line = line.unwrap();
        for part in [
            "10,000 -> 10,500 (+5.00 %)",
            "fails on more than +1 % and 50 instructions",
            "again: cargo wiretax gate --base main",
            "to accept: cargo wiretax gate accept --cell x",
        ] {
            assert!(line.contains(part), "{line}");
        }
        assert!(text.trim_end().ends_with("10 passed, 1 failed"), "{text}");
        assert!(text.contains("# Gate: regression"));
        assert!(text.contains("bytes: pass (3 comparisons)"), "{text}");
        assert!(text.contains("time: inconclusive"), "{text}");
        assert!(text.contains("12.500x [12.00, 13.00]"), "{text}");
        assert!(text.contains("misses 0 of 1"), "{text}");
        assert!(text.contains("a planted +1 %: found +0.99 %, flagged, as it should be"));
    }

    #[test]
    fn json_has_the_verdicts() {
        let value: serde_json::Value = serde_json::from_str(&gate_json(&gate())).unwrap();
        assert_eq!(value["verdict"], "regression");
        assert_eq!(value["lanes"][0]["verdict"], "pass");
        assert_eq!(value["failed"], 1);
        let back: Gate = serde_json::from_value(value).unwrap();
        assert_eq!(back, gate());
    }
}
