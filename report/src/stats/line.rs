//! A fixed cost and a cost for each byte.

use super::Sorted;

/// `y = fixed + slope * x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// What is paid at any size.
    pub fixed: f64,
    /// What is paid for each unit of size.
    pub slope: f64,
}

impl Line {
    /// What the line says at a size.
    pub fn at(&self, x: f64) -> f64 {
        self.fixed + self.slope * x
    }
}

/// How far points lie from a line, as shares of the points: `|line - y| / y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// Of how many points.
    pub points: usize,
    /// The smallest and the largest size among them: beyond these the line is a guess.
    pub sizes: (f64, f64),
    /// The median share.
    pub median: f64,
    /// The largest share.
    pub largest: f64,
}

/// How far the points lie from a line, in the measure that [`relative_line`] makes small: relative
/// residuals, as in *Numerical Recipes*, 15.1, with each `y` as the scale of its error.
///
/// The points are those that [`relative_line`] takes; `None` without any. With two sizes the line
/// goes through both, so that a misfit of zero says nothing.
pub fn misfit(line: &Line, points: &[(f64, f64)]) -> Option<Misfit> {
    let shares = Sorted::new(usable(points).map(|(x, y)| (line.at(x) - y).abs() / y));
    let sizes = Sorted::new(usable(points).map(|(x, _)| x));
    Some(Misfit {
        points: shares.len(),
        sizes: (*sizes.as_slice().first()?, *sizes.as_slice().last()?),
        median: shares.median()?,
        largest: *shares.as_slice().last()?,
    })
}

/// The line that is least wrong in relative terms: it minimises the sum of `((y - fixed - slope *
/// x) / y)^2`.
///
/// Ordinary least squares would let the largest size decide alone; weighted by `1 / y^2`, sizes
/// that span five powers of ten count alike. Normal equations of weighted least squares, as in any
/// textbook (for one: Press and others, *Numerical Recipes*, 15.2). Points whose `y` is not
/// positive are left out; `None` with fewer than two sizes left.
pub fn relative_line(points: &[(f64, f64)]) -> Option<Line> {
    let mut sums = [0.0_f64; 5];
    for (x, y) in usable(points) {
        let weight = 1.0 / (y * y);
        for (sum, term) in sums.iter_mut().zip([1.0, x, y, x * x, x * y]) {
            *sum += weight * term;
        }
    }
    let [s, sx, sy, sxx, sxy] = sums;
    let determinant = s * sxx - sx * sx;
    // Relative to its terms: one size alone leaves only rounding here.
    if !determinant.is_finite() || determinant <= 1e-12 * s * sxx {
        return None;
    }
    Some(Line {
        fixed: (sxx * sy - sx * sxy) / determinant,
        slope: (s * sxy - sx * sy) / determinant,
    })
}

/// The points that a relative fit can use.
fn usable(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + '_ {
    points
        .iter()
        .copied()
        .filter(|(x, y)| x.is_finite() && y.is_finite() && *y > 0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_numpy() {
        // numpy.polyfit(x, y, 1, w=1/y)
        let points = [
            (36.0, 48.0),
            (276.0, 160.0),
            (4_116.0, 2_050.0),
            (16_404.0, 8_100.0),
            (65_556.0, 33_000.0),
            (1_048_596.0, 520_000.0),
        ];
        let line = relative_line(&points).unwrap();
        assert!((line.slope - 0.492_095_711_959_543_94).abs() < 1e-9);
        assert!((line.fixed - 29.779_342_708_490_717).abs() < 1e-6);
    }

    #[test]
    fn one_size_is_no_line() {
        assert_eq!(relative_line(&[]), None);
        assert_eq!(relative_line(&[(5.0, 1.0), (5.0, 2.0)]), None);
        assert_eq!(relative_line(&[(5.0, 1.0), (6.0, -2.0)]), None);
    }

    #[test]
    fn the_point_that_is_off_is_the_largest_misfit() {
        let line = Line {
            fixed: 10.0,
            slope: 2.0,
        };
        let points = [
            (1.0, 12.0),
            (2.0, 14.0),
            (4.0, 20.0),
            (9.0, f64::NAN),
            (3.0, 0.0),
        ];
        let found = misfit(&line, &points).unwrap();
        assert_eq!((found.points, found.sizes), (3, (1.0, 4.0)));
        assert_eq!((found.median, found.largest), (0.0, 0.1));
        assert_eq!(misfit(&line, &[(1.0, -1.0)]), None);
    }

    proptest! {
        #[test]
        fn finds_the_line_that_made_the_points(fixed in 0.0..100.0f64, slope in 0.01..10.0f64) {
            let points: Vec<_> = [10.0, 300.0, 5_000.0].map(|x| (x, fixed + slope * x)).into();
            let line = relative_line(&points).unwrap();
            prop_assert!((line.slope - slope).abs() < 1e-6 * slope);
            prop_assert!((line.fixed - fixed).abs() < 1e-6 * (1.0 + fixed));
        }

        #[test]
        fn no_line_nearby_is_less_wrong(
            points in prop::collection::vec((1.0..1e4f64, 10.0..1e4f64), 3..20),
            nudge in (-0.1..0.1f64, -0.1..0.1f64),
        ) {
            let loss = |line: &Line| -> f64 {
                points.iter().map(|(x, y)| ((line.at(*x) - y) / y).powi(2)).sum()
            };
            if let Some(line) = relative_line(&points) {
                let near = Line { fixed: line.fixed + nudge.0, slope: line.slope + nudge.1 };
                prop_assert!(loss(&line) <= loss(&near) * (1.0 + 1e-9));
            }
        }

        #[test]
        fn a_line_and_its_misfit_ignore_order_and_unit(
            ys in prop::collection::vec(10.0..1e4f64, 3..20),
            power in -8..8_i32,
        ) {
            let factor = 2.0_f64.powi(power);
            let points: Vec<_> = ys.iter().enumerate().map(|(i, y)| (10.0 + 7.0 * i as f64, *y)).collect();
            let other: Vec<_> = points.iter().rev().map(|(x, y)| (*x, y * factor)).collect();
            let (line, scaled) = (relative_line(&points).unwrap(), relative_line(&other).unwrap());
            for x in [0.0, 50.0] {
                prop_assert!((line.at(x) * factor - scaled.at(x)).abs() < 1e-6 * factor * 1e4);
            }
            let (a, b) = (misfit(&line, &points).unwrap(), misfit(&scaled, &other).unwrap());
            prop_assert!(a.median <= a.largest);
            prop_assert!((a.largest - b.largest).abs() < 1e-6 * (1.0 + a.largest));
            prop_assert!((a.median - b.median).abs() < 1e-6 * (1.0 + a.median));
            prop_assert_eq!((a.points, a.sizes), (b.points, b.sizes));
        }

        #[test]
        fn points_on_a_line_leave_nothing(fixed in 0.0..100.0f64, slope in 0.01..10.0f64) {
            let line = Line { fixed, slope };
            let points: Vec<_> = [10.0, 300.0, 5_000.0].map(|x| (x, line.at(x))).into();
            prop_assert_eq!(misfit(&line, &points), Some(Misfit {
                points: 3, sizes: (10.0, 5_000.0), median: 0.0, largest: 0.0,
            }));
        }
    }
}
