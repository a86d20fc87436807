//! A run and its samples, looked up the way the judges ask.

use std::collections::{BTreeMap, BTreeSet};

use crate::run::{Case, CellId, Outcome, Run, Samples};
use crate::stats::{self, Estimate, Sorted};

/// What the proof allows to be said of a codec in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Proven: it is ranked.
    Sound,
    /// It carries the value by undefined behaviour: shown, never ranked.
    Unsound,
    /// Refused, wrong, aborted, or never proven: its times, if there are any, mean nothing.
    Out,
}

/// A run, its samples in ascending order, and what was to be measured.
pub(super) struct Evidence<'a> {
    /// The run's record.
    pub run: &'a Run,
    times: BTreeMap<&'a CellId, Sorted>,
    cells: Vec<&'a CellId>,
    /// The codecs, in the order of the suite.
    codecs: Vec<&'a str>,
}

impl<'a> Evidence<'a> {
    /// Takes the planned cells in their order, then what else was measured of the run's cases.
    pub fn new(run: &'a Run, samples: &'a Samples) -> Self {
        let mut seen = BTreeSet::new();
        let cells = run
            .planned
            .iter()
            .chain(samples.cells.keys())
            .filter(|id| run.cases.iter().any(|case| case.name == id.case))
            .filter(|id| seen.insert(*id))
            .collect();
        let times = samples
            .cells
            .iter()
            .map(|(id, sample)| (id, Sorted::new(sample.per_iteration())))
            .filter(|(_, times)| !times.is_empty())
            .collect();
        let codecs = distinct(run.proofs.iter().map(|proof| proof.codec.as_str()));
        Evidence {
            run,
            times,
            cells,
            codecs,
        }
    }

    /// Nanoseconds for one iteration of a cell, ascending; `None` where it was not measured.
    pub fn times(&self, cell: &CellId) -> Option<&Sorted> {
        self.times.get(cell)
    }

    /// The median time of a cell with its interval.
    pub fn time(&self, cell: &CellId) -> Option<Estimate> {
        stats::median(self.times(cell)?, stats::LEVEL)
    }

    /// How many times longer one cell takes than another.
    pub fn ratio(&self, cell: &CellId, base: &CellId) -> Option<Estimate> {
        stats::ratio(self.times(cell)?, self.times(base)?)
    }

    /// How much longer one cell takes than another, in nanoseconds.
    pub fn difference(&self, cell: &CellId, base: &CellId) -> Option<Estimate> {
        stats::difference(self.times(cell)?, self.times(base)?)
    }

    /// Whether the run means to measure a cell, or has measured it unasked.
    pub fn expects(&self, cell: &CellId) -> bool {
        self.cells.contains(&cell)
    }

    /// The names of those cells that were not measured.
    pub fn unmeasured<'b>(&self, cells: impl IntoIterator<Item = &'b CellId>) -> Vec<String> {
        cells
            .into_iter()
            .filter(|id| self.times(id).is_none())
            .map(ToString::to_string)
            .collect()
    }

    /// The ops of the run, in order of first mention.
    pub fn ops(&self) -> Vec<&'a str> {
        distinct(self.cells.iter().map(|id| id.op.as_str()))
    }

    /// The ops of a case.
    pub fn ops_of(&self, case: &str) -> Vec<&'a str> {
        distinct(
            self.cells
                .iter()
                .filter(|id| id.case == case)
                .map(|id| id.op.as_str()),
        )
    }

    /// Every cell, in order.
    pub fn all(&self) -> impl Iterator<Item = &'a CellId> {
        self.cells.iter().copied()
    }

    /// The cells of a case and an op, in order.
    pub fn cells_of(&self, case: &str, op: &str) -> impl Iterator<Item = &'a CellId> {
        self.cells
            .iter()
            .filter(move |id| id.case == case && id.op == op)
            .copied()
    }

    /// The distinct codecs, in the order in which the suite was proven; those that never were come
    /// last.
    pub fn in_order<'b>(&self, codecs: impl Iterator<Item = &'b str>) -> Vec<&'b str> {
        let mut codecs = distinct(codecs);
        codecs.sort_by_key(|codec| self.place(codec));
        codecs
    }

    /// Where a codec stands in the suite.
    pub fn place(&self, codec: &str) -> usize {
        let place = self.codecs.iter().position(|known| *known == codec);
        place.unwrap_or(usize::MAX)
    }

    /// The codecs with cells in a case and an op, in the order of the suite.
    pub fn codecs(&self, case: &str, op: &str) -> Vec<&'a str> {
        self.in_order(self.cells_of(case, op).map(|id| id.codec.as_str()))
    }

    /// The same, those that are ranked.
    pub fn sound_codecs(&self, case: &str, op: &str) -> Vec<&'a str> {
        let mut codecs = self.codecs(case, op);
        codecs.retain(|codec| self.standing(case, codec) == Standing::Sound);
        codecs
    }

    /// What came of a codec's proof in a case.
    pub fn outcome(&self, case: &str, codec: &str) -> Option<&'a Outcome> {
        self.run
            .proofs
            .iter()
            .find(|proof| proof.case == case && proof.codec == codec)
            .map(|proof| &proof.outcome)
    }

    /// What the proof allows to be said.
    pub fn standing(&self, case: &str, codec: &str) -> Standing {
        match self.outcome(case, codec) {
            Some(Outcome::Proven { .. }) => Standing::Sound,
            Some(Outcome::Unsound { .. }) => Standing::Unsound,
            _ => Standing::Out,
        }
    }

    /// Whether a codec's cells in a case are to be timed: not after a proof that failed.
    pub fn may_be_timed(&self, case: &str, codec: &str) -> bool {
        matches!(
            self.outcome(case, codec),
            None | Some(Outcome::Proven { .. } | Outcome::Unsound { .. })
        )
    }

    /// The families of sizes, in order of first mention, with their cases by ascending size.
    pub fn sweeps(&self) -> Vec<(&'a str, Vec<(u64, &'a Case)>)> {
        let cases = &self.run.cases;
        let sweeps = || {
            cases
                .iter()
                .filter_map(|case| Some((case.sweep.as_ref()?, case)))
        };
        distinct(sweeps().map(|(sweep, _)| sweep.family.as_str()))
            .into_iter()
            .map(|family| {
                let mut sizes: Vec<_> = sweeps()
                    .filter(|(sweep, _)| sweep.family == family)
                    .map(|(sweep, case)| (sweep.bytes, case))
                    .collect();
                sizes.sort_by_key(|(bytes, _)| *bytes);
                (family, sizes)
            })
            .collect()
    }
}

/// The distinct items, in order of first mention.
pub(super) fn distinct<'a>(items: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    items.filter(|item| seen.insert(*item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn ranks_only_what_is_proven() {
        let (run, samples) = (testing::run(), testing::samples());
        let evidence = Evidence::new(&run, &samples);
        let all = ["prost", "protobuf", "quick-protobuf"];
        assert_eq!(evidence.sound_codecs("append-16", "encode"), all);
        assert_eq!(evidence.sound_codecs("packed", "encode"), all[..2]);
        assert_eq!(evidence.standing("tree", "protobuf"), Standing::Out);
        assert_eq!(evidence.standing("tree", "nobody"), Standing::Out);
    }

    #[test]
    fn sweeps_go_by_size() {
        let (mut run, samples) = (testing::run(), testing::samples());
        run.cases.reverse();
        let evidence = Evidence::new(&run, &samples);
        let sweeps = evidence.sweeps();
        let [(family, sizes)] = &sweeps[..] else {
            panic!("{} sweeps", sweeps.len());
        };
        let bytes: Vec<_> = sizes.iter().map(|(bytes, _)| *bytes).collect();
        assert_eq!((*family, &bytes[..]), ("append", &[16, 4096, 65536][..]));
    }

    #[test]
    fn codecs_go_as_the_suite_has_them() {
        let (mut run, samples) = (testing::run(), testing::samples());
        run.planned.reverse();
        let evidence = Evidence::new(&run, &samples);
        let all = ["prost", "protobuf", "quick-protobuf"];
        assert_eq!(evidence.codecs("append-16", "encode"), all);
        let mixed = ["nobody", "quick-protobuf", "prost", "nobody"];
        let sorted = ["prost", "quick-protobuf", "nobody"];
        assert_eq!(evidence.in_order(mixed.into_iter()), sorted);
    }

    #[test]
    fn takes_what_was_measured_unasked() {
        let (mut run, samples) = (testing::run(), testing::samples());
        run.planned.clear();
        let evidence = Evidence::new(&run, &samples);
        assert!(evidence.expects(&"append-16/encode/prost/raw".parse().unwrap()));
        assert_eq!(evidence.ops(), ["decode", "encode"]);
    }
}
