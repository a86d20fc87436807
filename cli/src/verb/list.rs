//! `wiretax list`: which cells there are.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;
use wiretax::runner::{Listed, ask};
use wiretax_report::{Case, CellId, Glyphs, Sweep, counted};

use crate::error::Error;
use crate::runner::{self, Build};
use crate::{output, record};

/// Lists the ids of cells with their case, tags, message and size: of a record, or of a suite, whose runner is built for it
/// unless it is there.
#[derive(Debug, clap::Args)]
pub struct List {
    /// Suite file. Where absent, and without a record, the one that WIRETAX_SUITE names, or else the built-in suite.
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    suite: Option<PathBuf>,
    /// Of a suite, every cell that can be measured, not only those of a default run.
    #[arg(long, conflicts_with = "record")]
    all: bool,
    /// Cells to list, as in `--filter 'case:append wrap:raw'`; docs/FILTER.md explains filters.
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,
    /// One JSON document a line, for each cell.
    #[arg(long)]
    json: bool,
    /// A run's record, or the folder with it.
    #[arg(value_name = "RECORD")]
    record: Option<PathBuf>,
}

/// A case with its cells.
struct Listing {
    case: Case,
    ids: Vec<CellId>,
}

impl List {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let filter = record::parse(self.filter.as_deref())?;
        let (of, mut listings, command) = match &self.record {
            Some(path) => {
                let (name, listings) = of_record(path)?;
                let command = format!("cargo wiretax list {name}");
                (name, listings, command)
            }
            None => {
                let suite = self.suite();
                let command = match &suite {
                    Some(suite) => format!("cargo wiretax list --suite {}", suite.display()),
                    None => "cargo wiretax list".to_owned(),
                };
                let listed = ask_suite(suite.as_deref())?;
                (listed.suite.clone(), of_suite(&listed, self.all), command)
            }
        };
        let every: Vec<CellId> = listings.iter().flat_map(|of| of.ids.clone()).collect();
        for Listing { case, ids } in &mut listings {
            ids.retain(|id| filter.keeps(id, &case.tags));
        }
        listings.retain(|of| !of.ids.is_empty());
        if listings.is_empty() && !filter.is_empty() {
            return Err(filter.nothing(of, &every, command).into());
        }
        let text = match self.json {
            true => output::data(listings.iter().map(json_lines).collect(), None),
            false => text(&listings, output::screen(None).glyphs),
        };
        output::print(&text, None)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The suite that is asked for; `None` for the built-in one.
    fn suite(&self) -> Option<PathBuf> {
        let named = || std::env::var_os("WIRETAX_SUITE").filter(|name| !name.is_empty());
        self.suite.clone().or_else(|| named().map(PathBuf::from))
    }
}

fn of_record(path: &Path) -> Result<(String, Vec<Listing>), Error> {
    let record::Record { name, run, .. } = record::read(Some(path))?;
    let listing = |case: &Case| Listing {
        ids: run
            .planned
            .iter()
            .filter(|id| id.case == case.name)
            .cloned()
            .collect(),
        case: case.clone(),
    };
    Ok((name, run.cases.iter().map(listing).collect()))
}

fn ask_suite(suite: Option<&Path>) -> Result<Listed, Error> {
    eprintln!("wiretax: building the runner, unless it is there");
    let build = Build {
        profile: runner::proving_profile(None, suite),
    };
    Ok(ask::list(&build.runner(suite)?)?)
}

fn of_suite(listed: &Listed, all: bool) -> Vec<Listing> {
    let listing = |of: &wiretax::runner::ListedCase| {
        let cells = if all { &of.cells } else { &of.default };
        let codecs = of.codecs.iter();
        let ids = codecs.flat_map(|codec| {
            let id = move |cell: &wiretax::runner::OpWrap| {
                CellId::new(&of.name, cell.op.name(), codec, cell.wrap.to_string())
            };
            cells.iter().map(id)
        });
        Listing {
            ids: ids.collect(),
            case: Case {
                name: of.name.clone(),
                stresses: of.stresses.clone(),
                message: of.message.clone(),
                tags: of.tags.clone(),
                messages: of.messages,
                wire_bytes: of.wire_bytes,
                base64_bytes: of.base64_bytes,
                field_bytes: of.field_bytes,
                works: Vec::new(),
                compressed: None,
                sweep: of.sweep.as_ref().map(|sweep| Sweep {
                    family: sweep.family.clone(),
                    bytes: sweep.bytes,
                }),
            },
        }
    };
    listed.cases.iter().map(listing).collect()
}

fn json_lines(of: &Listing) -> String {
    let case = &of.case;
    let line = |id: &CellId| {
        let document = json!({
            "id": id.to_string(),
            "case": id.case,
            "op": id.op,
            "codec": id.codec,
            "wrap": id.wrap_and_engine().0,
            "engine": id.engine(),
            "tags": case.tags,
            "message": case.message,
            "messages": case.messages,
            "wire_bytes": case.wire_bytes,
            "stresses": case.stresses,
        });
        format!("{document}\n")
    };
    of.ids.iter().map(line).collect()
}

/// A case with what it is, and its cells below it.
fn text(listings: &[Listing], glyphs: Glyphs) -> String {
    let mut text = String::new();
    for Listing { case, ids } in listings {
        let tags = match case.tags.is_empty() {
            true => String::new(),
            false => format!(" [{}]", case.tags.join(", ")),
        };
        let message = match case.message.is_empty() {
            true => String::new(),
            false => format!(" {},", case.message),
        };
        let pass = match case.messages {
            1 => String::new(),
            many => format!("mix of {many} messages, "),
        };
        let size = counted(case.wire_bytes, "wire byte");
        let heading = format!("{}{tags}:{message} {pass}{size}", case.name);
        text += &format!("{}\n", glyphs.line(&heading));
        for id in ids {
            text += &format!("  {}\n", glyphs.line(&id.to_string()));
        }
    }
    let cells: usize = listings.iter().map(|of| of.ids.len()).sum();
    let (cells, cases) = (
        counted(cells as u64, "cell"),
        counted(listings.len() as u64, "case"),
    );
    text + &format!("\n{cells} of {cases}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_lists_what_a_default_run_measures_or_all() {
        let case = json!({
            "name": "append", "stresses": "bytes", "message": "a.M", "messages": 40, "tags": ["bytes"],
            "wire_bytes": 30, "base64_bytes": 40, "field_bytes": 10, "sweep": null,
            "codecs": ["prost", "protobuf"],
            "cells": ["encode/raw", "encode/base64@base64-simd"], "default": ["encode/raw"],
        });
        let listed = json!({"suite": "s", "environment": [], "cases": [case]});
        let listed: Listed = serde_json::from_value(listed).unwrap();
        assert_eq!(
            text(&of_suite(&listed, false), Glyphs::Blocks),
            "append [bytes]: a.M, mix of 40 messages, 30 wire bytes\n  append/encode/prost/raw\n  \
             append/encode/protobuf/raw\n\n2 cells of 1 case\n"
        );
        let all: String = of_suite(&listed, true).iter().map(json_lines).collect();
        assert_eq!(all.lines().count(), 4);
        assert!(all.contains("\"engine\":\"base64-simd\""), "{all}");
    }
}
