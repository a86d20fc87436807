//! How sizes, times and counts are written on the command line.

use std::path::PathBuf;
use std::time::Duration;

use wiretax::wrap::Wrap;

/// `40s`, `1m 30s`, `500ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let time: Duration = text
        .parse::<humantime::Duration>()
        .map_err(|error| format!("{error}; write it as 40s or 500ms"))?
        .into();
    match time > Duration::from_secs(24 * 3_600) {
        true => Err("longer than a day".to_owned()),
        false => Ok(time),
    }
}

/// The same, and longer than nothing.
pub fn some_time(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("no time at all".to_owned()),
        time => Ok(time),
    }
}

/// Requests a second: more than none, and not more than a machine could be asked for.
pub fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text
        .parse()
        .map_err(|_| format!("`{text}` is no number of requests a second"))?;
    match rate.is_finite() && (0.001..=10_000_000.0).contains(&rate) {
        true => Ok(rate),
        false => Err(format!(
            "{text} requests a second is not between 0.001 and 10000000"
        )),
    }
}

/// Name of a wrap.
pub fn wrap(text: &str) -> Result<Wrap, String> {
    text.parse()
        .map_err(|error: wiretax::wrap::UnknownName| error.to_string())
}

/// The longest message that can be asked for, in bytes: the frame's length has four bytes, and a machine has less memory.
pub const LONGEST: u64 = 1 << 30;

/// What a request is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload {
    /// A message of so many bytes.
    Size(usize),
    /// Wire bytes in a file.
    File(PathBuf),
}

/// A size, as `16`, `4KiB` or `1MiB`, or else a file.
pub fn payload(text: &str) -> Result<Payload, String> {
    let digits = text.starts_with(|first: char| first.is_ascii_digit());
    match text.parse::<bytesize::ByteSize>() {
        Ok(size) if digits && size.as_u64() <= LONGEST => Ok(Payload::Size(size.as_u64() as usize)),
        Ok(_) if digits => Err(format!("{text} is more than {LONGEST} bytes")),
        _ => Ok(Payload::File(PathBuf::from(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_files_are_told_apart() {
        assert_eq!(payload("16"), Ok(Payload::Size(16)));
        assert_eq!(payload("4KiB"), Ok(Payload::Size(4_096)));
        assert_eq!(payload("1MiB"), Ok(Payload::Size(1 << 20)));
        assert_eq!(payload("note.bin"), Ok(Payload::File("note.bin".into())));
        assert!(payload("4GiB").is_err());
    }

    #[test]
    fn what_is_no_rate_or_time_is_refused() {
        for bad in ["0", "-1", "nan", "inf", "x", "", "1e9"] {
            assert!(rate(bad).is_err(), "{bad}");
        }
        assert_eq!(rate("2.5"), Ok(2.5));
        for bad in ["", "x", "-1s", "100000h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert!(some_time("0s").is_err());
    }
}
