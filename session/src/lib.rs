//! One run over a runner's suite, whichever process asks for it: `cargo bench` for the suite that is built
//! in, `wiretax try` for one that was brought.
//!
//! A run starts the runner as a child process and has it prove every codec on every case; then criterion
//! measures the cells there, one at a time; then they are measured in rounds, and what was found is printed and kept. This process holds no
//! generated code, so a codec that aborts ends a child and becomes a result.
//!
//! | file | what |
//! |---|---|
//! | `args` | the command line of a criterion bench |
//! | `plan` | which cells, in which order |
//! | `baseline` | whether a baseline has them |
//! | `cells`, `anchor` | has criterion measure them |
//! | `rounds` | measures them again in rounds, for the finding |
//! | `compress`, `instructions`, [`callgrind`] | what else is told of them |
//! | `race` | the arms of the first report, interleaved |
//! | `child` | a run as a child of another program |
//! | `outside` | the runner of a suite outside the checkout |
//! | `record`, `page`, `checkout` | what the run leaves behind |
//! | `alone` | no other run in that folder |
//! | `journal` | what it notes on the way |
//! | `progress`, `screen`, `hush` | what it says meanwhile and what not |
//! | `stop`, [`interrupt`] | when it ends early; Ctrl-C |

#![forbid(unsafe_code)]

mod alone;
mod anchor;
mod args;
mod baseline;
pub mod callgrind;
mod cells;
mod checkout;
mod child;
mod compress;
mod hush;
mod instructions;
pub mod interrupt;
mod journal;
mod outside;
mod page;
mod plan;
mod progress;
mod race;
mod record;
mod rounds;
mod screen;
mod stop;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use criterion::{Criterion, PlottingBackend};
use wiretax::criterion::CpuTime;
use wiretax::measure::environment;
use wiretax::runner::{Lost, Remote, ask};
use wiretax_report::FilterError;

use alone::Alone;
pub use args::{Args, Mode};
pub use child::{Child, called};
use journal::Journal;
pub use page::page;

/// Exit code where the filter is at fault or matches nothing, as of every `wiretax` verb.
const BAD_FILTER: u8 = 2;

/// Where the run over layers lies in the folder of the suite's run.
pub const LAYERS: &str = "layers";

/// Any of the things that end a run before its finding; its text says what to do.
pub type Error = Box<dyn std::error::Error>;

/// What to run, and where to leave it.
#[derive(Debug)]
struct Session {
    /// The runner's executable.
    runner: PathBuf,
    /// What to do, and with which cells.
    args: Args,
    /// Where the record and the finding go.
    folder: PathBuf,
    /// Where criterion keeps its samples and pages.
    criterion: PathBuf,
}

/// Ids and tags of what another bench of the package measures. `cargo bench` hands its filter to all of them, and what one of them has is
/// no fault of the filter.
pub type Elsewhere = fn() -> Vec<(String, &'static [&'static str])>;

/// The whole of a bench executable that is a runner too, of the checkout at `manifest`: runs itself, or the runner of
/// the suite that `WIRETAX_SUITE` names, as the command line of criterion says.
pub fn bench(manifest: &str, elsewhere: Elsewhere) -> ExitCode {
    if let Some(code) = child::shown() {
        return code;
    }
    let manifest = PathBuf::from(manifest);
    let runner = || match outside::suite(&manifest) {
        Some(suite) => outside::runner(&suite, &manifest),
        None => Ok(std::env::current_exe()?),
    };
    // The same folder wherever it was started.
    from_command_line(runner, manifest.join("reports").join("latest"), |args| {
        plan::asks(args, &elsewhere())
    })
}

/// The same for a bench executable whose runner has tasks instead of cases; what it leaves lies in a folder of its own.
pub fn bench_layers(manifest: &str, elsewhere: Elsewhere) -> ExitCode {
    if let Some(code) = child::shown() {
        return code;
    }
    let manifest = PathBuf::from(manifest);
    if let Some(suite) = outside::suite(&manifest) {
        eprintln!(
            "wiretax: layers are left out: they have nothing to do with {}",
            suite.display()
        );
        return ExitCode::SUCCESS;
    }
    let folder = manifest.join("reports").join("latest").join(LAYERS);
    from_command_line(
        || Ok(std::env::current_exe()?),
        folder,
        |args| plan::asks(args, &elsewhere()),
    )
}

/// Runs a runner as the command line of criterion says, and leaves the record in `folder`.
fn from_command_line(
    runner: impl FnOnce() -> Result<PathBuf, Error>,
    folder: PathBuf,
    elsewhere: impl Fn(&Args) -> bool,
) -> ExitCode {
    let run = || {
        let args = Args::from_command_line()?;
        let session = Session {
            runner: runner()?,
            args,
            folder,
            criterion: environment::criterion_folder(),
        };
        session.run(&elsewhere)
    };
    run().unwrap_or_else(|error: Error| {
        eprintln!("error: {error}");
        match error.downcast_ref::<FilterError>() {
            Some(_) => ExitCode::from(BAD_FILTER),
            None => ExitCode::FAILURE,
        }
    })
}

/// Criterion as a run sets it up and the command line changes it.
fn criterion(args: &Args) -> Criterion<CpuTime> {
    // Short cells and many: a whole run has to fit into minutes, and the finding rests on rounds. More resamples would cost seconds of
    // plotting a cell and tell nothing new.
    let criterion = wiretax::criterion::criterion()
        // Gnuplot is not looked for, nor its absence regretted in the output.
        .plotting_backend(PlottingBackend::Plotters)
        .sample_size(30)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(250))
        .nresamples(1_001)
        .configure_from_args();
    // It gets no other cells than those of the plan, and would read the filter in its own way.
    match args.filter().is_some() && !args.ignores_all() {
        true => criterion.with_filter(""),
        false => criterion,
    }
}

impl Session {
    /// Runs it; what was found is printed.
    ///
    /// # Errors
    /// When the runner cannot be asked, a baseline lacks cells, or a file cannot be written.
    fn run(&self, elsewhere: &dyn Fn(&Args) -> bool) -> Result<ExitCode, Error> {
        plan::all_cells()?;
        let count = instructions::wanted()?;
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
            match elsewhere(args) {
                true => eprintln!("wiretax: no cell of suite `{}` is asked for", suite.suite),
                false => plan::nothing(&suite, args)?,
            }
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(name) = args.needed_baseline() {
            baseline::check(name, &plan, &self.criterion)?;
        }
        // Criterion ends the process where it dislikes its arguments; nothing has been overwritten by then.
        let criterion = criterion(args);
        let mut remote = Remote::new(&self.runner);
        if args.mode() != Mode::List {
            progress::announce(&suite, &proofs, &plan);
        }
        stop::watch();
        if args.mode() != Mode::Measure {
            let done = cells::bench(criterion, &plan, args.mode(), &mut remote, None)?;
            return Ok(match done.failed.is_empty() {
                true => ExitCode::SUCCESS,
                false => ExitCode::FAILURE,
            });
        }
        let _alone = Alone::in_folder(&self.folder)?;
        let folders = (self.folder.as_path(), self.criterion.as_path());
        let compressed = compress::compressed(&self.runner)?;
        let mut record = record::begin(&suite, args, &plan, &proofs, folders)?;
        record.compressed(&compressed);
        let folder = &self.folder;
        let lost = "cells from here on are not anchored";
        let anchors = Journal::begin(folder, wiretax_report::ANCHORS, lost)?;
        let lost = "rounds from here on are lost";
        let mut taken = Journal::begin(folder, wiretax_report::ROUNDS, lost)?;
        let mode = args.mode();
        let mut done = hush::hushed(args.is_quiet(), || {
            cells::bench(criterion, &plan, mode, &mut remote, Some(anchors))
        })?;
        if !stop::stopped() {
            rounds::rounds(&self.runner, args, &plan, &mut done, &mut taken)?;
        }
        record.failed(&done.failed);
        record.allocations(&done.allocations);
        if !stop::stopped() {
            match race::race(&suite, args, &proofs, &mut remote, stop::stopped) {
                Ok(race) => record.race(race),
                Err(lost @ Lost::Ask(_)) => return Err(lost.into()),
                Err(lost) => eprintln!("wiretax: there is no race: {lost}"),
            }
        }
        drop(remote);
        if count && !stop::stopped() {
            record.instructions(instructions::of(&self.runner, &plan, &done.failed));
        }
        record.finish(!stop::stopped())?;
        Ok(if stop::stopped() {
            ExitCode::from(stop::INTERRUPTED)
        } else {
            ExitCode::SUCCESS
        })
    }
}
