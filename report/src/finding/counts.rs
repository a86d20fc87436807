//! What does an op allocate, and how many instructions is it? Counts are exact, and the same in every run of one build.

use std::collections::BTreeMap;

use super::evidence::{Evidence, Standing, distinct};
use crate::run::{BASE64, CellId, Measured, RAW};
use crate::stats::Sorted;

/// What ops are counted to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// A row for each op and proven codec; none where nothing was counted at all.
    pub rows: Vec<CountRow>,
    /// Ops of which no case has every proven codec.
    pub unshared: Vec<String>,
}

/// One op of one codec: medians over the cases that every proven codec has, of which one is as good as another.
#[derive(Clone, Debug, PartialEq)]
pub struct CountRow {
    /// The op.
    pub op: String,
    /// Name of the codec.
    pub codec: String,
    /// How many cases these are.
    pub cases: usize,
    /// Calls that give memory, without base64.
    pub allocations: Count,
    /// Bytes that they ask for.
    pub bytes: Count,
    /// Instructions without base64.
    pub raw: Count,
    /// Instructions with the whole message as base64 text.
    pub base64: Count,
    /// The share of those that base64 adds.
    pub share: Count,
}

/// A count, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// Not all of the cases have such a cell.
    Absent,
    /// Of a cell it was not counted.
    Uncounted,
    /// The median.
    Of(f64),
}

impl CountRow {
    /// All of them.
    pub fn counts(&self) -> [Count; 5] {
        [
            self.allocations,
            self.bytes,
            self.raw,
            self.base64,
            self.share,
        ]
    }
}

/// The counts of every op.
pub(super) fn counts(evidence: &Evidence<'_>) -> Counts {
    let run = evidence.run;
    let cells: Cells<'_> = run.cells.iter().map(|cell| (&cell.id, cell)).collect();
    let mut found = Counts::default();
    let mut all = run.cells.iter();
    if !all.any(|cell| cell.allocated.is_some() || cell.instructions.is_some()) {
        return found;
    }
    for op in evidence.ops() {
        let sound: Vec<&CellId> = evidence
            .all()
            .filter(|id| id.op == op && id.wrap == RAW && cells.contains_key(id))
            .filter(|id| evidence.standing(&id.case, &id.codec) == Standing::Sound)
            .collect();
        let codecs = evidence.in_order(sound.iter().map(|id| id.codec.as_str()));
        let mut cases = distinct(sound.iter().map(|id| id.case.as_str()));
        let has = |case: &str, codec: &&str| {
            let mut of = sound.iter();
            of.any(|id| id.case == case && id.codec == **codec)
        };
        cases.retain(|case| codecs.iter().all(|codec| has(case, codec)));
        if cases.is_empty() && !codecs.is_empty() {
            found.unshared.push(op.to_owned());
            continue;
        }
        found
            .rows
            .extend(codecs.iter().map(|codec| row(&cells, &cases, op, codec)));
    }
    found
}

type Cells<'a> = BTreeMap<&'a CellId, &'a Measured>;

fn row(cells: &Cells<'_>, cases: &[&str], op: &str, codec: &str) -> CountRow {
    let of = |case: &&str, wrap: &str| cells.get(&CellId::new(*case, op, codec, wrap)).copied();
    let over = |wrap: &str, count: fn(&Measured) -> Option<f64>| {
        median(cases.iter().map(|case| Some(count(of(case, wrap)?))))
    };
    let shares = cases.iter().map(|case| {
        let (raw, base64) = (of(case, RAW)?, of(case, BASE64)?);
        let counts = raw.instructions.zip(base64.instructions);
        Some(counts.map(|(raw, base64)| (base64 - raw) / base64))
    });
    CountRow {
        op: op.to_owned(),
        codec: codec.to_owned(),
        cases: cases.len(),
        allocations: over(RAW, |cell| Some(cell.allocated?.count)),
        bytes: over(RAW, |cell| Some(cell.allocated?.bytes)),
        raw: over(RAW, |cell| cell.instructions),
        base64: over(BASE64, |cell| cell.instructions),
        share: median(shares),
    }
}

/// The median of counts: of cells that may not be there, and of which something may not be counted.
fn median(counts: impl Iterator<Item = Option<Option<f64>>>) -> Count {
    let Some(counts) = counts.collect::<Option<Vec<_>>>() else {
        return Count::Absent;
    };
    // A median over other cases than those of the other codecs would compare with nothing.
    let counted: Option<Vec<f64>> = counts.into_iter().collect();
    let median = counted.and_then(|counts| Sorted::new(counts).median());
    median.map_or(Count::Uncounted, Count::Of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Run;
    use crate::testing;

    fn of(run: &Run) -> Counts {
        crate::judge(run).counts
    }

    #[test]
    fn rows_are_medians_over_the_cases_of_every_proven_codec() {
        let counts = of(&testing::counted());
        let row = counts.rows.iter().find(|row| row.op == "decode");
        let row = row.unwrap();
        // Without tree, which protobuf refuses, and packed, in which quick-protobuf is unsound.
        assert_eq!((row.codec.as_str(), row.cases), ("prost", 3));
        assert_eq!(row.allocations, Count::Of(3.0));
        assert_eq!(row.bytes, Count::Of(4_160.0));
        assert_eq!(
            (row.raw, row.base64),
            (Count::Of(5_160.0), Count::Of(25_960.0))
        );
        assert_eq!(row.share, Count::Of(20_800.0 / 25_960.0));
        assert_eq!(counts.unshared, [""; 0]);
    }

    #[test]
    fn what_was_not_counted_is_no_zero() {
        let mut run = testing::counted();
        for cell in run.cells.iter_mut().filter(|cell| cell.id.codec == "prost") {
            cell.instructions = None;
        }
        let counts = of(&run);
        let row = &counts.rows[0];
        assert_eq!(row.codec, "prost");
        assert_eq!(
            (row.raw, row.base64, row.share),
            (Count::Uncounted, Count::Uncounted, Count::Uncounted)
        );
        assert_eq!(row.allocations, Count::Of(0.0), "counted, and none");
        run.planned.retain(|id| id.wrap == RAW);
        run.cells.retain(|cell| cell.id.wrap == RAW);
        assert_eq!(of(&run).rows[1].base64, Count::Absent);
        for cell in &mut run.cells {
            (cell.allocated, cell.instructions) = (None, None);
        }
        assert_eq!(of(&run), Counts::default());
    }

    #[test]
    fn codecs_without_a_case_in_common_are_not_compared() {
        let mut run = testing::counted();
        let kept = |id: &CellId| (id.codec == "prost") == (id.case == "tree");
        run.planned.retain(kept);
        run.cells.retain(|cell| kept(&cell.id));
        let counts = of(&run);
        assert_eq!((counts.rows.len(), counts.unshared.len()), (0, 2));
    }
}
