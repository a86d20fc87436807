//! Where a server's CPU time goes: `perf` samples the innermost function, and its name tells what it was doing.
//!
//! The pieces of work are functions of their own ([`crate::codec`]'s `part`), so that what is inlined of a codec or of base64 is
//! counted there. Copies and allocations are counted as such wherever they are asked for, also within a codec.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::NamedTempFile;

/// What a function does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Parsing and printing messages.
    Codec,
    /// Base64.
    Base64,
    /// Copying and clearing memory.
    Copy,
    /// Getting and giving back memory.
    Allocation,
    /// The kernel: mostly sockets.
    Kernel,
    /// HTTP/2, gRPC, the runtime, and what has no name.
    Other,
}

impl Kind {
    /// All of them, as tables have them.
    pub const ALL: [Kind; 6] = [
        Kind::Codec,
        Kind::Base64,
        Kind::Copy,
        Kind::Allocation,
        Kind::Kernel,
        Kind::Other,
    ];
}

/// Samples by kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shares(BTreeMap<Kind, u64>);

impl Shares {
    /// Samples in all.
    pub fn samples(&self) -> u64 {
        self.0.values().sum()
    }

    /// The share of a kind, of 1; `None` where there is no sample.
    pub fn of(&self, kind: Kind) -> Option<f64> {
        let all = self.samples();
        (all > 0).then(|| self.0.get(&kind).copied().unwrap_or(0) as f64 / all as f64)
    }
}

/// Samples a second, and no divisor of anything periodic.
const FREQUENCY: &str = "1999";
/// The CPU's own clock: machines without counters for cycles have it too.
const EVENT: &str = "cpu-clock";
/// It must end by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether there is a `perf` that may look.
pub fn available() -> bool {
    let Ok(file) = NamedTempFile::new() else {
        return false;
    };
    let mut command = Command::new("perf");
    command
        .args(["record", "-q", "-e", EVENT, "-F", FREQUENCY, "-o"])
        .arg(file.path())
        .args(["--", "true"]);
    let done = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    done.is_ok_and(|status| status.success())
}

/// A look at a process, while it lives.
#[derive(Debug)]
pub struct Look {
    perf: Child,
    file: NamedTempFile,
}

impl Look {
    /// Begins.
    pub fn at(pid: u32) -> Option<Self> {
        let file = NamedTempFile::new().ok()?;
        let perf = Command::new("perf")
            .args([
                "record",
                "-q",
                "-e",
                EVENT,
                "-F",
                FREQUENCY,
                "-p",
                &pid.to_string(),
                "-o",
            ])
            .arg(file.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        Some(Look { perf, file })
    }

    /// Ends, and says what was seen; `None` where nothing was.
    pub fn end(mut self) -> Option<Shares> {
        kill_process(Pid::from_child(&self.perf), Signal::INT).ok()?;
        let end = Instant::now() + PATIENCE;
        while self.perf.try_wait().ok()?.is_none() {
            if Instant::now() > end {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let said = Command::new("perf")
            .args(["script", "-F", "ip,sym,dso", "-i"])
            .arg(self.file.path())
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let shares = counted(&String::from_utf8_lossy(&said.stdout));
        (shares.samples() > 0).then_some(shares)
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        let _ = self.perf.kill();
        let _ = self.perf.wait();
    }
}

/// `ADDRESS SYMBOL (OBJECT)`, a line a sample.
fn counted(script: &str) -> Shares {
    let mut shares = Shares::default();
    for line in script.lines() {
        let Some((_, rest)) = line.trim().split_once(' ') else {
            continue;
        };
        let (symbol, object) = rest.rsplit_once('(').unwrap_or((rest, ""));
        *shares
            .0
            .entry(kind(symbol.trim(), object.trim_end_matches(')')))
            .or_default() += 1;
    }
    shares
}

/// By names that are part of a symbol. What stands first wins: a codec's own functions have the codec's crate in their names, and those of
/// base64 may have a codec's as a type argument.
const NAMES: [(Kind, &[&str]); 4] = [
    (Kind::Base64, &["base64"]),
    (Kind::Copy, &["memcpy", "memmove", "memset"]),
    (
        Kind::Allocation,
        &[
            "malloc",
            "calloc",
            "realloc",
            "cfree",
            "_int_free",
            "__rust_alloc",
            "__rust_dealloc",
            "__rdl_",
            "unlink_chunk",
            "sysmalloc",
            "systrim",
        ],
    ),
    (
        Kind::Codec,
        &[
            "codec_decode",
            "codec_encode",
            "codec_own",
            "prost::",
            "protobuf::",
            "quick_protobuf::",
            "generated::",
            "from_utf8",
            "utf8_validation",
        ],
    ),
];

fn kind(symbol: &str, object: &str) -> Kind {
    if object.starts_with("[kernel") || object.starts_with("[guest.kernel") {
        return Kind::Kernel;
    }
    let named = |names: &&[&str]| names.iter().any(|name| symbol.contains(name));
    let found = NAMES
        .iter()
        .find(|(_, names)| named(names))
        .map(|(kind, _)| *kind);
    match found {
        Some(kind) => kind,
        // `free` is a part of many words.
        None if symbol == "free" || symbol.ends_with("_free") => Kind::Allocation,
        None => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "\
    7f01 __memmove_avx_unaligned_erms (/usr/lib/libc.so.6)
    7f02 malloc (/usr/lib/libc.so.6)
    7f03 free (/usr/lib/libc.so.6)
ffff8000 tcp_sendmsg_locked ([kernel.kallsyms])
    5601 wiretax_rpc::codec::part::codec_decode (/x/wiretax-rpc)
    5602 <base64::engine::general_purpose::GeneralPurpose as base64::engine::Engine>::internal_decode (/x/wiretax-rpc)
    5603 h2::proto::streams::streams::Streams<B,P>::poll_complete (/x/wiretax-rpc)
    5604 prost::encoding::decode_varint (/x/wiretax-rpc)
    5605 [unknown] (/x/wiretax-rpc)
";

    #[test]
    fn each_sample_has_one_kind() {
        let shares = counted(SCRIPT);
        assert_eq!(shares.samples(), 9);
        for (kind, count) in [
            (Kind::Codec, 2),
            (Kind::Base64, 1),
            (Kind::Copy, 1),
            (Kind::Allocation, 2),
            (Kind::Kernel, 1),
            (Kind::Other, 2),
        ] {
            assert_eq!(shares.of(kind), Some(f64::from(count) / 9.0), "{kind:?}");
        }
        assert_eq!(counted("").of(Kind::Codec), None);
    }
}
