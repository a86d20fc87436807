//! A fixed cost and a cost for each byte.

/// `y = fixed + slope * x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// What is paid at any size.
    pub fixed: f64,
    /// What is paid for each unit of size.
    pub slope: f64,
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
    let usable = points
        .iter()
        .filter(|(x, y)| x.is_finite() && y.is_finite() && *y > 0.0);
    for (x, y) in usable {
        let weight = 1.0 / (y * y);
        for (sum, term) in sums.iter_mut().zip([1.0, *x, *y, x * x, x * y]) {
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

    proptest! {
        #[test]
        fn finds_the_line_that_made_the_points(fixed in 0.0..100.0f64, slope in 0.01..10.0f64) {
            let points: Vec<_> = [10.0, 300.0, 5_000.0].map(|x| (x, fixed + slope * x)).into();
            let line = relative_line(&points).unwrap();
            prop_assert!((line.slope - slope).abs() < 1e-6 * slope);
            prop_assert!((line.fixed - fixed).abs() < 1e-6 * (1.0 + fixed));
        }
    }
}
