//! What is sent: the proofs of both sides, what vanished, and entries of the baseline that were edited.

use std::collections::BTreeMap;

use wiretax_report::gate::{Check, Lane, LaneResult, Verdict};

use super::{accepted, missing};
use crate::gate::Bench;
use crate::gate::baseline::{self, Baseline};
use crate::gate::lane::bytes::{self, Sent};
use crate::gate::side::Side;

impl Bench {
    pub(super) fn bytes(&self) -> LaneResult {
        let of_side = |side: &Side| -> BTreeMap<(String, String), Sent> {
            let proofs = side.proofs.iter();
            proofs
                .map(|proof| ((proof.case.clone(), proof.codec.clone()), Sent::of(proof)))
                .collect()
        };
        let head = of_side(&self.head);
        let before = match (&self.base, &self.baseline) {
            (Some(base), _) => of_side(base),
            (None, Some(baseline)) => of_baseline(baseline),
            (None, None) => return missing(Lane::Bytes),
        };
        let pairs = self.cells.pairs.iter().map(|(case, codec)| {
            let key = (case.clone(), codec.clone());
            let (base, head) = (before.get(&key).cloned(), head.get(&key).cloned());
            (case.as_str(), codec.as_str(), base, head)
        });
        let mut result = bytes::compare(pairs);
        for id in &self.cells.vanished {
            result.compared += 1;
            result.checks.push(Check {
                what: "cell".to_owned(),
                note: Some("it is not measured any more: a cell that vanishes or is renamed must be accepted".to_owned()),
                ..Check::named(id, Verdict::Unaccepted)
            });
        }
        if let Some(baseline) = &self.baseline {
            for key in baseline.edited() {
                result.compared += 1;
                result.checks.push(Check {
                    what: "baseline".to_owned(),
                    note: Some(
                        "its entry was edited by hand; `gate accept` measures it again".to_owned(),
                    ),
                    ..Check::named(key, Verdict::Unaccepted)
                });
            }
            for check in &mut result.checks {
                let sent = baseline.sent.get(&check.of);
                let now = check
                    .of
                    .split_once('/')
                    .and_then(|(case, codec)| head.get(&(case.to_owned(), codec.to_owned())));
                if let (Some(sent), Some(now)) = (sent, now)
                    && self.base.is_some()
                    && from_baseline(&sent.value) == *now
                {
                    accepted(check, &sent.reason);
                }
            }
        }
        result
    }
}

fn of_baseline(baseline: &Baseline) -> BTreeMap<(String, String), Sent> {
    let entries = baseline.sent.iter();
    entries
        .filter_map(|(key, entry)| {
            let (case, codec) = key.split_once('/')?;
            Some((
                (case.to_owned(), codec.to_owned()),
                from_baseline(&entry.value),
            ))
        })
        .collect()
}

fn from_baseline(sent: &baseline::Sent) -> Sent {
    let digest = sent
        .digest
        .as_deref()
        .map(|of| u64::from_str_radix(of, 16).unwrap_or(0));
    Sent {
        outcome: sent.outcome.clone(),
        bytes: sent.bytes.zip(digest),
    }
}
