//! Which codec is the fastest without base64, and whether it surely is faster than the next.

use super::evidence::Evidence;
use super::verdict::Verdict;
use crate::run::{CellId, RAW};
use crate::stats::{self, Estimate};

/// The fastest sound codec of an op against the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// Name of the fastest.
    pub fastest: String,
    /// Name of the next.
    pub next: String,
    /// How many times longer the next takes.
    pub ratio: Estimate,
}

impl Lead {
    /// Whether they surely differ.
    pub fn is_sure(&self) -> bool {
        Verdict::above(&self.ratio, 1.0) == Verdict::Holds
    }
}

/// `None` with fewer than two times.
pub(super) fn lead(evidence: &Evidence<'_>, case: &str, op: &str) -> Option<Lead> {
    let times = evidence.sound_codecs(case, op).into_iter();
    let times: Vec<_> = times
        .filter_map(|codec| {
            let cell = CellId::new(case, op, codec, RAW);
            Some((codec, evidence.times(&cell)?))
        })
        .collect();
    // The two are chosen by their times, so all intervals have to hold together.
    let level = stats::joint_level(times.len());
    let mut medians: Vec<(&str, Estimate)> = times
        .into_iter()
        .filter_map(|(codec, times)| Some((codec, stats::median(times, level)?)))
        .collect();
    medians.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    let [(fastest, least), (next, more), ..] = medians.as_slice() else {
        return None;
    };
    Some(Lead {
        fastest: (*fastest).to_owned(),
        next: (*next).to_owned(),
        ratio: more.over(least)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Samples;
    use crate::testing;

    fn of(samples: &Samples) -> Option<Lead> {
        let run = testing::run();
        lead(&Evidence::new(&run, samples), "append-4Ki", "encode")
    }

    fn cell(codec: &str) -> CellId {
        CellId::new("append-4Ki", "encode", codec, RAW)
    }

    #[test]
    fn the_fastest_is_held_against_the_next() {
        let mut samples = testing::samples();
        let found = of(&samples).unwrap();
        assert_eq!((&*found.fastest, &*found.next), ("quick-protobuf", "prost"));
        assert!((found.ratio.value - 476.0 / 123.2).abs() < 0.01);
        assert!(found.is_sure());

        let alike = samples.cells[&cell("prost")].clone();
        samples.cells.insert(cell("quick-protobuf"), alike);
        let found = of(&samples).unwrap();
        assert!(!found.is_sure(), "{found:?}");

        samples.cells.remove(&cell("prost"));
        samples.cells.remove(&cell("protobuf"));
        assert_eq!(of(&samples), None);
    }

    #[test]
    fn more_codecs_to_choose_from_make_it_less_sure() {
        let mut samples = testing::samples();
        // No two samples alike, so that every rank shows; of sixteen the two levels differ in theirs.
        for codec in ["quick-protobuf", "prost"] {
            let sample = samples.cells.get_mut(&cell(codec)).unwrap();
            sample.iters.truncate(16);
            for (i, nanos) in sample.nanos.iter_mut().enumerate() {
                *nanos *= 1.0 + i as f64 / 1e3;
            }
        }
        let among_three = of(&samples).unwrap().ratio.interval.unwrap();
        samples.cells.remove(&cell("protobuf"));
        let among_two = of(&samples).unwrap().ratio.interval.unwrap();
        assert!(among_three.low < among_two.low && among_two.high < among_three.high);
    }
}
