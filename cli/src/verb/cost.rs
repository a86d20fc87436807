//! `wiretax cost`: what each codec's generated code weighs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use wiretax_report::visible;

use crate::error::Error;
use crate::runner::{self, cost};

/// Counts the lines of generated code, and what it and its runtime add to a program that decodes and encodes. Times
/// nothing.
///
/// Exits with 0 where there are figures, with 2 where the question could not be asked.
#[derive(Debug, clap::Args)]
pub struct Cost {
    /// Suite file; the built-in suite where absent.
    #[arg(long, value_name = "FILE", env = "WIRETAX_SUITE")]
    suite: Option<PathBuf>,
    /// Only the message of this case.
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// Cargo profile that the programs are built with; `bench` is what times are measured with.
    #[arg(long, value_name = "NAME", default_value = "bench")]
    profile: String,
    /// One JSON document a codec instead of a table.
    #[arg(long)]
    json: bool,
}

impl Cost {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let built_in = || runner::checkout().join("proto").join("suite.toml");
        let suite = self.suite.clone().unwrap_or_else(built_in);
        let suite = std::path::absolute(&suite).unwrap_or(suite);
        let costs = cost::weigh(&suite, self.case.as_deref(), &self.profile)?;
        match self.print(&costs) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    fn print(&self, costs: &[cost::Cost]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            for cost in costs {
                serde_json::to_writer(&mut out, cost)?;
                writeln!(out)?;
            }
            return Ok(());
        }
        writeln!(
            out,
            "{:<16}{:>9}{:>10}{:>14}{:>16}",
            "codec", "messages", "lines", "source bytes", "compiled bytes"
        )?;
        for cost in costs {
            let compiled = cost
                .compiled_bytes
                .map_or("-".to_owned(), |bytes| bytes.to_string());
            writeln!(
                out,
                "{:<16}{:>9}{:>10}{:>14}{compiled:>16}",
                cost.codec, cost.messages, cost.lines, cost.source_bytes
            )?;
        }
        for cost in costs {
            for note in &cost.notes {
                writeln!(out, "{}: {}", cost.codec, visible(note))?;
            }
        }
        writeln!(
            out,
            "\nLines without blank ones and comments. Compiled: what the codec adds, with what it needs of its runtime, \
             to a program that reads and writes, profile {}.",
            self.profile
        )
    }
}
