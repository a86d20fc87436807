//! The size at which a ratio reaches a threshold.

use super::Estimate;

/// Where a curve over sizes first reaches a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// At the smallest size already.
    Smallest,
    /// Between two sizes, at about this one.
    At(f64),
    /// At none of the sizes.
    Nowhere,
}

/// Where a curve reaches a threshold, and how sure we are of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// By the values.
    pub reach: Reach,
    /// By the upper ends, then by the lower ends: the earliest and the latest place. `None` where a
    /// point has no interval.
    pub range: Option<(Reach, Reach)>,
    /// Whether the curve falls below the threshold again at a larger size.
    pub falls_back: bool,
}

/// Where ratios over ascending sizes first reach a threshold.
///
/// Between two neighbouring sizes the logarithm of the ratio is taken to be linear in the logarithm
/// of the size: a tax with a fixed and a proportional part is nearly so over a factor of sixteen. So with
/// `part = ln(t / y0) / ln(y1 / y0)` the size is `x0 (x1 / x0)^part`: linear interpolation (*Numerical
/// Recipes*, chapter 3) on logarithms.
/// The range takes the curve of all upper ends and that of all lower ends; it is as sure as each
/// point is by itself. Points that are not positive are left out. `None` without points.
pub fn crossing(points: &[(f64, Estimate)], threshold: f64) -> Option<Crossing> {
    let mut points: Vec<(f64, Estimate)> = points
        .iter()
        .copied()
        .filter(|(x, y)| *x > 0.0 && x.is_finite() && y.value > 0.0 && y.value.is_finite())
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let values: Vec<_> = points.iter().map(|(x, y)| (*x, y.value)).collect();
    let (first, reach) = first_reach(&values, threshold)?;
    let ends: Option<Vec<_>> = points
        .iter()
        .map(|(x, y)| y.interval.map(|i| ((*x, i.high), (*x, i.low))))
        .collect();
    let range = ends.and_then(|ends| {
        let (high, low): (Vec<_>, Vec<_>) = ends.into_iter().unzip();
        Some((
            first_reach(&high, threshold)?.1,
            first_reach(&low, threshold)?.1,
        ))
    });
    Some(Crossing {
        reach,
        range,
        falls_back: values.iter().skip(first).any(|(_, y)| *y < threshold),
    })
}

/// The index of the first point that reaches the threshold, and where the curve does.
fn first_reach(points: &[(f64, f64)], threshold: f64) -> Option<(usize, Reach)> {
    if points.is_empty() {
        return None;
    }
    let Some(first) = points.iter().position(|(_, y)| *y >= threshold) else {
        return Some((points.len(), Reach::Nowhere));
    };
    let Some(before) = first.checked_sub(1) else {
        return Some((0, Reach::Smallest));
    };
    let (Some((x0, y0)), Some((x1, y1))) = (points.get(before), points.get(first)) else {
        return None;
    };
    let part = (threshold / y0).ln() / (y1 / y0).ln();
    // A lower end of zero has no logarithm: the crossing is then no earlier than the next size.
    let x = if part.is_finite() {
        x0 * (x1 / x0).powf(part.clamp(0.0, 1.0))
    } else {
        *x1
    };
    Some((first, Reach::At(x)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn exact(points: &[(f64, f64)]) -> Vec<(f64, Estimate)> {
        points
            .iter()
            .map(|(x, y)| (*x, Estimate::within(*y, *y, *y)))
            .collect()
    }

    const TAX: [(f64, f64); 3] = [(16.0, 1.2), (256.0, 1.8), (4096.0, 6.0)];

    #[test]
    fn agrees_with_numpy() {
        // numpy.exp(numpy.interp(numpy.log(t), numpy.log(y), numpy.log(x)))
        for (threshold, size) in [(1.5, 73.585_971_613_874_45), (2.0, 326.297_210_206_930_74)] {
            let Some(Crossing {
                reach: Reach::At(x),
                range: Some(range),
                falls_back: false,
            }) = crossing(&exact(&TAX), threshold)
            else {
                panic!("no crossing at {threshold}");
            };
            assert!((x - size).abs() < 1e-9);
            assert_eq!(range, (Reach::At(x), Reach::At(x)));
        }
    }

    #[test]
    fn tells_the_ends_of_the_sweep() {
        let found = |threshold| crossing(&exact(&TAX), threshold).map(|c| c.reach);
        assert_eq!(found(1.1), Some(Reach::Smallest));
        assert_eq!(found(7.0), Some(Reach::Nowhere));
        assert_eq!(crossing(&[], 2.0), None);
    }

    #[test]
    fn wide_intervals_give_a_wide_range() {
        let points = [
            (16.0, Estimate::within(1.2, 0.0, 2.5)),
            (256.0, Estimate::within(3.0, 1.5, 4.0)),
        ];
        let found = crossing(&points, 2.0).unwrap();
        assert_eq!(found.range, Some((Reach::Smallest, Reach::Nowhere)));
        let bare = [(16.0, Estimate::bare(1.0)), (256.0, Estimate::bare(3.0))];
        assert_eq!(crossing(&bare, 2.0).unwrap().range, None);
    }

    #[test]
    fn sees_a_curve_that_falls_back() {
        let points = exact(&[(16.0, 1.0), (256.0, 3.0), (4096.0, 1.5)]);
        assert!(crossing(&points, 2.0).unwrap().falls_back);
        assert!(!crossing(&points, 4.0).unwrap().falls_back);
    }

    proptest! {
        #[test]
        fn lies_between_its_neighbours(y0 in 0.5..1.99f64, y1 in 2.0..50.0f64) {
            let found = crossing(&exact(&[(16.0, y0), (256.0, y1)]), 2.0).unwrap();
            let Reach::At(x) = found.reach else { panic!("{found:?}") };
            prop_assert!((16.0..=256.0).contains(&x));
        }

        #[test]
        fn a_power_law_is_met_exactly(factor in 0.01..1.0f64, power in 0.1..2.0f64, part in 0.01..0.99f64) {
            let law = |x: f64| factor * x.powf(power);
            let size = 16.0_f64.powf(1.0 + 4.0 * part);
            let points: Vec<_> = (1..=5).map(|i| 16.0_f64.powi(i)).map(|x| (x, law(x))).collect();
            let Reach::At(x) = crossing(&exact(&points), law(size)).unwrap().reach else {
                return Err(TestCaseError::fail("no crossing"));
            };
            prop_assert!((x / size - 1.0).abs() < 1e-9, "{x} {size}");
        }

        #[test]
        fn order_and_units_do_not_matter(
            ys in prop::collection::vec(0.5..4.0f64, 2..6),
            threshold in 0.6..3.9f64,
            power in -8..8_i32,
        ) {
            let unit = 2.0_f64.powi(power);
            let points: Vec<_> = ys.iter().enumerate().map(|(i, y)| (10.0 + i as f64, *y)).collect();
            let other: Vec<_> = points.iter().rev().map(|(x, y)| (*x, y * unit)).collect();
            prop_assert_eq!(
                crossing(&exact(&points), threshold),
                crossing(&exact(&other), threshold * unit)
            );
        }

        #[test]
        fn the_range_holds_the_place(
            ys in prop::collection::vec((0.5..4.0f64, 0.0..0.4f64, 0.0..0.4f64), 1..6),
            threshold in 0.6..3.9f64,
        ) {
            let place = |reach| match reach {
                Reach::Smallest => 0.0,
                Reach::At(x) => x,
                Reach::Nowhere => f64::INFINITY,
            };
            let points: Vec<_> = ys
                .iter()
                .enumerate()
                .map(|(i, (y, down, up))| {
                    (4.0_f64.powi(i as i32 + 1), Estimate::within(*y, y * (1.0 - down), y * (1.0 + up)))
                })
                .collect();
            let found = crossing(&points, threshold).unwrap();
            let (early, late) = found.range.unwrap();
            prop_assert!(place(early) <= place(found.reach) * (1.0 + 1e-9));
            prop_assert!(place(found.reach) <= place(late) * (1.0 + 1e-9));
        }
    }
}
