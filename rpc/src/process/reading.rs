//! Readings of `/proc`, and what lies between two of them.

use std::time::{Duration, Instant};

use super::Use;

/// The counters of one process at one time.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    at: Instant,
    cpu: Option<Duration>,
    kernel: Option<Duration>,
    switches: Option<u64>,
    rss: Option<u64>,
    peak_rss: Option<u64>,
}

impl Reading {
    /// Now. What cannot be read is `None`: the process may be another user's, or gone.
    #[cfg(target_os = "linux")]
    pub fn of(pid: u32) -> Self {
        let at = Instant::now();
        let process = i32::try_from(pid)
            .ok()
            .and_then(|pid| procfs::process::Process::new(pid).ok());
        let process = process.as_ref();
        let stat = process.and_then(|process| process.stat().ok());
        let status = process.and_then(|process| process.status().ok());
        let ticks = procfs::ticks_per_second();
        let time = |count: u64| Duration::from_secs_f64(count as f64 / ticks as f64);
        // Of each thread, and threads have as many switches as they have.
        let switches = process.and_then(|process| {
            let mut sum = 0;
            for task in process.tasks().ok()? {
                let status = task.ok()?.status().ok()?;
                sum += status.voluntary_ctxt_switches? + status.nonvoluntary_ctxt_switches?;
            }
            Some(sum)
        });
        Reading {
            at,
            cpu: precise(pid, process).or(stat.as_ref().map(|stat| time(stat.utime + stat.stime))),
            kernel: stat.as_ref().map(|stat| time(stat.stime)),
            switches,
            rss: status
                .as_ref()
                .and_then(|status| Some(status.vmrss? * 1024)),
            peak_rss: status
                .as_ref()
                .and_then(|status| Some(status.vmhwm? * 1024)),
        }
    }

    /// Elsewhere there is no `/proc`.
    #[cfg(not(target_os = "linux"))]
    pub fn of(_pid: u32) -> Self {
        Reading {
            at: Instant::now(),
            cpu: None,
            kernel: None,
            switches: None,
            rss: None,
            peak_rss: None,
        }
    }

    /// What was used from an earlier reading to this one; `syscalls` are counted by somebody else.
    pub fn since(&self, before: &Reading, syscalls: Option<u64>) -> Use {
        // A number that became smaller is another process's, or of threads that ended: it is not known.
        let time = |now: Option<Duration>, then: Option<Duration>| now?.checked_sub(then?);
        Use {
            elapsed: self.at - before.at,
            cpu: time(self.cpu, before.cpu),
            kernel: time(self.kernel, before.kernel).filter(|_| self.is_enough_since(before)),
            syscalls,
            switches: self
                .switches
                .zip(before.switches)
                .and_then(|(now, then)| now.checked_sub(then)),
            rss: self.rss,
            peak_rss: self.peak_rss,
        }
    }
}

/// The part of the kernel is kept in grains of 10 ms: of less than so much time it says nothing.
#[cfg(target_os = "linux")]
const ENOUGH: Duration = Duration::from_millis(300);
#[cfg(not(target_os = "linux"))]
const ENOUGH: Duration = Duration::ZERO;

impl Reading {
    fn is_enough_since(&self, before: &Reading) -> bool {
        let cpu = self
            .cpu
            .zip(before.cpu)
            .and_then(|(now, then)| now.checked_sub(then));
        cpu.is_some_and(|cpu| cpu >= ENOUGH)
    }
}

/// CPU time to the nanosecond; `stat` has a grain of 10 ms. Of this process from its own clock, which knows threads that ended; of another one from
/// the scheduler's count of each thread (`/proc/PID/task/TID/schedstat`, first number). `None` where the kernel keeps no such count.
#[cfg(target_os = "linux")]
fn precise(pid: u32, process: Option<&procfs::process::Process>) -> Option<Duration> {
    if pid == std::process::id() {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        return Some(Duration::new(
            u64::try_from(time.tv_sec).ok()?,
            u32::try_from(time.tv_nsec).ok()?,
        ));
    }
    let mut sum = 0;
    for task in process?.tasks().ok()? {
        sum += task.ok()?.schedstat().ok()?.sum_exec_runtime;
    }
    (sum > 0).then(|| Duration::from_nanos(sum))
}

/// CPU time of all children of this process that have ended, to the 10 ms that the kernel keeps.
#[cfg(target_os = "linux")]
pub fn children() -> Option<Duration> {
    let stat = procfs::process::Process::myself().ok()?.stat().ok()?;
    let ticks = u64::try_from(stat.cutime + stat.cstime).ok()?;
    Some(Duration::from_secs_f64(
        ticks as f64 / procfs::ticks_per_second() as f64,
    ))
}

/// Elsewhere there is no `/proc`.
#[cfg(not(target_os = "linux"))]
pub fn children() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_is_seen_and_a_process_that_is_not_there_is_not() {
        let me = std::process::id();
        let before = Reading::of(me);
        let mut sum = 0_u64;
        while before.at.elapsed() < Duration::from_millis(60) {
            sum = std::hint::black_box(sum + 1);
        }
        let used = Reading::of(me).since(&before, None);
        assert!(
            used.cpu.is_some_and(|cpu| cpu > Duration::from_millis(1)),
            "{used:?}"
        );
        assert!(used.rss.is_some_and(|rss| rss > 100_000), "{used:?}");
        assert_eq!(used.syscalls, None);
        let none = Reading::of(u32::MAX - 7);
        let used = none.since(&none, None);
        assert_eq!(
            (used.cpu, used.kernel, used.rss, used.switches),
            (None, None, None, None)
        );
    }
}
