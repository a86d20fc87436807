//! `wiretax cmp`: two runs, cell by cell.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use wiretax_report::Compare;
use wiretax_report::compare::{Verdict, compare};

use crate::error::Error;
use crate::{output, record};

/// Tells cells that changed between two runs from what the machine did. Two runs of one build show no difference; where a cell
/// is too noisy to say, the noise is named.
///
/// Exits with 0; with 1 where a threshold is given and a cell is surely slower by more; with 2 where the runs cannot be
/// compared: other processors or unknown ones, no cell in common, a record or a filter at fault.
#[derive(Debug, clap::Args)]
pub struct Cmp {
    /// The earlier run: its record, or the folder with it.
    #[arg(value_name = "A")]
    earlier: PathBuf,
    /// The later run.
    #[arg(value_name = "B")]
    later: PathBuf,
    /// Cells to compare, as in `--filter 'case:append wrap:raw'`; docs/FILTER.md explains filters.
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,
    /// Name cells only that surely changed by more than so many per cent.
    #[arg(long, value_name = "PCT", value_parser = percent)]
    threshold: Option<f64>,
    /// Compare runs of different processors, or of unknown ones, nevertheless.
    #[arg(long)]
    across_machines: bool,
    /// Show every cell, those that did not change and those of one record alone as well.
    #[arg(long)]
    all: bool,
    /// In which form.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Write it into this file instead of printing it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Terminal,
    Markdown,
    Json,
}

impl Cmp {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        record::keep_from(self.out.as_deref(), &[&self.earlier, &self.later])?;
        let filter = self.filter.as_deref();
        let (earlier, later) = (
            record::read(Some(&self.earlier))?,
            record::read(Some(&self.later))?,
        );
        let names = [earlier.name.clone(), later.name.clone()];
        let (earlier, later) = (earlier.measured(filter)?, later.measured(filter)?);
        let threshold = self.threshold.unwrap_or(0.0) / 100.0;
        let found = compare(&earlier, &later, threshold, self.across_machines)?;
        let compare = Compare {
            found: &found,
            names: names.each_ref().map(String::as_str),
            all: self.all,
        };
        let out = self.out.as_deref();
        let text = match self.format {
            Format::Terminal => wiretax_report::compare_terminal(&compare, output::screen(out)),
            Format::Markdown => wiretax_report::compare_markdown(&compare),
            Format::Json => output::data(wiretax_report::compare_json(&compare), out),
        };
        output::print(&text, out)?;
        Ok(
            match self.threshold.is_some() && found.count(Verdict::Slower) > 0 {
                true => ExitCode::FAILURE,
                false => ExitCode::SUCCESS,
            },
        )
    }
}

/// Reads a share in per cent, `5` or `5%`.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(share) if share.is_finite() && share >= 0.0 => Ok(share),
        _ => Err("give per cent, as in `--threshold 5`".to_owned()),
    }
}
