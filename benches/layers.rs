//! What a message goes through beside its codec, framing, metadata and errors: proven, measured with criterion and in rounds, and
//! judged by what was reported of it elsewhere.
//!
//! The executable is the runner too, as that of the suite is.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use wiretax::layer;
use wiretax::runner::{Suite, damaged};

wiretax::runner!("failure");

#[global_allocator]
static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;

fn main() -> ExitCode {
    if wiretax::runner::wanted() {
        let mut tasks = layer::tasks();
        tasks.extend(damaged::tasks(&suite()));
        return wiretax::runner::serve(&Suite::of_tasks("layers", tasks));
    }
    wiretax_session::bench_layers(env!("CARGO_MANIFEST_DIR"))
}
