//! How sizes, times and counts are written on the command line.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
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
    match text.parse::<ByteSize>() {
        Ok(size) if digits && size.as_u64() <= LONGEST => Ok(Payload::Size(size.as_u64() as usize)),
        Ok(_) if digits => Err(format!("{text} is more than {LONGEST} bytes")),
        _ => Ok(Payload::File(PathBuf::from(text))),
    }
}

/// The longest message where several arms have it: as base64 text it must still be taken.
const LONGEST_COMPARED: u64 = 32 << 20;

/// A size of a message that is compared: 3 bytes or more, since a field takes as many.
pub fn size(text: &str) -> Result<ByteSize, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|_| format!("`{text}` is no size: write it as 16, 4KiB or 1MiB"))?;
    match (3..=LONGEST_COMPARED).contains(&size.as_u64()) {
        true => Ok(size),
        false => Err(format!(
            "{text} is not between 3 bytes and {}",
            ByteSize(LONGEST_COMPARED).display().iec()
        )),
    }
}

/// Each once, in their order.
pub fn distinct<T: PartialEq + Clone>(all: &[T]) -> Vec<T> {
    let mut seen: Vec<T> = Vec::new();
    for one in all {
        if !seen.contains(one) {
            seen.push(one.clone());
        }
    }
    seen
}

/// `HOST:PORT` to listen at.
pub fn bind(text: &str) -> Result<SocketAddr, String> {
    let mut addresses = text
        .to_socket_addrs()
        .map_err(|error| format!("{error}; write it as 127.0.0.1:50051"))?;
    addresses
        .next()
        .ok_or_else(|| "the name stands for no address".to_owned())
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
        assert_eq!(size("4KiB"), Ok(ByteSize(4_096)));
        for bad in ["2", "16EiB", "33MiB", "x", ""] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(distinct(&[1, 2, 1, 3, 2]), [1, 2, 3]);
        assert!(bind("localhost:0").is_ok_and(|address| address.ip().is_loopback()));
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
