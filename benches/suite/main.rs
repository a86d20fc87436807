//! The main job: proves every codec on every case, measures the cells that the finding needs with
//! criterion, and prints the finding.
//!
//! The executable is a runner too: it starts itself again to have the proofs made in a child process, so
//! that a codec that aborts becomes a result.

#![forbid(unsafe_code)]

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

wiretax::runner!();

fn main() -> ExitCode {
    let suite = suite();
    if wiretax::runner::wanted() {
        return wiretax::runner::serve(&suite);
    }
    let args = Args::from_command_line();
    match run(&suite, &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(suite: &wiretax::runner::Suite, args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    // Criterion lists from the same registrations that it measures, and nothing needs proof for that.
    let proofs = match args.mode() {
        Mode::List => None,
        Mode::Test | Mode::Measure | Mode::Reanalyse => {
            Some(wiretax::runner::ask::proofs(&std::env::current_exe()?)?)
        }
    };
    let plan = plan::plan(suite, args, proofs.as_deref());
    if plan.cells.is_empty() {
        plan::explain_nothing(suite, args);
        return Ok(());
    }
    if let Some(name) = args.needed_baseline() {
        baseline::check(
            name,
            &plan,
            &wiretax::measure::environment::criterion_folder(),
        )?;
    }
    if let Some(proofs) = &proofs {
        progress::announce(suite, proofs, &plan);
    }
    let mut record = match args.mode() {
        Mode::Measure => Some(record::begin(
            suite,
            args,
            &plan,
            proofs.as_deref().unwrap_or_default(),
        )?),
        Mode::List | Mode::Test | Mode::Reanalyse => None,
    };
    let log = record
        .is_some()
        .then(|| Log::begin(&record::folder()))
        .transpose()?;
    let done = cells::bench(suite, &plan, proofs.as_deref().unwrap_or_default(), log);
    if let Some(record) = &mut record {
        if done {
            record.race(race::race(
                suite,
                args,
                proofs.as_deref().unwrap_or_default(),
            ));
        }
        record.finish()?;
    }
    Ok(())
}
