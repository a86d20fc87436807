//! Rewrites entries of the baseline from what is measured now, and writes down why.

use std::collections::BTreeMap;

use wiretax_session::callgrind::{self, Counter};

use super::baseline::{Baseline, Counts, New, Ratio, Sent};
use super::claims::Claims;
use super::judge::rounded;
use super::lane::{Cell, allocations, bytes, instructions, invariants};
use super::launch::Program;
use super::progress::Meter;
use super::side::Side;
use super::{Bench, Question, Trouble};

/// Which entries.
#[derive(Debug, Clone)]
pub enum Which {
    /// Those of these cells, or of these pairs `case/codec`.
    These(Vec<String>),
    /// Every one that the filter leaves.
    All,
}

/// What was done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Entries measured.
    pub measured: usize,
    /// Entries that changed: key, before, after.
    pub changed: Vec<(String, String, String)>,
    /// Entries removed, since there is nothing to measure.
    pub removed: Vec<String>,
    /// What could not be counted.
    pub notes: Vec<String>,
}

/// What callgrind's counts depend on, beside the code.
pub fn fingerprint(side: &Side) -> BTreeMap<String, String> {
    let wanted = ["cpu", "rustc", "optimization", "target features"];
    let facts = side.listed.environment.iter();
    let facts = facts.filter(|(label, _)| wanted.contains(&label.as_str()));
    let mut fingerprint: BTreeMap<String, String> = facts.cloned().collect();
    let valgrind = callgrind::available().unwrap_or_else(|_| "unavailable".to_owned());
    fingerprint.insert("valgrind".to_owned(), valgrind);
    fingerprint.insert("libc".to_owned(), libc());
    fingerprint
}

/// The C library, whose copies are counted too.
fn libc() -> String {
    let said = std::process::Command::new("getconf")
        .arg("GNU_LIBC_VERSION")
        .output();
    match said {
        Ok(said) if said.status.success() => {
            String::from_utf8_lossy(&said.stdout).trim().to_owned()
        }
        _ => "unknown".to_owned(),
    }
}

impl Question {
    /// Measures entries of the working tree again, and keeps them with a reason. `release`: their instructions are from now on
    /// those of the last release, which creep is judged by.
    pub fn accept(&self, which: &Which, reason: &str, release: bool) -> Result<Done, Trouble> {
        if reason.trim().is_empty() {
            let why = "say why: --reason \"...\" is kept with the entry, for whoever asks later";
            return Err(Trouble::Usage(why.to_owned()));
        }
        let bench = self.prepare()?;
        let mut baseline = bench.baseline.clone().unwrap_or_else(Baseline::new);
        let mut done = Done::default();
        let is_wanted = |key: &str| match which {
            Which::All => true,
            Which::These(keys) => keys.iter().any(|of| of == key),
        };
        let here = fingerprint(&bench.head);
        // Counts of two places in one file could be compared with neither.
        let moved = !baseline.fingerprint.is_empty() && baseline.fingerprint != here;
        let keeps_counts = matches!(which, Which::All) || !moved;
        if moved && keeps_counts {
            done.notes.push(
                "all instructions are counted anew: machine or toolchain are others".to_owned(),
            );
        } else if moved {
            done.notes.push("instructions stay as they are: the baseline was counted elsewhere; --all moves it here".to_owned());
        }
        if keeps_counts {
            baseline.fingerprint = here;
        }
        let before = baseline.accepted.len();
        bench.accept_sent(&mut baseline, &mut done, is_wanted, reason);
        bench.accept_cells(&mut baseline, &mut done, is_wanted, reason, keeps_counts)?;
        bench.accept_claims(&mut baseline, &mut done, is_wanted, reason)?;
        remove(&bench, &mut baseline, &mut done, is_wanted, reason);
        if release {
            for entry in baseline.cells.values_mut() {
                let mut value = entry.value;
                value.released = value.instructions;
                *entry = super::baseline::Entry::new(value, &entry.reason);
            }
        }
        if done.measured == 0 && done.removed.is_empty() {
            let Which::These(keys) = which else {
                return Err(Trouble::Usage("there is nothing to accept".to_owned()));
            };
            let keys = keys.join("`, `");
            let why = format!(
                "there is no `{keys}`: give the id of a cell, or case/codec, as the gate prints them"
            );
            return Err(Trouble::Usage(why));
        }
        done.changed = baseline.accepted[before..]
            .iter()
            .map(|of| (of.of.clone(), of.before.to_string(), of.after.to_string()))
            .collect();
        baseline.write(&bench.files.baseline())?;
        Ok(done)
    }
}

impl Bench {
    fn accept_sent(
        &self,
        baseline: &mut Baseline,
        done: &mut Done,
        is_wanted: impl Fn(&str) -> bool,
        reason: &str,
    ) {
        for proof in &self.head.proofs {
            let pair = (proof.case.clone(), proof.codec.clone());
            let key = format!("{}/{}", proof.case, proof.codec);
            if !self.cells.pairs.contains(&pair) || !is_wanted(&key) {
                continue;
            }
            let sent = bytes::Sent::of(proof);
            let new = Sent {
                outcome: sent.outcome,
                bytes: sent.bytes.map(|(bytes, _)| bytes),
                digest: sent.bytes.map(|(_, digest)| format!("{digest:016x}")),
            };
            baseline.accept(&key, New::Sent(new), reason);
            done.measured += 1;
        }
    }

    fn accept_cells(
        &self,
        baseline: &mut Baseline,
        done: &mut Done,
        is_wanted: impl Fn(&str) -> bool,
        reason: &str,
        keeps_counts: bool,
    ) -> Result<(), Trouble> {
        let cells: Vec<&Cell> = self
            .cells
            .cells
            .iter()
            .filter(|cell| is_wanted(&cell.id().to_string()))
            .collect();
        let mut meter = Meter::new();
        meter.begin("measuring what is accepted", cells.len());
        let mut counter = match callgrind::available() {
            Ok(_) if keeps_counts => Some(Counter::new(&self.head.runner)),
            Ok(_) => None,
            Err(why) => {
                done.notes
                    .push(format!("instructions are not counted: {why}"));
                None
            }
        };
        for cell in cells {
            meter.step()?;
            let key = cell.id().to_string();
            let old = baseline.cells.get(&key).map(|entry| entry.value);
            let allocated = match allocations::count(&self.head.runner, cell) {
                Ok(counted) => rounded(counted.unwrap_or_default()),
                Err(wiretax::runner::Lost::Ask(error)) => return Err(error.into()),
                Err(lost) => {
                    done.notes.push(format!("{key}: {lost}"));
                    continue;
                }
            };
            let counted = counter
                .as_mut()
                .map(|counter| instructions::count(counter, cell));
            let counted = match counted {
                Some(Err(why)) => {
                    done.notes.push(format!("{key}: {why}"));
                    None
                }
                Some(Ok(counted)) => Some((counted.total * 100.0).round() / 100.0),
                None => old.and_then(|old| old.instructions),
            };
            let new = Counts {
                allocations: allocated.count,
                allocated_bytes: allocated.bytes,
                instructions: counted,
                released: old.and_then(|old| old.released),
            };
            baseline.accept(&key, New::Cell(new), reason);
            done.measured += 1;
        }
        Ok(())
    }
}

impl Bench {
    fn accept_claims(
        &self,
        baseline: &mut Baseline,
        done: &mut Done,
        is_wanted: impl Fn(&str) -> bool,
        reason: &str,
    ) -> Result<(), Trouble> {
        let claims = self.claims.ratios.iter();
        let wanted = Claims {
            ratios: claims.filter(|of| is_wanted(&of.name)).cloned().collect(),
            base64_size: false,
        };
        if wanted.ratios.is_empty() {
            return Ok(());
        }
        let program = Program::of(&self.head.link, &self.head.runner);
        let folder = self.home.launches();
        let listed = &self.head.listed;
        let checks = invariants::compare(&wanted, program, &folder, listed, &mut Meter::new())?;
        let round = |of: f64| (of * 1e3).round() / 1e3;
        for (claim, check) in wanted.ratios.iter().zip(&checks) {
            let Some(found) = check.change else {
                let why = check.note.as_deref().unwrap_or("it could not be measured");
                done.notes.push(format!("{}: {why}", claim.name));
                continue;
            };
            let new = Ratio {
                ratio: round(found.value),
                low: found.interval.map(|of| round(of.low)),
                high: found.interval.map(|of| round(of.high)),
                at_least: claim.at_least,
                at_most: claim.at_most,
            };
            baseline.accept(&claim.name, New::Claim(new), reason);
            done.measured += 1;
        }
        Ok(())
    }
}

/// Takes out what there is no more.
fn remove(
    bench: &Bench,
    baseline: &mut Baseline,
    done: &mut Done,
    is_wanted: impl Fn(&str) -> bool,
    reason: &str,
) {
    let has = |case: &str, codec: &str| {
        let mut proofs = bench.head.proofs.iter();
        proofs.any(|of| of.case == case && of.codec == codec)
    };
    let gone = bench.cells.vanished.iter().cloned();
    let pairs = baseline.sent.keys().filter(|key| {
        key.split_once('/')
            .is_none_or(|(case, codec)| !has(case, codec))
    });
    let claimed = |name: &&String| bench.claims.ratios.iter().all(|of| of.name != **name);
    let claims = baseline.claims.keys().filter(claimed);
    let keys: Vec<String> = gone
        .chain(pairs.cloned())
        .chain(claims.cloned())
        .filter(|key| is_wanted(key))
        .collect();
    for key in keys {
        if baseline.remove(&key, reason) {
            done.removed.push(key);
        }
    }
}
