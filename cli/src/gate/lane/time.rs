//! Thread CPU time: head against base in many launches, each with a layout of its own on both sides.

use std::collections::BTreeMap;

use wiretax::runner::{Lost, Remote};
use wiretax_report::gate::{Check, Trial, Unit, Verdict, timing};

use super::Cell;
use crate::gate::Trouble;
use crate::gate::launch::{self, Arm, Program, Worker};
use crate::gate::progress::Meter;

/// Rounds planted in the canary: 5 %.
const PLANTED: (u32, f64) = (50, 0.05);

/// What is compared in a launch.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A cell of both sides.
    Cell(Cell),
    /// Canaries of the head's runner, of which the second has so many rounds more.
    Canary(u32),
}

/// Both programs, and where launches put their files.
pub struct Bench<'a> {
    /// Of the base.
    pub base: Program<'a>,
    /// Of the head; canaries are its own.
    pub head: Program<'a>,
    /// For the files of launches.
    pub folder: &'a std::path::Path,
}

/// Head over base for every subject, launch by launch.
#[derive(Debug, Default)]
pub struct Ratios {
    /// By the subject's place.
    pub of: BTreeMap<usize, Vec<f64>>,
    /// Why a subject could not be measured, by its place; it is left out from then on.
    pub lost: BTreeMap<usize, String>,
}

impl Bench<'_> {
    /// Measures the subjects in so many launches, in random order in each.
    pub fn launches(
        &self,
        subjects: &[Subject],
        count: usize,
        meter: &mut Meter,
    ) -> Result<Ratios, Trouble> {
        let mut ratios = Ratios::default();
        for _ in 0..count {
            let mut order: Vec<usize> = (0..subjects.len()).collect();
            fastrand::shuffle(&mut order);
            let is_canary = |subject: &Subject| matches!(subject, Subject::Canary(_));
            let mut head = Worker::new(self.head, self.folder, "head")?;
            let mut base = match subjects.iter().all(is_canary) {
                true => None,
                false => Some(Worker::new(self.base, self.folder, "base")?),
            };
            // The canaries are both the head's: an older base has none. Another layout makes them a pair.
            let mut other = match subjects.iter().any(is_canary) {
                true => Some(Worker::new(self.head, self.folder, "other")?),
                false => None,
            };
            for at in order {
                meter.step()?;
                if ratios.lost.contains_key(&at) {
                    continue;
                }
                let ratio = match (&subjects[at], &mut base, &mut other) {
                    (Subject::Cell(cell), Some(base), _) => {
                        cell_ratio(cell, &mut base.remote, &mut head.remote)
                    }
                    (Subject::Canary(more), _, Some(other)) => {
                        canary_ratio(*more, &mut other.remote, &mut head.remote)
                    }
                    _ => unreachable!("each kind of subject has its runner"),
                };
                match ratio {
                    Ok(ratio) => ratios.of.entry(at).or_default().push(ratio),
                    Err(Lost::Ask(error)) => return Err(error.into()),
                    Err(lost) => {
                        ratios.lost.insert(at, lost.to_string());
                    }
                }
            }
        }
        Ok(ratios)
    }

    /// Whether every launch has a layout of its own on both sides.
    pub fn has_layouts(&self) -> bool {
        self.base.has_layouts() && self.head.has_layouts()
    }
}

fn cell_ratio(cell: &Cell, base: &mut Remote, head: &mut Remote) -> Result<f64, Lost> {
    const SLOT: usize = 0;
    cell.open(base, SLOT)?;
    cell.open(head, SLOT)?;
    let arms = (Arm::new(base, SLOT)?, Arm::new(head, SLOT)?);
    launch::ratio((base, &arms.0), Some(head), &arms.1)
}

fn canary_ratio(more: u32, base: &mut Remote, head: &mut Remote) -> Result<f64, Lost> {
    const SLOT: usize = 0;
    base.canary(SLOT, 0)?;
    head.canary(SLOT, more)?;
    let arms = (Arm::new(base, SLOT)?, Arm::new(head, SLOT)?);
    launch::ratio((base, &arms.0), Some(head), &arms.1)
}

/// What the lane found: a check a cell, and its own trials.
pub struct Found {
    /// In the order of the cells.
    pub checks: Vec<Check>,
    /// Of the canaries.
    pub trials: Vec<Trial>,
}

/// What the procedure found of a subject.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// Ratios of the screen.
    pub screen: Vec<f64>,
    /// Ratios of the new launches, where the screen called for them.
    pub confirmed: Option<Vec<f64>>,
    /// Why it could not be measured.
    pub lost: Option<String>,
}

impl Measured {
    /// The ratios that decide.
    pub fn launches(&self) -> &[f64] {
        self.confirmed.as_deref().unwrap_or(&self.screen)
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match (&self.lost, &self.confirmed) {
            (Some(_), _) => Verdict::Inconclusive,
            (None, Some(launches)) => timing::confirmed(launches),
            (None, None) => Verdict::Pass,
        }
    }
}

/// Screens every subject, and confirms those that look slower with new launches.
pub fn procedure(
    bench: &Bench<'_>,
    subjects: &[Subject],
    meter: &mut Meter,
) -> Result<Vec<Measured>, Trouble> {
    meter.begin("screening times", timing::SCREEN * subjects.len());
    let mut screen = bench.launches(subjects, timing::SCREEN, meter)?;
    let mut found: Vec<Measured> = (0..subjects.len())
        .map(|at| Measured {
            screen: screen.of.remove(&at).unwrap_or_default(),
            confirmed: None,
            lost: screen.lost.remove(&at),
        })
        .collect();
    let suspects: Vec<usize> = (0..subjects.len())
        .filter(|&at| timing::is_suspect(&found[at].screen))
        .collect();
    let again: Vec<Subject> = suspects.iter().map(|&at| subjects[at].clone()).collect();
    meter.begin("confirming times", timing::CONFIRM * again.len());
    let mut new = match again.is_empty() {
        true => Ratios::default(),
        false => bench.launches(&again, timing::CONFIRM, meter)?,
    };
    for (place, &at) in suspects.iter().enumerate() {
        found[at].confirmed = Some(new.of.remove(&place).unwrap_or_default());
        found[at].lost = found[at].lost.take().or(new.lost.remove(&place));
    }
    Ok(found)
}

/// Compares the cells; canaries go through the same.
pub fn compare(bench: &Bench<'_>, cells: &[Cell], meter: &mut Meter) -> Result<Found, Trouble> {
    let mut subjects: Vec<Subject> = cells.iter().cloned().map(Subject::Cell).collect();
    subjects.extend([0, PLANTED.0].map(Subject::Canary));
    let found = procedure(bench, &subjects, meter)?;
    let (of_cells, canaries) = found.split_at(cells.len());
    let trial = |(found, planted): (&Measured, f64)| trial(found, planted);
    let checks = cells.iter().zip(of_cells);
    Ok(Found {
        checks: checks
            .map(|(cell, found)| check(cell, found, bench.has_layouts()))
            .collect(),
        trials: canaries.iter().zip([0.0, PLANTED.1]).map(trial).collect(),
    })
}

/// What the procedure said of a canary.
pub fn trial(found: &Measured, planted: f64) -> Trial {
    Trial {
        planted,
        found: timing::change(found.launches()).map(|change| change.value),
        flagged: found.verdict() == Verdict::Regression,
    }
}

fn check(cell: &Cell, found: &Measured, has_layouts: bool) -> Check {
    let mut verdict = found.verdict();
    let lost = found.lost.as_ref();
    let mut note = lost.map(|why| format!("not measured: {why}"));
    if verdict == Verdict::Regression && !has_layouts {
        verdict = Verdict::Warning;
        note = Some("without random layouts this may be the layout alone".to_owned());
    }
    let launches = found.launches().to_vec();
    let spread = timing::spread(&launches).unwrap_or(0.0);
    Check {
        what: format!(
            "thread CPU time, {} launches, ±{:.1} % over layouts",
            launches.len(),
            spread * 100.0
        ),
        base: wiretax_report::gate::Quantity::Number(1.0, Unit::Ratio),
        head: match timing::change(&launches) {
            Some(change) => wiretax_report::gate::Quantity::Number(1.0 + change.value, Unit::Ratio),
            None => wiretax_report::gate::Quantity::Missing,
        },
        change: timing::change(&launches),
        threshold: format!(
            "a median above +{:.0} % whose {} % interval lies above 0",
            timing::SLOWER * 100.0,
            timing::CONFIDENT * 100.0
        ),
        note,
        launches,
        ..Check::named(cell.id().to_string(), verdict)
    }
}
