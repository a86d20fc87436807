//! What a process used: CPU time, memory, system calls.

mod listener;
mod reading;
mod syscalls;

pub use listener::listener;
pub use reading::{Reading, children};
pub use syscalls::Syscalls;

use std::time::Duration;

/// What a process used between two readings. `None` is what could not be read, which is never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Use {
    /// Between the readings.
    pub elapsed: Duration,
    /// CPU time of all its threads.
    pub cpu: Option<Duration>,
    /// The part of it that was spent in the kernel.
    pub kernel: Option<Duration>,
    /// System calls.
    pub syscalls: Option<u64>,
    /// Voluntary and involuntary context switches of all its threads.
    pub switches: Option<u64>,
    /// Memory that is resident at the end, in bytes.
    pub rss: Option<u64>,
    /// The most that ever was, in bytes.
    pub peak_rss: Option<u64>,
}

impl Use {
    /// CPU time as a share of one core: 1.0 is one core all the time.
    pub fn cpu_share(&self) -> Option<f64> {
        let elapsed = self.elapsed.as_secs_f64();
        (elapsed > 0.0).then_some(self.cpu?.as_secs_f64() / elapsed)
    }

    /// CPU time for each of so many requests.
    pub fn cpu_per_request(&self, requests: u64) -> Option<Duration> {
        let requests = u32::try_from(requests)
            .ok()
            .filter(|&requests| requests > 0)?;
        Some(self.cpu? / requests)
    }

    /// System calls a second.
    pub fn syscalls_per_second(&self) -> Option<f64> {
        let elapsed = self.elapsed.as_secs_f64();
        (elapsed > 0.0).then_some(self.syscalls? as f64 / elapsed)
    }
}
