//! A made-up run as large as that of the built-in suite: 16 cases, 380 cells, and every outcome. Shared by tests and by
//! the example that shows it.
// Not everyone who includes this uses all of it.
#![allow(dead_code, unused_imports)]

mod gate;
mod odd;

use wiretax_report::run::{FORMAT, Totals};
use wiretax_report::{
    Allocated, Case, CellId, Compressed, Measured, Outcome, Proof, Race, RaceArm, Round, Run,
    Sample, Sweep,
};

pub use gate::{gate, hostile_gate};
pub use odd::{HOSTILE, hostile, only, part, probes, troubled};

/// Codecs with what a message costs each, a byte of bytes fields, and a byte of other data, in nanoseconds.
const CODECS: [(&str, f64, f64, f64); 4] = [
    ("prost", 60.0, 0.10, 1.4),
    ("prost-bytes", 75.0, 0.09, 1.5),
    ("protobuf", 110.0, 0.12, 1.9),
    ("quick-protobuf", 35.0, 0.03, 0.9),
];

/// Name, wire bytes, bytes in bytes fields, size within the sweep, tags.
type Shape = (&'static str, u64, u64, Option<u64>, &'static [&'static str]);

const CASES: [Shape; 16] = [
    ("append", 3_064, 2_964, None, &["bytes"]),
    ("append-16", 154, 48, Some(16), &["bytes", "sweep"]),
    ("append-256", 395, 288, Some(256), &["bytes", "sweep"]),
    ("append-4Ki", 4_235, 4_128, Some(4_096), &["bytes", "sweep"]),
    (
        "append-16Ki",
        16_524,
        16_416,
        Some(16_384),
        &["bytes", "sweep"],
    ),
    (
        "append-64Ki",
        65_676,
        65_568,
        Some(65_536),
        &["bytes", "sweep"],
    ),
    (
        "append-1Mi",
        1_048_716,
        1_048_608,
        Some(1_048_576),
        &["bytes", "sweep"],
    ),
    ("scalars", 19, 0, None, &["small"]),
    ("strings", 174, 0, None, &["small", "text"]),
    ("packed-doubles", 8_195, 0, None, &["packed"]),
    ("packed-varints", 8_056, 0, None, &["packed"]),
    ("tree", 819, 0, None, &["nested"]),
    ("submessages", 2_848, 0, None, &["nested"]),
    ("wide", 45, 8, None, &["small"]),
    ("map", 20_460, 0, None, &[]),
    ("logs", 898_931, 160_000, None, &["nested", "text"]),
];

fn case(&(name, wire_bytes, field_bytes, sweep, tags): &Shape) -> Case {
    let packed = |share: f64| (wire_bytes as f64 * share) as u64 + 20;
    Case {
        name: name.into(),
        stresses: format!("what {name} is made of"),
        message: "made.up.Message".into(),
        tags: tags.iter().map(|tag| (*tag).into()).collect(),
        messages: 1,
        wire_bytes,
        base64_bytes: wire_bytes.div_ceil(3) * 4,
        field_bytes,
        works: Vec::new(),
        compressed: (name != "map").then(|| Compressed {
            wire_gzip: packed(0.61),
            wire_zstd: packed(0.58),
            base64_gzip: packed(0.79),
            base64_zstd: packed(0.84),
        }),
        sweep: sweep.map(|bytes| Sweep {
            family: "append".into(),
            bytes,
        }),
    }
}

fn outcome(case: &str, codec: &str) -> Outcome {
    match (case, codec) {
        ("packed-doubles", "quick-protobuf") => Outcome::Unsound {
            why: "builds a slice of 8-byte elements at whatever address the data has".into(),
            notes: vec!["drops unknown fields".into()],
        },
        (_, "protobuf") => Outcome::Proven { notes: vec![] },
        _ => Outcome::Proven {
            notes: vec!["drops unknown fields".into()],
        },
    }
}

/// The wraps of a case under an op.
fn wraps(case: &Case, op: &str) -> Vec<&'static str> {
    match op {
        "read" => vec!["raw"],
        _ if case.name == "append" => vec![
            "raw",
            "base64",
            "base64-field",
            "base64@base64-simd-engine",
            "base64@base64-simd",
            "base64@base64-turbo",
        ],
        _ if case.sweep.is_some() => vec!["raw", "base64", "base64-field"],
        _ => vec!["raw", "base64"],
    }
}

/// Nanoseconds of one op.
fn model(case: &Case, id: &CellId) -> f64 {
    let (_, fixed, byte, other) = CODECS
        .into_iter()
        .find(|of| of.0 == id.codec)
        .unwrap_or(CODECS[0]);
    let rest = case
        .wire_bytes
        .saturating_sub(case.field_bytes)
        .saturating_sub(100) as f64;
    // Large fields cost more a byte, as they do where the cache ends, so that no line fits all too well.
    let bytes = case.field_bytes as f64 * (1.0 + (case.field_bytes as f64).max(1.0).log2() / 40.0);
    let raw = match id.op.as_str() {
        "encode" => fixed + byte * bytes + other * rest,
        "decode" => 3.0 * fixed + byte * bytes + 2.5 * other * rest,
        _ => 4.0 * fixed + byte * bytes + 3.0 * other * rest,
    };
    let (wrap, engine) = id.wrap_and_engine();
    let each = match engine {
        Some("base64-turbo") => 0.09,
        Some(_) => 0.14,
        None => 0.82,
    };
    raw + match wrap {
        "raw" => 0.0,
        "base64" => 22.0 + each * case.wire_bytes as f64,
        _ => 60.0 + each * case.field_bytes as f64,
    }
}

/// Thirty samples about a time, some cells noisier than others; the same ones every time.
fn sample(id: &CellId, nanos: f64) -> Sample {
    let seed = id
        .to_string()
        .bytes()
        .fold(17_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
    let mut state = seed | 1;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let spread = if uniform() > 0.9 { 0.3 } else { 0.02 };
    let iterations = (1e7 / nanos).ceil();
    Sample {
        iters: vec![iterations; 30],
        nanos: (0..30)
            .map(|_| iterations * nanos * (1.0 + spread * (uniform() - 0.4)))
            .collect(),
    }
}

/// The run.
pub fn run() -> Run {
    let cases: Vec<Case> = CASES.iter().map(case).collect();
    let (mut planned, mut proofs) = (Vec::new(), Vec::new());
    for case in &cases {
        for (codec, ..) in CODECS {
            proofs.push(Proof {
                case: case.name.clone(),
                codec: codec.into(),
                outcome: outcome(&case.name, codec),
            });
        }
        let sized = [
            "append-16",
            "append-256",
            "append-16Ki",
            "append-64Ki",
            "append-1Mi",
        ];
        let read = !sized.contains(&case.name.as_str());
        let ops = ["encode", "decode", "read"]
            .into_iter()
            .filter(|op| *op != "read" || read);
        for op in ops {
            for (codec, ..) in CODECS {
                let of = wraps(case, op).into_iter();
                planned.extend(of.map(|wrap| CellId::new(&case.name, op, codec, wrap)));
            }
        }
    }
    let cells: Vec<Measured> = planned.iter().map(|id| measured(&cases, id)).collect();
    Run {
        format: FORMAT,
        suite: "built-in".into(),
        started: 1_790_000_000,
        filter: None,
        environment: [
            ("cpu", "Example 9000 (Zen 3)"),
            ("cores", "2"),
            ("system", "linux x86_64, 6.18"),
            ("clock", "thread CPU time (CLOCK_THREAD_CPUTIME_ID)"),
            ("rustc", "rustc 1.95.0"),
            ("GLIBC_TUNABLES", "not set"),
        ]
        .into_iter()
        .collect(),
        totals: Some(Totals::of(&cells)),
        sampling: wiretax_report::Sampling::default(),
        race: Some(race()),
        complete: true,
        warnings: Vec::new(),
        cases,
        planned,
        proofs,
        cells,
    }
}

fn measured(cases: &[Case], id: &CellId) -> Measured {
    let nanos = cases
        .iter()
        .find(|case| case.name == id.case)
        .map_or(100.0, |case| model(case, id));
    let mut cell = Measured::of(id.clone(), &sample(id, nanos), None);
    let counted = id.codec != "protobuf";
    cell.allocated = counted.then(|| Allocated {
        count: if id.op == "encode" { 0.0 } else { 10.0 },
        bytes: if id.op == "encode" {
            0.0
        } else {
            (nanos * 3.5).round()
        },
    });
    cell.instructions = (id.codec == "prost").then_some((nanos * 3.1).round());
    cell
}

fn race() -> Race {
    let arm = |name: &str, codec: &str, wrap: &str, millis: u64| RaceArm {
        name: name.into(),
        codec: codec.into(),
        wrap: wrap.into(),
        rounds: (0..20)
            .map(|at| Round {
                count: 5_000,
                nanos: millis * 50_000 + at * 900,
            })
            .collect(),
    };
    Race {
        case: "append".into(),
        op: "encode".into(),
        messages: 1,
        wire_bytes: 3_064,
        arms: vec![
            arm("prost, no base64", "prost", "raw", 20),
            arm("prost, base64", "prost", "base64-field", 339),
            arm("protobuf, no base64", "protobuf", "raw", 23),
            arm("protobuf, base64", "protobuf", "base64-field", 352),
        ],
    }
}
