//! The report in Prometheus' text exposition format, version 0.0.4. Times are in seconds; the bounds of the histograms are
//! the same in every run. What is not known has no line: there is no way to write `n/a`.

use prometheus::TextEncoder;
use prometheus::proto::{
    Bucket, Counter, Gauge, Histogram, LabelPair, Metric, MetricFamily, MetricType,
};

use super::bins;
use super::figures::Figures;
use super::{Error, number};
use crate::outcome::{End, Latency, Outcome, Process};

/// The metrics of one run.
pub(super) fn prometheus(outcome: &Outcome) -> Result<String, Error> {
    let mut families = vec![info(outcome)];
    families.extend(whole(outcome));
    families.extend(times(outcome));
    families.extend(processes(outcome));
    // The format has no family without a metric.
    families.retain(|family| !family.get_metric().is_empty());
    Ok(TextEncoder::new().encode_to_string(&families)?)
}

fn info(outcome: &Outcome) -> MetricFamily {
    let asked = &outcome.asked;
    let end = match outcome.end {
        End::Lost => "lost",
        End::Count => "count",
        End::Duration => "duration",
        End::Interrupted => "interrupted",
    };
    let labels = [
        ("name", asked.name.as_deref().unwrap_or_default()),
        ("call", &asked.call),
        ("address", &asked.address),
        ("engine", asked.engine),
        ("codec", asked.codec.as_deref().unwrap_or_default()),
        ("wrap", &asked.wrap),
        ("end", end),
        ("date", &number::date(outcome.began)),
    ];
    let help = "What was asked for, when it began and why it ended; always 1.";
    family("run_info", help, MetricType::GAUGE, [gauge(&labels, 1.0)])
}

fn whole(outcome: &Outcome) -> Vec<MetricFamily> {
    let by = |label: &'static str, counts: &std::collections::BTreeMap<String, u64>| {
        let metric = |(name, &count): (&String, &u64)| counter(&[(label, name)], count);
        counts.iter().map(metric).collect::<Vec<_>>()
    };
    let plain = |name, help, count| family(name, help, MetricType::COUNTER, [counter(&[], count)]);
    vec![
        family(
            "elapsed_seconds",
            "From the first request to the last answer that counts.",
            MetricType::GAUGE,
            [gauge(&[], outcome.elapsed.as_secs_f64())],
        ),
        family(
            "responses_total",
            "Answers by status code.",
            MetricType::COUNTER,
            by("code", &outcome.codes),
        ),
        family(
            "errors_total",
            "Answers that are not OK, by what was said.",
            MetricType::COUNTER,
            by("message", &outcome.errors),
        ),
        plain(
            "unanswered_total",
            "Requests that were sent and not answered by the end.",
            outcome.unanswered,
        ),
        plain(
            "dropped_total",
            "Requests that were due in an open loop and never sent.",
            outcome.dropped,
        ),
        plain(
            "sent_bytes_total",
            "Bytes of messages that were sent, without frames.",
            outcome.bytes_sent,
        ),
        plain(
            "received_bytes_total",
            "Bytes of messages that were received, without frames.",
            outcome.bytes_received,
        ),
    ]
}

fn times(outcome: &Outcome) -> Vec<MetricFamily> {
    let histogram = |name, help, latency: Option<&Latency>| {
        let metric = latency.map(histogram);
        family(name, help, MetricType::HISTOGRAM, metric)
    };
    vec![
        histogram(
            "latency_seconds",
            "Time to the answer, from when a request was due where the loop is open; answers of every code.",
            Some(&outcome.latency),
        ),
        histogram(
            "ok_latency_seconds",
            "The same of the answers that are OK.",
            Some(&outcome.latency_ok),
        ),
        histogram(
            "uncorrected_latency_seconds",
            "Time to the answer from when a request was sent, in an open loop.",
            outcome.uncorrected.as_ref(),
        ),
        histogram(
            "lateness_seconds",
            "How long after it was due a request was sent, in an open loop.",
            outcome.lateness.as_ref(),
        ),
    ]
}

fn processes(outcome: &Outcome) -> Vec<MetricFamily> {
    let of = |name, help, value: &dyn Fn(&Process, &Figures) -> Option<f64>| {
        let metrics = outcome.processes.iter().filter_map(|process| {
            let value = value(process, &Figures::new(outcome, process))?;
            let pid = process.pid.map_or(String::new(), |pid| pid.to_string());
            Some(gauge(&[("role", process.role), ("pid", &pid)], value))
        });
        family(name, help, MetricType::GAUGE, metrics)
    };
    vec![
        of(
            "process_cpu_ratio",
            "CPU time of a process over the time of the run; 1 is one core.",
            &|_, figures| figures.cpu_percent.map(|percent| percent / 100.0),
        ),
        of(
            "process_cpu_seconds_per_request",
            "CPU time of a process for each answer.",
            &|_, figures| figures.cpu_micros.map(|micros| micros / 1e6),
        ),
        of(
            "process_kernel_ratio",
            "The part of the CPU time that was spent in the kernel.",
            &|_, figures| figures.kernel_share,
        ),
        of(
            "process_syscalls_per_second",
            "System calls a second.",
            &|_, figures| figures.syscalls_per_second,
        ),
        of(
            "process_syscalls_per_request",
            "System calls for each answer.",
            &|_, figures| figures.syscalls_per_request,
        ),
        of(
            "process_context_switches_per_second",
            "Context switches a second.",
            &|_, figures| figures.switches_per_second,
        ),
        of(
            "process_resident_bytes",
            "Resident memory at the end.",
            &|process, _| process.used.rss.map(|bytes| bytes as f64),
        ),
        of(
            "process_peak_resident_bytes",
            "The most resident memory that ever was.",
            &|process, _| process.used.peak_rss.map(|bytes| bytes as f64),
        ),
    ]
}

fn family(
    name: &str,
    help: &str,
    kind: MetricType,
    metrics: impl IntoIterator<Item = Metric>,
) -> MetricFamily {
    let mut family = MetricFamily::default();
    family.set_name(format!("wiretax_rpc_{name}"));
    family.set_help(help.to_owned());
    family.set_field_type(kind);
    family.set_metric(metrics.into_iter().collect());
    family
}

fn labelled(labels: &[(&str, &str)]) -> Metric {
    let pairs = labels.iter().map(|&(name, value)| {
        let mut pair = LabelPair::default();
        pair.set_name(name.to_owned());
        pair.set_value(value.to_owned());
        pair
    });
    Metric::from_label(pairs.collect())
}

fn gauge(labels: &[(&str, &str)], value: f64) -> Metric {
    let mut gauge = Gauge::default();
    gauge.set_value(value);
    let mut metric = labelled(labels);
    metric.set_gauge(gauge);
    metric
}

fn counter(labels: &[(&str, &str)], value: u64) -> Metric {
    let mut counter = Counter::default();
    counter.set_value(value as f64);
    let mut metric = labelled(labels);
    metric.set_counter(counter);
    metric
}

fn histogram(latency: &Latency) -> Metric {
    let buckets = bins::cumulative(latency).into_iter().map(|bin| {
        let mut bucket = Bucket::default();
        bucket.set_upper_bound(bin.mark / 1e9);
        bucket.set_cumulative_count(bin.count);
        bucket
    });
    let mut histogram = Histogram::default();
    histogram.set_bucket(buckets.collect());
    histogram.set_sample_count(latency.count());
    histogram.set_sample_sum(latency.sum() as f64 / 1e9);
    let mut metric = labelled(&[]);
    metric.set_histogram(histogram);
    metric
}

#[cfg(test)]
mod tests {
    use prometheus_parse::{Sample, Scrape, Value};

    use super::*;
    use crate::format::testing;

    fn read(outcome: &Outcome) -> Vec<Sample> {
        let text = prometheus(outcome).unwrap();
        let lines = text.lines().map(|line| Ok(line.to_owned()));
        let scrape = Scrape::parse(lines).unwrap();
        // It passes over what it does not understand, so that all was read is to be seen.
        let lines = text.lines().filter(|line| !line.starts_with('#')).count();
        let read: usize = scrape
            .samples
            .iter()
            .map(|sample| match &sample.value {
                // The sum and the count are lines of their own, and are samples too.
                Value::Histogram(buckets) => buckets.len(),
                _ => 1,
            })
            .sum();
        assert_eq!(read, lines, "{text}");
        scrape.samples
    }

    fn value(samples: &[Sample], name: &str, label: Option<(&str, &str)>) -> Option<f64> {
        let found = samples.iter().find(|sample| {
            sample.metric == format!("wiretax_rpc_{name}")
                && label.is_none_or(|(name, value)| sample.labels.get(name) == Some(value))
        })?;
        match found.value {
            Value::Counter(value) | Value::Gauge(value) | Value::Untyped(value) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn a_parser_reads_it() {
        let outcome = testing::open_with_errors();
        let samples = read(&outcome);
        let ok = value(&samples, "responses_total", Some(("code", "OK")));
        assert_eq!(ok, Some(77.0));
        assert_eq!(value(&samples, "dropped_total", None), Some(7.0));
        let role = |role| Some(("role", role));
        assert_eq!(
            value(&samples, "process_cpu_ratio", role("client")),
            Some(0.5)
        );
        assert_eq!(value(&samples, "process_cpu_ratio", role("server")), None);
        for (name, latency) in [
            ("latency_seconds", &outcome.latency),
            ("ok_latency_seconds", &outcome.latency_ok),
            ("lateness_seconds", outcome.lateness.as_ref().unwrap()),
        ] {
            let count = value(&samples, &format!("{name}_count"), None);
            assert_eq!(count, Some(latency.count() as f64), "{name}");
            let sum = value(&samples, &format!("{name}_sum"), None).unwrap();
            assert!((sum - latency.sum() as f64 / 1e9).abs() < 1e-9, "{name}");
            let name = format!("wiretax_rpc_{name}");
            let found = samples.iter().find(|sample| sample.metric == name).unwrap();
            let Value::Histogram(buckets) = &found.value else {
                panic!("{name} is not a histogram");
            };
            assert_eq!(buckets.len(), 42);
            assert!(buckets.is_sorted_by(|a, b| a.less_than < b.less_than && a.count <= b.count));
            let last = &buckets[41];
            assert_eq!(
                (last.less_than, last.count),
                (f64::INFINITY, latency.count() as f64)
            );
        }
    }

    #[test]
    fn what_would_end_a_label_is_escaped() {
        let text = prometheus(&testing::open_with_errors()).unwrap();
        let line = text
            .lines()
            .find(|line| line.contains("code = Internal"))
            .unwrap();
        assert!(
            line.contains(r#"a \"quote\", a \\, <b> & a\nline "#),
            "{line}"
        );
        assert!(line.ends_with("\"} 1"), "{line}");
    }

    #[test]
    fn a_closed_loop_has_no_lateness() {
        let text = prometheus(&testing::empty()).unwrap();
        assert!(
            !text.contains("lateness") && !text.contains("uncorrected"),
            "{text}"
        );
        assert!(
            text.contains("wiretax_rpc_latency_seconds_bucket{le=\"+Inf\"} 0\n"),
            "{text}"
        );
        assert!(!text.contains("process_"), "{text}");
        for line in text.lines().filter(|line| line.starts_with("# TYPE")) {
            let name = line.split(' ').nth(2).unwrap();
            assert!(text.contains(&format!("# HELP {name} ")), "{name}");
        }
    }
}
