//! What the run leaves in its folder: the record before the first sample, the finding at the end.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use wiretax::measure::{PerOp, environment};
use wiretax::runner::{self, Listed, ListedCase};
use wiretax_report::run::FORMAT;
use wiretax_report::{
    Allocated, Case, Compressed, Environment, Error, Outcome, Proof, RECORD, Race, Run, Sweep, Work,
};

use crate::args::Args;
use crate::cells::Failed;
use crate::checkout;
use crate::instructions::Instructions;
use crate::plan::{Plan, Planned};
use crate::{page, screen};

/// A run under way.
pub struct Record<'a> {
    run: Run,
    folder: &'a Path,
    criterion: &'a Path,
    allocations: BTreeMap<String, PerOp>,
    instructions: BTreeMap<String, f64>,
}

/// Writes down what the run means to measure.
pub fn begin<'a>(
    suite: &Listed,
    args: &Args,
    plan: &Plan,
    proofs: &[runner::Proof],
    (folder, criterion): (&'a Path, &'a Path),
) -> Result<Record<'a>, Error> {
    let facts = suite.environment.iter();
    let mut environment: Environment = facts
        .map(|(label, value)| (label.as_str(), value.clone()))
        .collect();
    environment.set("revision", checkout::revision());
    environment.set("load at start", environment::load());
    let run = Run {
        format: FORMAT,
        suite: suite.suite.clone(),
        started: SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs(),
        filter: args.filter().map(str::to_owned),
        environment,
        cases: suite.cases.iter().map(case).chain(tasks(suite)).collect(),
        planned: plan.cells.iter().map(Planned::cell_id).collect(),
        proofs: proofs.iter().map(proof).collect(),
        race: None,
        complete: false,
        cells: Vec::new(),
        warnings: Vec::new(),
        totals: None,
        sampling: wiretax_report::Sampling::default(),
    };
    // An earlier run's must not be taken for this one's; that there are none is fine.
    for old in ["finding.md", page::PAGE] {
        let _ = std::fs::remove_file(folder.join(old));
    }
    run.write(&folder.join(RECORD))?;
    // Its own time tells which of criterion's files are of this run, to the tick of the file system.
    wiretax_report::write_text(&folder.join(wiretax_report::STARTED), "")?;
    Ok(Record {
        run,
        folder,
        criterion,
        allocations: BTreeMap::new(),
        instructions: BTreeMap::new(),
    })
}

impl Record<'_> {
    /// Adds what compression leaves of each case, by name.
    pub fn compressed(&mut self, compressed: &BTreeMap<String, Compressed>) {
        for case in &mut self.run.cases {
            case.compressed = compressed.get(&case.name).copied();
        }
    }

    /// Adds what cells allocate, by id.
    pub fn allocations(&mut self, allocations: &BTreeMap<String, PerOp>) {
        self.allocations = allocations.clone();
    }

    /// Adds how many instructions cells take, by id; or says why that is not known.
    pub fn instructions(&mut self, counted: Instructions) {
        self.run.environment.set("instructions", counted.how);
        self.instructions = counted.cells;
    }

    /// Adds the race.
    pub fn race(&mut self, race: Option<Race>) {
        self.run.race = race;
    }

    /// Takes back the proofs of codecs that did not survive being measured.
    pub fn failed(&mut self, failed: &[Failed]) {
        for Failed { case, codec, how } in failed {
            let proofs = self.run.proofs.iter_mut();
            for proof in proofs.filter(|proof| proof.case == *case && proof.codec == *codec) {
                proof.outcome = Outcome::Aborted { how: how.clone() };
            }
        }
    }

    /// Writes the record again, and the finding; prints the finding. `complete`: nothing was cut short.
    pub fn finish(&mut self, complete: bool) -> Result<(), Error> {
        self.run.complete = complete;
        self.run.environment.set("load at end", environment::load());
        wiretax_report::collect(&mut self.run, self.folder, self.criterion)?;
        for cell in &mut self.run.cells {
            let id = cell.id.to_string();
            let allocated = |of: &PerOp| Allocated {
                count: of.count,
                bytes: of.bytes,
            };
            cell.allocated = self.allocations.get(&id).map(allocated);
            cell.instructions = self.instructions.get(&id).copied();
        }
        let finding = wiretax_report::judge(&self.run);
        let path = self.folder.join("finding.md");
        let shown = screen::shown();
        if finding.layers.is_some() {
            let cells = wiretax_report::summaries(&self.run, &self.run.samples());
            say(&format!(
                "\n{}",
                wiretax_report::suites(&self.run, &cells, shown)
            ));
        }
        say(&format!(
            "\n{}\n{}\n",
            wiretax_report::terminal(&finding, shown),
            wiretax_report::terminal_answer(&finding, shown)
        ));
        // Printed first: a folder that cannot be written must not cost what was measured.
        self.run.write(&self.folder.join(RECORD))?;
        wiretax_report::write_text(&path, &wiretax_report::markdown(&finding))?;
        let page = self.folder.join(page::PAGE);
        let html = page::page(&self.run, &finding, &page, Some(self.criterion));
        wiretax_report::write_text(&page, &html)?;
        // The record holds them now.
        use wiretax_report::{ANCHORS, ROUNDS, STARTED};
        for journal in [ANCHORS, ROUNDS, STARTED] {
            let _ = std::fs::remove_file(self.folder.join(journal));
        }
        say(&format!(
            "The whole finding is above, and in {}\nAs a page with charts: {}\n",
            path.display(),
            page.display()
        ));
        let index = page::index(self.criterion);
        if index.exists() {
            say(&format!("Criterion's pages begin at {}\n", index.display()));
        }
        Ok(())
    }
}

/// Prints for whoever still reads; whether somebody does changes nothing that was measured.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn case(case: &ListedCase) -> Case {
    Case {
        name: case.name.clone(),
        stresses: case.stresses.clone(),
        message: case.message.clone(),
        tags: case.tags.clone(),
        messages: case.messages,
        wire_bytes: case.wire_bytes,
        base64_bytes: case.base64_bytes,
        field_bytes: case.field_bytes,
        works: Vec::new(),
        compressed: None,
        sweep: case.sweep.as_ref().map(|sweep| Sweep {
            family: sweep.family.clone(),
            bytes: sweep.bytes,
        }),
    }
}

/// What tasks work on, each with all that is done with it.
fn tasks(suite: &Listed) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for task in &suite.tasks {
        let work = Work {
            op: task.op.clone(),
            what: task.what.clone(),
            bytes: task.bytes,
            free: task.free.clone(),
        };
        match cases.iter_mut().find(|case| case.name == task.name) {
            Some(case) => {
                case.wire_bytes = case.wire_bytes.max(task.bytes);
                case.works.push(work);
            }
            None => cases.push(Case {
                name: task.name.clone(),
                stresses: task.what.clone(),
                message: String::new(),
                tags: task.tags.clone(),
                messages: 1,
                wire_bytes: task.bytes,
                base64_bytes: 0,
                field_bytes: 0,
                compressed: None,
                sweep: None,
                works: vec![work],
            }),
        }
    }
    cases
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
