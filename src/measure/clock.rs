//! Thread CPU time: what this thread has used, whatever else the machine is doing.

/// What [`now`] reads, for reports.
pub const NAME: &str = if cfg!(unix) {
    "thread CPU time (CLOCK_THREAD_CPUTIME_ID)"
} else {
    "wall time (this platform has no thread CPU clock here)"
};

/// Nanoseconds of CPU time that this thread has used; only differences mean anything.
#[cfg(unix)]
#[inline]
pub fn now() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    (time.tv_sec as u64)
        .wrapping_mul(1_000_000_000)
        .wrapping_add(time.tv_nsec as u64)
}

/// Nanoseconds of wall time since the first call.
#[cfg(not(unix))]
pub fn now() -> u64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_nanos() as u64
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_clock_goes_forward_with_work() {
        let start = super::now();
        let mut sum = 0_u64;
        while super::now() == start {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(super::now() > start);
    }
}
