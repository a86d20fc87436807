//! `wiretax gate`: keeps what became worse out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use wiretax_report::gate::{Gate as Found, Lane};

use crate::error::Error;
use crate::gate::accept::{Done, Which};
use crate::gate::{Question, Trouble};
use crate::output;

/// Compares the working tree with a revision, or with `gate/baseline.json` alone, in lanes: what is sent, allocations, instructions,
/// times over random link layouts, and claims of `gate/invariants.toml`. Tries itself on pairs whose answer it knows; a lane that is
/// wrong about one of them says nothing.
///
/// Exits with 0 where all passes, 1 for a regression, 2 where it could not measure (a wrong argument, a side that does not build), 3 where a claim is
/// violated, 4 for a change that nobody has accepted or a missing baseline, and with --strict 5 where a lane is inconclusive.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Gate {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    sides: Sides,
    /// Lane to measure; may be given more than once. All that can be measured where absent.
    #[arg(long = "lane", value_name = "LANE", value_parser = str::parse::<Lane>)]
    lanes: Vec<Lane>,
    /// Fail, with exit code 5, where a lane is inconclusive.
    #[arg(long)]
    strict: bool,
    /// In which form.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Write it into this file instead of printing it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is compared, and of it which cells.
#[derive(Debug, clap::Args)]
struct Sides {
    /// Revision to compare with, such as `main`; what was accepted alone where absent.
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// Revision to judge; the working tree where absent.
    #[arg(long, value_name = "REV")]
    head: Option<String>,
    /// Compare with the same code under another lock file: an upgrade of dependencies.
    #[arg(long, value_name = "FILE")]
    base_lock: Option<PathBuf>,
    /// Suite file; the built-in suite where absent.
    #[arg(long, value_name = "FILE", env = "WIRETAX_SUITE")]
    suite: Option<PathBuf>,
    /// Cargo profile of both sides.
    #[arg(long, value_name = "NAME", default_value = "bench")]
    profile: String,
    /// Cells to compare, as in `'case:append wrap:raw'`; those of `gate/gate.toml` where absent.
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Measure entries of the baseline again and keep them, with a reason.
    Accept(Accept),
    /// Find out how often the gate is wrong on this machine: false alarms, and misses of planted changes.
    SelfCheck(SelfCheck),
}

/// Measures entries of `gate/baseline.json` again in the working tree, and keeps what is found, with the reason and what was there before.
#[derive(Debug, clap::Args)]
struct Accept {
    /// Id of a cell, or `case/codec`, as the gate prints them; may be given more than once.
    #[arg(long = "cell", value_name = "ID", required_unless_present_any = ["all", "release"])]
    cells: Vec<String>,
    /// Every entry.
    #[arg(long, conflicts_with = "cells")]
    all: bool,
    /// Why; it is kept.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// This is a release: creep is judged by these instructions from now on.
    #[arg(long)]
    release: bool,
    #[command(flatten)]
    sides: Sides,
}

/// Compares every cell with itself, linked in another order, and canaries with 1, 2, 3, 5 and 10 % planted, through the same procedure as a
/// gate; so often, and prints how often it was wrong. A run over 40 cells takes some minutes.
#[derive(Debug, clap::Args)]
struct SelfCheck {
    /// Runs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    runs: usize,
    #[command(flatten)]
    sides: Sides,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Terminal,
    Markdown,
    /// One file, with a plot of times over layouts.
    Html,
    Json,
}

impl Sides {
    fn question(&self, lanes: &[Lane]) -> Question {
        Question {
            base: self.base.clone(),
            head: self.head.clone(),
            base_lock: self.base_lock.clone(),
            suite: self
                .suite
                .clone()
                .filter(|path| !path.as_os_str().is_empty()),
            filter: self.filter.clone(),
            lanes: lanes.to_vec(),
            profile: self.profile.clone(),
        }
    }
}

impl Gate {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        match &self.verb {
            Some(Verb::Accept(accept)) => return accept.run(),
            Some(Verb::SelfCheck(check)) => return check.run(),
            None => {}
        }
        let found = self.sides.question(&self.lanes).ask().map_err(boxed)?;
        let text = self.text(&found);
        output::print(&text, self.out.as_deref())?;
        Ok(ExitCode::from(found.exit_code(self.strict)))
    }

    fn text(&self, found: &Found) -> String {
        match self.format {
            Format::Terminal => {
                wiretax_report::gate_terminal(found, output::screen(self.out.as_deref()))
            }
            Format::Markdown => wiretax_report::gate_markdown(found),
            Format::Html => output::data(wiretax_report::gate_html(found), self.out.as_deref()),
            Format::Json => output::data(wiretax_report::gate_json(found), self.out.as_deref()),
        }
    }
}

impl Accept {
    fn run(&self) -> Result<ExitCode, Error> {
        let which = match self.all || self.cells.is_empty() {
            true => Which::All,
            false => Which::These(self.cells.clone()),
        };
        let question = self.sides.question(&[]);
        if question.base.is_some() || question.head.is_some() || question.base_lock.is_some() {
            let why =
                "accept is about the working tree alone: leave out --base, --head and --base-lock";
            return Err(boxed(Trouble::Usage(why.to_owned())));
        }
        let done = question
            .accept(&which, &self.reason, self.release)
            .map_err(boxed)?;
        output::print(&said(&done), None)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl SelfCheck {
    fn run(&self) -> Result<ExitCode, Error> {
        let question = self.sides.question(&[]);
        let checked = question.self_check(self.runs).map_err(boxed)?;
        let mut text = String::new();
        for note in &checked.notes {
            text += &format!("note: {note}\n");
        }
        for (lane, planted, rate) in &checked.rates {
            let what = match planted {
                0 => "identical code, false alarms".to_owned(),
                more => format!("planted {} %, misses", more / 10),
            };
            let interval = rate.interval().map_or(String::new(), |of| {
                format!(
                    ", 95 % interval {:.1} to {:.1} %",
                    of.low * 100.0,
                    of.high * 100.0
                )
            });
            text += &format!("{lane}: {what}: {} of {}{interval}\n", rate.wrong, rate.of);
        }
        output::print(&text, None)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn said(done: &Done) -> String {
    let mut text = String::new();
    for note in &done.notes {
        text += &format!("note: {note}\n");
    }
    for (key, before, after) in &done.changed {
        text += &format!("{key}: {before} -> {after}\n");
    }
    let (measured, changed) = (done.measured, done.changed.len());
    text += &format!(
        "{measured} measured, {changed} changed, {} removed\n",
        done.removed.len()
    );
    text
}

fn boxed(trouble: Trouble) -> Error {
    Error::Gate(Box::new(trouble))
}
