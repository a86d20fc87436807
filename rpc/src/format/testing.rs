//! Outcomes that were made up, for the tests of the formats.

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;

use crate::outcome::{Asked, End, Latency, Outcome, Process};
use crate::process::Use;

/// A message that must be escaped everywhere.
pub(super) const ODD: &str =
    "rpc error: code = Internal desc = a \"quote\", a \\, <b> & a\nline \u{1b}[31m";

pub(super) fn latency(nanos: &[u64]) -> Latency {
    let mut latency = Latency::default();
    for &nanos in nanos {
        latency.record(Duration::from_nanos(nanos));
    }
    latency
}

/// Times of every magnitude, and the odd ones.
pub(super) fn nanos() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..3u64,
        0..100_000u64,
        1_000_000..1_000_100u64,
        (0..40u32, 1..1_000_000u64).prop_map(|(shift, n)| n << shift),
    ]
}

fn codes(codes: &[(&str, u64)]) -> BTreeMap<String, u64> {
    codes.iter().map(|&(code, n)| (code.into(), n)).collect()
}

/// A closed loop of 200 requests without a fault.
pub(super) fn closed() -> Outcome {
    let nanos: Vec<_> = (0..200).map(|n| 26_093_000 + n * n * 1_070).collect();
    let latency = latency(&nanos);
    Outcome {
        asked: Asked {
            name: None,
            address: "127.0.0.1:50051".into(),
            call: "wiretax.rpc.Echo.Echo".into(),
            engine: "raw",
            codec: None,
            wrap: "raw".into(),
            request_bytes: 16,
            connections: 1,
            in_flight: 50,
            requests: Some(200),
            duration: None,
            rate: None,
            warmup: Duration::ZERO,
            timeout: Duration::from_secs(20),
        },
        began: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        elapsed: Duration::from_micros(181_570),
        end: End::Count,
        codes: codes(&[("OK", 200)]),
        errors: BTreeMap::new(),
        latency_ok: latency.clone(),
        latency,
        uncorrected: None,
        lateness: None,
        dropped: 0,
        unanswered: 0,
        bytes_sent: 3_200,
        bytes_received: 3_200,
        processes: vec![
            Process {
                role: "client",
                pid: Some(4_711),
                used: Use {
                    elapsed: Duration::from_millis(200),
                    cpu: Some(Duration::from_millis(100)),
                    kernel: Some(Duration::from_millis(40)),
                    syscalls: Some(600),
                    switches: Some(150),
                    rss: Some(12 << 20),
                    peak_rss: Some(13 << 20),
                },
            },
            Process {
                role: "server",
                pid: None,
                used: Use::default(),
            },
        ],
    }
}

/// An open loop that was interrupted, with errors, a stall of the server and sends that were dropped.
pub(super) fn open_with_errors() -> Outcome {
    let mut real: Vec<u64> = (0..75).map(|n| 1_200_000 + n * 13_370).collect();
    real.extend([300_000_000, 300_000_000, 42_000, 43_000, 44_000]);
    let late: Vec<u64> = (0..80).map(|n| 1_000 + n * n * n * 20).collect();
    let intended: Vec<_> = real.iter().zip(&late).map(|(a, b)| a + b).collect();
    let mut outcome = closed();
    outcome.asked.name = Some("a stall".into());
    outcome.asked.engine = "typed";
    outcome.asked.codec = Some("prost".into());
    outcome.asked.rate = Some(400.0);
    outcome.asked.requests = None;
    outcome.asked.duration = Some(Duration::from_secs(10));
    outcome.asked.warmup = Duration::from_secs(1);
    outcome.end = End::Interrupted;
    outcome.elapsed = Duration::from_millis(1_234);
    outcome.codes = codes(&[("OK", 77), ("Unavailable", 2), ("Internal", 1)]);
    outcome.errors = codes(&[
        ("rpc error: code = Unavailable desc = connection refused", 2),
        (ODD, 1),
    ]);
    outcome.latency_ok = latency(&intended[..77]);
    outcome.latency = latency(&intended);
    outcome.uncorrected = Some(latency(&real));
    outcome.lateness = Some(latency(&late));
    outcome.dropped = 7;
    outcome.unanswered = 3;
    outcome.processes[0].used.syscalls = Some(240);
    outcome
}

/// An open loop with these times.
pub(super) fn open_of(nanos: &[u64]) -> Outcome {
    let mut outcome = open_with_errors();
    outcome.latency = latency(nanos);
    outcome.latency_ok = latency(&nanos[nanos.len() / 2..]);
    outcome.uncorrected = Some(latency(nanos));
    outcome.lateness = Some(latency(nanos));
    let failed = nanos.len() as u64 / 2;
    outcome.codes = codes(&[("OK", nanos.len() as u64 - failed), ("Internal", failed)]);
    outcome.codes.retain(|_, count| *count > 0);
    outcome
}

/// Nothing was answered, nothing of the processes is known.
pub(super) fn empty() -> Outcome {
    let mut outcome = closed();
    outcome.elapsed = Duration::ZERO;
    outcome.codes.clear();
    outcome.latency = Latency::default();
    outcome.latency_ok = Latency::default();
    outcome.processes = vec![Process {
        role: "client",
        pid: None,
        used: Use::default(),
    }];
    outcome
}

/// One answer.
pub(super) fn one() -> Outcome {
    let mut outcome = closed();
    outcome.codes = codes(&[("OK", 1)]);
    outcome.latency = latency(&[1_234_567]);
    outcome.latency_ok = outcome.latency.clone();
    outcome
}

/// Answers that all took the same time.
pub(super) fn same() -> Outcome {
    let mut outcome = closed();
    outcome.latency = latency(&[5_000_000; 200]);
    outcome.latency_ok = outcome.latency.clone();
    outcome
}
