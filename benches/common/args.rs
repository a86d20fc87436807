//! The command line, as criterion reads it. Criterion parses it too and acts on it; this reading exists
//! to know beforehand which cells a filter leaves.

use clap::Parser;

/// What the run does with the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Prints their ids.
    List,
    /// Runs each once.
    Test,
    /// Measures them.
    Measure,
    /// Profiles them, compares samples that are there already, or keeps none: no finding.
    Reanalyse,
}

/// Criterion's options; those that take a value must be known, so that the value is not taken for a filter.
#[derive(Debug, Parser)]
#[command(
    ignore_errors = true,
    disable_help_flag = true,
    disable_version_flag = true
)]
pub struct Args {
    filter: Option<String>,
    #[arg(long)]
    exact: bool,
    #[arg(long)]
    list: bool,
    #[arg(long)]
    test: bool,
    #[arg(long)]
    bench: bool,
    #[arg(long)]
    quick: bool,
    #[arg(short = 'n', long)]
    noplot: bool,
    #[arg(long)]
    discard_baseline: bool,
    #[arg(short, long)]
    verbose: bool,
    #[arg(long)]
    quiet: bool,
    #[arg(short = 'h', long)]
    help: bool,
    #[arg(long)]
    ignored: bool,
    #[arg(long)]
    nocapture: bool,
    #[arg(long)]
    profile_time: Option<String>,
    #[arg(long)]
    load_baseline: Option<String>,
    #[arg(short, long)]
    color: Option<String>,
    #[arg(short, long)]
    save_baseline: Option<String>,
    #[arg(short, long)]
    baseline: Option<String>,
    #[arg(long)]
    baseline_lenient: Option<String>,
    #[arg(long)]
    sample_size: Option<String>,
    #[arg(long)]
    warm_up_time: Option<String>,
    #[arg(long)]
    measurement_time: Option<String>,
    #[arg(long)]
    nresamples: Option<String>,
    #[arg(long)]
    noise_threshold: Option<String>,
    #[arg(long)]
    confidence_level: Option<String>,
    #[arg(long)]
    significance_level: Option<String>,
    #[arg(long)]
    format: Option<String>,
    #[arg(long)]
    output_format: Option<String>,
    #[arg(long)]
    plotting_backend: Option<String>,
}

impl Args {
    /// Reads the process's own arguments.
    pub fn from_command_line() -> Self {
        Args::parse()
    }

    /// What the run does with the cells.
    pub fn mode(&self) -> Mode {
        if self.list || self.help {
            Mode::List
        } else if self.test || !self.bench {
            Mode::Test
        } else if self.profile_time.is_some()
            || self.load_baseline.is_some()
            || self.discard_baseline
        {
            Mode::Reanalyse
        } else {
            Mode::Measure
        }
    }

    /// The filter, if there is one.
    pub fn filter(&self) -> Option<&str> {
        self.filter.as_deref()
    }

    /// The baseline that must be there, if one is named.
    pub fn needed_baseline(&self) -> Option<&str> {
        self.load_baseline.as_deref().or(self.baseline.as_deref())
    }

    /// Whether the filter leaves this id, by criterion's rules: a regular expression found anywhere in it,
    /// or with `--exact` the id itself.
    pub fn keeps(&self, id: &str) -> bool {
        match &self.filter {
            None => true,
            Some(filter) if self.exact => filter == id,
            // Criterion ends the process with a message for an expression that it cannot read.
            Some(filter) => regex::Regex::new(filter).is_ok_and(|filter| filter.is_match(id)),
        }
    }
}
