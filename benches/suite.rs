//! The main job: proves every codec on every case, measures the cells that the finding needs with
//! criterion, and prints the finding.
//!
//! The executable is the runner too: it starts itself again to prove and to measure in a child process, so
//! that a codec that aborts becomes a result. With `WIRETAX_SUITE` it runs that suite's runner instead.

#![forbid(unsafe_code)]
// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

use std::process::ExitCode;

wiretax::runner!();

#[global_allocator]
static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;

fn main() -> ExitCode {
    if wiretax::runner::wanted() {
        return wiretax::runner::serve(&suite());
    }
    wiretax_session::bench(env!("CARGO_MANIFEST_DIR"), elsewhere)
}

/// What `benches/layers.rs` measures.
fn elsewhere() -> Vec<(String, &'static [&'static str])> {
    let mut ids = wiretax::layer::ids();
    ids.extend(wiretax::runner::damaged::ids());
    ids
}
