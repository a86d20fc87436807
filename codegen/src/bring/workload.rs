//! The payloads: read in whatever form they have, and made one workload.

use std::collections::HashMap;
use std::path::PathBuf;

use prost_reflect::MessageDescriptor;

use super::{BringError, message};
use crate::limits::{MAX_PASS, MAX_PAYLOADS};
use crate::payload::form::{Form, read_as, recognise};

/// Reads all payloads. Equal messages become one that weighs as much; where there are more than a workload may
/// have, it is thinned out evenly, and a note says so.
pub(super) fn read(
    payloads: &[(PathBuf, Vec<u8>)],
    wanted: &MessageDescriptor,
    format: Option<Form>,
    weights: &[u32],
    notes: &mut Vec<String>,
) -> Result<Vec<(Vec<u8>, u32)>, BringError> {
    if !weights.is_empty() && weights.len() != payloads.len() {
        return Err(BringError::Weights {
            weights: weights.len(),
            payloads: payloads.len(),
        });
    }
    let mut work = Distinct::default();
    let mut empty = 0_usize;
    for (at, (path, bytes)) in payloads.iter().enumerate() {
        let weight = weights.get(at).copied().unwrap_or(1);
        if weight == 0 {
            return Err(BringError::WeightZero { path: path.clone() });
        }
        let read = match format {
            Some(form) => read_as(form, bytes, wanted),
            None => recognise(bytes, wanted),
        };
        let read = read.map_err(|error| BringError::Form {
            path: path.clone(),
            error: Box::new(error),
            instead: message::instead(bytes, wanted, format),
        })?;
        let name = path.display();
        notes.push(format!("{name}: {}", read.how));
        notes.extend(read.notes.iter().map(|note| format!("{name}: {note}")));
        for message in read.messages {
            if message.is_empty() {
                empty += 1;
            } else {
                work.add(message, weight);
            }
        }
    }
    if empty > 0 {
        notes.push(format!(
            "{empty} messages without any field are left out: there is nothing in them to measure"
        ));
    }
    let (before, total) = (work.list.len(), work.total());
    let list = work.thinned();
    if list.len() < before {
        notes.push(format!(
            "a workload of {} of the {before} different messages, taken evenly",
            list.len()
        ));
    } else if total > MAX_PASS as u64 {
        notes.push(format!(
            "the weights, {total} in all, are scaled down to {MAX_PASS}"
        ));
    }
    Ok(list)
}

/// Different messages in the order in which they came, each with its weight.
#[derive(Default)]
struct Distinct {
    list: Vec<(Vec<u8>, u64)>,
    known: HashMap<Vec<u8>, usize>,
}

impl Distinct {
    fn add(&mut self, message: Vec<u8>, weight: u32) {
        let next = self.list.len();
        let at = *self.known.entry(message).or_insert_with_key(|message| {
            self.list.push((message.clone(), 0));
            next
        });
        self.list[at].1 += u64::from(weight);
    }

    fn total(&self) -> u64 {
        self.list.iter().map(|(_, weight)| weight).sum()
    }

    /// At most as many messages as a workload may have, every so many of them, and at most as much weight.
    fn thinned(self) -> Vec<(Vec<u8>, u32)> {
        let (all, most) = (self.list.len(), MAX_PAYLOADS.min(self.list.len()));
        let mut list = self.list;
        if most < all {
            let mut at = 0;
            // The index after which another message is due grows in equal steps.
            list.retain(|_| {
                let taken = at * most / all != (at + 1) * most / all;
                at += 1;
                taken
            });
        }
        let total: u64 = list.iter().map(|(_, weight)| weight).sum();
        // Each weight is one at least; what is left of a pass is shared out, rounded down.
        let room = (MAX_PASS - most) as u128;
        let scaled = |weight: u64| match total > MAX_PASS as u64 {
            true => 1 + (u128::from(weight) * room / u128::from(total)) as u32,
            false => weight as u32,
        };
        list.into_iter()
            .map(|(message, weight)| (message, scaled(weight)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(messages: impl Iterator<Item = (u32, u32)>) -> Vec<(Vec<u8>, u32)> {
        let mut work = Distinct::default();
        for (message, weight) in messages {
            work.add(message.to_be_bytes().to_vec(), weight);
        }
        work.thinned()
    }

    #[test]
    fn equal_messages_become_one() {
        let list = work([(7, 1), (8, 2), (7, 3)].into_iter());
        assert_eq!(
            list,
            [
                (7_u32.to_be_bytes().to_vec(), 4),
                (8_u32.to_be_bytes().to_vec(), 2)
            ]
        );
    }

    #[test]
    fn too_many_messages_are_thinned_out_evenly() {
        let all = 3 * MAX_PAYLOADS as u32;
        let list = work((0..all).map(|message| (message, 1)));
        assert_eq!(list.len(), MAX_PAYLOADS);
        let first = u32::from_be_bytes(list[0].0.clone().try_into().unwrap());
        let last = u32::from_be_bytes(list[MAX_PAYLOADS - 1].0.clone().try_into().unwrap());
        assert!(first < 3 && last >= all - 3, "{first} to {last}");
    }

    #[test]
    fn weights_are_scaled_and_nothing_vanishes() {
        let list = work([(1, 1), (2, 4_000_000), (3, 1_000_000)].into_iter());
        let total: u64 = list.iter().map(|(_, weight)| u64::from(*weight)).sum();
        assert!(total <= MAX_PASS as u64, "{total}");
        assert_eq!(list[0].1, 1);
        assert!((list[1].1 as f64 / f64::from(list[2].1) - 4.0).abs() < 0.1);
    }
}
