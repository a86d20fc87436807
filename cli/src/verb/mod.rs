//! The verbs, one file each: its arguments and what it does. `measure` is what those have in common that measure.

mod bench;
mod build;
mod cmp;
mod cost;
mod finding;
mod gate;
mod generate;
mod list;
mod measure;
mod probe;
mod rank;
mod reference;
mod report;
mod splice;
mod try_it;
mod verify;

use std::process::ExitCode;

use crate::error::Error;

/// What the command can do.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Measure a message of your own: give a schema and a captured payload.
    Try(try_it::Try),
    /// Measure a suite: yours, or the built-in one.
    Bench(bench::Bench),
    /// Prove that every codec carries the same value, and time nothing.
    Verify(verify::Verify),
    /// Find out what each codec does with odd bytes.
    Probe(probe::Probe),
    /// Print the finding of the latest run again, also of one that was cut short.
    Finding(finding::Finding),
    /// Show a run, as suites with bars or in a format for other programs.
    Report(report::Report),
    /// Compare two runs, and tell what changed from what the machine did.
    Cmp(cmp::Cmp),
    /// Compare this checkout with a revision, or with what was accepted, and fail on what became worse.
    Gate(gate::Gate),
    /// Rank the codecs of a run over its cases.
    Rank(rank::Rank),
    /// List the cells of a suite or of a run.
    List(list::List),
    /// Weigh each codec's generated code: lines, and compiled size.
    Cost(cost::Cost),
    /// Keep the latest run in the repository.
    Reference(reference::Reference),
    /// Put a kept run's figures into documents.
    Splice(splice::Splice),
    /// Build the runner of a suite and print its path.
    Build(build::Build),
    #[command(hide = true)]
    Generate(generate::Generate),
}

impl Verb {
    /// Does it; the exit code is part of the verb's contract, see each.
    pub fn run(&self) -> Result<ExitCode, Error> {
        match self {
            Verb::Bench(bench) => bench.run(),
            Verb::Verify(verify) => verify.run(),
            Verb::Probe(probe) => probe.run(),
            Verb::Finding(finding) => finding.run(),
            Verb::Report(report) => report.run(),
            Verb::Cmp(cmp) => cmp.run(),
            Verb::Gate(gate) => gate.run(),
            Verb::Rank(rank) => rank.run(),
            Verb::List(list) => list.run(),
            Verb::Cost(cost) => cost.run(),
            Verb::Reference(reference) => reference.run(),
            Verb::Splice(splice) => splice.run(),
            Verb::Build(build) => build.run(),
            Verb::Generate(generate) => generate.run(),
            Verb::Try(brought) => brought.run(),
        }
    }
}
