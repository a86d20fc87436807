//! The finding: what follows from a run and its samples, as plain values. How it reads is the
//! business of [`format`](mod@crate::format).
//!
//! One file a question, in the order in which the finding answers them.

mod additive;
mod cases;
mod counts;
mod crossover;
mod engine_use;
mod engines;
mod evidence;
mod gains;
mod layers;
mod lead;
mod notes;
mod outcomes;
mod race;
mod summary;
mod verdict;
mod weight;

use crate::run::{BASE64, BASE64_FIELD, CellId, Drift, Environment, Run, Samples, Sampling};

pub use additive::{Additive, LARGE, Price, SAME_PRICE};
pub use cases::{CaseFinding, EngineRow, OpTable, Remark, Row, Slot};
pub use counts::{Count, CountRow, Counts};
pub use crossover::{Crossover, Dropping, THRESHOLDS, TaxCrossing};
pub use engine_use::EngineUse;
pub use engines::{Engine, LeftOut, SHARE_LIMIT, Share};
pub use evidence::Standing;
pub use gains::{Gain, Gains, Unjudged};
pub use layers::{Free, Kind, LayerClaim, LayerRow, Layers, Refusal, Theirs, Wanted, claimed};
pub use lead::Lead;
pub use notes::Note;
pub use outcomes::{Outcomes, Pair, Tally};
pub use race::{Arm, RaceClaim, RaceFinding};
pub use summary::{CellSummary, summaries};
pub use verdict::Verdict;
pub use weight::{HALF, NEGLIGIBLE, Portion, Weight, Weights};

use evidence::Evidence;

/// All that a run shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What ran, and how far it came.
    pub header: Header,
    /// What became of each codec on each case.
    pub outcomes: Outcomes,
    /// Does dropping base64 gain more than changing the codec? For the whole message as text, then
    /// for bytes fields as text.
    pub gains: Vec<Gains>,
    /// From which size on does base64 matter?
    pub crossovers: Vec<Crossover>,
    /// Is the tax the same for every codec?
    pub additive: Vec<Additive>,
    /// Where is base64 much of the time, and where next to nothing?
    pub weights: Weights,
    /// What does an op allocate, and how many instructions is it?
    pub counts: Counts,
    /// How much of the tax would a faster engine win back?
    pub engines: Vec<Engine>,
    /// Which engines of base64 were measured?
    pub engine_use: EngineUse,
    /// The race, where one was run.
    pub race: Option<RaceFinding>,
    /// What a message goes through beside its codec, where the run is about that; all that is about codecs is empty then.
    pub layers: Option<Layers>,
    /// The tables.
    pub cases: Vec<CaseFinding>,
    /// What was seen of codecs in the proof.
    pub notes: Vec<Note>,
    /// What went wrong without stopping the run, a sentence each. A caller may add its own.
    pub warnings: Vec<String>,
}

/// What ran, and how far it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Path of the suite, or `built-in`.
    pub suite: String,
    /// What the user asked criterion to select.
    pub filter: Option<String>,
    /// When the run started, in seconds since the Unix epoch.
    pub started: u64,
    /// How many cells the run means to measure.
    pub planned: usize,
    /// How many of these it has measured.
    pub measured: usize,
    /// Whether the run went through all that it planned.
    pub complete: bool,
    /// The fewest and the most samples of a cell.
    pub samples: Option<(usize, usize)>,
    /// How the samples were taken.
    pub sampling: Sampling,
    /// How far the machine's speed strayed, where samples were anchored.
    pub drift: Option<Drift>,
    /// Where the run took place.
    pub environment: Environment,
}

impl Header {
    /// Whether the run ended before all was measured.
    pub fn interrupted(&self) -> bool {
        self.measured < self.planned && !self.complete
    }

    /// Whether cells were measured and their samples are not there.
    pub fn lost(&self) -> bool {
        self.measured < self.planned && self.complete
    }
}

/// Judges a run by its samples. Whatever is missing is named in the finding; nothing here panics.
pub fn finding(run: &Run, samples: &Samples) -> Finding {
    let evidence = Evidence::new(run, samples);
    let gains = [BASE64, BASE64_FIELD].map(|wrap| Gains::judge(&evidence, wrap));
    let [whole, _] = &gains;
    let crossovers = crossover::crossovers(&evidence, whole);
    let engines = engines::engines(&evidence);
    Finding {
        header: header(&evidence, samples.drift),
        outcomes: outcomes::outcomes(run),
        crossovers,
        additive: additive::additive(&evidence),
        weights: weight::weights(&evidence),
        counts: counts::counts(&evidence),
        race: race::race(&evidence),
        layers: layers::layers(&evidence),
        cases: cases::cases(&evidence, &engines),
        engines,
        engine_use: engine_use::engine_use(&evidence),
        notes: notes::notes(run),
        warnings: notes::warnings(&evidence, samples),
        gains: gains
            .into_iter()
            .filter(|gains| !(gains.judged.is_empty() && gains.unjudged.is_empty()))
            .collect(),
    }
}

fn header(evidence: &Evidence<'_>, drift: Option<Drift>) -> Header {
    let run = evidence.run;
    // What failed its proof is not to be timed, whatever the plan says.
    let planned = || {
        let timed = |id: &&CellId| evidence.may_be_timed(&id.case, &id.codec);
        run.planned.iter().filter(timed)
    };
    let measured = || planned().filter_map(|id| evidence.times(id));
    let counts = || measured().map(|times| times.len());
    Header {
        suite: run.suite.clone(),
        filter: run.filter.clone(),
        started: run.started,
        planned: planned().count(),
        measured: measured().count(),
        // Layout 1 did not say.
        complete: run.complete || run.format < 2,
        samples: counts().min().zip(counts().max()),
        sampling: run.sampling,
        drift,
        environment: run.environment.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_header_counts_what_was_measured() {
        let (mut run, mut samples) = (testing::run(), testing::samples());
        let whole = finding(&run, &samples).header;
        assert!(!whole.interrupted());
        assert_eq!(whole.samples, Some((50, 50)));
        samples.cells.pop_first();
        run.complete = false;
        let header = finding(&run, &samples).header;
        assert!(header.interrupted());
        assert_eq!(header.measured + 1, header.planned);
    }

    #[test]
    fn nothing_measured_is_a_finding_too() {
        let run = testing::run();
        let found = finding(&run, &Samples::default());
        assert_eq!(found.header.measured, 0);
        assert!(found.gains.iter().all(|gains| gains.judged.is_empty()));
        assert!(!found.gains.is_empty());
    }
}
