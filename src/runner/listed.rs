//! What a runner says of its suite when it is asked to list it.

use serde::{Deserialize, Serialize};

use super::suite::{Case, Suite, Sweep};
use crate::layer::Task;
use crate::measure::environment;
use crate::wrap::{Op, Wrap};

/// A suite as its runner lists it: all that a run over it needs to know beforehand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// Where the suite came from: `built-in`, or its file.
    pub suite: String,
    /// Where and with what the runner was built and runs: labels and values.
    pub environment: Vec<(String, String)>,
    /// The cases, in the order of the suite.
    pub cases: Vec<ListedCase>,
    /// The tasks, of a suite that has them.
    #[serde(default)]
    pub tasks: Vec<ListedTask>,
}

/// A task as its runner lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedTask {
    /// What is worked on.
    pub name: String,
    /// What is done with it.
    pub op: String,
    /// What is timed, in a line.
    pub what: String,
    /// What filters can ask for.
    pub tags: Vec<String>,
    /// Bytes that one op goes through.
    pub bytes: u64,
    /// The ways: who does it, and how.
    pub ways: Vec<(String, String)>,
    /// Ways that are not measured: who does it, and why there is no time.
    pub free: Vec<(String, String)>,
}

/// A case as its runner lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedCase {
    /// Its name.
    pub name: String,
    /// What it stresses, in a line.
    pub stresses: String,
    /// What filters can ask for.
    pub tags: Vec<String>,
    /// Full name of the message type.
    pub message: String,
    /// Messages that one op goes through: of a mix those of a pass, otherwise 1.
    pub messages: u64,
    /// Length of the payload's wire bytes; this and what follows is of the whole pass.
    pub wire_bytes: u64,
    /// Length of the base64 text.
    pub base64_bytes: u64,
    /// Sum of the lengths of all values of bytes fields.
    pub field_bytes: u64,
    /// Its place in a sweep over sizes.
    pub sweep: Option<Sweep>,
    /// Its codecs, those that refused included.
    pub codecs: Vec<String>,
    /// Every op and wrap that can be measured.
    pub cells: Vec<OpWrap>,
    /// Those that a default run measures.
    pub default: Vec<OpWrap>,
}

/// An op and a wrap, as ids spell them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct OpWrap {
    /// The op.
    pub op: Op,
    /// The wrap.
    pub wrap: Wrap,
}

impl From<OpWrap> for String {
    fn from(OpWrap { op, wrap }: OpWrap) -> String {
        format!("{op}/{wrap}")
    }
}

impl TryFrom<String> for OpWrap {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (op, wrap) = text
            .split_once('/')
            .ok_or_else(|| format!("`{text}` is no op/wrap"))?;
        let unknown = |error: crate::wrap::UnknownName| error.to_string();
        Ok(OpWrap {
            op: op.parse().map_err(unknown)?,
            wrap: wrap.parse().map_err(unknown)?,
        })
    }
}

impl Listed {
    /// What there is to say of a suite.
    pub fn of(suite: &Suite) -> Self {
        let fact = |(label, value): (&str, String)| (label.to_owned(), value);
        Listed {
            suite: suite.name().to_owned(),
            environment: environment::facts().into_iter().map(fact).collect(),
            cases: suite.cases().iter().map(ListedCase::of).collect(),
            tasks: suite.tasks().iter().map(ListedTask::of).collect(),
        }
    }
}

impl ListedTask {
    fn of(task: &Task) -> Self {
        let owned = |(left, right): (&str, &str)| (left.to_owned(), right.to_owned());
        ListedTask {
            name: task.name.to_owned(),
            op: task.op.to_owned(),
            what: task.what.clone(),
            tags: task.tags.iter().map(|&tag| tag.to_owned()).collect(),
            bytes: task.bytes,
            ways: task
                .ways
                .iter()
                .map(|way| owned((way.by, way.how)))
                .collect(),
            free: task.free.iter().copied().map(owned).collect(),
        }
    }
}

impl ListedCase {
    fn of(case: &Case) -> Self {
        let declared = case.declared();
        let plan = |all| {
            case.plan(all)
                .into_iter()
                .map(|(op, wrap)| OpWrap { op, wrap })
                .collect()
        };
        ListedCase {
            name: declared.name.to_owned(),
            stresses: declared.stresses.to_owned(),
            tags: declared.tags.iter().map(|&tag| tag.to_owned()).collect(),
            message: declared.message.to_owned(),
            messages: declared.messages(),
            wire_bytes: declared.wire_bytes(),
            base64_bytes: declared.base64_bytes(),
            field_bytes: declared.field_bytes,
            sweep: declared.sweep.clone(),
            codecs: case.codecs().map(str::to_owned).collect(),
            cells: plan(true),
            default: plan(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_op_and_a_wrap_read_back() {
        for op in Op::ALL {
            for wrap in Wrap::all() {
                let pair = OpWrap { op, wrap };
                assert_eq!(OpWrap::try_from(String::from(pair)), Ok(pair));
            }
        }
        assert!(OpWrap::try_from("encode".to_owned()).is_err());
        assert!(OpWrap::try_from("encode/rot13".to_owned()).is_err());
    }
}
