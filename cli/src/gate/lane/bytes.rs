//! What is sent: the size and the digest of what each codec encodes, and what became of it in its proof.

use wiretax::runner::{Outcome, Proof};
use wiretax_report::gate::{Check, Lane, LaneResult, Quantity, Unit, Verdict, rules};

/// What a proof comes to, as it is compared and kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The outcome in a word or a line.
    pub outcome: String,
    /// Encoded bytes, and their digest, where there are any.
    pub bytes: Option<(u64, u64)>,
}

impl Sent {
    /// Of a proof.
    pub fn of(proof: &Proof) -> Self {
        let (outcome, bytes) = match &proof.outcome {
            Outcome::Proven {
                wire_bytes, digest, ..
            } => ("proven".to_owned(), Some((*wire_bytes, *digest))),
            Outcome::Unsound {
                wire_bytes, digest, ..
            } => ("unsound".to_owned(), Some((*wire_bytes, *digest))),
            Outcome::Refused { stage, reason } => (format!("refused by {stage}: {reason}"), None),
            Outcome::Wrong { path, detail } => (format!("wrong at {path}: {detail}"), None),
            Outcome::Aborted { how } => (format!("aborted: its process {how}"), None),
        };
        Sent { outcome, bytes }
    }
}

/// Compares every pair of case and codec that both or either side has; `None` is a side that lacks it.
pub fn compare<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str, Option<Sent>, Option<Sent>)>,
) -> LaneResult {
    let mut result = LaneResult {
        lane: Lane::Bytes,
        trouble: None,
        trials: Vec::new(),
        compared: 0,
        skipped: None,
        checks: Vec::new(),
    };
    for (case, codec, base, head) in pairs {
        let of = format!("{case}/{codec}");
        result.compared += 1;
        match (base, head) {
            (Some(base), Some(head)) => result.checks.extend(both(&of, &base, &head)),
            (Some(base), None) => result.checks.push(Check {
                base: Quantity::Word(base.outcome),
                note: Some(
                    "it is not there any more: a case or codec that vanishes must be accepted"
                        .to_owned(),
                ),
                ..check(&of, "outcome", Verdict::Unaccepted)
            }),
            (None, Some(head)) => result.checks.push(Check {
                head: Quantity::Word(head.outcome),
                note: Some("it is new: nothing to compare it with".to_owned()),
                ..check(&of, "outcome", Verdict::Warning)
            }),
            (None, None) => {}
        }
    }
    result
}

/// The checks of a pair that both sides have: the first thing that differs, or that all is the same.
fn both(of: &str, base: &Sent, head: &Sent) -> Option<Check> {
    if base.outcome != head.outcome {
        return Some(Check {
            base: Quantity::Word(base.outcome.clone()),
            head: Quantity::Word(head.outcome.clone()),
            ..check(of, "outcome", rules::equal(&base.outcome, &head.outcome))
        });
    }
    let ((base_bytes, base_digest), (head_bytes, head_digest)) = (base.bytes?, head.bytes?);
    let size = |bytes: u64| Quantity::Number(bytes as f64, Unit::Bytes);
    // A runner from before there were digests has none; sizes are compared all the same.
    if base_bytes != head_bytes || base_digest == 0 || head_digest == 0 {
        return Some(Check {
            base: size(base_bytes),
            head: size(head_bytes),
            ..check(of, "encoded bytes", rules::equal(&base_bytes, &head_bytes))
        });
    }
    let word = |digest: u64| Quantity::Word(format!("{digest:016x}"));
    Some(Check {
        base: word(base_digest),
        head: word(head_digest),
        ..check(
            of,
            "digest of the encoded bytes",
            rules::equal(&base_digest, &head_digest),
        )
    })
}

fn check(of: &str, what: &str, verdict: Verdict) -> Check {
    Check {
        what: what.to_owned(),
        threshold: "any change".to_owned(),
        ..Check::named(of, verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(outcome: &str, bytes: Option<(u64, u64)>) -> Option<Sent> {
        Some(Sent {
            outcome: outcome.to_owned(),
            bytes,
        })
    }

    fn verdict(base: Option<Sent>, head: Option<Sent>) -> (Verdict, String) {
        let result = compare([("append", "prost", base, head)].into_iter());
        assert_eq!(result.compared, 1);
        let check = &result.checks[0];
        (check.verdict, check.what.clone())
    }

    #[test]
    fn sizes_digests_and_outcomes_must_stay() {
        let proven = |bytes| sent("proven", Some(bytes));
        let same = verdict(proven((3, 7)), proven((3, 7)));
        assert_eq!(same.0, Verdict::Pass);
        let size = verdict(proven((3, 7)), proven((4, 8)));
        assert_eq!(size, (Verdict::Unaccepted, "encoded bytes".to_owned()));
        let digest = verdict(proven((3, 7)), proven((3, 8)));
        assert_eq!(digest.0, Verdict::Unaccepted);
        assert!(digest.1.contains("digest"));
        let refused = verdict(proven((3, 7)), sent("refused by pb-rs: no groups", None));
        assert_eq!(refused, (Verdict::Unaccepted, "outcome".to_owned()));
        assert_eq!(verdict(proven((3, 7)), None).0, Verdict::Unaccepted);
        assert_eq!(verdict(None, proven((3, 7))).0, Verdict::Warning);
        let old = verdict(proven((3, 0)), proven((3, 8)));
        assert_eq!(old, (Verdict::Pass, "encoded bytes".to_owned()));
    }
}
