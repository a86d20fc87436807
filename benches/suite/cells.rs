//! Registers the planned cells with criterion, which measures them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use criterion::{SamplingMode, Throughput};
use wiretax::criterion::CpuTime;
use wiretax::runner::{Case, Outcome, Proof, Suite};
use wiretax::wrap::Wrap;

use crate::anchor::{Anchor, Log, Watch};
use crate::plan::{Plan, Planned};
use crate::progress::Progress;

/// Set by the first Ctrl-C: the cell being measured is the last one.
static STOP: AtomicBool = AtomicBool::new(false);

/// Measures the cells of the plan and logs their anchors; whether all was done.
pub fn bench(suite: &Suite, plan: &Plan, proofs: &[Proof], mut log: Option<Log>) -> bool {
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
        let mut anchor = log.as_ref().and_then(|_| anchor(case, &group[0], proofs));
        for planned in group {
            if STOP.load(Ordering::Relaxed) {
                eprintln!("wiretax: interrupted; what was measured is kept");
                return false;
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
    true
}

/// The raw cell of the case's first sound codec, for the op of the group.
fn anchor(case: &Case, group: &Planned, proofs: &[Proof]) -> Option<Anchor> {
    let sound = |codec: &&str| {
        proofs.iter().any(|proof| {
            proof.case == group.name
                && proof.codec == *codec
                && matches!(proof.outcome, Outcome::Proven { .. })
        })
    };
    let codec = case.codecs().find(sound)?;
    let cell = case.cell(codec, group.op, Wrap::Raw).ok()?;
    Some(Anchor::new(cell))
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
