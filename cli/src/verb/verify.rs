//! `wiretax verify`: proof without timing.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use wiretax::runner::{Outcome, Proof, ask};
use wiretax_report::{counted, visible};

use crate::error::Error;
use crate::runner::{self, Build};

/// Exits with 0 where every codec that took a case carries its value, with 1 where one is wrong or aborts,
/// with 2 where the question could not be asked.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Suite file; the built-in suite where absent.
    #[arg(long, value_name = "FILE", env = "WIRETAX_SUITE")]
    suite: Option<PathBuf>,
    /// Cargo profile that the runner is built with; `dev` also finds what only debug assertions catch. Where absent,
    /// `bench` for a suite of your own, as it is measured with, and `release` for the built-in one.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// One JSON document a line instead of a table.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        eprintln!("wiretax: building the runner, unless it is there; then every codec is asked");
        let build = Build {
            profile: runner::proving_profile(self.profile.as_deref(), self.suite.as_deref()),
        };
        let runner = build.runner(self.suite.as_deref())?;
        let proofs = ask::proofs(&runner)?;
        let print = if self.json { json } else { table };
        match print(&proofs) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                return Err(Error::Output(error));
            }
            _ => {}
        }
        let failed = |proof: &Proof| {
            matches!(
                proof.outcome,
                Outcome::Wrong { .. } | Outcome::Aborted { .. }
            )
        };
        Ok(if proofs.iter().any(failed) {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}

fn json(proofs: &[Proof]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for proof in proofs {
        serde_json::to_writer(&mut out, proof)?;
        writeln!(out)?;
    }
    Ok(())
}

fn table(proofs: &[Proof]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let width = |of: fn(&Proof) -> &str| proofs.iter().map(|p| of(p).len()).max().unwrap_or(0);
    let (case, codec) = (width(|p| &p.case), width(|p| &p.codec));
    for proof in proofs {
        let (word, rest) = describe(&proof.outcome);
        let line = format!(
            "{:case$}  {:codec$}  {word:8}  {rest}",
            proof.case, proof.codec
        );
        writeln!(out, "{}", visible(line.trim_end()))?;
    }
    let count = |word: &str| {
        proofs
            .iter()
            .filter(|proof| describe(&proof.outcome).0 == word)
            .count()
    };
    let words = ["proven", "unsound", "refused", "wrong", "aborted"];
    let counts: Vec<String> = words
        .iter()
        .map(|word| (count(word), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    writeln!(
        out,
        "\n{} of case and codec: {}",
        counted(proofs.len() as u64, "pair"),
        counts.join(", ")
    )
}

fn describe(outcome: &Outcome) -> (&'static str, String) {
    match outcome {
        Outcome::Proven { notes, .. } => ("proven", notes.join("; ")),
        Outcome::Unsound { why, .. } => ("unsound", why.clone()),
        Outcome::Refused { stage, reason } => ("refused", format!("by {stage}: {reason}")),
        Outcome::Wrong { path, detail } => ("wrong", format!("{path}: {detail}")),
        Outcome::Aborted { how } => ("aborted", format!("its process {how}")),
    }
}
