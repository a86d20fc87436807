//! A line through what a sweep measured, and how far the sweep strays from it.

use serde::Serialize;

use crate::stats;

/// Fewest sizes of a fit: two would lie on any line.
const FEWEST: usize = 3;

/// Nanoseconds by bytes: `fixed + slope * bytes`, fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Fit {
    /// Nanoseconds at any size.
    pub fixed: f64,
    /// Nanoseconds for each byte.
    pub slope: f64,
    /// The smallest size that it rests on, in bytes.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// How many sizes.
    pub sizes: usize,
    /// The median of the residuals, as shares of what was measured.
    pub typical: f64,
    /// The largest residual, as a share of what was measured; above zero where the line is too high.
    pub worst: f64,
    /// Where it is, in bytes.
    pub at: f64,
}

impl Fit {
    /// The same line, so many times as high.
    pub fn scaled(&self, factor: f64) -> Fit {
        Fit {
            fixed: self.fixed * factor,
            slope: self.slope * factor,
            ..*self
        }
    }
}

/// The line that is least wrong in relative terms, through bytes and nanoseconds.
pub(super) fn fit(points: &[(f64, f64)]) -> Option<Fit> {
    let line = stats::relative_line(points)?;
    let misfit = stats::misfit(&line, points).filter(|misfit| misfit.points >= FEWEST)?;
    let usable = points.iter().filter(|(_, nanos)| *nanos > 0.0);
    let residuals = usable.map(|(bytes, nanos)| {
        let residual = line.at(*bytes) / nanos - 1.0;
        (residual, *bytes)
    });
    let (worst, at) = residuals.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    Some(Fit {
        fixed: line.fixed,
        slope: line.slope,
        low: misfit.sizes.0,
        high: misfit.sizes.1,
        sizes: misfit.points,
        typical: misfit.median,
        worst,
        at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_what_strays_from_it_is_told() {
        let straight: Vec<_> = [10.0, 100.0, 1000.0].map(|x| (x, 5.0 + 0.5 * x)).into();
        let found = fit(&straight).unwrap();
        assert!((found.fixed - 5.0).abs() < 1e-9 && (found.slope - 0.5).abs() < 1e-9);
        assert!(found.worst.abs() < 1e-9);
        assert_eq!((found.low, found.high, found.sizes), (10.0, 1000.0, 3));
        let mut bent = straight;
        bent.push((1e4, 15_000.0));
        assert!(fit(&bent).unwrap().worst.abs() > 0.1);
    }

    #[test]
    fn two_sizes_are_no_fit() {
        assert_eq!(fit(&[(1.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(fit(&[(1.0, 2.0), (2.0, 3.0), (3.0, -1.0)]), None);
    }
}
