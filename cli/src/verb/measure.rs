//! What `try` and `bench` have in common: a suite's runner is built, and a run over it is made.

use std::path::Path;
use std::process::ExitCode;

use wiretax_session::Child;

use crate::error::Error;
use crate::runner;

/// A first look in a third of the time, as criterion is told it.
const QUICK: [&str; 6] = [
    "--sample-size",
    "12",
    "--warm-up-time",
    "0.04",
    "--measurement-time",
    "0.15",
];

/// Criterion says nothing while it measures: its times are not at the machine's typical speed, as those of the finding are.
const HUSHED: [&str; 3] = ["--quiet", "--output-format", "bencher"];

/// How a suite is measured.
#[derive(Debug, clap::Args)]
pub struct Measure {
    /// Cargo profile that the codecs are built with. Only `bench` gives times that mean something.
    #[arg(long, value_name = "NAME", default_value = "bench")]
    profile: String,
    /// A first look: fewer samples and wider intervals, in a third of the time.
    #[arg(long)]
    quick: bool,
    /// Show what criterion prints of each cell too. Its times are as they came, not at the machine's typical speed as
    /// those of the finding are.
    #[arg(long)]
    verbose: bool,
    /// What else criterion is told, as in `-- --sample-size 100`; a word is a filter on cells.
    #[arg(last = true, value_name = "CRITERION")]
    criterion: Vec<String>,
}

impl Measure {
    /// Measures a suite, the built-in one where `None`; `filter` says which cells. The finding is printed and kept.
    pub fn run(&self, suite: Option<&Path>, filter: Option<&str>) -> Result<ExitCode, Error> {
        let build = runner::Build {
            profile: &self.profile,
        };
        let suite = suite.map(|path| std::path::absolute(path).unwrap_or(path.to_owned()));
        let runner = build.runner(suite.as_deref())?;
        let place = runner::Place::of(suite.as_deref())?;
        // The run leaves its record here.
        let _alone_here = place.lock()?;
        let session = Child {
            runner,
            criterion: place.criterion,
            folder: place.report,
            words: self.words(filter),
        };
        session.run().map_err(Error::Child)
    }

    /// The command line of criterion.
    fn words(&self, filter: Option<&str>) -> Vec<String> {
        let mut words: Vec<String> = filter.map(str::to_owned).into_iter().collect();
        if !self.shows_criterion() {
            words.extend(HUSHED.map(str::to_owned));
        }
        if self.quick {
            words.extend(QUICK.map(str::to_owned));
        }
        words.extend(self.criterion.iter().cloned());
        words
    }

    /// Whether criterion's lines are asked for; by its own options too, which it would not take twice.
    fn shows_criterion(&self) -> bool {
        let asks = |word: &String| {
            let name = word.split('=').next().unwrap_or_default();
            ["-v", "--verbose", "--quiet", "--output-format"].contains(&name)
        };
        self.verbose || self.criterion.iter().any(asks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(verbose: bool, criterion: &[&str]) -> Vec<String> {
        let measure = Measure {
            profile: "bench".to_owned(),
            quick: false,
            verbose,
            criterion: criterion.iter().map(|&word| word.to_owned()).collect(),
        };
        measure.words(Some("op:encode"))
    }

    #[test]
    fn criterion_is_silent_unless_it_is_asked_for() {
        let hushed = ["op:encode", "--quiet", "--output-format", "bencher"];
        assert_eq!(words(false, &[]), hushed);
        let more = [&hushed[..], &["--noplot"]].concat();
        assert_eq!(words(false, &["--noplot"]), more);
        assert_eq!(words(true, &[]), ["op:encode"]);
        for own in ["-v", "--verbose", "--output-format=criterion"] {
            assert_eq!(words(false, &[own]), ["op:encode", own]);
        }
    }
}
