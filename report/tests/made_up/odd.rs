//! The made-up run with failures, and with hostile texts; probes.

use wiretax_report::probes::{Cell, Matrix, Probes, Row, Verdict, Weight};
use wiretax_report::run::Totals;
use wiretax_report::{CellId, Outcome, Run};

use super::{CODECS, run};

/// The same run, in which some codecs fail: every outcome there is.
pub fn troubled() -> Run {
    let mut run = run();
    let failures = [
        (
            "tree",
            "protobuf",
            Outcome::Refused {
                stage: "codegen".into(),
                reason: "does not know groups: `group Node = 1`".into(),
            },
        ),
        (
            "logs",
            "quick-protobuf",
            Outcome::Wrong {
                path: "resource_logs[0].scope_logs[2].log_records[17].attributes[3].value".into(),
                detail: "expected a string of 12 bytes, found none".into(),
            },
        ),
        (
            "map",
            "prost-bytes",
            Outcome::Aborted {
                how: "signal 11".into(),
            },
        ),
    ];
    for (case, codec, outcome) in failures {
        run.planned
            .retain(|id| id.case != case || id.codec != codec);
        run.cells
            .retain(|cell| cell.id.case != case || cell.id.codec != codec);
        let of = run
            .proofs
            .iter_mut()
            .find(|proof| proof.case == case && proof.codec == codec);
        if let Some(proof) = of {
            proof.outcome = outcome;
        }
    }
    run.totals = Some(Totals::of(&run.cells));
    run
}

/// The same run over those cases alone whose names a condition holds for.
pub fn part(kept: impl Fn(&str) -> bool) -> Run {
    let mut run = run();
    run.cases.retain(|case| kept(&case.name));
    run.planned.retain(|id| kept(&id.case));
    run.cells.retain(|cell| kept(&cell.id.case));
    run.proofs.retain(|proof| kept(&proof.case));
    run.totals = Some(Totals::of(&run.cells));
    run
}

/// A run over one case.
pub fn only(case: &str) -> Run {
    part(|name| name == case)
}

/// What a hostile record calls things.
pub const HOSTILE: &str =
    "</script><script>window.broken=1</script><img src=x onerror=\"broken=1\"> ' \" & ]]> --> `";

/// A run in which every text is hostile.
pub fn hostile() -> Run {
    let mut run = run();
    let name = |name: &str| format!("{name}{}", HOSTILE.replace('/', "\u{2215}"));
    for case in &mut run.cases {
        case.stresses = HOSTILE.into();
        case.message = HOSTILE.into();
        case.tags.push(HOSTILE.into());
        case.name = name(&case.name);
        if let Some(sweep) = &mut case.sweep {
            sweep.family = HOSTILE.into();
        }
    }
    let rename = |id: &mut CellId| {
        id.case = name(&id.case);
        id.codec = name(&id.codec);
        if let Some((wrap, engine)) = id.wrap.split_once('@') {
            id.wrap = format!("{wrap}@{}", name(engine));
        }
    };
    run.planned.iter_mut().for_each(rename);
    run.cells.iter_mut().for_each(|cell| rename(&mut cell.id));
    for proof in &mut run.proofs {
        proof.case = name(&proof.case);
        proof.codec = name(&proof.codec);
    }
    if let Some(proof) = run.proofs.first_mut() {
        proof.outcome = Outcome::Refused {
            stage: HOSTILE.into(),
            reason: HOSTILE.into(),
        };
    }
    if let Some(race) = &mut run.race {
        race.arms
            .iter_mut()
            .for_each(|arm| arm.name = HOSTILE.into());
    }
    run.suite = HOSTILE.into();
    run.filter = Some(HOSTILE.into());
    run.environment.set("cpu", HOSTILE);
    run.warnings.push(HOSTILE.into());
    run
}

/// Probes with every verdict, as many as there are of ours: 221 inputs for codecs and 54 for engines.
pub fn probes() -> Probes {
    let topics = [
        ("utf-8", 42),
        ("packed", 59),
        ("varints", 67),
        ("groups and depth", 53),
    ];
    let codecs: Vec<String> = CODECS.iter().map(|codec| codec.0.to_owned()).collect();
    let engines = [
        "base64",
        "base64-simd-engine",
        "base64-simd",
        "base64-turbo",
    ];
    Probes {
        command: "cargo wiretax probe".into(),
        facts: vec![("rustc".into(), "1.95.0".into())],
        matrices: vec![
            matrix("codec", codecs, &topics),
            matrix(
                "base64 engine",
                engines.map(str::to_owned).into(),
                &[("base64", 54)],
            ),
        ],
        weights: vec![Weight {
            input: "append".into(),
            codec: "prost".into(),
            bytes_in: 3_064,
            allocated_bytes: 4_500,
            allocations: 10,
            field_bytes: 2_964,
            borrowed_bytes: 0,
        }],
        notes: vec!["made up, to look at".into()],
    }
}

fn matrix(title: &str, columns: Vec<String>, topics: &[(&str, usize)]) -> Matrix {
    let mut rows = Vec::new();
    for (topic, inputs) in topics {
        for at in 0..*inputs {
            let cells = columns.iter().enumerate().map(|(place, column)| Cell {
                column: column.clone(),
                verdict: match (at * 5 + place * 3) % 23 {
                    odd @ 1..=6 if place > 1 => Verdict::ALL[odd],
                    _ => Verdict::Spec,
                },
                detail: "what it did, in a line".into(),
            });
            rows.push(Row {
                input: format!("{}-{at}", topic.replace(' ', "-")),
                topic: (*topic).into(),
                says: "an input that nobody should send: to be rejected".into(),
                wants: ["accept", "reject", "either"][at % 3].into(),
                cells: cells.collect(),
            });
        }
    }
    Matrix {
        title: title.into(),
        columns,
        rows,
    }
}
