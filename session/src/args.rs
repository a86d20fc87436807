//! The command line, as criterion reads it. Criterion parses it too and acts on it; this reading exists
//! to know beforehand which cells a filter leaves.

use clap::Parser;

/// Criterion asserts that there are as many.
const LEAST_SAMPLES: usize = 10;

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
    /// The filter, unless it is to be matched exactly.
    #[arg(skip)]
    pattern: Option<regex::Regex>,
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
    /// Reads the process's own arguments, and refuses what criterion would panic on.
    ///
    /// # Errors
    /// When the filter is no regular expression, or there are too few samples.
    pub fn from_command_line() -> Result<Self, Box<dyn std::error::Error>> {
        let mut args = Args::parse();
        if let Some(filter) = args.filter.as_ref().filter(|_| !args.exact) {
            args.pattern = Some(regex::Regex::new(filter)?);
        }
        let size = args.sample_size.as_deref().map(str::parse::<usize>);
        match size {
            Some(Ok(size)) if size < LEAST_SAMPLES => Err(format!(
                "--sample-size {size} is too few: criterion takes {LEAST_SAMPLES} at least"
            )
            .into()),
            // Criterion says what is wrong with a word that is no number.
            _ => Ok(args),
        }
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
        match (&self.filter, &self.pattern) {
            (None, _) => true,
            (_, Some(pattern)) => pattern.is_match(id),
            (Some(filter), None) => filter == id,
        }
    }
}
