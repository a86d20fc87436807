//! A made-up run for the tests of this crate: every feature of a finding once, with round numbers.

use std::collections::BTreeMap;

use crate::run::{self, FORMAT, RAW};
use crate::*;

/// Codecs with what a message and a byte cost each, in nanoseconds.
const CODECS: [(&str, f64, f64); 3] = [
    ("prost", 60.0, 0.10),
    ("protobuf", 100.0, 0.12),
    ("quick-protobuf", 40.0, 0.02),
];

fn case(name: &str, wire_bytes: u64, sweep: Option<u64>) -> Case {
    Case {
        name: name.into(),
        stresses: format!("what {name} stresses"),
        message: "test.Message".into(),
        tags: Vec::new(),
        messages: 1,
        wire_bytes,
        base64_bytes: wire_bytes.div_ceil(3) * 4,
        field_bytes: wire_bytes.saturating_sub(20),
        works: Vec::new(),
        compressed: None,
        sweep: sweep.map(|bytes| Sweep {
            family: "append".into(),
            bytes,
        }),
    }
}

/// The run's record.
pub fn run() -> Run {
    let cases = vec![
        case("append-16", 80, Some(16)),
        case("append-4Ki", 4_160, Some(4_096)),
        case("append-64Ki", 65_600, Some(65_536)),
        case("tree", 800, None),
        case("packed", 8_192, None),
    ];
    let mut planned = Vec::new();
    let mut proofs = Vec::new();
    for case in &cases {
        for (codec, ..) in CODECS {
            let outcome = match (case.name.as_str(), codec) {
                ("packed", "quick-protobuf") => Outcome::Unsound {
                    why: "builds an unaligned slice".into(),
                    notes: vec!["drops unknown fields".into()],
                },
                ("tree", "protobuf") => Outcome::Refused {
                    stage: "codegen".into(),
                    reason: "does not know | this".into(),
                },
                (_, "protobuf") => Outcome::Proven { notes: vec![] },
                _ => Outcome::Proven {
                    notes: vec!["drops unknown fields".into()],
                },
            };
            let timed = !matches!(outcome, Outcome::Refused { .. });
            proofs.push(Proof {
                case: case.name.clone(),
                codec: codec.into(),
                outcome,
            });
            for op in ["encode", "decode"].iter().filter(|_| timed) {
                let mut wraps = vec![RAW, "base64"];
                if case.sweep.is_some() {
                    wraps.push("base64-field");
                    wraps.push("base64@base64-simd");
                }
                let cells = wraps
                    .iter()
                    .map(|wrap| CellId::new(&case.name, *op, codec, *wrap));
                planned.extend(cells);
            }
        }
    }
    Run {
        format: FORMAT,
        suite: "built-in".into(),
        started: 1_700_000_000,
        filter: None,
        environment: [("cpu", "an example"), ("clock", "thread CPU time")]
            .into_iter()
            .collect(),
        cases,
        planned,
        proofs,
        race: Some(race()),
        complete: true,
        cells: Vec::new(),
        warnings: Vec::new(),
        totals: None,
        sampling: crate::Sampling::default(),
    }
}

/// The record of a run over one of the cases, with the race where that is its case.
pub fn one(name: &str) -> Run {
    let mut run = run();
    run.cases.retain(|case| case.name == name);
    run.planned.retain(|id| id.case == name);
    run.proofs.retain(|proof| proof.case == name);
    run.race = run.race.filter(|race| race.case == name);
    run
}

/// The seed's own figures, spread over ten rounds.
fn race() -> Race {
    let arm = |name: &str, codec: &str, wrap: &str, millis: u64| RaceArm {
        name: name.into(),
        codec: codec.into(),
        wrap: wrap.into(),
        rounds: (0..10)
            .map(|i| Round {
                count: 10_000,
                nanos: millis * 100_000 + i * 1_000,
            })
            .collect(),
    };
    Race {
        case: "append-4Ki".into(),
        op: "encode".into(),
        messages: 1,
        wire_bytes: 4_160,
        arms: vec![
            arm("prost, no base64", "prost", RAW, 1_099),
            arm("protobuf, base64", "protobuf", "base64-field", 5_413),
            arm("prost, base64", "prost", "base64-field", 1_879),
            arm("protobuf, no base64", "protobuf", RAW, 1_362),
        ],
    }
}

/// Fifty samples a cell, within half a per cent of a model: a codec's cost, plus half a nanosecond
/// a byte for base64, a tenth for the SIMD engine.
pub fn samples() -> Samples {
    let run = run();
    let mut cells = BTreeMap::new();
    for id in &run.planned {
        let bytes = run
            .cases
            .iter()
            .find(|case| case.name == id.case)
            .map_or(0.0, |case| case.wire_bytes as f64);
        let (_, fixed, per_byte) = *CODECS.iter().find(|(name, ..)| *name == id.codec).unwrap();
        let fixed = if id.case == "tree" {
            fixed * 100.0
        } else {
            fixed
        };
        // Decoding allocates: a message costs three times as much, its bytes and base64 the same.
        let fixed = if id.op == "decode" {
            fixed * 3.0
        } else {
            fixed
        };
        let tax = match id.wrap.as_str() {
            RAW => 0.0,
            "base64@base64-simd" => 10.0 + 0.1 * bytes,
            _ => 25.0 + 0.5 * bytes,
        };
        cells.insert(id.clone(), sample(fixed + per_byte * bytes + tax));
    }
    cells.into()
}

/// Fifty samples within half a per cent of a time.
pub fn sample(nanos: f64) -> Sample {
    let iters: Vec<f64> = (1..=50).map(f64::from).collect();
    let noise = (0..50).map(|i| 1.0 + f64::from(i * 7 % 50 - 25) / 5_000.0);
    Sample {
        nanos: iters
            .iter()
            .zip(noise)
            .map(|(n, e)| n * nanos * e)
            .collect(),
        iters,
    }
}

/// The run's record with its samples and counts: a message has a thousand instructions and one for each byte, base64 five
/// more for each; decoding allocates three times, as many bytes as the message has.
pub fn counted() -> Run {
    let mut run = measured();
    for cell in &mut run.cells {
        let case = run.cases.iter().find(|case| case.name == cell.id.case);
        let bytes = case.map_or(0.0, |case| case.wire_bytes as f64);
        let each = if cell.id.wrap == RAW { 1.0 } else { 6.0 };
        cell.instructions = Some(1_000.0 + each * bytes);
        cell.allocated = Some(match cell.id.op.as_str() {
            "decode" => Allocated { count: 3.0, bytes },
            _ => Allocated::default(),
        });
    }
    run
}

/// The run's record with its samples.
pub fn measured() -> Run {
    let mut run = run();
    let samples = samples();
    let cell = |id: &CellId| Some(Measured::of(id.clone(), samples.cells.get(id)?, None));
    run.cells = run.planned.iter().filter_map(cell).collect();
    run.totals = Some(run::Totals::of(&run.cells));
    run
}

/// A run over tasks with the nanoseconds of each cell; what has none was planned and not measured. The first op of a task goes through 64
/// bytes, the next one through 128.
pub fn of_tasks(cells: &[(&str, Option<f64>)]) -> Run {
    let ids: Vec<CellId> = cells.iter().map(|(id, _)| id.parse().unwrap()).collect();
    let mut cases: Vec<Case> = Vec::new();
    let mut proofs: Vec<Proof> = Vec::new();
    for id in &ids {
        let at = cases.iter().position(|case| case.name == id.case);
        let at = at.unwrap_or_else(|| {
            let mut case = run().cases[0].clone();
            case.name = id.case.clone();
            case.tags = match id.case.starts_with("bad-") {
                true => vec!["damaged".to_owned()],
                false => Vec::new(),
            };
            cases.push(case);
            cases.len() - 1
        });
        if cases[at].work(&id.op).is_none() {
            let bytes = 64 * (cases[at].works.len() as u64 + 1);
            cases[at].works.push(Work {
                op: id.op.clone(),
                what: format!("{} of {}", id.op, id.case),
                bytes,
                free: vec![("nobody".to_owned(), "it is a move".to_owned())],
            });
        }
        proofs.push(Proof {
            case: id.case.clone(),
            codec: id.codec.clone(),
            outcome: Outcome::Proven { notes: Vec::new() },
        });
    }
    let measured = ids.iter().zip(cells).filter_map(|(id, (_, nanos))| {
        let nanos = (*nanos)?;
        // Half a per cent about it.
        let spread = (0..20).map(|i| 1.0 + 0.005 * (f64::from(i) / 19.0 - 0.5));
        Some(Measured {
            id: id.clone(),
            iterations: vec![1_000; 20],
            nanos: spread.map(|of| (nanos * of * 1e3) as u64).collect(),
            anchors: Vec::new(),
            estimate: None,
            allocated: None,
            instructions: None,
        })
    });
    Run {
        cells: measured.collect(),
        cases,
        proofs,
        race: None,
        planned: ids.clone(),
        ..run()
    }
}
