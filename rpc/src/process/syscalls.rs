//! System calls of a process, counted by the kernel's tracepoint through `perf stat`.
//!
//! `/proc/PID/io` counts reads and writes of files and not what sockets send and receive, which is most of what a server does.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const EVENT: &str = "raw_syscalls:sys_enter";
/// `perf` says nothing when it begins; a count before it is attached would be too small.
const ATTACH: Duration = Duration::from_millis(150);
/// Ends with whoever started it, even where that is killed: its input closes, and `perf` prints what it has as after Ctrl-C.
const SCRIPT: &str =
    r#"perf stat -x ';' -e "$0" -p "$1" & p=$!; read -r _; kill -INT $p 2>/dev/null; wait $p"#;
/// It must end by then.
const PATIENCE: Duration = Duration::from_secs(2);

/// Counts while it lives.
#[derive(Debug)]
pub struct Syscalls(Option<Child>);

impl Syscalls {
    /// Begins; where there is no `perf`, or it may not, there is no count.
    pub fn of(pids: &[u32]) -> Vec<Syscalls> {
        let counters: Vec<Syscalls> = pids.iter().map(|&pid| Syscalls(started(pid))).collect();
        if counters.iter().any(|counter| counter.0.is_some()) {
            std::thread::sleep(ATTACH);
        }
        counters
    }

    /// Ends; how many there were.
    pub fn end(mut self) -> Option<u64> {
        let mut child = self.0.take()?;
        drop(child.stdin.take());
        let end = Instant::now() + PATIENCE;
        while child.try_wait().ok()?.is_none() {
            if Instant::now() > end {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut said = String::new();
        child.stderr.take()?.read_to_string(&mut said).ok()?;
        counted(&said)
    }
}

impl Drop for Syscalls {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            drop(child.stdin.take());
            let _ = child.wait();
        }
    }
}

fn started(pid: u32) -> Option<Child> {
    Command::new("sh")
        .args(["-c", SCRIPT, EVENT, &pid.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()
}

/// `COUNT;;raw_syscalls:sys_enter;...`; another word in place of the count, such as `<not supported>`, is no count.
fn counted(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains(EVENT))?;
    line.split(';').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_a_number_and_nothing_else_is() {
        assert_eq!(
            counted("1234;;raw_syscalls:sys_enter;100;100.00;;\n"),
            Some(1_234)
        );
        assert_eq!(
            counted("<not supported>;;raw_syscalls:sys_enter;0;100.00;;\n"),
            None
        );
        assert_eq!(counted("Error: no permission\n"), None);
        assert_eq!(counted(""), None);
    }
}
