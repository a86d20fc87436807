//! Numbers as a reader likes them: three digits that count, a unit, and a mark where they cannot be
//! trusted.

pub(super) use crate::count::{counted, thousands};
use crate::run::Case;
use crate::stats::{Estimate, Interval};

/// Stands before a number that is too noisy to quote.
pub(super) const NOISY: &str = "~";

fn mark(estimate: &Estimate) -> &'static str {
    if estimate.is_noisy() { NOISY } else { "" }
}

/// Decimals that show three digits that count, at most four.
fn decimals(x: f64) -> usize {
    let magnitude = x.abs().log10();
    if !magnitude.is_finite() {
        return 0;
    }
    // Rounded first: 9.996 has the digits of ten.
    let magnitude = (magnitude + 0.0005).floor();
    (2.0 - magnitude).clamp(0.0, 4.0) as usize
}

/// Three digits that count.
pub(super) fn plain(x: f64) -> String {
    format!("{x:.0$}", decimals(x))
}

/// The size of what one op of a case goes through.
pub(super) fn size_of(case: &Case, op: &str) -> String {
    match case.is_task() {
        true => counted(case.bytes(op), "byte"),
        false => sizes(case.messages, case.wire_bytes),
    }
}

/// The size of what one op goes through, where that is messages.
pub(super) fn sizes(messages: u64, wire_bytes: u64) -> String {
    let bytes = counted(wire_bytes, "wire byte");
    match messages {
        1 => bytes,
        many => format!("mix of {} messages, {bytes} a pass", thousands(many)),
    }
}

/// A time in nanoseconds, in the unit that suits it: `1.23 us`.
pub(super) fn nanos(x: f64) -> String {
    let (unit, scale) = time_unit(x);
    format!("{} {unit}", plain(x / scale))
}

/// The unit that suits so many nanoseconds, and how many of them it has.
fn time_unit(x: f64) -> (&'static str, f64) {
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    // 999.6 ns would round to 1000 ns.
    let found = units
        .into_iter()
        .rfind(|(_, scale)| x.abs() >= scale * 0.9995);
    found.unwrap_or(("ns", 1.0))
}

/// How much longer something takes, with its interval in the same unit: `+1.23 us [1.20, 1.26]`; less than nothing where it takes less.
pub(super) fn more(estimate: &Estimate) -> String {
    let (unit, scale) = time_unit(estimate.value);
    let value = estimate.value / scale;
    let places = decimals(value);
    let ends = estimate.interval.map(|Interval { low, high }| {
        let [low, high] = [low, high].map(|end| end / scale);
        format!(" [{low:.places$}, {high:.places$}]")
    });
    format!("{value:+.places$} {unit}{}", ends.unwrap_or_default())
}

/// A time with half of its interval's width: `1.23 us ±0.8 %`.
pub(super) fn time(estimate: &Estimate) -> String {
    let half = estimate
        .relative_half_width()
        .map(|share| format!(" ±{:.1} %", share * 100.0))
        .unwrap_or_default();
    format!("{}{}{half}", mark(estimate), nanos(estimate.value))
}

/// A time without its interval: `1.23 us`.
pub(super) fn bare_time(estimate: &Estimate) -> String {
    format!("{}{}", mark(estimate), nanos(estimate.value))
}

/// A ratio with its interval: `2.31x [2.25, 2.38]`.
pub(super) fn ratio(estimate: &Estimate) -> String {
    bracketed(estimate, "x")
}

/// A ratio without its interval: `2.31x`.
pub(super) fn bare_ratio(estimate: &Estimate) -> String {
    format!("{}{}x", mark(estimate), plain(estimate.value))
}

/// The smallest and the largest of several ratios: `1.23x to ~2.31x`; `None` without any.
pub(super) fn ratios<'a>(estimates: impl Iterator<Item = &'a Estimate> + Clone) -> Option<String> {
    let by_value = |a: &&Estimate, b: &&Estimate| a.value.total_cmp(&b.value);
    let low = bare_ratio(estimates.clone().min_by(by_value)?);
    let high = bare_ratio(estimates.max_by(by_value)?);
    Some(if low == high {
        low
    } else {
        format!("{low} to {high}")
    })
}

/// A plain number with its interval: `0.49 [0.47, 0.51]`.
pub(super) fn interval(estimate: &Estimate) -> String {
    bracketed(estimate, "")
}

fn bracketed(estimate: &Estimate, unit: &str) -> String {
    let places = decimals(estimate.value);
    let ends = estimate
        .interval
        .map(|Interval { low, high }| format!(" [{low:.places$}, {high:.places$}]"))
        .unwrap_or_default();
    format!("{}{:.places$}{unit}{ends}", mark(estimate), estimate.value)
}

/// A share with its interval: `84 % [80, 88]`.
pub(super) fn share(estimate: &Estimate) -> String {
    let ends = estimate
        .interval
        .map(|i| format!(" [{:.0}, {:.0}]", i.low * 100.0, i.high * 100.0))
        .unwrap_or_default();
    format!("{}{}{ends}", mark(estimate), percent(estimate.value))
}

/// A share without its interval: `84 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A count: whole where it is, else with the digits that count.
pub(super) fn count(x: f64) -> String {
    match x >= 1000.0 || x.fract() == 0.0 {
        true => thousands(x.max(0.0).round() as u64),
        false => plain(x),
    }
}

/// A size, whole where it is: `16 B`, `4 KiB`, `6.34 KiB`.
pub(super) fn size(bytes: f64) -> String {
    let units = [
        ("B", 1.0),
        ("KiB", 1024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
    ];
    let (unit, scale) = units
        .into_iter()
        .rfind(|(_, scale)| bytes >= scale * 0.9995)
        .unwrap_or(("B", 1.0));
    let scaled = bytes / scale;
    if scaled.fract() == 0.0 || unit == "B" {
        format!("{scaled:.0} {unit}")
    } else {
        format!("{} {unit}", plain(scaled))
    }
}

/// How many times faster, as the seed printed it: `~4x`.
///
/// Whole from ten on, and where it lies near a whole number; one decimal otherwise and always below
/// two, where a whole number would hide most of the gain.
pub(super) fn times_faster(x: f64) -> String {
    let tenths = (x * 10.0).round() / 10.0;
    let near_whole = x >= 1.85 && (x - x.round()).abs() <= 0.15;
    if x >= 10.0 || near_whole {
        format!("~{:.0}x", x)
    } else {
        format!("~{tenths}x")
    }
}

/// A moment in seconds since the Unix epoch, in Coordinated Universal Time: `2023-11-14 22:13 UTC`.
///
/// Days to a date by the usual way of counting years from March (Howard Hinnant, *chrono-Compatible
/// Low-Level Date Algorithms*).
pub(super) fn moment(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute) = (rest / 3_600, rest % 3_600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_says_what_its_bytes_are_of() {
        assert_eq!(sizes(1, 3_060), "3,060 wire bytes");
        assert_eq!(sizes(1, 1), "1 wire byte");
        assert_eq!(
            sizes(40, 12_345),
            "mix of 40 messages, 12,345 wire bytes a pass"
        );
    }

    #[test]
    fn three_digits_count() {
        let texts = [0.01234, 0.5, 9.996, 12.34, 123.4, 12345.0, 0.0, f64::NAN].map(plain);
        assert_eq!(
            texts,
            [
                "0.0123", "0.500", "10.0", "12.3", "123", "12345", "0", "NaN"
            ]
        );
    }

    #[test]
    fn times_choose_their_unit() {
        let texts = [0.5, 42.0, 999.6, 1_234.0, 5e6, 2.5e9].map(nanos);
        assert_eq!(
            texts,
            [
                "0.500 ns", "42.0 ns", "1.00 us", "1.23 us", "5.00 ms", "2.50 s"
            ]
        );
    }

    #[test]
    fn noise_and_ignorance_are_marked() {
        assert_eq!(time(&Estimate::within(100.0, 99.0, 101.0)), "100 ns ±1.0 %");
        assert_eq!(
            time(&Estimate::within(100.0, 80.0, 101.0)),
            "~100 ns ±10.5 %"
        );
        assert_eq!(time(&Estimate::bare(100.0)), "~100 ns");
        assert_eq!(
            ratio(&Estimate::within(2.314, 2.25, 2.38)),
            "2.31x [2.25, 2.38]"
        );
        let several = [Estimate::bare(12.0), Estimate::within(1.5, 1.49, 1.51)];
        assert_eq!(ratios(several.iter()).unwrap(), "1.50x to ~12.0x");
        assert_eq!(ratios(several[..1].iter()).unwrap(), "~12.0x");
        assert_eq!(ratios([].iter()), None);
        assert_eq!(share(&Estimate::within(0.84, 0.8, 0.88)), "84 % [80, 88]");
    }

    #[test]
    fn sizes_stay_whole_where_they_are() {
        let texts = [16.0, 412.3, 1024.0, 4096.0, 6_489.0, 1_048_576.0].map(size);
        assert_eq!(
            texts,
            ["16 B", "412 B", "1 KiB", "4 KiB", "6.34 KiB", "1 MiB"]
        );
    }

    #[test]
    fn gains_round_as_the_seed_did() {
        let texts = [5_413.0 / 1_879.0, 5_413.0 / 1_362.0, 5_413.0 / 1_099.0].map(times_faster);
        assert_eq!(texts, ["~3x", "~4x", "~5x"]);
        let texts = [1.04, 1.1, 1.84, 1.9, 2.5, 9.6, 12.6].map(times_faster);
        assert_eq!(
            texts,
            ["~1x", "~1.1x", "~1.8x", "~2x", "~2.5x", "~9.6x", "~13x"]
        );
    }

    #[test]
    fn moments_are_dates() {
        let texts = [0, 951_782_400, 1_700_000_000].map(moment);
        assert_eq!(
            texts,
            [
                "1970-01-01 00:00 UTC",
                "2000-02-29 00:00 UTC",
                "2023-11-14 22:13 UTC"
            ]
        );
    }
}
