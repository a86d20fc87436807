use super::*;
use crate::run::{Outcome, Proof};
use crate::testing::{self, of_tasks as made};

fn found(cells: &[(&str, Option<f64>)]) -> Layers {
    let run = made(cells);
    layers(&Evidence::new(&run, &run.samples())).unwrap()
}

fn claim<'a>(layers: &'a Layers, says: &str) -> &'a LayerClaim {
    let mut claims = layers.claims.iter();
    claims.find(|claim| claim.says.contains(says)).unwrap()
}

const COPIED: &str = "large/deframe/bytes-mut/fresh";
const ZERO: &str = "large/deframe/zero-copy/fresh";

#[test]
fn a_claim_is_judged_by_its_ratios() {
    let layers = found(&[(COPIED, Some(5_000.0)), (ZERO, Some(50.0))]);
    let large = claim(&layers, "comes whole is taken out");
    assert_eq!(large.verdict, Verdict::Holds);
    let [row] = &large.rows[..] else {
        panic!("{:?}", large.rows)
    };
    assert!((row.ratio.value - 100.0).abs() < 1.0);
    assert!(
        row.theirs
            .is_some_and(|of| (of.gain() - 2.118).abs() < 0.001)
    );
    let slow = found(&[(COPIED, Some(75.0)), (ZERO, Some(50.0))]);
    assert_eq!(
        claim(&slow, "comes whole is taken out").verdict,
        Verdict::DoesNotHold
    );
    // What the run has no cells for is no claim of it.
    assert_eq!(slow.claims.len(), 1);
}

#[test]
fn what_vanishes_has_an_upper_bound() {
    let of = |nanos| {
        found(&[
            ("large-chunked/deframe/bytes-mut/fresh", Some(nanos)),
            ("large-chunked/deframe/zero-copy/fresh", Some(1_000.0)),
        ])
    };
    assert_eq!(claim(&of(1_020.0), "vanishes").verdict, Verdict::Holds);
    assert_eq!(
        claim(&of(1_900.0), "vanishes").verdict,
        Verdict::DoesNotHold
    );
    assert_eq!(
        claim(&of(1_250.0), "vanishes").verdict,
        Verdict::Inconclusive
    );
}

#[test]
fn what_was_not_measured_is_named_and_decides_nothing() {
    let layers = found(&[
        (COPIED, Some(5_000.0)),
        (ZERO, Some(50.0)),
        ("large/deframe/naive-vec/fresh", None),
    ]);
    let large = claim(&layers, "comes whole is taken out");
    assert_eq!(large.verdict, Verdict::Inconclusive);
    assert_eq!(large.missing, ["large/deframe/naive-vec/fresh"]);
}

#[test]
fn what_failed_its_proof_is_named_and_decides_nothing() {
    let mut run = made(&[
        (COPIED, Some(5_000.0)),
        (ZERO, Some(50.0)),
        ("large/deframe/naive-vec/fresh", Some(9_000.0)),
    ]);
    let failed = |proof: &&mut Proof| proof.codec == "naive-vec";
    for proof in run.proofs.iter_mut().filter(failed) {
        proof.outcome = Outcome::Wrong {
            path: "deframe/fresh".to_owned(),
            detail: "message 0 differs".to_owned(),
        };
    }
    run.planned.retain(|id| id.codec != "naive-vec");
    run.cells.retain(|cell| cell.id.codec != "naive-vec");
    let finding = crate::judge(&run);
    let large = claim(finding.layers.as_ref().unwrap(), "comes whole is taken out");
    assert_eq!(large.verdict, Verdict::Inconclusive);
    assert_eq!(large.missing, ["large/deframe/naive-vec/fresh"]);
    assert!(crate::markdown(&finding).contains("message 0 differs"));
    // A filter that leaves out both of a pair asks nothing of it.
    run.filter = Some("case:large".to_owned());
    run.planned.clear();
    run.cells.clear();
    let finding = crate::judge(&run);
    assert_eq!(finding.layers.unwrap().claims, []);
}

#[test]
fn a_claim_that_holds_in_some_rows_says_in_how_many() {
    let rows = [16.0, 128.0, 1_024.0, 8_192.0].map(|size| {
        let id = |way: &str| format!("value-{size}/set/{way}/tonic");
        let bin = if size < 100.0 { 150.0 } else { 300.0 };
        [(id("bin"), bin), (id("ascii"), 100.0)]
    });
    let rows = rows.concat();
    let rows: Vec<_> = rows
        .iter()
        .map(|(id, time)| (id.as_str(), Some(*time)))
        .collect();
    let text = crate::markdown(&crate::judge(&made(&rows)));
    assert!(
        text.contains("**does not hold**, for of 4 rows it holds in 3, does not in 1"),
        "{text}"
    );
}

#[test]
fn damaged_input_is_set_beside_the_intact_one() {
    let layers = found(&[
        ("intact/decode/prost/raw", Some(400.0)),
        ("bad-tag/decode/prost/raw", Some(40.0)),
        ("bad-utf8-late/decode/prost/raw", Some(500.0)),
    ]);
    let [early, late] = &layers.refusals[..] else {
        panic!("{:?}", layers.refusals)
    };
    assert!((early.against.unwrap().value - 0.1).abs() < 0.01);
    assert!((late.against.unwrap().value - 1.25).abs() < 0.01);
    let claim = claim(&layers, "at its beginning");
    assert_eq!((claim.verdict, claim.rows.len()), (Verdict::Holds, 1));
    assert!(layers.free.iter().any(|free| free.task == "intact/decode"));
}

#[test]
fn a_run_over_messages_has_none() {
    let (run, samples) = (testing::run(), testing::samples());
    assert_eq!(layers(&Evidence::new(&run, &samples)), None);
}

#[test]
fn every_form_says_it_and_has_every_cell() {
    let run = made(&[
        (COPIED, Some(5_000.0)),
        (ZERO, Some(50.0)),
        ("intact/decode/prost/raw", Some(400.0)),
        ("bad-tag/decode/prost/raw", Some(40.0)),
        ("error-depth-4/fail/ok/value", Some(10.0)),
        ("error-depth-4/fail/code-enum/code", Some(20.0)),
    ]);
    let finding = crate::judge(&run);
    let text = crate::markdown(&finding);
    for part in [
        "comes whole is taken out more than twice as fast as with copies: **holds** (100x",
        "| Large payload | 71,714 | 151,911 | 2.12x | 200,",
        "| error-depth-4 | code-enum | code |",
        "| bad-tag | prost | raw |",
        "large/deframe, nobody: it is a move",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    // What is said of codecs alone is not said of these.
    assert!(!text.contains("tax"), "{text}");
    let page = crate::html(&run, &finding, &crate::Extras::default());
    for cell in &run.cells {
        let id = &cell.id;
        let row = format!(
            "<tr data-case=\"{}\" data-op=\"{}\" data-codec=\"{}\" data-wrap=\"{}\"",
            id.case, id.op, id.codec, id.wrap
        );
        assert!(page.contains(&row), "{id}");
    }
}
