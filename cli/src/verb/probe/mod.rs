//! `wiretax probe`: what each codec does with bytes that nobody should send.
//!
//! `own` reads the inputs that a user brings, `ask` puts them to the codecs, `matrix` makes of the answers what a report
//! can show.

mod ask;
mod matrix;
mod own;

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use wiretax::runner::Probe as Answer;
use wiretax::verify::probe::{Input, inputs, texts};
use wiretax_codegen::bring::{Bring, Brought, Generated, bring};

use crate::error::Error;
use crate::{output, runner};

/// Hands odd messages to every codec and odd texts to every base64 engine, in child processes: a matrix of
/// what they accept, lose, get wrong, or die of.
///
/// Exits with 0 where the matrix was made, whatever the codecs do, and with 2 where it could not be made.
#[derive(Debug, clap::Args)]
pub struct Probe {
    /// Regular expression: only inputs whose name or topic matches it.
    filter: Option<String>,
    /// Your own wire inputs instead of ours: a TSV file with the columns `file` and `expected`
    /// (accept, reject or either).
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    /// Schema of your inputs: a .proto file or a descriptor set.
    #[arg(long, value_name = "FILE", requires_all = ["inputs", "message"], conflicts_with = "suite")]
    schema: Option<PathBuf>,
    /// Folder that imports are named from; give it once for each.
    #[arg(long, value_name = "DIR", requires = "schema")]
    include: Vec<PathBuf>,
    /// Message of that schema that they are.
    #[arg(long, value_name = "NAME", requires = "schema")]
    message: Option<String>,
    /// Instead of a schema: a suite file that has it.
    #[arg(long, value_name = "FILE", requires_all = ["inputs", "case"])]
    suite: Option<PathBuf>,
    /// Case of that suite whose message they are.
    #[arg(long, value_name = "NAME", requires = "suite")]
    case: Option<String>,
    /// Your own base64 texts beside the rest: a folder, with a `texts.tsv` where you know what to expect
    /// (columns `file` and `expected`: same, config, reject or empty).
    #[arg(long, value_name = "DIR")]
    texts: Option<PathBuf>,
    /// Cargo profile that the runner is built with; `dev` also finds what only debug assertions catch.
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
    /// Markdown instead of text for a terminal.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// One JSON document a cell.
    #[arg(long)]
    json: bool,
    /// Keep the whole answer in this file as well, for HTML reports to show.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Probe {
    pub(super) fn run(&self) -> Result<ExitCode, Error> {
        let (suite, case, _alone) = self.suite()?;
        let mut asked = match (&self.inputs, &case) {
            (Some(file), Some(case)) => own::inputs(file, case)?,
            (Some(_), None) => return Err(Error::NoSchema),
            (None, _) => [inputs(), texts::inputs()].concat(),
        };
        if let Some(folder) = &self.texts {
            asked.extend(own::texts(folder)?);
        }
        let asked = self.filtered(asked)?;
        let build = runner::Build {
            profile: &self.profile,
        };
        eprintln!(
            "wiretax: building the runner, unless that is done (some minutes at worst); then every codec is asked"
        );
        let runner = build.runner(Some(&suite))?;
        let answers = ask::probes(&runner, &asked)?;
        if let Some(path) = &self.record {
            matrix::probes(&asked, &answers, &self.profile).write(path)?;
        }
        match self.print(&asked, &answers) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// The suite that has the inputs' schema, and its case where that is one's own.
    fn suite(&self) -> Result<(PathBuf, Option<String>, Option<File>), Error> {
        if let Some(suite) = &self.suite {
            return Ok((suite.clone(), self.case.clone(), None));
        }
        let Some(schema) = &self.schema else {
            let ours = runner::checkout().join("proto").join("probes.toml");
            return Ok((ours, None, None));
        };
        let brought = bring(&Bring {
            schema: schema.clone(),
            include: self.include.clone(),
            message: self.message.clone(),
            // No input needs it; but a case has a payload.
            generate: Some(Generated { size: 64, seed: 1 }),
            ..Bring::default()
        })?;
        match brought {
            Brought::Suite(suite) => {
                let (folder, lock) = runner::scratch_of("probe", schema, suite.message())?;
                let path = suite.write(&folder, true)?;
                Ok((path, Some(suite.case()), Some(lock)))
            }
            Brought::Choose(_) => Err(Error::NoSchema),
        }
    }

    fn print(&self, asked: &[Input], answers: &[Answer]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            for line in matrix::lines(asked, answers) {
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
            return Ok(());
        }
        let probes = matrix::probes(asked, answers, &self.profile);
        let text = if self.markdown {
            wiretax_report::probes_markdown(&probes)
        } else {
            wiretax_report::probes_terminal(&probes, output::screen(None))
        };
        out.write_all(text.as_bytes())
    }

    /// The inputs that the filter leaves; that there are none is an error that names what was near.
    fn filtered(&self, asked: Vec<Input>) -> Result<Vec<Input>, Error> {
        let Some(filter) = &self.filter else {
            return Ok(asked);
        };
        let pattern = regex::Regex::new(filter)
            .map_err(|error| Error::Filter(filter.clone(), last_line(&error.to_string())))?;
        let (kept, left): (Vec<Input>, Vec<Input>) = asked
            .into_iter()
            .partition(|input| pattern.is_match(&input.id) || pattern.is_match(&input.topic));
        if kept.is_empty() {
            let near = nearest(filter, &left);
            let why = format!("it matches no input and no topic; the nearest are {near}");
            return Err(Error::Filter(filter.clone(), why));
        }
        Ok(kept)
    }
}

/// The three names that are most like `filter`.
fn nearest(filter: &str, inputs: &[Input]) -> String {
    let names = inputs.iter().flat_map(|input| [&input.topic, &input.id]);
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let like = |name: &str| strsim::jaro_winkler(name, filter);
    names.sort_by(|left, right| like(right).total_cmp(&like(left)));
    let shown = names.iter().take(3).map(|name| format!("`{name}`"));
    shown.collect::<Vec<_>>().join(", ")
}

/// What is wrong with a regular expression stands below a picture of it.
fn last_line(error: &str) -> String {
    let line = error.lines().last().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}
