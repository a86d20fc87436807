//! Registers the planned cells with criterion, which measures them.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use criterion::{SamplingMode, Throughput};
use wiretax::runner::Suite;

use crate::plan::{Plan, Planned};
use crate::progress::Progress;

/// Set by the first Ctrl-C: the cell being measured is the last one.
static STOP: AtomicBool = AtomicBool::new(false);

/// Measures the cells of the plan; whether that was interrupted.
pub fn bench(suite: &Suite, plan: &Plan) -> Rc<Cell<bool>> {
    let interrupted = Rc::new(Cell::new(false));
    watch_for_interrupts();
    // Short cells and many: a whole run has to fit into minutes. More resamples would cost seconds of
    // plotting a cell and tell nothing new.
    let mut criterion = wiretax::criterion::criterion()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .nresamples(1_001)
        .configure_from_args();
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
            if STOP.load(Ordering::Relaxed) {
                interrupted.set(true);
                break;
            }
            progress.next(&planned.id());
            measure(&mut benches, suite, planned);
        }
        benches.finish();
        if interrupted.get() {
            eprintln!("wiretax: interrupted; what was measured is kept");
            return interrupted;
        }
    }
    criterion.final_summary();
    interrupted
}

fn measure(
    benches: &mut criterion::BenchmarkGroup<'_, wiretax::criterion::CpuTime>,
    suite: &Suite,
    planned: &Planned,
) {
    let case = &suite.cases()[planned.case];
    // Made when criterion first calls, so that listing and filtering stay quick.
    let mut cell = None;
    benches.bench_function(planned.function(), |bencher| {
        let cell = cell.get_or_insert_with(|| {
            case.cell(planned.codec, planned.op, planned.wrap)
                .expect("a cell is planned after its codec was proven on the case")
        });
        wiretax::criterion::bench(bencher, cell);
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
