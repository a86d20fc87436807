//! The part of a run that a filter leaves.

use super::{Filter, FilterError};
use crate::run::{Case, CellId, Measured, RAW, Run, Samples, Totals, speed};

/// A run and its samples, or a part of both.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// The record.
    pub run: Run,
    /// Its samples at the machine's typical speed. They are taken from the whole run: what a cell took does not
    /// depend on which others are looked at.
    pub samples: Samples,
    /// The machine's typical speed during the whole run, as [`speed`] has it.
    pub speed: Option<f64>,
}

impl Selected {
    /// The whole of a run.
    pub fn whole(run: Run) -> Self {
        let samples = run.samples();
        let anchors: Vec<_> = run.cells.iter().filter_map(Measured::anchored).collect();
        let speed = speed(&anchors);
        Selected {
            run,
            samples,
            speed,
        }
    }

    /// The part that a filter leaves: its cells, their cases, and what was proven of those. `of` names the run.
    ///
    /// # Errors
    /// When nothing is left.
    pub fn part(self, filter: &Filter, of: &str) -> Result<Self, FilterError> {
        if filter.is_empty() {
            return Ok(self);
        }
        let Selected {
            mut run,
            mut samples,
            speed,
        } = self;
        let whole = run.clone();
        let tags = |case: &str| {
            let case = whole.cases.iter().find(|of| of.name == case);
            case.map_or(&[][..], |case| &case.tags)
        };
        let keeps = |id: &CellId| filter.keeps(id, tags(&id.case));
        run.planned.retain(keeps);
        run.cells.retain(|cell| keeps(&cell.id));
        samples.cells.retain(|id, _| keeps(id));
        if run.planned.is_empty() && samples.cells.is_empty() {
            let ids = whole
                .planned
                .iter()
                .chain(whole.cells.iter().map(|cell| &cell.id));
            let mut ids: Vec<&CellId> = ids.collect();
            ids.dedup();
            let list = "cargo wiretax list RECORD";
            return Err(filter.nothing(of, ids, list));
        }
        // A codec that never could be measured has no cells; it stays where a cell of it would.
        let would = |case: &str, codec: &str| {
            let cells = like(&whole, case).into_iter();
            cells
                .map(|id| CellId {
                    codec: codec.to_owned(),
                    ..id
                })
                .any(|id| keeps(&id))
        };
        run.proofs.retain(|proof| would(&proof.case, &proof.codec));
        let left = |case: &Case| {
            let planned = run.planned.iter().any(|id| id.case == case.name);
            planned || run.proofs.iter().any(|proof| proof.case == case.name)
        };
        run.cases.retain(left);
        run.race = run
            .race
            .filter(|race| filter.keeps_across(&race.case, &race.op, "race", tags(&race.case)));
        run.totals = whole.totals.map(|_| Totals::of(&run.cells));
        run.filter = Some(match &whole.filter {
            // All words must match, so that both together are a filter again.
            Some(first) => format!("{first} {filter}"),
            None => filter.to_string(),
        });
        Ok(Selected {
            run,
            samples,
            speed,
        })
    }
}

/// A cell for each op and wrap that the run has of a case, or where it has none, of any.
fn like(run: &Run, case: &str) -> Vec<CellId> {
    let of = |own: bool| {
        let cells = run.planned.iter().filter(|id| !own || id.case == case);
        let mut cells: Vec<(&str, &str)> =
            cells.map(|id| (id.op.as_str(), id.wrap.as_str())).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let mut cells = of(true);
    if cells.is_empty() {
        cells = of(false);
    }
    if cells.is_empty() {
        cells.push(("encode", RAW));
    }
    let id = |(op, wrap): (&str, &str)| CellId::new(case, op, "", wrap);
    cells.into_iter().map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn part(filter: &str) -> Result<Selected, FilterError> {
        let filter = Filter::parse(filter).unwrap();
        Selected::whole(testing::measured()).part(&filter, "the record")
    }

    #[test]
    fn a_part_has_its_cells_and_their_cases_and_the_same_times() {
        let whole = Selected::whole(testing::measured());
        let found = part("case:tree codec:prost,protobuf").unwrap();
        assert_eq!(found.run.cases.len(), 1);
        assert_eq!(found.run.cells.len(), 4);
        assert_eq!(found.samples.cells.len(), 4);
        assert!(
            found
                .samples
                .cells
                .iter()
                .all(|(id, of)| whole.samples.cells[id] == *of)
        );
        // protobuf refuses the tree: it has no cell, and its refusal is told.
        let codecs: Vec<_> = found
            .run
            .proofs
            .iter()
            .map(|proof| proof.codec.as_str())
            .collect();
        assert_eq!(codecs, ["prost", "protobuf"]);
        assert_eq!(
            found.run.filter.as_deref(),
            Some("case:tree codec:prost,protobuf")
        );
        assert_eq!(found.run.totals, Some(Totals::of(&found.run.cells)));
        assert!(found.run.race.is_none());
    }

    #[test]
    fn the_race_stays_with_its_case() {
        assert!(part("case:append-4Ki").unwrap().run.race.is_some());
        assert!(
            part("append-4Ki/encode/prost/raw")
                .unwrap()
                .run
                .race
                .is_none()
        );
    }

    #[test]
    fn filters_of_run_and_reader_add_up() {
        let mut run = testing::measured();
        run.filter = Some("^append".into());
        let filter = Filter::parse("  op:decode ").unwrap();
        let found = Selected::whole(run).part(&filter, "it").unwrap();
        assert_eq!(found.run.filter.as_deref(), Some("^append op:decode"));
    }

    #[test]
    fn nothing_is_an_error_and_no_filter_is_everything() {
        let said = part("case:treee").unwrap_err().to_string();
        assert!(said.contains("`tree/encode/prost/raw`"), "{said}");
        assert_eq!(part("").unwrap(), Selected::whole(testing::measured()));
    }
}
