//! Where a value lies on an axis, and which values are worth a tick.

/// From values to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::format::html) struct Axis {
    logarithmic: bool,
    values: (f64, f64),
    places: (f64, f64),
}

impl Axis {
    /// A logarithmic axis with some air at both ends; `None` where a value has no logarithm.
    pub fn log(values: impl Iterator<Item = f64>, places: (f64, f64), air: f64) -> Option<Self> {
        let usable = values.filter(|value| value.is_finite() && *value > 0.0);
        let ends = usable.fold(None, |ends: Option<(f64, f64)>, value| {
            let (low, high) = ends.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        let (low, high) = ends?;
        // A little of everything, or else a single value would have no axis.
        let air = (high / low).powf(air).max(1.05);
        let (low, high) = (low / air, high * air);
        // Past these ends there are powers without end.
        (low > 0.0 && high.is_finite()).then_some(Axis {
            logarithmic: true,
            values: (low, high),
            places,
        })
    }

    /// A linear axis from zero.
    pub fn linear(most: f64, places: (f64, f64)) -> Option<Self> {
        Axis::between((0.0, most), places)
    }

    /// A linear axis from one value to another.
    pub fn between((low, high): (f64, f64), places: (f64, f64)) -> Option<Self> {
        (low.is_finite() && high.is_finite() && low < high).then_some(Axis {
            logarithmic: false,
            values: (low, high),
            places,
        })
    }

    /// The place of a value, held within the axis.
    pub fn at(&self, value: f64) -> f64 {
        let (low, high) = self.values;
        let part = if self.logarithmic {
            (value / low).ln() / (high / low).ln()
        } else {
            (value - low) / (high - low)
        };
        let part = if part.is_nan() {
            0.0
        } else {
            part.clamp(0.0, 1.0)
        };
        self.places.0 + (self.places.1 - self.places.0) * part
    }

    /// Whether a value lies on the axis.
    pub fn holds(&self, value: f64) -> bool {
        self.values.0 <= value && value <= self.values.1
    }

    /// Round values so far apart at least: powers of ten and, where there is room, twice and five times these; multiples
    /// of such a value on a linear axis.
    pub fn ticks(&self, apart: f64) -> Vec<f64> {
        if !self.logarithmic {
            return self.even_ticks(apart);
        }
        let sets: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        let dense = sets.iter().map(|set| self.powers(10.0, set, 1));
        let sparse = (2..8).map(|step| self.powers(10.0, &[1.0], step));
        let single = [2.0, 5.0].map(|multiple| self.powers(10.0, &[multiple], 1));
        self.fitting(dense.chain(sparse).chain(single), apart)
    }

    /// Powers of two, evenly and so far apart at least.
    pub fn binary_ticks(&self, apart: f64) -> Vec<f64> {
        let steps = [2, 4, 8].into_iter();
        self.fitting(steps.map(|step| self.powers(2.0, &[1.0], step)), apart)
    }

    /// Multiples of every so many powers of a base, within the axis.
    fn powers(&self, base: f64, multiples: &[f64], step: i32) -> Vec<f64> {
        let (low, high) = self.values;
        let first = (low.ln() / base.ln()).floor() as i32 - step;
        let last = (high.ln() / base.ln()).ceil() as i32;
        let powers = (first..=last).filter(|power| power.rem_euclid(step) == 0);
        let all = powers.flat_map(|power| multiples.iter().map(move |m| m * base.powi(power)));
        all.filter(|value| self.holds(*value)).collect()
    }

    fn even_ticks(&self, apart: f64) -> Vec<f64> {
        let (low, high) = self.values;
        let wide = high - low;
        let most = ((self.places.1 - self.places.0).abs() / apart).max(1.0);
        let power = 10.0_f64.powf((wide / most).log10().floor());
        let mut steps = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|multiple| multiple * power);
        let step = steps.find(|step| wide / step <= most).unwrap_or(wide);
        let first = (low / step - 1e-9).ceil() as i32;
        let last = (high / step + 1e-9).floor() as i32;
        (first..=last).map(|at| f64::from(at) * step).collect()
    }

    /// The first of several choices with two ticks or more, all far enough apart; else the first that has one.
    fn fitting(&self, choices: impl Iterator<Item = Vec<f64>>, apart: f64) -> Vec<f64> {
        let mut chosen = Vec::new();
        for ticks in choices {
            let near =
                |pair: &[f64]| matches!(pair, [a, b] if (self.at(*b) - self.at(*a)).abs() < apart);
            match ticks.len() {
                0 => {}
                1 if chosen.is_empty() => chosen = ticks,
                1 => {}
                _ if ticks.windows(2).any(near) => {}
                _ => return ticks,
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(low: f64, high: f64) -> Axis {
        Axis::log([low, high].into_iter(), (0.0, 100.0), 0.0).unwrap()
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::linear(50.0, (10.0, 110.0)).unwrap();
        let places = [0.0, 25.0, 50.0, 99.0, -1.0, f64::NAN].map(|value| axis.at(value));
        assert_eq!(places, [10.0, 60.0, 110.0, 110.0, 10.0, 10.0]);
        let axis = log(10.0, 1000.0);
        assert!((axis.at(100.0) - 50.0).abs() < 1e-9);
        assert!(axis.at(10.0) > 0.0, "some air");
    }

    #[test]
    fn ticks_are_round_and_apart() {
        assert_eq!(log(9.0, 110.0).ticks(20.0), [10.0, 20.0, 50.0, 100.0]);
        assert_eq!(log(9.0, 110.0).ticks(30.0), [10.0, 30.0, 100.0]);
        assert_eq!(log(9.0, 1.1e7).ticks(20.0), [100.0, 1e4, 1e6]);
        assert_eq!(
            log(16.0, 1_048_576.0).binary_ticks(20.0),
            [16.0, 256.0, 4096.0, 65536.0, 1048576.0]
        );
        assert_eq!(
            log(40.0, 90.0).ticks(90.0),
            [50.0],
            "one is better than none"
        );
        let axis = Axis::linear(87.0, (0.0, 100.0)).unwrap();
        assert_eq!(axis.ticks(20.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        let axis = Axis::between((-30.0, 70.0), (0.0, 100.0)).unwrap();
        assert_eq!(axis.ticks(20.0), [-20.0, 0.0, 20.0, 40.0, 60.0]);
        assert_eq!(axis.at(-30.0), 0.0);
    }

    #[test]
    fn odd_values_make_no_axis() {
        assert_eq!(
            Axis::log([0.0, f64::NAN, -1.0].into_iter(), (0.0, 1.0), 0.1),
            None
        );
        assert_eq!(Axis::log([1.0, 1e308].into_iter(), (0.0, 1.0), 0.1), None);
        assert_eq!(Axis::linear(0.0, (0.0, 1.0)), None);
        assert_eq!(Axis::between((1.0, f64::INFINITY), (0.0, 1.0)), None);
        assert!(log(5.0, 5.0).at(5.0).is_finite());
    }
}
