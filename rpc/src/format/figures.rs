//! What processes used, for each second and for each request. A request is one that was answered.

use std::time::Duration;

use super::number::{self, known, plain};
use crate::outcome::{Outcome, Process};

/// What follows from what one process used. `None` is what is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Figures {
    /// CPU time in percent of one core.
    pub cpu_percent: Option<f64>,
    /// CPU time for each request, in microseconds.
    pub cpu_micros: Option<f64>,
    /// The part of the CPU time that was spent in the kernel, 0 to 1.
    pub kernel_share: Option<f64>,
    /// System calls a second.
    pub syscalls_per_second: Option<f64>,
    /// System calls for each request.
    pub syscalls_per_request: Option<f64>,
    /// Context switches a second.
    pub switches_per_second: Option<f64>,
}

impl Figures {
    /// Those of a process that took part in the run.
    pub fn new(outcome: &Outcome, process: &Process) -> Self {
        let used = &process.used;
        let requests = outcome.answers();
        let over = |part: f64, whole: f64| (whole > 0.0).then_some(part / whole);
        let nanos = |time: Duration| time.as_nanos() as f64;
        let (cpu, kernel) = (used.cpu.map(nanos), used.kernel.map(nanos));
        Figures {
            cpu_percent: used.cpu_share().map(|share| share * 100.0),
            cpu_micros: used.cpu_per_request(requests).map(|time| nanos(time) / 1e3),
            kernel_share: kernel.zip(cpu).and_then(|(kernel, cpu)| over(kernel, cpu)),
            syscalls_per_second: used.syscalls_per_second(),
            syscalls_per_request: used
                .syscalls
                .and_then(|calls| over(calls as f64, requests as f64)),
            switches_per_second: used
                .switches
                .and_then(|switches| over(switches as f64, used.elapsed.as_secs_f64())),
        }
    }
}

/// A figure of every process, as it is shown.
pub(super) struct Row {
    /// What it is.
    pub label: &'static str,
    /// For each process of the run.
    pub values: Vec<String>,
}

/// All figures, a row each.
pub(super) fn rows(outcome: &Outcome) -> Vec<Row> {
    let processes: Vec<_> = outcome
        .processes
        .iter()
        .map(|process| (process, Figures::new(outcome, process)))
        .collect();
    let row = |label, value: fn(&Process, &Figures) -> Option<String>| Row {
        label,
        values: processes
            .iter()
            .map(|(process, figures)| known(value(process, figures)))
            .collect(),
    };
    vec![
        row("pid", |process, _| process.pid.map(|pid| pid.to_string())),
        row("CPU %", |_, figures| figures.cpu_percent.map(plain)),
        row("CPU µs/request", |_, figures| {
            figures.cpu_micros.map(plain)
        }),
        row("kernel % of CPU", |_, figures| {
            figures.kernel_share.map(|share| plain(share * 100.0))
        }),
        row("syscalls/s", |_, figures| {
            figures.syscalls_per_second.map(plain)
        }),
        row("syscalls/request", |_, figures| {
            figures.syscalls_per_request.map(plain)
        }),
        row("context switches/s", |_, figures| {
            figures.switches_per_second.map(plain)
        }),
        row("RSS", |process, _| process.used.rss.map(number::memory)),
        row("peak RSS", |process, _| {
            process.used.peak_rss.map(number::memory)
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing;

    #[test]
    fn what_is_not_known_is_never_nothing() {
        let outcome = testing::open_with_errors();
        let rows = rows(&outcome);
        let values = |label| &rows.iter().find(|row| row.label == label).unwrap().values;
        assert_eq!(values("pid"), &["4711", "n/a"]);
        assert_eq!(values("CPU %"), &["50.00", "n/a"]);
        assert_eq!(values("CPU µs/request"), &["1250.00", "n/a"]);
        assert_eq!(values("kernel % of CPU"), &["40.00", "n/a"]);
        assert_eq!(values("syscalls/request"), &["3.00", "n/a"]);
        assert_eq!(values("RSS"), &["12.0 MiB", "n/a"]);
    }

    #[test]
    fn without_an_answer_nothing_is_divided() {
        let mut outcome = testing::open_with_errors();
        outcome.codes.clear();
        let figures = Figures::new(&outcome, &outcome.processes[0]);
        assert_eq!(
            (figures.cpu_micros, figures.syscalls_per_request),
            (None, None)
        );
        assert!(figures.cpu_percent.is_some());
        outcome.processes[0].used.elapsed = Duration::ZERO;
        outcome.processes[0].used.cpu = Some(Duration::ZERO);
        let figures = Figures::new(&outcome, &outcome.processes[0]);
        assert_eq!(figures, Figures::default());
    }
}
