//! From which size on does base64 matter?

use super::evidence::{Evidence, Standing};
use super::gains::Gains;
use super::verdict::Verdict;
use crate::run::{BASE64, Case, CellId, RAW};
use crate::stats::{self, Crossing, Estimate, Reach};

/// The taxes whose sizes are looked for: half as long again, and twice as long.
pub const THRESHOLDS: [f64; 2] = [1.5, 2.0];

/// One family of sizes under one op.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossover {
    /// Name of the family.
    pub family: String,
    /// The op.
    pub op: String,
    /// For each codec, where its tax reaches each of [`THRESHOLDS`].
    pub taxes: Vec<TaxCrossing>,
    /// Where dropping base64 starts to gain more than changing the codec; `None` where nothing was
    /// judged.
    pub dropping: Option<Dropping>,
    /// What is missing at which size.
    pub missing: Vec<String>,
}

/// Where one codec's tax reaches the thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct TaxCrossing {
    /// Name of the codec.
    pub codec: String,
    /// The smallest and the largest size that it was measured at, in bytes.
    pub sizes: (u64, u64),
    /// One for each of [`THRESHOLDS`].
    pub crossings: Vec<Crossing>,
}

/// Where dropping base64 starts to gain more than changing the codec.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropping {
    /// The smallest and the largest size that were judged, in bytes.
    pub sizes: (u64, u64),
    /// Where.
    pub crossing: Crossing,
    /// The slowest codec, where it is the same at every size.
    pub incumbent: Option<String>,
    /// Whether there is such a size within the sweep.
    pub verdict: Verdict,
}

/// Looks at every family of sizes under every op.
pub(super) fn crossovers(evidence: &Evidence<'_>, gains: &Gains) -> Vec<Crossover> {
    let mut found = Vec::new();
    for (family, sizes) in evidence.sweeps() {
        for op in evidence.ops() {
            let mut sizes = sizes.clone();
            sizes.retain(|(_, case)| evidence.cells_of(&case.name, op).next().is_some());
            // One size is no sweep.
            if sizes.len() > 1 {
                found.push(crossover(evidence, gains, family, op, &sizes));
            }
        }
    }
    found.retain(|crossover| {
        let judged = !crossover.taxes.is_empty() || crossover.dropping.is_some();
        judged || !crossover.missing.is_empty()
    });
    found
}

fn crossover(
    evidence: &Evidence<'_>,
    gains: &Gains,
    family: &str,
    op: &str,
    sizes: &[(u64, &Case)],
) -> Crossover {
    let codecs = evidence.in_order(
        sizes
            .iter()
            .flat_map(|(_, case)| evidence.sound_codecs(&case.name, op)),
    );
    let mut missing = Vec::new();
    let taxes = codecs
        .into_iter()
        .filter_map(|codec| tax_crossing(codec, &taxes(evidence, sizes, op, codec, &mut missing)))
        .collect();
    // Cells that are missing are named by now; what else kept a size from being judged is not.
    for unjudged in gains.unjudged.iter().filter(|unjudged| unjudged.op == op) {
        let named = format!("{}/", unjudged.case);
        if sizes.iter().any(|(_, case)| case.name == unjudged.case)
            && !missing.iter().any(|cell| cell.starts_with(&named))
        {
            missing.push(format!("{}: {}", unjudged.case, unjudged.why));
        }
    }
    Crossover {
        family: family.to_owned(),
        op: op.to_owned(),
        taxes,
        dropping: dropping(gains, op, sizes),
        missing,
    }
}

/// A codec's tax at every size at which it is ranked.
fn taxes(
    evidence: &Evidence<'_>,
    sizes: &[(u64, &Case)],
    op: &str,
    codec: &str,
    missing: &mut Vec<String>,
) -> Vec<(u64, Estimate)> {
    let mut points = Vec::new();
    for (bytes, case) in sizes {
        let base64 = CellId::new(&case.name, op, codec, BASE64);
        if !evidence.expects(&base64) || evidence.standing(&case.name, codec) != Standing::Sound {
            continue;
        }
        let raw = base64.with_wrap(RAW);
        match evidence.ratio(&base64, &raw) {
            Some(tax) => points.push((*bytes, tax)),
            None => missing.extend(evidence.unmeasured([&base64, &raw])),
        }
    }
    points
}

/// The ends of a sweep. With one size left there is nothing to interpolate between.
fn ends(points: &[(u64, Estimate)]) -> Option<(u64, u64)> {
    match points {
        [(smallest, _), .., (largest, _)] => Some((*smallest, *largest)),
        _ => None,
    }
}

fn crossing(points: &[(u64, Estimate)], threshold: f64) -> Option<Crossing> {
    let points: Vec<_> = points.iter().map(|(x, y)| (*x as f64, *y)).collect();
    stats::crossing(&points, threshold)
}

fn tax_crossing(codec: &str, points: &[(u64, Estimate)]) -> Option<TaxCrossing> {
    let sizes = ends(points)?;
    let crossings: Option<Vec<_>> = THRESHOLDS
        .iter()
        .map(|threshold| crossing(points, *threshold))
        .collect();
    Some(TaxCrossing {
        codec: codec.to_owned(),
        sizes,
        crossings: crossings?,
    })
}

fn dropping(gains: &Gains, op: &str, sizes: &[(u64, &Case)]) -> Option<Dropping> {
    let judged: Vec<_> = sizes
        .iter()
        .filter_map(|(bytes, case)| {
            let gain = gains.of_op(op).find(|gain| gain.case == case.name)?;
            Some((*bytes, gain))
        })
        .collect();
    let points: Vec<_> = judged
        .iter()
        .map(|(bytes, gain)| (*bytes, gain.margin))
        .collect();
    let sizes = ends(&points)?;
    let crossing = crossing(&points, 1.0)?;
    let verdict = match crossing.range {
        // A curve that falls back has no size from which on the claim is true.
        Some((_, latest)) if latest != Reach::Nowhere && !crossing.falls_back => Verdict::Holds,
        Some((Reach::Nowhere, _)) => Verdict::DoesNotHold,
        _ => Verdict::Inconclusive,
    };
    let incumbent = judged.first().map(|(_, gain)| gain.incumbent.clone());
    Some(Dropping {
        sizes,
        crossing,
        incumbent: incumbent.filter(|name| judged.iter().all(|(_, gain)| gain.incumbent == *name)),
        verdict,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn finds_the_sizes() {
        let (run, samples) = (testing::run(), testing::samples());
        let evidence = Evidence::new(&run, &samples);
        let gains = Gains::judge(&evidence, BASE64);
        let found = crossovers(&evidence, &gains);
        let families: Vec<_> = found
            .iter()
            .map(|c| (c.family.as_str(), c.op.as_str()))
            .collect();
        assert_eq!(families, [("append", "encode"), ("append", "decode")]);
        let encode = &found[0];
        assert!(encode.missing.is_empty());
        let quick = encode
            .taxes
            .iter()
            .find(|t| t.codec == "quick-protobuf")
            .unwrap();
        assert_eq!(quick.crossings[0].reach, Reach::Smallest);
        let dropping = encode.dropping.as_ref().unwrap();
        assert_eq!(
            (dropping.sizes, dropping.verdict),
            ((16, 65_536), Verdict::Holds)
        );
        assert_eq!(dropping.incumbent.as_deref(), Some("protobuf"));
        assert!(matches!(dropping.crossing.reach, Reach::At(x) if x > 16.0 && x < 4096.0));
    }

    #[test]
    fn says_what_is_missing() {
        let (run, mut samples) = (testing::run(), testing::samples());
        samples
            .cells
            .remove(&"append-4Ki/encode/prost/base64".parse().unwrap());
        let evidence = Evidence::new(&run, &samples);
        let gains = Gains::judge(&evidence, BASE64);
        let found = crossovers(&evidence, &gains);
        assert_eq!(found[0].missing, ["append-4Ki/encode/prost/base64"]);
        assert!(found[1].missing.is_empty());
    }

    #[test]
    fn one_size_is_no_sweep() {
        let (mut run, samples) = (testing::run(), testing::samples());
        run.cases
            .retain(|case| case.sweep.as_ref().is_none_or(|s| s.bytes == 16));
        let evidence = Evidence::new(&run, &samples);
        let gains = Gains::judge(&evidence, BASE64);
        assert!(crossovers(&evidence, &gains).is_empty());
    }
}
