//! What the run leaves in `reports/latest`: the record before the first sample, the finding at the end.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use wiretax::measure::environment;
use wiretax::runner::{self, Suite};
use wiretax::wrap::text_len;
use wiretax_report::run::FORMAT;
use wiretax_report::{Case, CellId, Environment, Error, Outcome, Proof, Race, Run, Style, Sweep};

use crate::args::Args;
use crate::plan::{Plan, Planned};

/// A run under way.
pub struct Record {
    run: Run,
}

/// Writes down what the run means to measure.
pub fn begin(
    suite: &Suite,
    args: &Args,
    plan: &Plan,
    proofs: &[runner::Proof],
) -> Result<Record, Error> {
    let mut environment: Environment = environment::facts().into_iter().collect();
    environment.set("load at start", environment::load());
    let run = Run {
        format: FORMAT,
        suite: suite.name().to_owned(),
        started: SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs(),
        filter: args.filter().map(str::to_owned),
        environment,
        cases: suite.cases().iter().map(case).collect(),
        planned: plan.cells.iter().map(cell).collect(),
        proofs: proofs.iter().map(proof).collect(),
        race: None,
        complete: false,
    };
    run.write(&folder().join("run.json"))?;
    // Its own time tells which of criterion's files are of this run, to the tick of the file system.
    wiretax_report::write_text(&folder().join(wiretax_report::STARTED), "")?;
    Ok(Record { run })
}

impl Record {
    /// Adds the race.
    pub fn race(&mut self, race: Option<Race>) {
        self.run.race = race;
    }

    /// Writes the record again, and the finding; prints the finding. `complete`: nothing was cut short.
    pub fn finish(&mut self, complete: bool) -> Result<(), Error> {
        self.run.complete = complete;
        self.run.environment.set("load at end", environment::load());
        let folder = folder();
        self.run.write(&folder.join("run.json"))?;
        let finding = wiretax_report::judge(&self.run, &folder, &environment::criterion_folder())?;
        let path = folder.join("finding.md");
        let style = Style::of(&std::io::stdout());
        println!("\n{}", wiretax_report::terminal(&finding, &style));
        println!("{}", wiretax_report::terminal_answer(&finding, &style));
        // Printed first: a folder that cannot be written must not cost what was measured.
        wiretax_report::write_text(&path, &wiretax_report::markdown(&finding))?;
        println!("The whole finding is above, and in {}", path.display());
        Ok(())
    }
}

/// `reports/latest` of this package, wherever the bench was started.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("reports")
        .join("latest")
}

fn case(case: &runner::Case) -> Case {
    let declared = case.declared();
    Case {
        name: declared.name.to_owned(),
        stresses: declared.stresses.to_owned(),
        wire_bytes: declared.wire.len() as u64,
        base64_bytes: text_len(declared.wire.len()) as u64,
        field_bytes: declared.field_bytes,
        sweep: declared.sweep.as_ref().map(|sweep| Sweep {
            family: sweep.family.to_owned(),
            bytes: sweep.bytes,
        }),
    }
}

fn cell(planned: &Planned) -> CellId {
    CellId::new(
        planned.name,
        planned.op.name(),
        planned.codec,
        planned.wrap.to_string(),
    )
}

/// The report's form of a proof: `report` knows no runner.
fn proof(proof: &runner::Proof) -> Proof {
    let outcome = match proof.outcome.clone() {
        runner::Outcome::Proven { notes, .. } => Outcome::Proven { notes },
        runner::Outcome::Unsound { why, notes, .. } => Outcome::Unsound { why, notes },
        runner::Outcome::Refused { stage, reason } => Outcome::Refused { stage, reason },
        runner::Outcome::Wrong { path, detail } => Outcome::Wrong { path, detail },
        runner::Outcome::Aborted { how } => Outcome::Aborted { how },
    };
    Proof {
        case: proof.case.clone(),
        codec: proof.codec.clone(),
        outcome,
    }
}
