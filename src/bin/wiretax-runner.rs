//! The built-in runner: the suite's generated codecs, asked over standard input and output.

#![forbid(unsafe_code)]
// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

wiretax::runner!();

#[global_allocator]
static ALLOCATOR: wiretax::measure::CountingAllocator = wiretax::measure::CountingAllocator;

fn main() -> std::process::ExitCode {
    wiretax::runner::serve(&suite())
}
