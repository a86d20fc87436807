//! The samples that the finding rests on: rounds, in each of which every cell is measured once, in random order and in
//! a process of its own.
//!
//! Criterion measures one cell after the other. A spell in which the machine is slow then hits all samples of some cells and none
//! of others, and what a process happens to be like (where its heap lies, which pages it was given) hits all of them; no
//! interval knows of either. Here both differ from sample to sample, so that intervals do.

use std::path::Path;
use std::time::{Duration, Instant};

use wiretax::runner::{Lost, Remote, Timed};
use wiretax_report::Taken;

use crate::args::Args;
use crate::cells::{Done, Failed};
use crate::journal::Journal;
use crate::plan::{Plan, Planned};
use crate::progress::Progress;
use crate::stop::stopped;

/// Rounds of a run that asks for nothing else, and of `--quick`.
const ROUNDS: usize = 30;
/// Rounds of `--quick`, and the fewest where cells are slow.
const FEWEST: usize = 10;
/// A cell's share of the time after which no other round begins; `--sample-size` overrides it.
const PATIENCE: Duration = Duration::from_secs(1);
/// Nanoseconds of a sample, and of the iterations before it, which warm caches and branch predictors up.
const SAMPLE: f64 = 3e6;
const WARM_UP: f64 = 1e6;
const SLOT: usize = 0;

/// Measures every cell of the plan that criterion has measured, round by round, until it is stopped. A cell that takes its
/// process with it ends its codec's part in the case, as before.
///
/// # Errors
/// When the runner cannot be started.
pub fn rounds(
    runner: &Path,
    args: &Args,
    plan: &Plan,
    done: &mut Done,
    journal: &mut Journal,
) -> Result<(), Lost> {
    let wanted = args.samples();
    let most = wanted.unwrap_or(if args.is_quick() { FEWEST } else { ROUNDS });
    let mut cells: Vec<(&Planned, f64)> = plan
        .cells
        .iter()
        .filter_map(|planned| Some((planned, *done.pace.get(&planned.id())?)))
        .collect();
    let patience = PATIENCE * cells.len() as u32;
    let mut progress = Progress::new("rounds", most);
    let start = Instant::now();
    for round in 0..most {
        if wanted.is_none() && round >= FEWEST && start.elapsed() > patience {
            eprintln!("wiretax: {round} rounds are done, and there is no time for more");
            break;
        }
        progress.next(&format!("each of {} cells once", cells.len()));
        fastrand::shuffle(&mut cells);
        for (planned, pace) in &cells {
            if stopped() {
                eprintln!("wiretax: interrupted; what was measured is kept");
                return Ok(());
            }
            if done.has_failed(planned) {
                continue;
            }
            match sample(runner, planned, *pace, round) {
                Ok((iterations, timed)) => journal.add(&Taken {
                    id: planned.cell_id(),
                    iterations,
                    nanos: timed.nanos,
                    anchor: timed.anchor.unwrap_or_default(),
                }),
                Err(Lost::Ask(error)) => return Err(Lost::Ask(error)),
                Err(lost) => {
                    eprintln!("  failed: {}: {lost}; the others go on", planned.id());
                    done.failed.push(Failed::of(planned, &lost));
                }
            }
        }
    }
    Ok(())
}

/// One sample: how many iterations, and what they took.
fn sample(runner: &Path, planned: &Planned, pace: f64, round: usize) -> Result<(u64, Timed), Lost> {
    let mut remote = Remote::new(runner);
    planned.open(round, &mut remote, SLOT)?;
    let few = filling(WARM_UP, pace);
    let warm_up = remote.run(SLOT, few, false)?;
    // Its own pace: some cells are several times slower in one process than in another.
    let iterations = filling(SAMPLE, warm_up.nanos as f64 / few as f64);
    let timed = remote.run(SLOT, iterations, true)?;
    Ok((iterations, timed))
}

/// How many iterations fill a time, at so many nanoseconds each; one at least.
fn filling(nanos: f64, pace: f64) -> u64 {
    (nanos / pace.max(0.1)).max(1.0) as u64
}
