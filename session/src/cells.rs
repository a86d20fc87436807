//! Hands the planned cells to criterion, which measures them in the runner.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use wiretax::criterion::CpuTime;
use wiretax::measure::PerOp;
use wiretax::runner::{Lost, Remote};

use crate::anchor::Watch;
use crate::args::Mode;
use crate::journal::Journal;
use crate::plan::{Plan, Planned};
use crate::progress::Progress;
use crate::stop::stopped;

/// The number under which the runner keeps the cell that criterion measures.
const SLOT: usize = 0;

/// A codec whose cells could not all be measured.
pub struct Failed {
    /// Name of the case.
    pub case: String,
    /// Name of the codec.
    pub codec: String,
    /// Which cell, and what became of it.
    pub how: String,
}

/// What came of the cells beside times, which criterion keeps.
#[derive(Default)]
pub struct Done {
    /// What each of them allocates, by id, where that is counted.
    pub allocations: BTreeMap<String, PerOp>,
    /// Nanoseconds of one iteration, about, by id.
    pub pace: BTreeMap<String, f64>,
    /// The codecs that did not survive.
    pub failed: Vec<Failed>,
}

impl Failed {
    /// Its cell was lost while it was measured.
    pub fn of(planned: &Planned, lost: &Lost) -> Self {
        Failed {
            case: planned.name.clone(),
            codec: planned.codec.clone(),
            how: format!(
                "while measuring {}/{}: {lost}",
                planned.what.op(),
                planned.what.wrap()
            ),
        }
    }
}

impl Done {
    /// Whether the codec of a cell has failed on its case.
    pub fn has_failed(&self, planned: &Planned) -> bool {
        let of = |failed: &Failed| failed.case == planned.name && failed.codec == planned.codec;
        self.failed.iter().any(of)
    }
}

/// Measures the cells of the plan, until it is stopped, and logs their anchors. A cell that takes the runner
/// with it ends its codec's part in the case and nothing else.
pub fn bench(
    mut criterion: Criterion<CpuTime>,
    plan: &Plan,
    mode: Mode,
    remote: &mut Remote,
    mut log: Option<Journal>,
) -> Result<Done, Lost> {
    let mut progress = Progress::new("measuring", plan.cells.len());
    let mut done = Done::default();
    for group in plan
        .cells
        .chunk_by(|left, right| left.group() == right.group())
    {
        let mut benches = criterion.benchmark_group(group[0].group());
        benches.throughput(Throughput::Bytes(group[0].bytes));
        // Every sample counts alike, which the order statistics of the finding need.
        benches.sampling_mode(SamplingMode::Flat);
        for planned in group {
            if stopped() {
                eprintln!("wiretax: interrupted; what was measured is kept");
                return Ok(done);
            }
            if mode != Mode::List {
                progress.next(&planned.id());
            }
            if done.has_failed(planned) {
                eprintln!("  skipped: its codec failed on this case");
                continue;
            }
            let mut watch = Watch::new(planned.id(), log.is_some());
            let measured = measure(&mut benches, planned, remote, &mut watch).and_then(|opened| {
                // The cell is still open; its times are with criterion already.
                match opened && log.is_some() {
                    true => remote.count(SLOT),
                    false => Ok(None),
                }
            });
            match measured {
                Ok(per_op) => {
                    let counted = per_op.map(|per_op| (planned.id(), per_op));
                    done.allocations.extend(counted);
                }
                Err(Lost::Ask(error)) => return Err(Lost::Ask(error)),
                Err(lost) => {
                    eprintln!("  failed: {lost}; the others go on");
                    done.failed.push(Failed::of(planned, &lost));
                }
            }
            done.pace
                .extend(watch.pace().map(|pace| (planned.id(), pace)));
            let noted = watch.finish();
            if let Some(log) = log.as_mut().filter(|_| !noted.is_empty()) {
                log.add(&noted);
            }
        }
        benches.finish();
    }
    criterion.final_summary();
    Ok(done)
}

/// Whether the cell was opened, which a filter of criterion's own may prevent.
fn measure(
    benches: &mut BenchmarkGroup<'_, CpuTime>,
    planned: &Planned,
    remote: &mut Remote,
    watch: &mut Watch,
) -> Result<bool, Lost> {
    // Made when criterion first calls, so that listing and filtering stay quick.
    let mut open = false;
    let mut run = |iterations| {
        if !std::mem::replace(&mut open, true) {
            planned.open(0, remote, SLOT)?;
        }
        watch.run(remote, SLOT, iterations)
    };
    // Criterion takes a time and no error; unwinding is the only way out of it before it keeps anything.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        benches.bench_function(planned.function(), |bencher| {
            bencher.iter_custom(|iterations| {
                run(iterations).unwrap_or_else(|lost| resume_unwind(Box::new(lost)))
            });
        });
    }));
    match outcome.map_err(|panic| panic.downcast::<Lost>()) {
        Ok(()) => Ok(open),
        Err(Ok(lost)) => Err(*lost),
        Err(Err(other)) => resume_unwind(other),
    }
}
