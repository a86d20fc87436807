//! One run over a runner's suite, whichever process asks for it: `cargo bench` for the suite that is built
//! in, `wiretax try` for one that was brought.
//!
//! A run starts the runner as a child process and has it prove every codec on every case; then criterion
//! measures the cells there, one at a time, and what was found is printed and kept. This process holds no
//! generated code, so a codec that aborts ends a child and becomes a result.
//!
//! | file | what |
//! |---|---|
//! | `args` | the command line of a criterion bench |
//! | `plan` | which cells, in which order |
//! | `baseline` | whether a baseline has them |
//! | `cells`, `anchor` | measures them |
//! | `race` | the arms of the first report, interleaved |
//! | `outside` | the runner of a suite outside the checkout |
//! | `record` | what the run leaves behind |
//! | `progress`, `stop` | what it says meanwhile, and Ctrl-C |

#![forbid(unsafe_code)]

mod anchor;
mod args;
mod baseline;
mod cells;
mod outside;
mod plan;
mod progress;
mod race;
mod record;
mod stop;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use criterion::Criterion;
use wiretax::criterion::CpuTime;
use wiretax::measure::environment;
use wiretax::runner::{Lost, Remote, ask};

use anchor::Log;
pub use args::{Args, Mode};
pub use record::pages;

/// Any of the things that end a run before its finding; its text says what to do.
pub type Error = Box<dyn std::error::Error>;

/// What to run, and where to leave it.
#[derive(Debug)]
pub struct Session {
    /// The runner's executable.
    pub runner: PathBuf,
    /// What to do, and with which cells.
    pub args: Args,
    /// Where the record and the finding go.
    pub folder: PathBuf,
    /// Where criterion keeps its samples and pages.
    pub criterion: PathBuf,
}

/// How long criterion takes for a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Long enough for intervals that decide.
    Full,
    /// A first look: wider intervals, in a third of the time.
    Quick,
}

/// The whole of a bench executable that is a runner too, of the checkout at `manifest`: runs itself, or the runner of
/// the suite that `WIRETAX_SUITE` names, as the command line of criterion says.
pub fn bench(manifest: &str) -> ExitCode {
    let manifest = PathBuf::from(manifest);
    let run = || {
        let args = Args::from_command_line()?;
        let session = Session {
            runner: match outside::suite(&manifest) {
                Some(suite) => outside::runner(&suite, &manifest)?,
                None => std::env::current_exe()?,
            },
            args,
            // Wherever it was started.
            folder: manifest.join("reports").join("latest"),
            criterion: environment::criterion_folder(),
        };
        // Criterion ends the process where it dislikes its arguments; nothing has been overwritten by then.
        session.run(|| criterion(Pace::Full).configure_from_args())
    };
    run().unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Criterion as a run sets it up.
pub fn criterion(pace: Pace) -> Criterion<CpuTime> {
    let (samples, warm_up, measurement) = match pace {
        Pace::Full => (30, 100, 400),
        Pace::Quick => (12, 40, 150),
    };
    // Short cells and many: a whole run has to fit into minutes. More resamples would cost seconds of
    // plotting a cell and tell nothing new.
    wiretax::criterion::criterion()
        .sample_size(samples)
        .warm_up_time(Duration::from_millis(warm_up))
        .measurement_time(Duration::from_millis(measurement))
        .nresamples(1_001)
}

impl Session {
    /// Runs it; what was found is printed.
    ///
    /// # Errors
    /// When the runner cannot be asked, a baseline lacks cells, or a file cannot be written.
    pub fn run(&self, criterion: impl FnOnce() -> Criterion<CpuTime>) -> Result<ExitCode, Error> {
        plan::all_cells()?;
        let args = &self.args;
        let suite = ask::list(&self.runner)?;
        // Criterion lists from the same registrations that it measures, and nothing needs proof for that.
        let proofs = match args.mode() {
            Mode::List => Vec::new(),
            _ => ask::proofs(&self.runner)?,
        };
        let plan = plan::plan(&suite, args, &proofs);
        if plan.cells.is_empty() {
            if args.filter().is_none() {
                progress::announce(&suite, &proofs, &plan);
            }
            plan::explain_nothing(&suite, args);
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(name) = args.needed_baseline() {
            baseline::check(name, &plan, &self.criterion)?;
        }
        let criterion = criterion();
        let mut remote = Remote::new(&self.runner);
        if args.mode() != Mode::List {
            progress::announce(&suite, &proofs, &plan);
        }
        stop::watch();
        if args.mode() != Mode::Measure {
            let failed = cells::bench(criterion, &suite, &plan, args.mode(), &mut remote, None)?;
            return Ok(match failed.is_empty() {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            });
        }
        let folders = (self.folder.as_path(), self.criterion.as_path());
        let mut record = record::begin(&suite, args, &plan, &proofs, folders)?;
        let log = Log::begin(&self.folder)?;
        let mode = args.mode();
        let failed = cells::bench(criterion, &suite, &plan, mode, &mut remote, Some(log))?;
        record.failed(&failed);
        if !stop::stopped() {
            match race::race(&suite, args, &proofs, &mut remote, stop::stopped) {
                Ok(race) => record.race(race),
                Err(lost @ Lost::Ask(_)) => return Err(lost.into()),
                Err(lost) => eprintln!("wiretax: there is no race: {lost}"),
            }
        }
        record.finish(!stop::stopped())?;
        Ok(if stop::stopped() {
            ExitCode::from(stop::INTERRUPTED)
        } else {
            ExitCode::SUCCESS
        })
    }
}
