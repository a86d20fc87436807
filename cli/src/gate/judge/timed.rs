//! What is timed: cells of both sides, and claims.

use wiretax_report::gate::{Lane, LaneResult};

use super::empty;
use crate::gate::lane::{invariants, time};
use crate::gate::launch::{self, Program};
use crate::gate::progress::Meter;
use crate::gate::{Bench, Trouble};

impl Bench {
    pub(super) fn time(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        let Some(base) = &self.base else {
            let why = "it needs another side to compare with: --base REV";
            return Ok(LaneResult::unavailable(Lane::Time, why));
        };
        let bench = time::Bench {
            base: Program::of(&base.link, &base.runner),
            head: Program::of(&self.head.link, &self.head.runner),
            folder: &self.home.launches(),
        };
        let cells = self.common();
        let found = time::compare(&bench, &cells, meter)?;
        let mut skipped = Vec::new();
        for (side, link) in [("base", &base.link), ("head", &self.head.link)] {
            if let Err(why) = link {
                skipped.push(format!(
                    "layouts of the {side} are not random: {why}; so the lane only warns"
                ));
            }
        }
        if !launch::is_pinnable() {
            skipped.push(
                "runners are not pinned: there is no `taskset` (package util-linux)".to_owned(),
            );
        }
        Ok(LaneResult {
            trials: found.trials,
            compared: cells.len() as u64,
            skipped: (!skipped.is_empty()).then(|| skipped.join("; ")),
            checks: found.checks,
            ..empty(Lane::Time)
        })
    }

    pub(super) fn invariants(&self, meter: &mut Meter) -> Result<LaneResult, Trouble> {
        let program = Program::of(&self.head.link, &self.head.runner);
        let listed = &self.head.listed;
        let folder = self.home.launches();
        let mut checks = invariants::compare(&self.claims, program, &folder, listed, meter)?;
        if let Some(baseline) = &self.baseline {
            let known = baseline.claims.iter().map(|(name, entry)| {
                let value = &entry.value;
                (name.as_str(), [value.at_least, value.at_most])
            });
            checks.extend(invariants::loosened(&self.claims, known));
        }
        Ok(LaneResult {
            compared: checks.len() as u64,
            checks,
            ..empty(Lane::Invariants)
        })
    }
}
