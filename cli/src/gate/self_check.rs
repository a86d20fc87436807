//! How often the gate is wrong: the same procedure on code that is the same, and on changes that are planted.

use std::collections::BTreeMap;
use std::path::Path;

use wiretax::runner::ask;
use wiretax_report::gate::{Rate, Verdict, rules};
use wiretax_session::callgrind::{self, Counter};

use super::judge::rounded;
use super::lane::bytes::Sent;
use super::lane::{allocations, instructions, time};
use super::launch::{Program, Worker};
use super::progress::Meter;
use super::{Bench, Question, Trouble};

/// Rounds planted in canaries, of a thousand: 1, 2, 3, 5 and 10 %.
const PLANTED: [u32; 5] = [10, 20, 30, 50, 100];

/// How often each is planted in a run: a rate needs many.
const REPEATS: usize = 4;

/// What came of all runs.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// The lane and what was planted, 0 for cells of identical code; of the first it is false alarms that are counted, of the
    /// others misses.
    pub rates: Vec<(&'static str, u32, Rate)>,
    /// What could not be tried, and why.
    pub notes: Vec<String>,
}

impl Question {
    /// Runs the procedure so many times over. Every cell is compared with itself, linked in another order. Ctrl-C ends it with
    /// what is there.
    pub fn self_check(&self, runs: usize) -> Result<Checked, Trouble> {
        let bench = self.prepare()?;
        let mut checked = Checked::default();
        let mut meter = Meter::new();
        for run in 1..=runs {
            eprintln!("wiretax: self-check {run} of {runs}");
            match bench.check(&mut checked, &mut meter) {
                Err(Trouble::Interrupted) if !checked.rates.is_empty() => {
                    checked.note(format!("interrupted in run {run} of {runs}"));
                    break;
                }
                done => done?,
            }
        }
        Ok(checked)
    }
}

impl Checked {
    fn add(&mut self, lane: &'static str, planted: u32, wrong: bool) {
        let of = |rate: &&mut (&'static str, u32, Rate)| rate.0 == lane && rate.1 == planted;
        if let Some((_, _, rate)) = self.rates.iter_mut().find(of) {
            return rate.add(wrong);
        }
        let mut rate = Rate::default();
        rate.add(wrong);
        self.rates.push((lane, planted, rate));
    }

    /// Says something once, however often it comes up.
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

impl Bench {
    fn check(&self, checked: &mut Checked, meter: &mut Meter) -> Result<(), Trouble> {
        let program = Program::of(&self.head.link, &self.head.runner);
        let twin = Worker::new(program, &self.home.launches(), "twin")?;
        self.check_bytes(twin.file(), checked)?;
        self.check_allocations(twin.file(), checked, meter)?;
        self.check_instructions(twin.file(), checked, meter)?;
        self.check_times(checked, meter)
    }

    fn check_bytes(&self, twin: &Path, checked: &mut Checked) -> Result<(), Trouble> {
        let of = |proofs: &[wiretax::runner::Proof]| -> BTreeMap<(String, String), Sent> {
            let each = proofs.iter();
            each.map(|of| ((of.case.clone(), of.codec.clone()), Sent::of(of)))
                .collect()
        };
        let (one, other) = (of(&self.head.proofs), of(&ask::proofs(twin)?));
        for pair in &self.cells.pairs {
            checked.add("bytes", 0, one.get(pair) != other.get(pair));
        }
        Ok(())
    }

    fn check_allocations(
        &self,
        twin: &Path,
        checked: &mut Checked,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        let cells = &self.cells.cells;
        meter.begin("counting allocations", cells.len());
        for cell in cells {
            meter.step()?;
            let one = allocations::count(&self.head.runner, cell);
            match (one, allocations::count(twin, cell)) {
                (Ok(Some(one)), Ok(Some(other))) => {
                    let [one, other] = [one, other].map(rounded);
                    let checks = allocations::checks(cell, one, other);
                    let flagged = checks.iter().any(|check| check.verdict.fails());
                    checked.add("allocations", 0, flagged);
                }
                _ => checked.note(format!("{}: its allocations are not counted", cell.id())),
            }
        }
        Ok(())
    }

    fn check_instructions(
        &self,
        twin: &Path,
        checked: &mut Checked,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        if let Err(why) = callgrind::available() {
            checked.note(format!("instructions: {why}"));
            return Ok(());
        }
        let mut one = Counter::new(&self.head.runner);
        let mut other = Counter::new(twin);
        let cells = &self.cells.cells;
        meter.begin(
            "counting instructions",
            cells.len() + PLANTED.len() * REPEATS + 1,
        );
        for cell in cells {
            meter.step()?;
            let counts = (
                instructions::count(&mut one, cell),
                instructions::count(&mut other, cell),
            );
            let (Ok(one), Ok(other)) = counts else {
                checked.note(format!("{}: its instructions are not counted", cell.id()));
                continue;
            };
            let verdict = rules::instructions(one.total, other.total);
            // Growth that is only worth a look stops nobody.
            checked.add("instructions", 0, verdict.fails());
        }
        let mut canary = |counter: &mut Counter, more: u32| {
            meter.step()?;
            let counted = instructions::canary(counter, more);
            counted.map_err(|why| Trouble::Usage(why.to_string()))
        };
        let plain = canary(&mut one, 0)?;
        for more in PLANTED.repeat(REPEATS) {
            let found = canary(&mut other, more)?;
            let verdict = rules::instructions(plain.total, found.total);
            checked.add("instructions", more, verdict == Verdict::Pass);
        }
        Ok(())
    }

    fn check_times(&self, checked: &mut Checked, meter: &mut Meter) -> Result<(), Trouble> {
        let program = Program::of(&self.head.link, &self.head.runner);
        let bench = time::Bench {
            base: program,
            head: program,
            folder: &self.home.launches(),
        };
        if !bench.has_layouts() {
            checked.note("times: layouts are not random here".to_owned());
        }
        let cells = self.cells.cells.iter().cloned().map(time::Subject::Cell);
        let mut subjects: Vec<time::Subject> = cells.collect();
        let count = subjects.len();
        let planted: Vec<u32> = [0].into_iter().chain(PLANTED).collect();
        let planted = planted.repeat(REPEATS);
        subjects.extend(planted.iter().copied().map(time::Subject::Canary));
        let found = time::procedure(&bench, &subjects, meter)?;
        for (at, found) in found.iter().enumerate() {
            let flagged = found.verdict() == Verdict::Regression;
            let planted = at.checked_sub(count).map_or(0, |at| planted[at]);
            checked.add("time", planted, flagged != (planted != 0));
        }
        Ok(())
    }
}
