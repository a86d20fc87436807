//! What a message goes through beside its codec, framing, metadata and errors: proven, measured with criterion and in rounds, and
//! judged by what was reported of it elsewhere.
//!
//! The executable is the runner too, as that of the suite is.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use wiretax::layer;
use wiretax::runner::{Suite, damaged};
use wiretax::wrap::{Op, Wrap};

wiretax::runner!("failure");

#[global_allocator]
static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;

fn main() -> ExitCode {
    if wiretax::runner::wanted() {
        let mut tasks = layer::tasks();
        tasks.extend(damaged::tasks(&suite()));
        return wiretax::runner::serve(&Suite::of_tasks("layers", tasks));
    }
    wiretax_session::bench_layers(env!("CARGO_MANIFEST_DIR"), elsewhere)
}

/// Name, tags and codecs of a case of the built-in suite.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

/// Its cases.
const CASES: &[Case] = include!(concat!(env!("OUT_DIR"), "/wiretax/cases.rs"));

/// What `benches/suite.rs` may measure.
fn elsewhere() -> Vec<(String, &'static [&'static str])> {
    let mut ids = Vec::new();
    for &(case, tags, codecs) in CASES {
        for op in Op::ALL {
            for codec in codecs {
                let wraps = Wrap::all().into_iter();
                ids.extend(wraps.map(|wrap| (format!("{case}/{op}/{codec}/{wrap}"), tags)));
            }
        }
    }
    ids
}
