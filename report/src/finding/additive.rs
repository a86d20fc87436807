//! Is the tax the same for every codec?
//!
//! Base64 does not look into the message: it should cost a fixed time and a time for each byte,
//! whatever the codec.

use super::evidence::{Evidence, Standing};
use super::verdict::Verdict;
use crate::run::{BASE64, Case, CellId, RAW};
use crate::stats::{self, Estimate, Interval, Line};

/// From this size on, what a message costs apart from its bytes hardly counts.
pub const LARGE: u64 = 4_096;
/// The tax counts as additive while the dearest byte costs at most this many times the cheapest,
/// over codecs and large sizes.
pub const SAME_PRICE: f64 = 1.5;

/// The price of a byte in one family of sizes under one op.
#[derive(Clone, Debug, PartialEq)]
pub struct Additive {
    /// Name of the family.
    pub family: String,
    /// The op.
    pub op: String,
    /// A row for each codec.
    pub prices: Vec<Price>,
    /// Cells that are missing.
    pub missing: Vec<String>,
    /// Whether codecs and large sizes pay the same within [`SAME_PRICE`].
    pub verdict: Verdict,
}

/// What base64 adds to one codec.
#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    /// Name of the codec.
    pub codec: String,
    /// Fixed nanoseconds and nanoseconds for each byte, fitted over all sizes.
    pub fit: Option<Line>,
    /// Nanoseconds for each wire byte at the sizes from [`LARGE`] on, ascending by size.
    pub large: Vec<Estimate>,
}

/// Fits every family of sizes under every op.
pub(super) fn additive(evidence: &Evidence<'_>) -> Vec<Additive> {
    let mut found = Vec::new();
    for (family, sizes) in evidence.sweeps() {
        for op in evidence.ops() {
            let codecs = evidence.in_order(
                sizes
                    .iter()
                    .flat_map(|(_, case)| evidence.sound_codecs(&case.name, op)),
            );
            let mut missing = Vec::new();
            let prices: Vec<_> = codecs
                .into_iter()
                .map(|codec| price(evidence, &sizes, op, codec, &mut missing))
                .collect();
            if prices.iter().any(|price| !price.large.is_empty()) {
                found.push(Additive {
                    family: family.to_owned(),
                    op: op.to_owned(),
                    missing,
                    verdict: same_price(&prices),
                    prices,
                });
            }
        }
    }
    found
}

fn price(
    evidence: &Evidence<'_>,
    sizes: &[(u64, &Case)],
    op: &str,
    codec: &str,
    missing: &mut Vec<String>,
) -> Price {
    let (mut points, mut large) = (Vec::new(), Vec::new());
    for (bytes, case) in sizes {
        let base64 = CellId::new(&case.name, op, codec, BASE64);
        if !evidence.expects(&base64) || evidence.standing(&case.name, codec) != Standing::Sound {
            continue;
        }
        let raw = base64.with_wrap(RAW);
        let Some(added) = evidence.difference(&base64, &raw) else {
            missing.extend(evidence.unmeasured([&base64, &raw]));
            continue;
        };
        points.push((case.wire_bytes as f64, added.value));
        if *bytes >= LARGE && case.wire_bytes > 0 {
            large.push(added.scaled(1.0 / case.wire_bytes as f64));
        }
    }
    Price {
        codec: codec.to_owned(),
        fit: stats::relative_line(&points),
        large,
    }
}

/// Whether all prices lie within [`SAME_PRICE`] of each other. One codec alone shows nothing.
fn same_price(prices: &[Price]) -> Verdict {
    let ends: Option<Vec<Interval>> = prices
        .iter()
        .flat_map(|price| &price.large)
        .map(|estimate| estimate.interval)
        .collect();
    let Some(ends) = ends.filter(|_| prices.len() > 1) else {
        return Verdict::Inconclusive;
    };
    let least = |ends: &mut dyn Iterator<Item = f64>| ends.fold(f64::INFINITY, f64::min);
    let most = |ends: &mut dyn Iterator<Item = f64>| ends.fold(f64::NEG_INFINITY, f64::max);
    let lows = || ends.iter().map(|i| i.low);
    let highs = || ends.iter().map(|i| i.high);
    // The spread is at most that of the outer ends and at least that of the inner ones.
    let lowest = least(&mut lows());
    if lowest > 0.0 && most(&mut highs()) <= SAME_PRICE * lowest {
        Verdict::Holds
    } else if most(&mut lows()) > SAME_PRICE * least(&mut highs()) {
        Verdict::DoesNotHold
    } else {
        Verdict::Inconclusive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn finds_the_price_that_made_the_samples() {
        let (run, samples) = (testing::run(), testing::samples());
        let found = additive(&Evidence::new(&run, &samples));
        assert_eq!(found.len(), 2);
        for additive in found {
            assert_eq!(additive.verdict, Verdict::Holds);
            assert_eq!(additive.prices.len(), 3);
            for price in additive.prices {
                let fit = price.fit.unwrap();
                assert!((fit.slope - 0.5).abs() < 0.01, "{fit:?}");
                assert!((fit.fixed - 25.0).abs() < 3.0, "{fit:?}");
                assert_eq!(price.large.len(), 2);
            }
        }
    }

    #[test]
    fn a_codec_that_pays_twice_as_much_is_seen() {
        let price = |codec: &str, value: f64| Price {
            codec: codec.into(),
            fit: None,
            large: vec![Estimate::within(value, value * 0.98, value * 1.02)],
        };
        let judge = |a, b| same_price(&[price("a", a), price("b", b)]);
        assert_eq!(judge(0.5, 0.55), Verdict::Holds);
        assert_eq!(judge(0.5, 1.0), Verdict::DoesNotHold);
        assert_eq!(judge(0.5, 0.75), Verdict::Inconclusive);
        assert_eq!(same_price(&[price("a", 0.5)]), Verdict::Inconclusive);
    }
}
