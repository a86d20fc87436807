//! Comparisons of made-up runs.

use super::*;
use crate::run::{Samples, Totals};
use crate::testing;

/// The made-up run, each of its cells slower by a factor and with other noise.
fn slower(factor: impl Fn(&CellId) -> f64) -> Selected {
    let mut run = testing::measured();
    run.started += 60;
    for (at, cell) in run.cells.iter_mut().enumerate() {
        // Half a per cent from run to run, as machines have it.
        let stray = 1.0 + 0.005 * ((at * 7 % 11) as f64 / 5.0 - 1.0);
        let factor = factor(&cell.id) * stray;
        for nanos in &mut cell.nanos {
            *nanos = (*nanos as f64 * factor) as u64;
        }
    }
    run.totals = Some(Totals::of(&run.cells));
    Selected::whole(run)
}

fn first() -> Selected {
    Selected::whole(testing::measured())
}

fn found(earlier: &Selected, later: &Selected) -> Comparison {
    compare(earlier, later, 0.0, false).unwrap()
}

const ODD: &str = "append-4Ki/decode/prost/base64";

#[test]
fn one_build_twice_shows_no_difference() {
    let found = found(&first(), &slower(|_| 1.0));
    assert_eq!(found.cells.len(), 92);
    assert_eq!(found.count(Verdict::Same), 92);
    assert!(found.differences.is_empty() && found.unlike.is_empty());
    assert_eq!(found.alone, [vec![], vec![]]);
    assert_eq!(found.machine, None);
}

#[test]
fn a_slower_machine_is_told_from_a_slower_cell() {
    let later = slower(|id| if id.to_string() == ODD { 1.3 } else { 1.1 });
    let found = found(&first(), &later);
    assert!((found.shift.unwrap().ratio.value - 1.1).abs() < 0.005);
    let slower: Vec<_> = found
        .of(Verdict::Slower)
        .map(|cell| cell.id.to_string())
        .collect();
    assert_eq!(slower, [ODD]);
    assert_eq!(found.count(Verdict::Same), 91);
    // As measured it took 30 % more, beside the others 18 %.
    let cell = found.of(Verdict::Slower).next().unwrap();
    assert!((cell.times[1].value / cell.times[0].value - 1.3).abs() < 0.01);
    assert!((cell.compared.beyond_shift.value - 1.3 / 1.1).abs() < 0.01);
}

#[test]
fn what_changed_by_less_than_the_threshold_is_not_named() {
    let later = slower(|id| if id.to_string() == ODD { 1.3 } else { 1.0 });
    let with = |threshold| compare(&first(), &later, threshold, false).unwrap();
    assert_eq!(with(0.1).count(Verdict::Slower), 1);
    let all = with(0.5);
    assert_eq!(
        (all.count(Verdict::Slower), all.count(Verdict::Less)),
        (0, 1)
    );
    let back = compare(&later, &first(), 0.1, false).unwrap();
    assert_eq!(back.count(Verdict::Faster), 1);
}

#[test]
fn anchors_take_out_what_the_machine_did_to_one_group() {
    let anchored = |speed: f64| {
        let mut run = testing::measured();
        for cell in &mut run.cells {
            let slow = if cell.id.case == "tree" { speed } else { 1.0 };
            cell.anchors = vec![100.0 * slow; cell.nanos.len()];
            for nanos in &mut cell.nanos {
                *nanos = (*nanos as f64 * slow) as u64;
            }
        }
        run.totals = Some(Totals::of(&run.cells));
        Selected::whole(run)
    };
    let found = found(&anchored(1.0), &anchored(1.6));
    assert_eq!(found.count(Verdict::Same), 92, "{:?}", found.shift);
    assert_eq!(found.machine, Some(1.0), "one group of many");
    let tree = found
        .cells
        .iter()
        .find(|cell| cell.id.case == "tree")
        .unwrap();
    let measured = tree.times[1].value / tree.times[0].value;
    assert!(
        (measured - 1.0).abs() < 1e-3,
        "shown at the typical speed of its run: {measured}"
    );
}

#[test]
fn what_a_filter_leaves_compares_as_in_the_whole() {
    // The machine is slower in cells of one codec, by the anchor too.
    let run = |slow: f64| {
        let mut run = testing::measured();
        for cell in &mut run.cells {
            let slow = if cell.id.codec == "prost" { slow } else { 1.0 };
            cell.anchors = vec![100.0 * slow; cell.nanos.len()];
            for nanos in &mut cell.nanos {
                *nanos = (*nanos as f64 * slow) as u64;
            }
        }
        run.totals = Some(Totals::of(&run.cells));
        Selected::whole(run)
    };
    let filter = crate::Filter::parse("codec:prost").unwrap();
    let part = |of: Selected| of.part(&filter, "it").unwrap();
    let found = found(&part(run(1.0)), &part(run(1.5)));
    assert_eq!(found.machine, Some(1.0));
    assert_eq!(found.count(Verdict::Slower), 0);
    for cell in &found.cells {
        let plain = cell.compared.plain.value;
        assert!((plain - 1.0).abs() < 1e-3, "{}: {plain}", cell.id);
    }
}

#[test]
fn other_processors_are_refused_and_other_facts_told() {
    let mut later = slower(|_| 1.0);
    later.run.environment.set("cpu", "another");
    later.run.environment.set("rustc", "1.99");
    later.run.environment.set("load at start", "3.10 2.00 1.00");
    later.run.suite = "mine.toml".into();
    let error = compare(&first(), &later, 0.0, false)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`an example`") && error.contains("--across-machines"),
        "{error}"
    );
    let found = compare(&first(), &later, 0.0, true).unwrap();
    let labels: Vec<_> = found
        .differences
        .iter()
        .map(|of| of.label.as_str())
        .collect();
    assert_eq!(labels, ["cpu", "rustc", "suite"]);
    assert_eq!(found.differences[1].values, [None, Some("1.99".to_owned())]);
    let noise = found.noise.join("\n");
    assert!(
        noise.contains("B was not alone: load 3.10 at its start"),
        "{noise}"
    );
    assert!(noise.contains("A has no anchors"), "{noise}");
}

#[test]
fn processors_that_are_not_known_are_not_the_same() {
    let of = |cpu: Option<&str>| {
        let mut side = first();
        let facts = side
            .run
            .environment
            .iter()
            .filter(|(label, _)| *label != "cpu");
        side.run.environment = facts.chain(cpu.map(|cpu| ("cpu", cpu))).collect();
        side
    };
    let (known, absent, unknown) = (of(Some("one")), of(None), of(Some("unknown")));
    for (a, b, lead) in [
        (&absent, &absent, "neither A nor B records the processor"),
        (&unknown, &absent, "neither A nor B records the processor"),
        (&unknown, &known, "A does not record the processor"),
        (&known, &absent, "B does not record the processor"),
    ] {
        let said = compare(a, b, 0.0, false).unwrap_err().to_string();
        assert!(said.starts_with(lead), "{said}");
        assert!(
            said.contains("cannot be told; give --across-machines"),
            "{said}"
        );
        assert!(compare(a, b, 0.0, true).is_ok());
    }
    assert!(compare(&known, &known, 0.0, false).is_ok());
}

#[test]
fn another_message_under_the_same_name_is_not_compared() {
    let mut later = slower(|_| 1.0);
    later.run.cases[0].wire_bytes += 1;
    later.run.cases[1].message = "test.Other".into();
    later.run.cases[2].messages = 40;
    later
        .run
        .proofs
        .retain(|proof| proof.case != "packed" || proof.codec != "prost");
    let found = found(&first(), &later);
    let why = |id: &str| {
        let of = found.unlike.iter().find(|(of, _)| of.to_string() == id);
        of.map(|(_, why)| why.as_str()).unwrap_or_default()
    };
    assert_eq!(
        why("append-16/encode/prost/raw"),
        "not the same message: 80 wire bytes in A, 81 wire bytes in B"
    );
    assert_eq!(
        why("append-4Ki/encode/prost/raw"),
        "not the same message: test.Message in A, test.Other in B"
    );
    assert!(why("append-64Ki/encode/prost/raw").ends_with("40 messages of 65,600 wire bytes in B"));
    assert_eq!(
        why("packed/encode/prost/raw"),
        "its codec is not proven in B"
    );
    assert!(
        found
            .cells
            .iter()
            .all(|cell| ["tree", "packed"].contains(&cell.id.case.as_str()))
    );

    for case in &mut later.run.cases {
        case.wire_bytes += 7;
    }
    let error = compare(&first(), &later, 0.0, false)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("92 cells in common and none can be compared"),
        "{error}"
    );
}

#[test]
fn cells_of_one_run_alone_are_listed() {
    let (mut earlier, mut later) = (first(), slower(|_| 1.0));
    earlier.samples.cells.retain(|id, _| id.codec != "prost");
    later.samples.cells.retain(|id, _| id.op != "decode");
    let found = found(&earlier, &later);
    let [of_a, of_b] = &found.alone;
    assert!(of_a.iter().all(|id| id.op == "decode") && !of_a.is_empty());
    assert!(of_b.iter().all(|id| id.codec == "prost") && !of_b.is_empty());

    earlier.samples.cells.retain(|id, _| id.op == "decode");
    let error = compare(&earlier, &later, 0.0, false)
        .unwrap_err()
        .to_string();
    assert!(error.contains("no cell in common: A has"), "{error}");
    assert!(
        error.contains("append-16, append-4Ki, append-64Ki, tree and 1 more; protobuf"),
        "{error}"
    );
    later.samples = Samples::default();
    let error = compare(&earlier, &later, 0.0, false)
        .unwrap_err()
        .to_string();
    assert!(error.contains("B has no measured cell"), "{error}");
}

#[test]
fn noise_is_named() {
    let (mut earlier, later) = (first(), slower(|_| 1.0));
    for (id, sample) in &mut earlier.samples.cells {
        if id.case == "tree" && id.codec == "prost" {
            for (at, nanos) in sample.nanos.iter_mut().enumerate() {
                *nanos *= 0.5 + (at * 13 % 50) as f64 / 50.0;
            }
        }
        if id.case == "packed" && id.codec == "prost" {
            sample.iters.truncate(3);
            sample.nanos.truncate(3);
        }
    }
    let found = found(&earlier, &later);
    let why: Vec<_> = found
        .of(Verdict::Noisy)
        .map(|cell| cell.why.clone().unwrap().to_string())
        .collect();
    assert_eq!(why.len(), 8, "{why:?}");
    assert!(
        why[..4]
            .iter()
            .all(|why| why.starts_with("its samples in A: ±")),
        "{why:?}"
    );
    assert!(
        why[4..].iter().all(|why| why == "too few samples in A: 3"),
        "{why:?}"
    );
    assert!(
        found
            .noise
            .iter()
            .any(|line| line.starts_with("A has cells with 3 samples")),
        "{:?}",
        found.noise
    );
}

#[test]
fn a_handful_of_cells_cannot_say_how_runs_differ() {
    let (mut earlier, later) = (
        first(),
        slower(|id| if id.op == "encode" { 2.0 } else { 1.0 }),
    );
    earlier
        .samples
        .cells
        .retain(|id, _| id.case == "tree" && id.codec == "prost");
    let found = found(&earlier, &later);
    assert_eq!((found.cells.len(), found.count(Verdict::Noisy)), (4, 4));
    assert_eq!(found.cells[0].why, Some(Why::FewCells));

    earlier
        .samples
        .cells
        .retain(|id, _| id.to_string() == "tree/encode/prost/raw");
    let alone = super::compare(&earlier, &later, 0.0, false).unwrap();
    let noise = alone.noise.join("\n");
    assert!(noise.contains("with 1 cell in common"), "{noise}");
}
