//! How numbers are written for people.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytesize::ByteSize;

use super::bins::Bin;

/// What could not be measured.
pub(super) const UNKNOWN: &str = "n/a";

/// The percentiles that ghz shows.
pub(super) const PERCENTS: [u8; 7] = [10, 25, 50, 75, 90, 95, 99];

/// The ones beside them: a tail begins where those end.
pub(super) const TAIL: [f64; 2] = [99.9, 99.99];

/// All percentiles, the least first.
pub(super) fn percents() -> impl Iterator<Item = f64> {
    PERCENTS.into_iter().map(f64::from).chain(TAIL)
}

/// A time as ghz writes it: `9999 ns`, `1.23 ms`, `4.56 s`.
pub(super) fn time(time: Duration) -> String {
    let nanos = time.as_nanos();
    match nanos {
        0..10_000 => format!("{nanos} ns"),
        10_000..1_000_000_000 => format!("{:.2} ms", nanos as f64 / 1e6),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}

/// A figure, or that it is not known.
pub(super) fn known(value: Option<impl Into<String>>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), Into::into)
}

/// A number with two decimals; more where they would hide it.
pub(super) fn plain(x: f64) -> String {
    match x.abs() {
        small if small > 0.0 && small < 0.005 => format!("{x:.1e}"),
        _ => format!("{x:.2}"),
    }
}

/// A share of a whole: `3.70 %`. What is not nothing is never written as nothing, and what is not all never as all.
pub(super) fn share(part: u64, whole: u64) -> String {
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    match percent {
        _ if part > 0 && percent < 0.005 => "< 0.01 %".to_owned(),
        _ if part < whole && percent >= 99.995 => "> 99.99 %".to_owned(),
        _ => format!("{percent:.2} %"),
    }
}

/// So many of a thing: `1 response`, `2 responses`.
pub(super) fn counted(count: u64, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// An amount of memory: `12.3 MiB`.
pub(super) fn memory(bytes: u64) -> String {
    ByteSize(bytes).display().iec().to_string()
}

/// A moment: `2026-01-02T03:04:05Z`.
pub(super) fn date(time: SystemTime) -> String {
    // A clock before 1970 cannot be written.
    humantime::format_rfc3339_seconds(time.max(UNIX_EPOCH)).to_string()
}

/// The marks of bins in milliseconds, with as many decimals as tell each from the next; three at least, as ghz has them.
pub(super) fn marks(bins: &[Bin]) -> Vec<String> {
    let least = bins
        .windows(2)
        .map(|pair| pair[1].mark - pair[0].mark)
        .chain(bins.first().map(|bin| bin.mark))
        .filter(|&nanos| nanos > 0.0)
        .fold(1e6, f64::min);
    // Two digits of the least that must be seen.
    let decimals = (1.0 - (least / 1e6).log10().floor()).clamp(3.0, 8.0) as usize;
    bins.iter()
        .map(|bin| format!("{:.decimals$}", bin.mark / 1e6))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_ghz_does() {
        let written = |nanos| time(Duration::from_nanos(nanos));
        assert_eq!(written(0), "0 ns");
        assert_eq!(written(9_999), "9999 ns");
        assert_eq!(written(10_000), "0.01 ms");
        assert_eq!(written(28_480_000), "28.48 ms");
        assert_eq!(written(40_000_000_000), "40.00 s");
    }

    #[test]
    fn what_is_not_nothing_is_not_written_as_nothing() {
        assert_eq!((plain(0.0), plain(12.345)), ("0.00".into(), "12.35".into()));
        assert_eq!(plain(0.0012), "1.2e-3");
        assert_eq!(share(0, 0), "0.00 %");
        assert_eq!(share(37, 1_000), "3.70 %");
        assert_eq!(share(1, 1_000_000), "< 0.01 %");
        assert_eq!(share(999_999, 1_000_000), "> 99.99 %");
        assert_eq!(share(1_000_000, 1_000_000), "100.00 %");
    }

    #[test]
    fn marks_are_told_apart() {
        let bins = |marks: &[f64]| -> Vec<Bin> {
            marks.iter().map(|&mark| Bin { mark, count: 1 }).collect()
        };
        assert_eq!(
            marks(&bins(&[26_093_000.0, 30_444_000.0])),
            ["26.093", "30.444"]
        );
        assert_eq!(marks(&bins(&[1.6, 2.5])), ["0.00000160", "0.00000250"]);
        assert_eq!(
            marks(&bins(&[5e6, 5_000_003.0])),
            ["5.0000000", "5.0000030"]
        );
        assert_eq!(marks(&bins(&[0.0])), ["0.000"]);
    }

    #[test]
    fn a_moment_is_in_utc() {
        let time = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        assert_eq!(date(time), "2023-11-14T22:13:20Z");
        assert_eq!(
            date(UNIX_EPOCH - Duration::from_secs(1)),
            "1970-01-01T00:00:00Z"
        );
    }
}
