//! Measuring from outside: cells that live in a runner, run when the parent says so.

#[cfg(all(test, unix))]
#[path = "remote_tests.rs"]
mod tests;

use std::path::Path;
use std::time::Duration;

use super::ask::AskError;
use super::child::{Input, Launch, Running};
use super::listed::OpWrap;
use super::measure::{Answer, Request, Timed};
use crate::layer::Id;
use crate::measure::PerOp;

/// How long one answer may take. Criterion asks for a fraction of a second at a time, or for one iteration
/// where that takes longer; so this is generous, and only there to end what hangs.
pub const MEASURE_LIMIT: Duration = Duration::from_secs(300);

/// A runner that measures cells, started when it is first needed and again after each end.
#[derive(Debug)]
pub struct Remote {
    launch: Launch,
    running: Option<Running>,
}

/// Why a cell gave no time.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// It took the runner with it.
    #[error("its process {0}")]
    Died(String),
    /// It gave no answer.
    #[error("gave no answer within {} s", MEASURE_LIMIT.as_secs())]
    Silent,
    /// The runner does not have it.
    #[error("{0}")]
    Failed(String),
    /// There is no runner.
    #[error(transparent)]
    Ask(#[from] AskError),
}

fn other() -> Lost {
    Lost::Failed("the runner answered something else".to_owned())
}

impl Remote {
    /// The runner at a path; it is not started yet.
    pub fn new(runner: &Path) -> Self {
        Remote::launched(Launch::of(runner))
    }

    /// A runner that is started in this way; it is not started yet.
    pub fn launched(launch: Launch) -> Self {
        Remote {
            launch,
            running: None,
        }
    }

    /// Makes a cell and keeps it as number `slot`, in place of what was there.
    pub fn open(&mut self, slot: usize, case: &str, codec: &str, cell: OpWrap) -> Result<(), Lost> {
        self.open_after(0, slot, case, codec, cell)
    }

    /// [`open`](Self::open), with buffers placed as if so many runs had gone before.
    pub fn open_after(
        &mut self,
        runs: usize,
        slot: usize,
        case: &str,
        codec: &str,
        cell: OpWrap,
    ) -> Result<(), Lost> {
        let request = Request::Open {
            slot,
            case: case.to_owned(),
            codec: codec.to_owned(),
            cell,
            runs,
        };
        self.opened(&request)
    }

    /// Makes the loop of one way of a task and keeps it as number `slot`; see [`open_after`](Self::open_after).
    pub fn open_way(&mut self, runs: usize, slot: usize, id: Id<'_>) -> Result<(), Lost> {
        self.opened(&Request::Task {
            slot,
            name: id.name.to_owned(),
            op: id.op.to_owned(),
            by: id.by.to_owned(),
            how: id.how.to_owned(),
            runs,
        })
    }

    /// Keeps a [`Canary`](crate::measure::Canary) with so many rounds more as number `slot`.
    pub fn canary(&mut self, slot: usize, more: u32) -> Result<(), Lost> {
        self.opened(&Request::Canary { slot, more })
    }

    fn opened(&mut self, request: &Request) -> Result<(), Lost> {
        match self.ask(request)? {
            Answer::Opened => Ok(()),
            Answer::Failed { why } => Err(Lost::Failed(why)),
            _ => Err(other()),
        }
    }

    /// Runs the cell of that number; with `anchored`, the anchor before and behind it.
    pub fn run(&mut self, slot: usize, iterations: u64, anchored: bool) -> Result<Timed, Lost> {
        let request = Request::Run {
            slot,
            iterations,
            anchored,
        };
        match self.ask(&request)? {
            Answer::Ran(timed) => Ok(timed),
            Answer::Failed { why } => Err(Lost::Failed(why)),
            _ => Err(other()),
        }
    }

    /// What one op of the cell of that number allocates; `None` where its runner does not count.
    pub fn count(&mut self, slot: usize) -> Result<Option<PerOp>, Lost> {
        match self.ask(&Request::Count { slot })? {
            Answer::Counted { per_op } => Ok(per_op),
            Answer::Failed { why } => Err(Lost::Failed(why)),
            _ => Err(other()),
        }
    }

    fn ask(&mut self, request: &Request) -> Result<Answer, Lost> {
        let line = serde_json::to_string(request).map_err(|e| Lost::Failed(e.to_string()))?;
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.launch, &["measure"], &Input::Lines)?),
        };
        // One that has died cannot be written to; the end of its lines says so too.
        let _ = running.write(&line);
        let silent = loop {
            match running.lines.recv_timeout(MEASURE_LIMIT) {
                Ok(line) => {
                    // A codec may print; that is none of our business.
                    if let Ok(answer) = serde_json::from_str(&line) {
                        return Ok(answer);
                    }
                }
                Err(error) => break error == std::sync::mpsc::RecvTimeoutError::Timeout,
            }
        };
        let ended = self.running.take().map(|running| running.end(silent));
        Err(match ended {
            _ if silent => Lost::Silent,
            Some((how, said)) if said.is_empty() => Lost::Died(how),
            Some((how, said)) => Lost::Died(format!("{how}: {said}")),
            None => Lost::Silent,
        })
    }
}
