//! The report as CSV (RFC 4180): a long table `metric,unit,value`, a row a figure, so that a new figure is a new row and
//! no column ever moves. What is not known has an empty value.
//!
//! | metric | what |
//! |---|---|
//! | `asked.X`, `date`, `end` | what was asked for, when it began, why it ended (`count`, `duration`, `interrupted`) |
//! | `count`, `failed`, `unanswered`, `dropped` | answers, those not `OK`, requests without one, requests never sent |
//! | `total`, `rate`, `bytes_sent`, `bytes_received` | of the whole run |
//! | `latency.S`, `ok_only.S`, `uncorrected.S`, `lateness.S` | S: `count`, `average`, `fastest`, `slowest`, `p10` to `p99.99` |
//! | `histogram.log.N` | answers in the bin that ends at N nanoseconds; the marks are the same in every run |
//! | `code.C`, `error.MESSAGE` | answers by status code, and by what was said beside one that is not `OK` |
//! | `client.F`, `server.F` | what a process used |

use std::time::Duration;

use super::bins;
use super::figures::Figures;
use super::{Error, number, words};
use crate::outcome::{End, Latency, Outcome};

/// The report as a table with a header.
pub(super) fn csv(outcome: &Outcome) -> Result<String, Error> {
    let mut rows = Rows::default();
    asked(&mut rows, outcome);
    whole(&mut rows, outcome);
    times(&mut rows, "latency", Some(&outcome.latency));
    times(&mut rows, "ok_only", Some(&outcome.latency_ok));
    times(&mut rows, "uncorrected", outcome.uncorrected.as_ref());
    times(&mut rows, "lateness", outcome.lateness.as_ref());
    for bin in bins::logarithmic(&outcome.latency) {
        let metric = format!("histogram.log.{}", bin.mark);
        rows.push(metric, "answers", Some(bin.count));
    }
    for (code, &count) in &outcome.codes {
        rows.push(format!("code.{code}"), "answers", Some(count));
    }
    for (error, &count) in &outcome.errors {
        rows.push(format!("error.{error}"), "answers", Some(count));
    }
    processes(&mut rows, outcome);
    rows.written()
}

#[derive(Default)]
struct Rows(Vec<[String; 3]>);

impl Rows {
    fn push(&mut self, metric: impl Into<String>, unit: &str, value: Option<impl ToString>) {
        let value = value.map_or(String::new(), |value| value.to_string());
        self.0.push([metric.into(), unit.to_owned(), value]);
    }

    fn written(self) -> Result<String, Error> {
        let mut out = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        out.write_record(["metric", "unit", "value"])?;
        for row in self.0 {
            out.write_record(row)?;
        }
        let bytes = out.into_inner().map_err(csv::IntoInnerError::into_error)?;
        // It was written from strings.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn asked(rows: &mut Rows, outcome: &Outcome) {
    let asked = &outcome.asked;
    rows.push("asked.name", "", asked.name.as_ref());
    rows.push("asked.address", "", Some(&asked.address));
    rows.push("asked.call", "", Some(&asked.call));
    rows.push("asked.engine", "", Some(asked.engine));
    rows.push("asked.codec", "", asked.codec.as_ref());
    rows.push("asked.wrap", "", Some(&asked.wrap));
    rows.push("asked.request_bytes", "bytes", Some(asked.request_bytes));
    rows.push("asked.connections", "", Some(asked.connections));
    rows.push("asked.in_flight", "requests", Some(asked.in_flight));
    rows.push("asked.requests", "requests", asked.requests);
    rows.push("asked.duration", "ns", asked.duration.map(nanos));
    rows.push("asked.rate", "requests/s", asked.rate);
    rows.push("asked.warmup", "ns", Some(nanos(asked.warmup)));
    rows.push("asked.timeout", "ns", Some(nanos(asked.timeout)));
}

fn whole(rows: &mut Rows, outcome: &Outcome) {
    let end = match outcome.end {
        End::Lost => "lost",
        End::Count => "count",
        End::Duration => "duration",
        End::Interrupted => "interrupted",
    };
    rows.push("date", "", Some(number::date(outcome.began)));
    rows.push("end", "", Some(end));
    rows.push("count", "answers", Some(outcome.answers()));
    rows.push("failed", "answers", Some(words::failed(outcome)));
    rows.push("unanswered", "requests", Some(outcome.unanswered));
    rows.push("dropped", "requests", Some(outcome.dropped));
    rows.push("total", "ns", Some(nanos(outcome.elapsed)));
    rows.push("rate", "answers/s", Some(outcome.rate()));
    rows.push("bytes_sent", "bytes", Some(outcome.bytes_sent));
    rows.push("bytes_received", "bytes", Some(outcome.bytes_received));
}

fn times(rows: &mut Rows, name: &str, latency: Option<&Latency>) {
    let of = |value: &dyn Fn(&Latency) -> Option<Duration>| latency.and_then(value).map(nanos);
    let count = latency.map(Latency::count);
    rows.push(format!("{name}.count"), "answers", count);
    rows.push(format!("{name}.average"), "ns", of(&Latency::average));
    rows.push(format!("{name}.fastest"), "ns", of(&Latency::fastest));
    rows.push(format!("{name}.slowest"), "ns", of(&Latency::slowest));
    for percent in number::percents() {
        let value = of(&|latency| latency.percentile(percent));
        rows.push(format!("{name}.p{percent}"), "ns", value);
    }
}

fn processes(rows: &mut Rows, outcome: &Outcome) {
    for process in &outcome.processes {
        let (figures, used) = (Figures::new(outcome, process), &process.used);
        let mut row = |name: &str, unit, value: Option<String>| {
            rows.push(format!("{}.{name}", process.role), unit, value);
        };
        let whole = |value: Option<u64>| value.map(|value| value.to_string());
        let number = |value: Option<f64>| value.map(|value| value.to_string());
        row("pid", "", whole(process.pid.map(u64::from)));
        row("cpu", "ns", used.cpu.map(|cpu| nanos(cpu).to_string()));
        row("cpu_percent", "%", number(figures.cpu_percent));
        row("cpu_per_request", "us", number(figures.cpu_micros));
        row("kernel_share", "", number(figures.kernel_share));
        row("syscalls", "calls", whole(used.syscalls));
        let syscalls = number(figures.syscalls_per_second);
        row("syscalls_per_second", "calls/s", syscalls);
        let syscalls = number(figures.syscalls_per_request);
        row("syscalls_per_request", "calls", syscalls);
        row("switches", "switches", whole(used.switches));
        let switches = number(figures.switches_per_second);
        row("switches_per_second", "switches/s", switches);
        row("rss", "bytes", whole(used.rss));
        row("peak_rss", "bytes", whole(used.peak_rss));
    }
}

fn nanos(time: Duration) -> u128 {
    time.as_nanos()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::testing;

    fn read(outcome: &Outcome) -> BTreeMap<String, (String, String)> {
        let text = csv(outcome).unwrap();
        assert!(text.starts_with("metric,unit,value\r\n"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<[String; 3]> = reader.deserialize().map(Result::unwrap).collect();
        let all = rows.len();
        let map: BTreeMap<_, _> = rows
            .into_iter()
            .map(|[metric, unit, value]| (metric, (unit, value)))
            .collect();
        assert_eq!(map.len(), all, "a metric is there twice");
        map
    }

    #[test]
    fn every_figure_is_a_row() {
        let read = read(&testing::open_with_errors());
        let get = |metric: &str| {
            let (unit, value) = &read[metric];
            (unit.as_str(), value.as_str())
        };
        assert_eq!(get("count"), ("answers", "80"));
        assert_eq!(get("end"), ("", "interrupted"));
        assert_eq!(get("latency.fastest"), ("ns", "1201000"));
        assert_eq!(get("uncorrected.slowest"), ("ns", "300000000"));
        assert_eq!(get("lateness.count"), ("answers", "80"));
        assert_eq!(get("code.Unavailable"), ("answers", "2"));
        assert_eq!(get(&format!("error.{}", testing::ODD)), ("answers", "1"));
        assert_eq!(get("client.cpu_per_request"), ("us", "1250"));
        assert_eq!(get("server.cpu_percent"), ("%", ""));
        let bins = read
            .iter()
            .filter(|(name, _)| name.starts_with("histogram.log."));
        assert_eq!(
            bins.map(|(_, (_, n))| n.parse::<u64>().unwrap())
                .sum::<u64>(),
            80
        );
    }

    #[test]
    fn the_names_are_the_same_where_nothing_is_known() {
        let names = |outcome: &Outcome| -> Vec<String> {
            let parts = ["histogram.", "code.", "error.", "server."];
            let names = read(outcome).into_keys();
            names
                .filter(|name| !parts.iter().any(|part| name.starts_with(part)))
                .collect()
        };
        let (none, all) = (testing::empty(), testing::open_with_errors());
        assert_eq!(names(&none), names(&all));
        assert_eq!(read(&none)["latency.p50"].1, "");
    }
}
