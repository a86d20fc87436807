//! Counts the instructions of a child process under valgrind's callgrind.

use std::process::Command;

use crate::loops::child_arguments;

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// Valgrind is not there.
    #[error("cannot run valgrind: {0}; install the package `valgrind`")]
    NotInstalled(std::io::Error),
    /// It ran and did not count.
    #[error("valgrind gave no count: {0}")]
    NoCount(String),
}

/// Instructions that this executable takes, started again with these words.
pub fn instructions(words: &[&str]) -> Result<u64, Unavailable> {
    let executable = std::env::current_exe().map_err(Unavailable::NotInstalled)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(executable)
        .args(child_arguments(words))
        .env_clear()
        .env("PATH", path)
        // `rep movsb` is one instruction that valgrind counts once per byte; glibc has other ways to copy.
        .env("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-ERMS")
        .output()
        .map_err(Unavailable::NotInstalled)?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.filter(|_| output.status.success()).ok_or_else(|| {
        Unavailable::NoCount(
            text.lines()
                .last()
                .unwrap_or("it printed nothing")
                .to_owned(),
        )
    })
}
