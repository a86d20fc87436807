//! The verdict of a gate in words.

use super::is_void;
use crate::format::number::{counted, thousands};
use crate::gate::{Gate, Verdict};

/// What a verdict comes to for whoever wants to merge.
pub(super) fn verdict(of: Verdict) -> &'static str {
    match of {
        Verdict::Pass => "It passes: nothing is wrong.",
        Verdict::Warning => "It passes. Something is worth a look, and stops nobody.",
        Verdict::Inconclusive => {
            "It cannot be told whether all is well. That stops a change only where the gate is strict."
        }
        Verdict::Unaccepted => {
            "It does not pass: something changed, for better or worse, that nobody has accepted."
        }
        Verdict::Violated => "It does not pass: a claim does not hold any more.",
        Verdict::Regression => "It does not pass: something became dearer.",
    }
}

/// The lanes that are not green, each with what keeps it from being so.
pub(super) fn lanes(gate: &Gate) -> Vec<String> {
    let open = gate
        .lanes
        .iter()
        .filter(|lane| lane.verdict() != Verdict::Pass);
    let named = open.map(|lane| {
        let verdict = lane.verdict();
        let of = lane.checks.iter().filter(|of| of.verdict == verdict);
        let why = match (is_void(lane), of.count()) {
            (true, _) => "it was wrong about a pair whose answer is known".to_owned(),
            (_, 0) => "it was not measured, or cannot be relied on".to_owned(),
            (_, checks) => counted(checks as u64, "check"),
        };
        format!("{}: {}, {why}", lane.lane.name(), verdict.name())
    });
    named.collect()
}

/// How many passed, and how many failed.
pub(super) fn counts(gate: &Gate) -> String {
    let (passed, failed) = gate.counts();
    format!("{} passed, {} failed", thousands(passed), thousands(failed))
}
