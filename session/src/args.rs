//! The command line, as criterion reads it. Criterion parses it too and acts on it; this reading exists
//! to know beforehand which cells a filter leaves.

use clap::Parser;
use wiretax_report::{CellId, Filter};

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
    /// The filter as it was read, unless it is one id.
    #[arg(skip)]
    read: Filter,
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
    /// When the filter is at fault, or there are too few samples.
    pub fn from_command_line() -> Result<Self, Box<dyn std::error::Error>> {
        Args::parse().checked()
    }

    fn checked(mut self) -> Result<Self, Box<dyn std::error::Error>> {
        let args = &mut self;
        if let Some(filter) = args.filter.as_ref().filter(|_| !args.exact) {
            args.read = Filter::parse(filter)?;
        }
        let size = args.sample_size.as_deref().map(str::parse::<usize>);
        match size {
            Some(Ok(size)) if size < LEAST_SAMPLES => Err(format!(
                "--sample-size {size} is too few: criterion takes {LEAST_SAMPLES} at least"
            )
            .into()),
            // Criterion says what is wrong with a word that is no number.
            _ => Ok(self),
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

    /// Samples of each cell, where the command line says how many.
    pub fn samples(&self) -> Option<usize> {
        self.sample_size.as_deref()?.parse().ok()
    }

    /// Whether little time is to be spent.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Whether criterion is to print nothing while it measures; by itself it would print results all the same.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The filter, if there is one.
    pub fn filter(&self) -> Option<&str> {
        self.filter.as_deref()
    }

    /// The baseline that must be there, if one is named.
    pub fn needed_baseline(&self) -> Option<&str> {
        self.load_baseline.as_deref().or(self.baseline.as_deref())
    }

    /// The filter as it was read; with `--exact` one that matches everything.
    pub fn read(&self) -> &Filter {
        &self.read
    }

    /// Whether all benches are to be passed over, as `cargo test -- --ignored` asks.
    pub fn ignores_all(&self) -> bool {
        self.ignored
    }

    /// Whether the filter leaves this cell, of a case with these tags; with `--exact` it is an id.
    pub fn keeps(&self, id: &CellId, tags: &[String]) -> bool {
        match &self.filter {
            Some(filter) if self.exact => *filter == id.to_string(),
            _ => self.read.keeps(id, tags),
        }
    }

    /// Whether the filter leaves a bench that is no cell, by its name.
    pub fn keeps_bench(&self, name: &str) -> bool {
        match &self.filter {
            Some(filter) if self.exact => filter == name,
            _ => self.read.keeps_name(name),
        }
    }

    /// Whether the filter leaves the race of an op of a case.
    pub fn keeps_race(&self, case: &str, op: &str, tags: &[String]) -> bool {
        match &self.filter {
            Some(filter) if self.exact => *filter == format!("{case}/{op}/race"),
            _ => self.read.keeps_across(case, op, "race", tags),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The arguments of a command line that is in order.
    pub(crate) fn args(words: &[&str]) -> Args {
        let words = [&["bench"], words].concat();
        Args::try_parse_from(words).unwrap().checked().unwrap()
    }

    fn keeps(words: &[&str], id: &str) -> bool {
        args(words).keeps(&id.parse().unwrap(), &["bytes".to_owned()])
    }

    #[test]
    fn a_filter_picks_cells_in_the_common_language() {
        let id = "append/encode/prost/raw";
        for filter in [
            "append",
            "^append/(en|de)code/.*/raw$",
            "case:append !codec:protobuf",
            "tag:bytes",
        ] {
            assert!(keeps(&["--bench", filter], id), "{filter}");
        }
        assert!(keeps(&["--bench"], id));
        assert!(!keeps(&["--bench", "codec:pros"], id));
        // A value that belongs to an option is no filter.
        assert!(keeps(&["--sample-size", "20"], id));
    }

    #[test]
    fn exact_is_one_id() {
        let id = "append/encode/prost/raw";
        assert!(keeps(&[id, "--exact"], id));
        assert!(!keeps(&["append", "--exact"], id));
        assert!(!keeps(&["append/encode/prost/ra.", "--exact"], id));
        let exact = |filter| args(&[filter, "--exact"]).keeps_race("append", "encode", &[]);
        assert!(exact("append/encode/race") && !exact("append"));
    }

    #[test]
    fn a_bad_filter_is_an_error_of_its_own_kind() {
        let parsed = Args::try_parse_from(["bench", "--bench", "kase:append"]).unwrap();
        let error = parsed.checked().unwrap_err();
        let filter = error.downcast_ref::<wiretax_report::FilterError>();
        assert!(filter.is_some_and(|error| error.to_string().contains("kase:append")));
        let few = Args::try_parse_from(["bench", "--sample-size", "3"]).unwrap();
        assert!(few.checked().unwrap_err().to_string().contains("too few"));
    }
}
