//! The report as JSON. The first fields are those of ghz, with its names, units and types, so that what reads its JSON reads
//! this: times are whole nanoseconds, marks seconds, `rps` requests a second. ghz's `details` is left out, a list of
//! every call: we keep histograms, not calls. Unlike there, every answer counts in them, whatever its code.
//!
//! Beside them, all with `null` for what is not known:
//!
//! | field | what |
//! |---|---|
//! | `failed` | answers that are not `OK` |
//! | `latencyTail` | as `latencyDistribution`, of 99.9 and 99.99 % |
//! | `logHistogram` | as `histogram`, with five marks a decade |
//! | `okOnly` | times of the answers that are `OK` |
//! | `uncorrected`, `lateness` | where the loop is open: times from when a request was sent, and how late it was sent |
//! | `dropped`, `unanswered` | requests that were due and never sent, that were sent and not answered |
//! | `bytesSent`, `bytesReceived` | of messages, without frames |
//! | `processes` | what each used; `cpu` and `kernel` in nanoseconds, memory in bytes, `kernelShare` from 0 to 1 |
//! | in `options` | `engine`, `codec`, `wrap`, `requestBytes`, `warmup` in nanoseconds |

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::Number;

use super::bins::{self, Bin};
use super::figures::Figures;
use super::{Error, number, words};
use crate::outcome::{End, Latency, Outcome, Process};

/// The report as an indented document.
pub(super) fn json(outcome: &Outcome) -> Result<String, Error> {
    Ok(serde_json::to_string_pretty(&Report::new(outcome))? + "\n")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    name: Option<&'a str>,
    date: String,
    end_reason: &'static str,
    options: Options<'a>,
    count: u64,
    total: u64,
    #[serde(flatten)]
    ends: Ends,
    rps: f64,
    error_distribution: &'a BTreeMap<String, u64>,
    status_code_distribution: &'a BTreeMap<String, u64>,
    #[serde(flatten)]
    percentiles: Percentiles,
    histogram: Vec<Bar>,
    log_histogram: Vec<Bar>,
    failed: u64,
    ok_only: Times,
    uncorrected: Option<Times>,
    lateness: Option<Times>,
    dropped: u64,
    unanswered: u64,
    bytes_sent: u64,
    bytes_received: u64,
    processes: Vec<Used>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Options<'a> {
    call: &'a str,
    host: &'a str,
    /// Always: it speaks HTTP/2 without TLS.
    insecure: bool,
    rps: Option<Number>,
    concurrency: u32,
    total: Option<u64>,
    connections: u32,
    duration: Option<u64>,
    timeout: u64,
    engine: &'static str,
    codec: Option<&'a str>,
    wrap: &'a str,
    request_bytes: u64,
    warmup: u64,
}

#[derive(Serialize)]
struct Ends {
    average: Option<u64>,
    fastest: Option<u64>,
    slowest: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Percentiles {
    latency_distribution: Vec<Percentile<u8>>,
    /// By itself, as whole numbers are expected in the other.
    latency_tail: Vec<Percentile<f64>>,
}

#[derive(Serialize)]
struct Percentile<P> {
    percentage: P,
    latency: u64,
}

#[derive(Serialize)]
struct Bar {
    mark: f64,
    count: u64,
    frequency: f64,
}

#[derive(Serialize)]
struct Times {
    count: u64,
    #[serde(flatten)]
    ends: Ends,
    #[serde(flatten)]
    percentiles: Percentiles,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    role: &'static str,
    pid: Option<u32>,
    cpu: Option<u64>,
    kernel: Option<u64>,
    cpu_percent: Option<f64>,
    cpu_micros_per_request: Option<f64>,
    kernel_share: Option<f64>,
    syscalls: Option<u64>,
    syscalls_per_second: Option<f64>,
    syscalls_per_request: Option<f64>,
    switches: Option<u64>,
    switches_per_second: Option<f64>,
    rss: Option<u64>,
    peak_rss: Option<u64>,
}

impl<'a> Report<'a> {
    fn new(outcome: &'a Outcome) -> Self {
        let latency = &outcome.latency;
        Report {
            name: outcome.asked.name.as_deref(),
            date: number::date(outcome.began),
            end_reason: match outcome.end {
                End::Lost => "lost",
                End::Count => "normal",
                End::Duration => "timeout",
                End::Interrupted => "cancel",
            },
            options: Options::new(outcome),
            count: outcome.answers(),
            total: nanos(outcome.elapsed),
            ends: Ends::new(latency),
            rps: outcome.rate(),
            error_distribution: &outcome.errors,
            status_code_distribution: &outcome.codes,
            percentiles: Percentiles::new(latency),
            histogram: bars(bins::linear(latency), latency),
            log_histogram: bars(bins::logarithmic(latency), latency),
            failed: words::failed(outcome),
            ok_only: Times::new(&outcome.latency_ok),
            uncorrected: outcome.uncorrected.as_ref().map(Times::new),
            lateness: outcome.lateness.as_ref().map(Times::new),
            dropped: outcome.dropped,
            unanswered: outcome.unanswered,
            bytes_sent: outcome.bytes_sent,
            bytes_received: outcome.bytes_received,
            processes: outcome
                .processes
                .iter()
                .map(|process| Used::new(outcome, process))
                .collect(),
        }
    }
}

impl<'a> Options<'a> {
    fn new(outcome: &'a Outcome) -> Self {
        let asked = &outcome.asked;
        Options {
            call: &asked.call,
            host: &asked.address,
            insecure: true,
            rps: asked.rate.and_then(rate),
            concurrency: asked.in_flight,
            total: asked.requests,
            connections: asked.connections,
            duration: asked.duration.map(nanos),
            timeout: nanos(asked.timeout),
            engine: asked.engine,
            codec: asked.codec.as_deref(),
            wrap: &asked.wrap,
            request_bytes: asked.request_bytes,
            warmup: nanos(asked.warmup),
        }
    }
}

impl Ends {
    fn new(latency: &Latency) -> Self {
        Ends {
            average: latency.average().map(nanos),
            fastest: latency.fastest().map(nanos),
            slowest: latency.slowest().map(nanos),
        }
    }
}

impl Percentiles {
    fn new(latency: &Latency) -> Self {
        Percentiles {
            latency_distribution: number::PERCENTS
                .into_iter()
                .filter_map(|percentage| percentile(latency, percentage))
                .collect(),
            latency_tail: number::TAIL
                .into_iter()
                .filter_map(|percentage| percentile(latency, percentage))
                .collect(),
        }
    }
}

fn percentile<P: Copy + Into<f64>>(latency: &Latency, percentage: P) -> Option<Percentile<P>> {
    let time = latency.percentile(percentage.into())?;
    Some(Percentile {
        percentage,
        latency: nanos(time),
    })
}

impl Times {
    fn new(latency: &Latency) -> Self {
        Times {
            count: latency.count(),
            ends: Ends::new(latency),
            percentiles: Percentiles::new(latency),
        }
    }
}

impl Used {
    fn new(outcome: &Outcome, process: &Process) -> Self {
        let figures = Figures::new(outcome, process);
        let used = &process.used;
        Used {
            role: process.role,
            pid: process.pid,
            cpu: used.cpu.map(nanos),
            kernel: used.kernel.map(nanos),
            cpu_percent: figures.cpu_percent,
            cpu_micros_per_request: figures.cpu_micros,
            kernel_share: figures.kernel_share,
            syscalls: used.syscalls,
            syscalls_per_second: figures.syscalls_per_second,
            syscalls_per_request: figures.syscalls_per_request,
            switches: used.switches,
            switches_per_second: figures.switches_per_second,
            rss: used.rss,
            peak_rss: used.peak_rss,
        }
    }
}

fn bars(bins: Vec<Bin>, latency: &Latency) -> Vec<Bar> {
    let all = latency.count() as f64;
    bins.into_iter()
        .map(|bin| Bar {
            mark: bin.mark / 1e9,
            count: bin.count,
            frequency: bin.count as f64 / all,
        })
        .collect()
}

/// A whole rate is written as one: ghz's is an integer.
fn rate(rate: f64) -> Option<Number> {
    match rate.fract() == 0.0 && (0.0..1e15).contains(&rate) {
        true => Some((rate as u64).into()),
        false => Number::from_f64(rate),
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::format::testing;

    fn read(outcome: &Outcome) -> Value {
        serde_json::from_str(&super::json(outcome).unwrap()).unwrap()
    }

    #[test]
    fn the_fields_of_ghz_have_its_names_and_units() {
        let read = read(&testing::closed());
        assert_eq!(read["date"], "2023-11-14T22:13:20Z");
        assert_eq!(read["endReason"], "normal");
        assert_eq!(
            (&read["count"], &read["total"]),
            (&json!(200), &json!(181_570_000))
        );
        assert_eq!(read["fastest"], 26_093_000);
        assert_eq!(read["statusCodeDistribution"], json!({"OK": 200}));
        assert_eq!(read["errorDistribution"], json!({}));
        assert_eq!(read["options"]["call"], "wiretax.rpc.Echo.Echo");
        assert_eq!(read["options"]["concurrency"], 50);
        assert_eq!(read["options"]["timeout"], 20_000_000_000u64);
        let percents = read["latencyDistribution"].as_array().unwrap();
        let percents: Vec<_> = percents.iter().map(|one| &one["percentage"]).collect();
        assert_eq!(percents, [10, 25, 50, 75, 90, 95, 99]);
        assert_eq!(read["latencyTail"][1]["percentage"], 99.99);
        let bars = read["histogram"].as_array().unwrap();
        assert_eq!((bars.len(), &bars[0]["mark"]), (11, &json!(0.026093)));
        for name in ["histogram", "logHistogram"] {
            let bars = read[name].as_array().unwrap();
            let sum = |field: &str| {
                bars.iter()
                    .map(|bar| bar[field].as_f64().unwrap())
                    .sum::<f64>()
            };
            assert_eq!(sum("count"), 200.0, "{name}");
            assert!((sum("frequency") - 1.0).abs() < 1e-9, "{name}");
        }
        assert!(read.get("details").is_none());
        assert_eq!(
            (&read["uncorrected"], &read["name"]),
            (&Value::Null, &Value::Null)
        );
    }

    #[test]
    fn an_open_loop_has_its_own_fields() {
        let outcome = testing::open_with_errors();
        let read = read(&outcome);
        assert_eq!(
            (&read["endReason"], &read["name"]),
            (&json!("cancel"), &json!("a stall"))
        );
        assert_eq!(read["options"]["rps"].as_u64(), Some(400));
        assert_eq!((&read["failed"], &read["dropped"]), (&json!(3), &json!(7)));
        assert_eq!(read["errorDistribution"][testing::ODD], 1);
        assert_eq!(
            (&read["okOnly"]["count"], &read["uncorrected"]["count"]),
            (&json!(77), &json!(80))
        );
        let p99 = |times: &Value| times["latencyDistribution"][6]["latency"].as_u64().unwrap();
        assert!(p99(&read) > p99(&read["uncorrected"]));
        assert!(read["lateness"]["slowest"].as_u64() > Some(9_000_000));
        assert_eq!(read["processes"][0]["kernelShare"], 0.4);
        assert_eq!(read["processes"][1]["role"], "server");
        assert_eq!(read["processes"][1]["cpuPercent"], Value::Null);
    }

    #[test]
    fn without_an_answer_there_are_no_times() {
        let read = read(&testing::empty());
        assert_eq!(
            (&read["count"], &read["average"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(
            (&read["histogram"], &read["latencyDistribution"]),
            (&json!([]), &json!([]))
        );
    }
}
