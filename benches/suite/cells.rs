//! Registers the planned cells with criterion, which measures them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use wiretax::criterion::CpuTime;
use wiretax::runner::{Case, Suite};

use crate::anchor::{Anchor, Log, Watch};
use crate::plan::{Plan, Planned};
use crate::progress::Progress;

/// Set by the first Ctrl-C: the cell being measured is the last one.
static STOP: AtomicBool = AtomicBool::new(false);

/// Criterion as this bench sets it up and the command line changes it.
pub fn criterion() -> Criterion<CpuTime> {
    // Short cells and many: a whole run has to fit into minutes. More resamples would cost seconds of
    // plotting a cell and tell nothing new.
    wiretax::criterion::criterion()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .nresamples(1_001)
        .configure_from_args()
}

/// Whether Ctrl-C has asked for an end.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Measures the cells of the plan, until it is stopped, and logs their anchors.
pub fn bench(mut criterion: Criterion<CpuTime>, suite: &Suite, plan: &Plan, mut log: Option<Log>) {
    watch_for_interrupts();
    let mut anchor = log.is_some().then(Anchor::new);
    let mut progress = Progress::new(plan.cells.len());
    for group in plan
        .cells
        .chunk_by(|left, right| left.group() == right.group())
    {
        let case = &suite.cases()[group[0].case];
        let mut benches = criterion.benchmark_group(group[0].group());
        benches.throughput(Throughput::Bytes(case.declared().wire.len() as u64));
        // Every sample counts alike, which the order statistics of the finding need.
        benches.sampling_mode(SamplingMode::Flat);
        for planned in group {
            if stopped() {
                eprintln!("wiretax: interrupted; what was measured is kept");
                return;
            }
            progress.next(&planned.id());
            let mut watch = Watch::new(planned.id(), anchor.as_mut());
            measure(&mut benches, case, planned, &mut watch);
            if let Some(log) = &mut log {
                log.add(&watch.finish());
            }
        }
        benches.finish();
    }
    criterion.final_summary();
}

fn measure(
    benches: &mut criterion::BenchmarkGroup<'_, CpuTime>,
    case: &Case,
    planned: &Planned,
    watch: &mut Watch<'_>,
) {
    // Made when criterion first calls, so that listing and filtering stay quick.
    let mut cell = None;
    benches.bench_function(planned.function(), |bencher| {
        let cell = cell.get_or_insert_with(|| {
            case.cell(planned.codec, planned.op, planned.wrap)
                .expect("a cell is planned after its codec was proven on the case")
        });
        bencher.iter_custom(|iterations| watch.run(cell, iterations));
    });
}

fn watch_for_interrupts() {
    let handler = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nwiretax: stopping after this cell; press again to stop at once");
    });
    if let Err(error) = handler {
        eprintln!("wiretax: Ctrl-C will end the run at once: {error}");
    }
}
