//! How often the gate is wrong: the same procedure on code that is the same, and on changes that are planted.

use wiretax_report::gate::{Rate, Verdict, rules};
use wiretax_session::callgrind::{self, Counter};

use super::lane::{instructions, time};
use super::launch::{Program, Worker};
use super::progress::Meter;
use super::{Bench, Question, Trouble};

/// Rounds planted in canaries, of a thousand: 1, 2, 3, 5 and 10 %.
const PLANTED: [u32; 5] = [10, 20, 30, 50, 100];

/// What came of all runs.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The lane and what was planted, 0 for cells of identical code; of the first it is false alarms that are counted, of the
    /// others misses.
    pub rates: Vec<(&'static str, u32, Rate)>,
    /// What could not be tried, and why.
    pub notes: Vec<String>,
}

impl Question {
    /// Runs the procedure so many times over. Every cell is compared with itself, linked in another order.
    pub fn self_check(&self, runs: usize) -> Result<Checked, Trouble> {
        let bench = self.prepare()?;
        let mut checked = Checked {
            rates: Vec::new(),
            notes: Vec::new(),
        };
        let mut meter = Meter::new();
        for run in 1..=runs {
            eprintln!("wiretax: self-check {run} of {runs}");
            bench.check_instructions(&mut checked, &mut meter)?;
            bench.check_times(&mut checked, &mut meter)?;
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
}

impl Bench {
    fn check_instructions(&self, checked: &mut Checked, meter: &mut Meter) -> Result<(), Trouble> {
        if let Err(why) = callgrind::available() {
            checked.notes = vec![format!("instructions: {why}")];
            return Ok(());
        }
        let program = Program::of(&self.head.link, &self.head.runner);
        let twin = Worker::new(program, &self.home.launches(), "twin")?;
        let mut one = Counter::new(&self.head.runner);
        let mut other = Counter::new(twin.file());
        let cells = &self.cells.cells;
        meter.begin("counting instructions", cells.len() + PLANTED.len() + 1);
        for cell in cells {
            meter.step()?;
            let counts = (
                instructions::count(&mut one, cell),
                instructions::count(&mut other, cell),
            );
            let (Ok(one), Ok(other)) = counts else {
                checked.notes.push(format!("{}: not counted", cell.id()));
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
        for more in PLANTED {
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
            checked.notes = vec!["times: layouts are not random here".to_owned()];
        }
        let cells = self.cells.cells.iter().cloned().map(time::Subject::Cell);
        let mut subjects: Vec<time::Subject> = cells.collect();
        let count = subjects.len();
        subjects.push(time::Subject::Canary(0));
        subjects.extend(PLANTED.map(time::Subject::Canary));
        let found = time::procedure(&bench, &subjects, meter)?;
        for (at, found) in found.iter().enumerate() {
            let flagged = found.verdict() == Verdict::Regression;
            match at.checked_sub(count + 1) {
                None => checked.add("time", 0, flagged),
                Some(place) => checked.add("time", PLANTED[place], !flagged),
            }
        }
        Ok(())
    }
}
