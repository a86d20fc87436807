//! The same cells in two runs: which of them changed.

use super::{Estimate, Interval, LEVEL, Shift, Sorted, joint_level, median, ratio, shift};

/// A cell is called the same only where its interval stays within this share of the shift, either way.
pub const ALIKE: f64 = 0.10;

/// What became of a cell, next to the others of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Surely faster than the shift explains.
    Faster,
    /// Surely slower than the shift explains.
    Slower,
    /// Within [`ALIKE`] of the shift.
    Same,
    /// A difference of [`ALIKE`] or more could hide in the noise.
    Noisy,
}

/// One cell of the later run against the same cell of the earlier one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Later over earlier as measured (see [`ratio`]); holds for the two samples, not for the code.
    pub plain: Estimate,
    /// The same over the shift, with an interval that counts the spread between runs; those of all cells
    /// hold together with [`LEVEL`]. No interval where samples or cells are too few.
    pub beyond_shift: Estimate,
    /// What follows.
    pub change: Change,
}

/// All cells of two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What the runs differ by as a whole; `None` where no cell can be compared.
    pub shift: Option<Shift>,
    /// One for each pair, in their order; `None` where a sample is empty or a median not positive.
    pub cells: Vec<Option<Compared>>,
}

/// Which cells changed from one run to another, given the times of each in the earlier and in the later
/// run.
///
/// Two runs of the same code differ by more than their samples show: the machine as a whole is faster or
/// slower, and each cell by itself lands on other addresses and beside other neighbours. Repeating a
/// sample within a run does not show this second variance (Kalibera and Jones, *Rigorous benchmarking in
/// reasonable time*, ISMM 2013), so it is taken from the cells' own ratios: see [`shift`].
///
/// Let `d` be the logarithm of a cell's ratio less that of the shift. Its uncertainty is `sqrt(s^2 +
/// b^2)`: `s` from the intervals of its two medians, `b` the [`Shift::reach`] of an unchanged cell; that
/// is how independent contributions combine (JCGM 100:2008, *Guide to the expression of uncertainty in
/// measurement*, 5.1.2). A cell changed where `d` exceeds it. Since `b` comes from medians that have
/// their sampling noise already, part of that is counted twice, on the safe side.
///
/// **At most 5 % of the comparisons of identical code name any cell**, however many cells there are:
/// with `n` cells, the medians are taken at [`joint_level`]`(2 n)`, and half of the 5 % is what the spread
/// may be underestimated by, the other half is dealt evenly to the reaches of the cells (Bonferroni's
/// inequality, which holds however cells depend on each other; Dunn, *Multiple comparisons among means*,
/// JASA 56, 1961). Holm's stepwise rule would name a little more, but has no intervals to show. What comes
/// of all this is counted in `tests/false_alarms.rs`.
///
/// To be called [`Change::Same`] a cell's interval must lie within [`ALIKE`] (equivalence by inclusion of
/// an interval: Schuirmann, *J. Pharmacokinetics and Biopharmaceutics* 15, 1987). That one is at [`LEVEL`]
/// for the cell alone, since calling many cells the same is no claim that grows with their number.
///
/// What is assumed: fewer than half of the cells changed; unchanged ones scatter between runs alike, with
/// tails no heavier than Laplace's. A cell that jumps between two speeds by the layout of its memory
/// breaks this and may be named, as may a whole group of cells that ran while the machine was slow. Where
/// runs have anchors, put both at one common speed first (see
/// [`at_typical_speed`](super::at_typical_speed)): what is taken out there does not widen the spread.
pub fn compare(pairs: &[(&Sorted, &Sorted)]) -> Comparison {
    let plain: Vec<Option<Estimate>> = pairs
        .iter()
        .map(|(earlier, later)| ratio(later, earlier).filter(|r| r.value > 0.0))
        .collect();
    let values: Vec<f64> = plain.iter().flatten().map(|r| r.value).collect();
    let Some(shift) = shift(&values) else {
        return Comparison {
            shift: None,
            cells: vec![None; pairs.len()],
        };
    };
    let count = values.len();
    let chance = (1.0 - LEVEL) / 2.0;
    let cell = |(earlier, later): &(&Sorted, &Sorted), plain: Option<Estimate>| {
        let plain = plain?;
        let alone = widened(&plain, &shift, shift.reach(chance));
        let level = joint_level(2 * count);
        let joint = median(later, level)?.over(&median(earlier, level)?)?;
        let beyond_shift = widened(&joint, &shift, shift.reach(chance / count as f64));
        Some(Compared {
            plain,
            beyond_shift,
            change: change(&beyond_shift, &alone),
        })
    };
    let cells = pairs
        .iter()
        .zip(plain)
        .map(|(pair, plain)| cell(pair, plain))
        .collect();
    Comparison {
        shift: Some(shift),
        cells,
    }
}

/// A ratio over the shift, its interval widened by what an unchanged cell may stray.
fn widened(ratio: &Estimate, shift: &Shift, reach: Option<f64>) -> Estimate {
    let value = ratio.value / shift.ratio.value;
    let interval = ratio
        .interval
        .filter(|i| i.low > 0.0)
        .zip(reach)
        .map(|(i, reach)| Interval {
            low: value * (-(ratio.value / i.low).ln().hypot(reach)).exp(),
            high: value * (i.high / ratio.value).ln().hypot(reach).exp(),
        });
    Estimate { value, interval }
}

/// What follows from the interval that holds for all cells together, and from the one that holds for
/// this cell alone.
fn change(joint: &Estimate, alone: &Estimate) -> Change {
    if joint.interval.is_some_and(|i| i.high < 1.0) {
        Change::Faster
    } else if joint.interval.is_some_and(|i| i.low > 1.0) {
        Change::Slower
    } else if alone
        .interval
        .is_some_and(|i| i.low >= 1.0 / (1.0 + ALIKE) && i.high <= 1.0 + ALIKE)
    {
        Change::Same
    } else {
        Change::Noisy
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Thirty times about `centre`, spread evenly over 1 % of it.
    fn times(centre: f64) -> Sorted {
        Sorted::new((0..30).map(|i| centre * (1.0 + 0.01 * (f64::from(i) / 29.0 - 0.5))))
    }

    fn changes(earlier: &[Sorted], later: &[Sorted]) -> Vec<Option<Change>> {
        let pairs: Vec<_> = earlier.iter().zip(later).collect();
        let cells = compare(&pairs).cells;
        cells.iter().map(|c| c.map(|c| c.change)).collect()
    }

    #[test]
    fn tells_what_changed_from_what_the_machine_did() {
        let earlier: Vec<Sorted> = (1..=20).map(|i| times(f64::from(i) * 100.0)).collect();
        let mut later: Vec<Sorted> = (1..=20)
            .map(|i| times(f64::from(i) * 103.0 * (1.0 + 0.0005 * f64::from(i % 5 - 2))))
            .collect();
        later[3] = times(400.0 * 1.03 * 1.5);
        later[7] = times(800.0 * 1.03 / 1.5);
        let pairs: Vec<_> = earlier.iter().zip(&later).collect();
        let found = compare(&pairs);
        assert!((found.shift.unwrap().ratio.value - 1.03).abs() < 1e-3);
        for (i, cell) in found.cells.iter().enumerate() {
            let expected = match i {
                3 => Change::Slower,
                7 => Change::Faster,
                _ => Change::Same,
            };
            assert_eq!(cell.unwrap().change, expected, "{i}");
        }
    }

    #[test]
    fn noise_is_not_called_the_same() {
        let wide = || Sorted::new((0..30).map(|i| 100.0 + f64::from(i) * 10.0));
        let mut earlier: Vec<Sorted> = (0..20).map(|_| times(100.0)).collect();
        let mut later = earlier.clone();
        (earlier[0], later[0]) = (wide(), wide());
        let found = changes(&earlier, &later);
        assert_eq!(found[0], Some(Change::Noisy));
        assert!(found[1..].iter().all(|c| *c == Some(Change::Same)));
    }

    #[test]
    fn too_few_cells_or_samples_decide_nothing() {
        let few: Vec<Sorted> = (0..5).map(|_| times(100.0)).collect();
        let slow: Vec<Sorted> = (0..5).map(|i| times(100.0 + f64::from(i) * 50.0)).collect();
        assert_eq!(changes(&few, &slow), vec![Some(Change::Noisy); 5]);
        let bare: Vec<Sorted> = (0..9).map(|_| Sorted::new([1.0, 2.0])).collect();
        assert_eq!(changes(&bare, &bare), vec![Some(Change::Noisy); 9]);
        assert_eq!(changes(&[Sorted::new([])], &[times(1.0)]), vec![None]);
        assert_eq!(compare(&[]).shift, None);
    }

    #[test]
    fn a_cell_without_samples_does_not_count() {
        let mut earlier: Vec<Sorted> = (0..8).map(|_| times(100.0)).collect();
        let later = earlier.clone();
        let before = changes(&earlier, &later);
        earlier.push(Sorted::new([]));
        let mut longer = later.clone();
        longer.push(times(7.0));
        let after = changes(&earlier, &longer);
        assert_eq!((&after[..8], after[8]), (&before[..], None));
    }

    proptest! {
        #[test]
        fn a_record_against_itself_shows_nothing(
            cells in prop::collection::vec(prop::collection::vec(90.0..110.0f64, 30), 6..20),
        ) {
            let cells: Vec<Sorted> = cells.into_iter().map(Sorted::new).collect();
            let pairs: Vec<_> = cells.iter().zip(&cells).collect();
            for cell in compare(&pairs).cells {
                let cell = cell.unwrap();
                prop_assert_eq!(cell.beyond_shift.value, 1.0);
                prop_assert!(matches!(cell.change, Change::Same | Change::Noisy));
            }
        }

        #[test]
        fn a_slower_machine_changes_no_verdict(
            cells in prop::collection::vec((50.0..150.0f64, 0.7..1.4f64), 6..20),
            factor in 0.25..4.0f64,
        ) {
            let earlier: Vec<_> = cells.iter().map(|(t, _)| times(*t)).collect();
            let of = |factor| cells.iter().map(|(t, r)| times(t * r * factor)).collect::<Vec<_>>();
            prop_assert_eq!(changes(&earlier, &of(1.0)), changes(&earlier, &of(factor)));
        }

        #[test]
        fn swapped_runs_swap_the_verdicts(
            cells in prop::collection::vec((50.0..150.0f64, 0.7..1.4f64), 6..20),
        ) {
            let earlier: Vec<_> = cells.iter().map(|(t, _)| times(*t)).collect();
            let later: Vec<_> = cells.iter().map(|(t, r)| times(t * r)).collect();
            let swapped = changes(&later, &earlier).into_iter().map(|c| match c {
                Some(Change::Faster) => Some(Change::Slower),
                Some(Change::Slower) => Some(Change::Faster),
                other => other,
            });
            prop_assert_eq!(changes(&earlier, &later), swapped.collect::<Vec<_>>());
        }

        #[test]
        fn the_joint_interval_holds_the_plain_one(
            cells in prop::collection::vec((50.0..150.0f64, 0.9..1.1f64), 6..20),
        ) {
            let earlier: Vec<_> = cells.iter().map(|(t, _)| times(*t)).collect();
            let later: Vec<_> = cells.iter().map(|(t, r)| times(t * r)).collect();
            let pairs: Vec<_> = earlier.iter().zip(&later).collect();
            let found = compare(&pairs);
            let centre = found.shift.unwrap().ratio.value;
            for cell in found.cells.into_iter().flatten() {
                let (joint, plain) = (cell.beyond_shift.interval.unwrap(), cell.plain.interval.unwrap());
                prop_assert!(joint.low <= plain.low / centre * (1.0 + 1e-9));
                prop_assert!(joint.high >= plain.high / centre * (1.0 - 1e-9));
            }
        }
    }
}
