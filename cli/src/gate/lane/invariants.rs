//! Claims: the ratio of two cells, both arms alternating in one process, over launches with layouts of their own.

use std::path::Path;

use wiretax::runner::{Listed, Lost};
use wiretax_report::gate::{Check, Quantity, Unit, Verdict, timing};
use wiretax_report::stats::{Sorted, median};

use crate::gate::Trouble;
use crate::gate::claims::{Claim, Claims};
use crate::gate::launch::{self, Arm, Program, Worker};
use crate::gate::progress::Meter;

/// Launches at first; where they leave it open, so many more.
const LAUNCHES: usize = 12;
const MORE: usize = 24;
/// The level of a claim's interval.
const LEVEL: f64 = 0.99;

/// Judges every claim with the runners of one program.
pub fn compare(
    claims: &Claims,
    program: Program<'_>,
    folder: &Path,
    listed: &Listed,
    meter: &mut Meter,
) -> Result<Vec<Check>, Trouble> {
    let mut checks = Vec::new();
    if claims.base64_size {
        checks.extend(
            listed
                .cases
                .iter()
                .filter(|case| case.messages == 1)
                .map(size),
        );
    }
    let counterparts: Vec<Claim> = claims
        .ratios
        .iter()
        .filter_map(Claim::counterpart)
        .collect();
    let claimed = claims.ratios.iter().chain(&counterparts);
    let mut open: Vec<(&Claim, Vec<f64>, Option<String>)> = Vec::new();
    open.extend(claimed.map(|claim| (claim, Vec::new(), None)));
    for count in [LAUNCHES, MORE] {
        let unsure = |of: &(&Claim, Vec<f64>, Option<String>)| {
            of.2.is_none() && verdict(of.0, &of.1) == Verdict::Inconclusive
        };
        let left = open.iter().filter(|of| unsure(of)).count();
        meter.begin("measuring claims", count * left);
        if left == 0 {
            break;
        }
        let asked: Vec<bool> = open.iter().map(unsure).collect();
        for _ in 0..count {
            let mut worker = Worker::new(program, folder, "claims")?;
            for ((claim, launches, lost), _) in open.iter_mut().zip(&asked).filter(|(_, is)| **is) {
                if lost.is_some() {
                    continue;
                }
                meter.step()?;
                match ratio(claim, &mut worker) {
                    Ok(ratio) => launches.push(ratio),
                    Err(Lost::Ask(error)) => return Err(error.into()),
                    Err(why) => *lost = Some(why.to_string()),
                }
            }
        }
    }
    let (own, against) = open.split_at(claims.ratios.len());
    let of = |(claim, launches, lost): &(&Claim, Vec<f64>, Option<String>)| {
        check(claim, launches, lost.as_deref())
    };
    checks.extend(own.iter().map(of));
    checks.extend(against.iter().map(|open| inverted(of(open))));
    Ok(checks)
}

/// Numerator over denominator, in one process.
fn ratio(claim: &Claim, worker: &mut Worker) -> Result<f64, Lost> {
    let [numerator, denominator] = claim.cells().map_err(Lost::Failed)?;
    let remote = &mut worker.remote;
    denominator.open(remote, 0)?;
    numerator.open(remote, 1)?;
    let arms = (Arm::new(remote, 0)?, Arm::new(remote, 1)?);
    launch::ratio((remote, &arms.0), None, &arms.1)
}

fn verdict(claim: &Claim, launches: &[f64]) -> Verdict {
    timing::claim(launches, LEVEL, (claim.at_least, claim.at_most))
}

fn check(claim: &Claim, launches: &[f64], lost: Option<&str>) -> Check {
    let bounds = match (claim.at_least, claim.at_most) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("at least {low}"),
        (None, Some(high)) => format!("at most {high}"),
        (None, None) => String::new(),
    };
    let found = median(&Sorted::new(launches.iter().copied()), LEVEL);
    Check {
        what: format!("{}, {} launches", claim.says, launches.len()),
        base: Quantity::Word(bounds.clone()),
        head: found.map_or(Quantity::Missing, |of| {
            Quantity::Number(of.value, Unit::Ratio)
        }),
        change: found,
        bounds: [claim.at_least, claim.at_most],
        threshold: format!("a {:.0} % interval beyond {bounds}", LEVEL * 100.0),
        // A claim about a cell that is gone, or that does not run, does not hold.
        note: lost.map(|why| format!("not measured: {why}")),
        launches: launches.to_vec(),
        ..Check::named(
            &claim.name,
            match lost {
                Some(_) => Verdict::Violated,
                None => verdict(claim, launches),
            },
        )
    }
}

/// Claims that were dropped, or whose bounds are others than those that were accepted: whoever makes a claim milder says why.
pub fn loosened<'a>(
    claims: &Claims,
    accepted: impl Iterator<Item = (&'a str, [Option<f64>; 2])>,
) -> Vec<Check> {
    let check = |(name, bounds): (&str, [Option<f64>; 2])| {
        let claim = claims.ratios.iter().find(|of| of.name == name);
        let note = match claim {
            None => "the claim is not made any more; accept that with a reason, or make it again",
            Some(claim) if [claim.at_least, claim.at_most] != bounds => {
                "its bounds are others than those that were accepted"
            }
            Some(_) => return None,
        };
        Some(Check {
            what: "claim".to_owned(),
            note: Some(note.to_owned()),
            ..Check::named(name, Verdict::Unaccepted)
        })
    };
    accepted.filter_map(check).collect()
}

/// The check of a claim that must not hold.
fn inverted(check: Check) -> Check {
    let (verdict, note) = match check.verdict {
        Verdict::Violated if check.note.is_none() => (Verdict::Pass, None),
        Verdict::Violated => (Verdict::Inconclusive, check.note),
        Verdict::Inconclusive => (
            Verdict::Inconclusive,
            Some("whether the claim would notice cannot be told".to_owned()),
        ),
        _ => (
            Verdict::Inconclusive,
            Some("the claim is too loose: it holds with this in its place too".to_owned()),
        ),
    };
    Check {
        verdict,
        note,
        threshold: "the claim must not hold of it".to_owned(),
        ..check
    }
}

/// Base64 text has four characters for every three bytes begun (RFC 4648, section 4).
fn size(case: &wiretax::runner::ListedCase) -> Check {
    let wanted = case.wire_bytes.div_ceil(3) * 4;
    let number = |bytes: u64| Quantity::Number(bytes as f64, Unit::Bytes);
    Check {
        what: "base64 of the whole message, 4 * ceil(n / 3)".to_owned(),
        base: number(wanted),
        head: number(case.base64_bytes),
        threshold: "any other size".to_owned(),
        ..Check::named(
            &case.name,
            match wanted == case.base64_bytes {
                true => Verdict::Pass,
                false => Verdict::Violated,
            },
        )
    }
}
