//! An interval log of HdrHistogram, version 1.3, with compressed V2 histograms in nanoseconds. The run is one interval.
//! Without a tag it has the latencies of every answer; `Tag=ok`, `Tag=uncorrected` and `Tag=lateness` are the others
//! that there are.

use std::time::Duration;

use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};

use super::{Error, words};
use crate::outcome::Outcome;

/// The names of the columns, which readers expect before the first interval.
const LEGEND: &str =
    "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";

/// The `Interval_Max` of a log is in milliseconds, by convention.
const NANOS_IN_MILLI: f64 = 1e6;

/// The log.
pub(super) fn hdr(outcome: &Outcome) -> Result<String, Error> {
    let mut log = Vec::new();
    let mut serializer = V2DeflateSerializer::new();
    let asked = &outcome.asked;
    let (call, address) = (words::line(&asked.call), words::line(&asked.address));
    IntervalLogWriterBuilder::new()
        .add_comment(&format!(
            "[wiretax-rpc load: {call} at {address}, in nanoseconds]"
        ))
        .add_comment("[Histogram log format version 1.3]")
        .with_start_time(outcome.began)
        .with_base_time(outcome.began)
        .with_max_value_divisor(NANOS_IN_MILLI)
        .begin_log_with(&mut log, &mut serializer)?;
    log.extend_from_slice(LEGEND.as_bytes());
    // A writer cannot write the legend, so another goes on behind it. What the first one said of the divisor holds, and
    // would be said again.
    let intervals = [
        (None, Some(&outcome.latency)),
        (Tag::new("ok"), Some(&outcome.latency_ok)),
        (Tag::new("uncorrected"), outcome.uncorrected.as_ref()),
        (Tag::new("lateness"), outcome.lateness.as_ref()),
    ];
    let mut body = Vec::new();
    let mut writer = IntervalLogWriterBuilder::new()
        .with_max_value_divisor(NANOS_IN_MILLI)
        .begin_log_with(&mut body, &mut serializer)?;
    for (tag, latency) in intervals {
        if let Some(latency) = latency {
            writer.write_histogram(latency.histogram(), Duration::ZERO, outcome.elapsed, tag)?;
        }
    }
    let intervals = body.split_inclusive(|&byte| byte == b'\n');
    log.extend(intervals.filter(|line| !line.starts_with(b"#")).flatten());
    // Comments, numbers and base64.
    Ok(String::from_utf8_lossy(&log).into_owned())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use hdrhistogram::Histogram;
    use hdrhistogram::serialization::Deserializer;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    use super::*;
    use crate::format::testing;

    /// The intervals by tag, read back.
    fn read(log: &str) -> Vec<(Option<String>, Histogram<u64>)> {
        let entries = IntervalLogIterator::new(log.as_bytes());
        let mut found = Vec::new();
        for entry in entries {
            if let LogEntry::Interval(interval) = entry.unwrap() {
                let bytes = STANDARD.decode(interval.encoded_histogram()).unwrap();
                let histogram = Deserializer::new().deserialize(&mut &bytes[..]).unwrap();
                assert_eq!(interval.start_timestamp(), Duration::ZERO);
                found.push((interval.tag().map(|tag| tag.as_str().to_owned()), histogram));
            }
        }
        found
    }

    #[test]
    fn what_is_read_back_is_what_was_counted() {
        let outcome = testing::open_with_errors();
        let log = hdr(&outcome).unwrap();
        let found = read(&log);
        let expected = [
            (None, &outcome.latency),
            (Some("ok"), &outcome.latency_ok),
            (Some("uncorrected"), outcome.uncorrected.as_ref().unwrap()),
            (Some("lateness"), outcome.lateness.as_ref().unwrap()),
        ];
        assert_eq!(found.len(), expected.len());
        for ((tag, histogram), (name, latency)) in found.iter().zip(expected) {
            assert_eq!(tag.as_deref(), name);
            assert_eq!(histogram, latency.histogram(), "{name:?}");
            assert_eq!(histogram.len(), latency.count());
        }
    }

    #[test]
    fn the_header_is_whole_and_comes_once() {
        let log = hdr(&testing::open_with_errors()).unwrap();
        let lines: Vec<_> = log.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "#[wiretax-rpc load: wiretax.rpc.Echo.Echo at 127.0.0.1:50051, in nanoseconds]",
                "#[Histogram log format version 1.3]",
                "#[StartTime: 1700000000.000 (seconds since epoch)]",
                "#[BaseTime: 1700000000.000 (seconds since epoch)]",
                "#[MaxValueDivisor: 1000000.000]",
            ]
        );
        assert_eq!(format!("{}\n", lines[5]), LEGEND);
        assert!(lines[6].starts_with("0.000,1.234,3"), "{}", lines[6]);
        assert!(lines[6].contains(",HISTFAAA"), "{}", lines[6]);
        assert_eq!(lines.len(), 10);
    }

    #[test]
    fn a_closed_loop_has_no_times_of_an_open_one() {
        let found = read(&hdr(&testing::empty()).unwrap());
        let tags: Vec<_> = found.iter().map(|(tag, _)| tag.as_deref()).collect();
        assert_eq!(tags, [None, Some("ok")]);
        assert!(found.iter().all(|(_, histogram)| histogram.is_empty()));
    }
}
