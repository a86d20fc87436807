//! The records that verbs read: a file, a folder that holds one, or those of the latest run.

use std::path::{Path, PathBuf};

use wiretax::measure::environment;
use wiretax_report::{Filter, RECORD, Run, Sampling, Selected, counted, visible};

use crate::error::Error;
use crate::runner;

/// A record with its samples.
pub struct Record {
    /// What it is called: its path as it was given, or where the latest run left it.
    pub name: String,
    /// The record.
    pub run: Run,
    /// Where criterion keeps the run's samples and pages.
    pub criterion: Option<PathBuf>,
}

/// Reads a record; that of the latest run where none is given. What a run under way, or one that was killed, has measured
/// is taken from where criterion puts it.
pub fn read(given: Option<&Path>) -> Result<Record, Error> {
    let latest;
    let path = match given {
        Some(path) => path,
        None => {
            latest = runner::latest_run()?;
            &latest
        }
    };
    let file = file(path);
    // Another folder than that of a run is a slip of the hand, and is told from a run that is not there.
    if path.is_dir() && !file.exists() && given.is_some() {
        return Err(Error::NoRecord(path.to_owned()));
    }
    let mut run = Run::read(&file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let criterion = criterion_of(folder);
    if run.cells.is_empty() {
        // Of a copy the journals are there, and criterion's samples not.
        let none = folder.join("criterion");
        wiretax_report::collect(&mut run, folder, criterion.as_deref().unwrap_or(&none))?;
    }
    Ok(Record {
        name: path.display().to_string(),
        run,
        criterion,
    })
}

/// The file of a record that is named by itself or by its folder.
pub fn file(given: &Path) -> PathBuf {
    match given.is_dir() {
        true => given.join(RECORD),
        false => given.to_owned(),
    }
}

impl Record {
    /// The part that a filter leaves, with its samples; an error where nothing was measured at all. Whether the run is whole
    /// is said on standard error.
    pub fn measured(self, filter: Option<&str>) -> Result<Selected, Error> {
        let Record { name, run, .. } = self;
        if run.cells.is_empty() {
            return Err(Error::Unmeasured(name));
        }
        if let Some(lack) = lack(&run) {
            eprintln!("wiretax: {} is not whole: {lack}", visible(&name));
        }
        Ok(Selected::whole(run).part(&parse(filter)?, &name)?)
    }
}

/// What a run lacks that was cut short. After the cells come the race and, where they are asked for, the instructions.
fn lack(run: &Run) -> Option<String> {
    if run.complete {
        return None;
    }
    let (measured, planned) = (run.cells.len(), run.planned.len());
    if measured < planned {
        return Some(format!(
            "{measured} of {} measured",
            counted(planned as u64, "cell")
        ));
    }
    let mut missing = Vec::new();
    if run.sampling == Sampling::Criterion && run.format >= 2 {
        missing.push("the rounds");
    }
    if run.race.is_none() {
        missing.push("the race, if its suite has one");
    }
    // The fact says with what they were counted, or why not; it is there once it was their turn.
    if run.environment.get("instructions").is_none() {
        missing.push("the instructions");
    }
    let missing = match missing.is_empty() {
        true => String::new(),
        false => format!("; what is missing: {}", missing.join(", ")),
    };
    Some(format!(
        "it was stopped before its end, when each of its cells had samples{missing}"
    ))
}

/// Refuses to write an answer over a record that it is made of.
pub fn keep_from(out: Option<&Path>, records: &[&Path]) -> Result<(), Error> {
    let Some(out) = out else { return Ok(()) };
    let real = |path: &Path| path.canonicalize().ok();
    let is = |record: &&&Path| real(out).is_some() && real(out) == real(&file(record));
    match records.iter().find(is) {
        Some(_) => Err(Error::OverRecord(out.to_owned())),
        None => Ok(()),
    }
}

/// The filter that was given; everything where none was.
pub fn parse(filter: Option<&str>) -> Result<Filter, Error> {
    Ok(Filter::parse(filter.unwrap_or_default())?)
}

/// Where criterion keeps the samples of the run in a folder: beside it for `wiretax try`, and in the target folder for
/// `cargo bench`, which has one folder for the runs of each bench. Any other is a copy, and the samples there are of other runs.
fn criterion_of(folder: &Path) -> Option<PathBuf> {
    let beside = folder.join("..").join("criterion");
    let is = |other: PathBuf| folder.canonicalize().ok() == other.canonicalize().ok();
    let ours = || is(runner::bench_folder()) || is(runner::layers_folder());
    if beside.is_dir() {
        Some(beside)
    } else {
        ours().then(environment::criterion_folder)
    }
}
