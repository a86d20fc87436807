//! The main job: proves every codec on every case, measures the cells that the finding needs with
//! criterion, and prints the finding.
//!
//! The executable is a runner too: it starts itself again to have the proofs made in a child process, so
//! that a codec that aborts becomes a result.

#![forbid(unsafe_code)]
// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

mod anchor;
#[path = "../common/args.rs"]
mod args;
mod baseline;
mod cells;
mod plan;
mod progress;
mod race;
mod record;

use std::process::ExitCode;

use anchor::Log;
use args::{Args, Mode};
use wiretax::measure::environment;
use wiretax::runner::{Suite, ask};

wiretax::runner!();

fn main() -> ExitCode {
    let suite = suite();
    if wiretax::runner::wanted() {
        return wiretax::runner::serve(&suite);
    }
    match Args::from_command_line().and_then(|args| run(&suite, &args)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What a shell expects of a program that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

fn run(suite: &Suite, args: &Args) -> Result<ExitCode, Box<dyn std::error::Error>> {
    plan::all_cells()?;
    // Criterion lists from the same registrations that it measures, and nothing needs proof for that.
    let proofs = match args.mode() {
        Mode::List => Vec::new(),
        _ => ask::proofs(&std::env::current_exe()?)?,
    };
    let plan = plan::plan(suite, args, &proofs);
    if plan.cells.is_empty() {
        plan::explain_nothing(suite, args);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = args.needed_baseline() {
        baseline::check(name, &plan, &environment::criterion_folder())?;
    }
    // Criterion ends the process where it dislikes its arguments; nothing has been overwritten by then.
    let criterion = cells::criterion();
    if args.mode() != Mode::List {
        progress::announce(suite, &proofs, &plan);
    }
    if args.mode() != Mode::Measure {
        cells::bench(criterion, suite, &plan, None);
        return Ok(ExitCode::SUCCESS);
    }
    let mut record = record::begin(suite, args, &plan, &proofs)?;
    let log = Log::begin(&record::folder())?;
    cells::bench(criterion, suite, &plan, Some(log));
    if !cells::stopped() {
        record.race(race::race(suite, args, &proofs, cells::stopped));
    }
    record.finish(!cells::stopped())?;
    Ok(if cells::stopped() {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}
