//! The built-in runner: the suite's generated codecs, asked over standard input and output.

#![forbid(unsafe_code)]

wiretax::runner!();

fn main() -> std::process::ExitCode {
    wiretax::runner::serve(&suite())
}
