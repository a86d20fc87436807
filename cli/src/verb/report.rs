//! `wiretax report`: what a run measured, in a form for people or for other programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use wiretax_report::{finding, summaries};

use crate::error::Error;
use crate::{output, record};

/// Shows a run: as suites on a terminal, with a bar for every cell, or in another format. docs/FORMATS.md explains those for
/// other programs.
#[derive(Debug, clap::Args)]
pub struct Report {
    /// In which form.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Write it into this file instead of printing it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Cells to show, as in `--filter 'case:append wrap:raw'`; docs/FILTER.md explains filters.
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,
    /// A run's record, or the folder with it; that of the latest run where absent.
    #[arg(value_name = "RECORD")]
    record: Option<PathBuf>,
}

/// The forms. Each is a file of `wiretax_report::format`; a further one is a variant here and an arm in [`Report::run`].
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Suites with bars, then the answer of the finding.
    Terminal,
    /// The whole finding.
    Markdown,
    /// The finding with charts, tables, filters and a calculator, as one file.
    Html,
    /// A row for every cell.
    Csv,
    /// What was found of every cell.
    Json,
    /// The Bencher Metric Format.
    Bencher,
    /// `customSmallerIsBetter` of github-action-benchmark.
    GithubActionBenchmark,
}

impl Report {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        record::keep_from(self.out.as_deref(), self.record.as_deref().as_slice())?;
        let of = record::read(self.record.as_deref())?;
        let criterion = of.criterion.clone();
        let of = of.measured(self.filter.as_deref())?;
        let cells = || summaries(&of.run, &of.samples);
        let finding = || finding(&of.run, &of.samples);
        let out = self.out.as_deref();
        let screen = output::screen(out);
        let data = |text| output::data(text, out);
        let text = match self.format {
            Format::Terminal => {
                let suites = wiretax_report::suites(&of.run, &cells(), screen);
                format!(
                    "{suites}\n{}",
                    wiretax_report::terminal_in_short(&finding(), screen)
                )
            }
            Format::Markdown => wiretax_report::markdown(&finding()),
            Format::Html => {
                // What is printed has no place that a link could start from.
                let criterion = out.and(criterion.as_deref());
                let at = out.unwrap_or(Path::new(""));
                data(wiretax_session::page(&of.run, &finding(), at, criterion))
            }
            Format::Csv => data(wiretax_report::csv(&cells())),
            Format::Json => data(wiretax_report::json(&of.run, &cells())),
            Format::Bencher => data(wiretax_report::bencher(&cells())),
            Format::GithubActionBenchmark => {
                data(wiretax_report::github_action_benchmark(&cells()))
            }
        };
        output::print(&text, out)?;
        Ok(ExitCode::SUCCESS)
    }
}
