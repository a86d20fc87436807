//! A made-up gate over the cells of the made-up run, with every kind of check; and one in which every text is hostile.

use wiretax_report::Environment;
use wiretax_report::gate::{
    Check, Function, GATE_FORMAT, Gate, Lane, LaneResult, Quantity, Side, Tally, Trial, Unit,
    Verdict, rules, timing,
};
use wiretax_report::stats::{Estimate, Sorted, median};

use super::{HOSTILE, run};

/// Numbers from 0 to 1 that are the same every time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Ratios about one, spread by layouts.
    fn launches(&mut self, count: usize, about: f64, spread: f64) -> Vec<f64> {
        let mut one = || about * (1.0 + spread * (self.next() + self.next() - 1.0));
        (0..count).map(|_| one()).collect()
    }
}

fn lane(lane: Lane, compared: u64, checks: Vec<Check>) -> LaneResult {
    LaneResult {
        lane,
        trouble: None,
        trials: Vec::new(),
        compared,
        skipped: None,
        checks,
    }
}

fn trial(planted: f64, found: f64) -> Trial {
    Trial {
        planted,
        found: Some(found),
        flagged: planted != 0.0,
    }
}

/// With the commands that the gate gives a check that is not green.
fn told(lane: Lane, mut check: Check) -> Check {
    if check.verdict != Verdict::Pass {
        let (name, of) = (lane.name(), &check.of);
        check.reproduce =
            format!("cargo wiretax gate --base 4f1c2aa9d0e7 --lane {name} --cell {of}");
        check.accept = (lane < Lane::Time)
            .then(|| format!("cargo wiretax gate accept --cell {of} --reason \"...\""));
    }
    check
}

fn bytes() -> LaneResult {
    let number = |of: f64| Quantity::Number(of, Unit::Bytes);
    let word = |of: &str| Quantity::Word(of.into());
    let checks = vec![
        Check {
            what: "encoded bytes".into(),
            base: number(3_064.0),
            head: number(3_068.0),
            change: Some(Estimate::bare(4.0 / 3_064.0)),
            threshold: "any other size or digest".into(),
            ..Check::named("append/quick-protobuf", Verdict::Unaccepted)
        },
        Check {
            what: "outcome".into(),
            base: word("proven"),
            head: word(
                "wrong at resource_logs[0].scope_logs[2].log_records[17].attributes[3].value: expected a string of 12 bytes",
            ),
            threshold: "any other outcome".into(),
            ..Check::named("logs/quick-protobuf", Verdict::Unaccepted)
        },
        Check {
            what: "outcome".into(),
            head: word("proven"),
            note: Some("it is new: nothing to compare it with".into()),
            ..Check::named("wide/prost-bytes", Verdict::Warning)
        },
        Check {
            what: "digest".into(),
            base: word("9e3779b97f4a7c15"),
            head: word("bf58476d1ce4e5b9"),
            note: Some("accepted: fields are written in the order of their numbers".into()),
            ..Check::named("map/prost", Verdict::Pass)
        },
    ];
    lane(
        Lane::Bytes,
        64,
        checks.into_iter().map(|of| told(Lane::Bytes, of)).collect(),
    )
}

fn allocations() -> LaneResult {
    let number = |of: f64| Quantity::Number(of, Unit::Allocations);
    let check = Check {
        what: "allocations".into(),
        base: number(12.0),
        head: number(11.0),
        change: Some(Estimate::bare(-1.0 / 12.0)),
        threshold: "any other number".into(),
        note: Some("`accept` it, so that the gain is not lost unseen".into()),
        ..Check::named("tree/decode/prost/raw", Verdict::Unaccepted)
    };
    LaneResult {
        skipped: Some("protobuf: its runner counts nothing".into()),
        ..lane(Lane::Allocations, 760, vec![told(Lane::Allocations, check)])
    }
}

fn instructions() -> LaneResult {
    let function = |name: &str, base: f64, head: f64| Function {
        name: name.into(),
        base,
        head,
    };
    let check = |of: &str, base: f64, head: f64, functions: Vec<Function>| Check {
        what: "instructions".into(),
        base: Quantity::Number(base, Unit::Instructions),
        head: Quantity::Number(head, Unit::Instructions),
        change: Some(Estimate::bare(head / base - 1.0)),
        threshold: rules::instructions_threshold(),
        functions,
        ..Check::named(of, rules::instructions(base, head))
    };
    let checks = vec![
        check(
            "append/decode/prost/raw",
            10_000.0,
            10_530.0,
            vec![
                function("prost::encoding::decode_varint", 2_100.0, 2_700.0),
                function(
                    "<alloc::vec::Vec<u8> as prost::encoding::sealed::BytesAdapter>::replace_with::<bytes::buf::take::Take<&mut &[u8]>>",
                    900.0,
                    760.0,
                ),
                function("memcpy", 1_300.0, 1_370.0),
            ],
        ),
        Check {
            note: Some("it became cheaper: accept it, so that the gain is not lost unseen".into()),
            ..check(
                "strings/encode/protobuf/base64",
                8_400.0,
                8_200.0,
                vec![function(
                    "core::str::validations::run_utf8_validation",
                    1_200.0,
                    1_000.0,
                )],
            )
        },
        Check {
            what: "instructions since the last release".into(),
            threshold: "more than +3 % in all accepted steps together".into(),
            ..check("scalars/encode/prost/raw", 4_000.0, 4_130.0, Vec::new())
        },
        Check {
            note: Some("not counted: callgrind ended with signal 4".into()),
            ..Check::named("logs/read/prost/raw", Verdict::Inconclusive)
        },
    ];
    LaneResult {
        trials: vec![trial(0.0, 0.0), trial(0.01, 0.0099)],
        ..lane(
            Lane::Instructions,
            380,
            checks
                .into_iter()
                .map(|of| told(Lane::Instructions, of))
                .collect(),
        )
    }
}

fn time() -> LaneResult {
    let mut chance = Chance(0x9e37_79b9);
    let cells = run().planned;
    let of = |at: usize, id: &str, chance: &mut Chance| {
        let (launches, verdict) = match at {
            3 => (chance.launches(timing::CONFIRM, 1.062, 0.04), None),
            40 => (chance.launches(timing::CONFIRM, 1.02, 0.05), None),
            99 => (chance.launches(timing::CONFIRM, 1.7, 0.05), None),
            150 => (chance.launches(5, 1.03, 0.04), Some(Verdict::Inconclusive)),
            _ => (
                chance.launches(timing::SCREEN, 1.0, 0.05),
                Some(Verdict::Pass),
            ),
        };
        let change = timing::change(&launches);
        let verdict = verdict.unwrap_or_else(|| timing::confirmed(&launches));
        told(
            Lane::Time,
            Check {
                what: format!("thread CPU time, {} launches", launches.len()),
                base: Quantity::Number(1.0, Unit::Ratio),
                head: change.map_or(Quantity::Missing, |of| {
                    Quantity::Number(1.0 + of.value, Unit::Ratio)
                }),
                change,
                threshold: "a median above +3 % whose 99.9 % interval lies above 0".into(),
                launches,
                ..Check::named(id, verdict)
            },
        )
    };
    let checks = cells.iter().enumerate();
    let mut checks: Vec<Check> = checks
        .map(|(at, id)| of(at, &id.to_string(), &mut chance))
        .collect();
    checks.sort_by_key(|of| std::cmp::Reverse(of.verdict));
    LaneResult {
        trials: vec![trial(0.0, 0.004), trial(0.05, 0.051)],
        ..lane(Lane::Time, cells.len() as u64, checks)
    }
}

fn claims() -> LaneResult {
    let mut chance = Chance(0xbf58_476d);
    let mut of = |name: &str, says: &str, about: f64, bounds: (Option<f64>, Option<f64>)| {
        let launches = chance.launches(12, about, 0.05);
        let found = median(&Sorted::new(launches.iter().copied()), 0.99);
        let wanted = match bounds {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("at least {low}"),
            (None, high) => format!("at most {}", high.unwrap_or_default()),
        };
        let check = Check {
            what: format!("{says}, 12 launches"),
            base: Quantity::Word(wanted.clone()),
            head: found.map_or(Quantity::Missing, |of| {
                Quantity::Number(of.value, Unit::Ratio)
            }),
            change: found,
            bounds: [bounds.0, bounds.1],
            threshold: format!("a 99 % interval beyond {wanted}"),
            launches: launches.clone(),
            ..Check::named(name, timing::claim(&launches, 0.99, bounds))
        };
        told(Lane::Invariants, check)
    };
    let mut checks = vec![
        of(
            "base64-is-nothing-for-trees",
            "base64 adds little to the decode of tree",
            1.5,
            (None, Some(1.3)),
        ),
        of(
            "simd-is-cheap",
            "base64-simd costs a fraction of base64 at append-16Ki",
            3.0,
            (Some(3.0), None),
        ),
        of(
            "base64-multiplies-decode-at-16KiB",
            "base64 multiplies the decode of append-16Ki",
            12.5,
            (Some(8.0), Some(40.0)),
        ),
    ];
    checks.push(Check {
        what: "base64 of the whole message, 4 * ceil(n / 3)".into(),
        base: Quantity::Number(4_088.0, Unit::Bytes),
        head: Quantity::Number(4_088.0, Unit::Bytes),
        ..Check::named("append", Verdict::Pass)
    });
    lane(Lane::Invariants, 19, checks)
}

/// A gate that fails in each way there is.
pub fn gate() -> Gate {
    let lanes = vec![bytes(), allocations(), instructions(), time(), claims()];
    let mut tallies = Vec::new();
    (0..40).for_each(|_| Tally::count(&mut tallies, &lanes));
    tallies[1].add(&Trial {
        planted: 0.0,
        found: Some(0.034),
        flagged: true,
    });
    let side = |name: &str, revision: &str| Side {
        name: name.into(),
        revision: revision.into(),
    };
    Gate {
        format: GATE_FORMAT,
        base: side("main", "4f1c2aa9d0e7b3856c21"),
        head: side("working tree", "4f1c2aa9d0e7b3856c21 with changes"),
        started: 1_790_000_000,
        suite: "built-in".into(),
        filter: Some("-op:read or case:logs".into()),
        environment: run().environment,
        lanes,
        tallies,
    }
}

/// The same, with texts that would break out of where they stand; its lane of times was wrong about itself, and that of
/// allocations was not measured.
pub fn hostile_gate() -> Gate {
    let mut gate = gate();
    let long = "/a-name-without-a-place-to-break".repeat(8);
    let hostile = |text: &mut String| *text = format!("{text}{HOSTILE}\u{202e}{long}");
    for side in [&mut gate.base, &mut gate.head] {
        hostile(&mut side.name);
        hostile(&mut side.revision);
    }
    hostile(&mut gate.suite);
    gate.filter.iter_mut().for_each(hostile);
    gate.environment = [(HOSTILE, HOSTILE), ("cpu", &long)]
        .into_iter()
        .collect::<Environment>();
    for lane in &mut gate.lanes {
        lane.skipped = Some(HOSTILE.into());
        for check in &mut lane.checks {
            for text in [
                &mut check.of,
                &mut check.what,
                &mut check.threshold,
                &mut check.reproduce,
            ] {
                hostile(text);
            }
            check.note.iter_mut().for_each(hostile);
            check.accept.iter_mut().for_each(hostile);
            for value in [&mut check.base, &mut check.head] {
                if let Quantity::Word(word) = value {
                    hostile(word);
                }
            }
            for function in &mut check.functions {
                hostile(&mut function.name);
            }
            check.launches.extend([f64::NAN, f64::INFINITY, 1e300]);
        }
    }
    gate.lanes[1] = LaneResult::unavailable(Lane::Allocations, HOSTILE);
    gate.lanes[3].trials[0].flagged = true;
    gate
}
