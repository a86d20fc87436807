//! Has the code of a suite generated, in a child process: generators print, and may crash or hang.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wiretax_codegen::build::Denied;
use wiretax_codegen::generate::{self, Refusal};

use crate::error::Error;

/// How long a suite may take, its generated payloads included; a large one that a dev build reads may need minutes.
const LIMIT: Duration = Duration::from_secs(600);
/// How often it is asked whether they are done.
const GLANCE: Duration = Duration::from_millis(10);

/// What to generate.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    name: String,
    suite: PathBuf,
    out: PathBuf,
    /// Codecs to leave out: module, codec, who says so, why.
    denied: Vec<(String, String, String, String)>,
}

impl Job {
    /// A suite, the folder for its code, and the codecs to leave out.
    pub fn new(suite: &Path, out: &Path, denied: &[Denied]) -> Self {
        let plain = |of: &Denied| {
            let Refusal { stage, reason } = of.refusal.clone();
            (of.module.clone(), of.codec.clone(), stage, reason)
        };
        Job {
            name: suite.display().to_string(),
            suite: suite.to_owned(),
            out: out.to_owned(),
            denied: denied.iter().map(plain).collect(),
        }
    }

    /// Does it, here and now.
    pub fn run(&self) -> Result<(), wiretax_codegen::error::Error> {
        let denied = |of: &(String, String, String, String)| Denied {
            module: of.0.clone(),
            codec: of.1.clone(),
            refusal: Refusal::new(&of.2, &of.3),
        };
        let denied: Vec<Denied> = self.denied.iter().map(denied).collect();
        wiretax_codegen::build(&self.name, &self.suite, &self.out, &denied)?;
        Ok(())
    }

    /// Has a child do it.
    fn ask(&self) -> Result<Ended, Error> {
        let mut child = Command::new(std::env::current_exe().map_err(Error::Cargo)?)
            .arg("generate")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Error::Cargo)?;
        let job = serde_json::to_vec(self).map_err(|error| Error::Suite(error.to_string()))?;
        if let Some(mut pipe) = child.stdin.take() {
            // A child that dies early is judged by its end.
            let _ = pipe.write_all(&job);
        }
        wait(child)
    }
}

/// How a child ended.
enum Ended {
    Well,
    /// The suite is at fault, in a line.
    Fault(String),
    /// A generator took the process with it.
    Lost(String),
}

/// Generates the code of a suite. A generator that takes its process with it is found by leaving out one codec
/// after the other, and stays out: it is added to `denied`.
pub fn generate(suite: &Path, out: &Path, denied: &mut Vec<Denied>) -> Result<(), Error> {
    let how = match Job::new(suite, out, denied).ask()? {
        Ended::Well => return Ok(()),
        Ended::Fault(line) => return Err(Error::Suite(line)),
        Ended::Lost(how) => how,
    };
    for generator in generate::all() {
        let mut more = denied.clone();
        more.push(Denied {
            module: Denied::EVERY.to_owned(),
            codec: generator.codec().to_owned(),
            refusal: Refusal::new("its generator", &how),
        });
        if let Ended::Well = Job::new(suite, out, &more).ask()? {
            *denied = more;
            return Ok(());
        }
    }
    Err(Error::Suite(format!(
        "{}: reading this suite took the process with it ({how}); please report the suite to wiretax",
        suite.display()
    )))
}

fn wait(mut child: Child) -> Result<Ended, Error> {
    let begun = Instant::now();
    // Errors are a few lines and fit into the pipe, so that nobody has to read before the end.
    let status = loop {
        if let Some(status) = child.try_wait().map_err(Error::Cargo)? {
            break status;
        }
        if begun.elapsed() > LIMIT {
            // It may have ended by itself just now.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Ended::Fault(format!(
                "the code of this suite was not generated within {} s; give it fewer cases or smaller payloads",
                LIMIT.as_secs()
            )));
        }
        std::thread::sleep(GLANCE);
    };
    let mut said = String::new();
    if let Some(mut pipe) = child.stderr.take() {
        // What is no text is no error of ours.
        let _ = std::io::Read::read_to_string(&mut pipe, &mut said);
    }
    if status.success() {
        return Ok(Ended::Well);
    }
    let ours = said
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("error: "));
    Ok(match (status.code(), ours) {
        (Some(2), Some(line)) => Ended::Fault(line.to_owned()),
        _ => Ended::Lost(format!("ended the process ({status})")),
    })
}
