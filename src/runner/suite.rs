//! The cases of a suite and the cells that they ask for.

use std::rc::Rc;

use prost_reflect::{DescriptorPool, MessageDescriptor};

use super::arm::{Arm, Arms, Named};
use super::proof::{Outcome, Proof};
use crate::layer::{Id, Task, Way};
use crate::measure::{Cell, MakeError, Mix};
use crate::verify::{Evidence, Subject};
use crate::wrap::{Op, Wrap, text_len};

/// A case as the glue declares it.
#[derive(Debug, Clone)]
pub struct Declared {
    /// Name of the case.
    pub name: &'static str,
    /// What it stresses, in a line.
    pub stresses: &'static str,
    /// What filters can ask for.
    pub tags: &'static [&'static str],
    /// Full name of the message type.
    pub message: &'static str,
    /// Encoded `FileDescriptorSet` that has it.
    pub descriptors: &'static [u8],
    /// Wire bytes of the payload with a weight of 1; of a mix, those of each payload and how often a pass
    /// has it.
    pub wires: &'static [(&'static [u8], u32)],
    /// Sum of the lengths of all values of bytes fields; of a mix, those of a pass.
    pub field_bytes: u64,
    /// Its place in a sweep over sizes.
    pub sweep: Option<Sweep>,
    /// Ops and wraps that a default run measures.
    pub cells: &'static [(&'static str, &'static str)],
    /// Codecs to run; all where `None`.
    pub codecs: Option<&'static [&'static str]>,
    /// Codecs for which decoding this payload is undefined behaviour upstream, with the reason.
    pub unsound: &'static [(&'static str, &'static str)],
}

impl Declared {
    /// Messages of a pass, 1 where there is no mix.
    pub fn messages(&self) -> u64 {
        self.sum(|_| 1)
    }

    /// Wire bytes, of a pass where there is a mix.
    pub fn wire_bytes(&self) -> u64 {
        self.sum(|wire| wire.len())
    }

    /// Length of the base64 text, or of the texts: each message of a mix is one by itself.
    pub fn base64_bytes(&self) -> u64 {
        self.sum(|wire| text_len(wire.len()))
    }

    fn sum(&self, of: impl Fn(&[u8]) -> usize) -> u64 {
        let wires = self.wires.iter();
        wires
            .map(|&(wire, weight)| of(wire) as u64 * u64::from(weight))
            .sum()
    }
}

/// A member of a family of cases that differ in the size of one field.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sweep {
    /// Name of the family.
    pub family: String,
    /// Size of the field that is swept, in bytes.
    pub bytes: u64,
}

/// A suite of cases with their codecs.
pub struct Suite {
    name: String,
    cases: Vec<Case>,
    tasks: Vec<Task>,
}

/// One case with its codecs.
pub struct Case {
    declared: Declared,
    arms: Vec<Named>,
}

/// Why a cell cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// The codec is not among those of the case.
    #[error("case `{0}` has no codec `{1}`")]
    NoCodec(String, String),
    /// The codec refused the message type.
    #[error("{0} refused it: {1}")]
    Refused(&'static str, &'static str),
    /// The payload does not decode.
    #[error(transparent)]
    Make(#[from] MakeError),
}

impl Suite {
    /// An empty suite; the glue fills it.
    pub fn new(name: &str) -> Self {
        Suite {
            name: name.to_owned(),
            cases: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// A suite of tasks instead of cases: what a message goes through beside its codec.
    pub fn of_tasks(name: &str, tasks: Vec<Task>) -> Self {
        Suite {
            tasks,
            ..Suite::new(name)
        }
    }

    /// Adds a case whose codecs `arms` registers.
    pub fn case(&mut self, declared: Declared, arms: fn(&mut Arms)) {
        let mut list = Arms::default();
        arms(&mut list);
        let wanted =
            |codec: &&'static str| declared.codecs.is_none_or(|codecs| codecs.contains(codec));
        let arms = list
            .0
            .into_iter()
            .filter(|(codec, _)| wanted(codec))
            .collect();
        self.cases.push(Case { declared, arms });
    }

    /// Where the suite came from: `built-in`, or its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cases in the order of the file.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The tasks.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// One way of a task, by the four parts of its id.
    pub fn way(&self, id: Id<'_>) -> Option<&Way> {
        let mut tasks = self.tasks.iter();
        tasks.find_map(|task| task.ways.iter().find(|way| task.id(way) == id))
    }

    /// Every pair of a task's name and who does it, in order: what a proof is about where there are tasks.
    pub fn tried(&self) -> Vec<(&'static str, &'static str)> {
        let mut pairs = Vec::new();
        for task in &self.tasks {
            for way in &task.ways {
                if !pairs.contains(&(task.name, way.by)) {
                    pairs.push((task.name, way.by));
                }
            }
        }
        pairs
    }

    /// Proves every way in which somebody does the tasks of a name.
    pub fn try_out(&self, name: &str, by: &str) -> Proof {
        let tasks = self.tasks.iter().filter(|task| task.name == name);
        let ways = tasks.flat_map(|task| task.ways.iter().map(move |way| (task, way)));
        let mut failures = ways
            .filter(|(_, way)| way.by == by)
            .filter_map(|(task, way)| {
                let proof = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| way.prove()));
                let why = match proof {
                    Ok(Ok(())) => return None,
                    Ok(Err(why)) => why,
                    Err(_) => "it panicked".to_owned(),
                };
                Some(Outcome::wrong(&format!("{}/{}", task.op, way.how), why))
            });
        Proof {
            case: name.to_owned(),
            codec: by.to_owned(),
            outcome: failures.next().unwrap_or(Outcome::Proven {
                wire_bytes: 0,
                digest: 0,
                notes: Vec::new(),
            }),
        }
    }

    /// Every pair of case and codec, in order: what a proof is about.
    pub fn pairs(&self) -> impl Iterator<Item = (&Case, &'static str)> {
        self.cases
            .iter()
            .flat_map(|case| case.codecs().map(move |codec| (case, codec)))
    }
}

impl Case {
    /// What the suite says of it.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// The codecs, those that refused included.
    pub fn codecs(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.arms.iter().map(|(codec, _)| *codec)
    }

    /// The ops and wraps to measure, with `all` every one that the message type allows.
    pub fn plan(&self, all: bool) -> Vec<(Op, Wrap)> {
        let has_bytes = self
            .arms
            .iter()
            .any(|(_, arm)| arm.as_ref().is_ok_and(|arm| arm.has_bytes()));
        let every: Vec<(Op, Wrap)> = Op::ALL
            .into_iter()
            .flat_map(|op| Wrap::all().into_iter().map(move |wrap| (op, wrap)))
            .collect();
        every
            .into_iter()
            .filter(|(_, wrap)| has_bytes || !matches!(wrap, Wrap::Field(_)))
            .filter(|(op, wrap)| {
                let (op, wrap) = (op.to_string(), wrap.to_string());
                all || self.declared.cells.contains(&(op.as_str(), wrap.as_str()))
            })
            .collect()
    }

    /// One cell.
    pub fn cell(&self, codec: &str, op: Op, wrap: Wrap) -> Result<Cell, CellError> {
        let arm = self.arm(codec)?;
        Ok(match *self.declared.wires {
            [(wire, 1)] => arm.cell(op, wrap, wire)?,
            ref wires => arm.mix(op, wrap, &Mix::new(wires)?)?,
        })
    }

    /// Proves one codec on every payload. A codec that panics is wrong; one that aborts takes the process
    /// with it, so ask from outside ([`super::ask`]).
    pub fn prove(&self, codec: &str) -> Proof {
        let outcome = match self.arm(codec) {
            Err(CellError::Refused(stage, reason)) => Outcome::Refused {
                stage: stage.to_owned(),
                reason: reason.to_owned(),
            },
            Err(error) => Outcome::wrong("(codec)", error),
            Ok(arm) => self.outcome(codec, arm),
        };
        Proof {
            case: self.declared.name.to_owned(),
            codec: codec.to_owned(),
            outcome,
        }
    }

    fn outcome(&self, codec: &str, arm: &dyn Arm) -> Outcome {
        let subjects = match self.subjects() {
            Ok(subjects) => subjects,
            Err(reason) => return Outcome::wrong("(payload)", reason),
        };
        let mut pass = Evidence::default();
        for (at, (subject, &(_, weight))) in subjects.iter().zip(self.declared.wires).enumerate() {
            let wrong = |path: &str, detail: &str| Outcome::wrong(&self.path(at, path), detail);
            let proof =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| arm.prove(subject)));
            match proof {
                Err(_) => return wrong("(panic)", "the codec panicked"),
                Ok(Err(failure)) => return wrong(&failure.path, &failure.detail),
                Ok(Ok(evidence)) => pass.add(&evidence, weight),
            }
        }
        let (wire_bytes, digest, notes) = (pass.wire_bytes, pass.digest, pass.notes());
        match self.unsound(codec) {
            Some(why) => Outcome::Unsound {
                wire_bytes,
                digest,
                why: why.to_owned(),
                notes,
            },
            None => Outcome::Proven {
                wire_bytes,
                digest,
                notes,
            },
        }
    }

    /// A path in a payload; which one, where there are several.
    fn path(&self, payload: usize, path: &str) -> String {
        match self.declared.wires.len() {
            1 => path.to_owned(),
            _ => format!("payload {}: {path}", payload + 1),
        }
    }

    /// The message type by the schema.
    pub fn message(&self) -> Result<MessageDescriptor, String> {
        let pool = DescriptorPool::decode(self.declared.descriptors)
            .map_err(|error| format!("the descriptor set does not load: {error}"))?;
        let message = self.declared.message;
        pool.get_message_by_name(message)
            .ok_or_else(|| format!("the descriptor set has no message {message}"))
    }

    /// The payloads with their values by the schema.
    pub fn subjects(&self) -> Result<Vec<Subject>, String> {
        let message = self.message()?;
        let wires = self.declared.wires.iter().enumerate();
        wires
            .map(|(at, &(wire, _))| {
                Subject::new(message.clone(), wire).map_err(|error| {
                    let name = self.declared.message;
                    self.path(at, &format!("it is no {name}: {error}"))
                })
            })
            .collect()
    }

    /// Why this codec's cells are marked, if they are.
    pub fn unsound(&self, codec: &str) -> Option<&'static str> {
        self.declared
            .unsound
            .iter()
            .find(|(name, _)| *name == codec)
            .map(|(_, why)| *why)
    }

    pub(super) fn arm(&self, codec: &str) -> Result<&dyn Arm, CellError> {
        self.shared(codec).map(Rc::as_ref)
    }

    /// A codec, for who outlives the suite.
    #[cfg_attr(not(feature = "layer"), allow(dead_code))]
    pub(crate) fn arm_of(&self, codec: &str) -> Result<Rc<dyn Arm>, CellError> {
        self.shared(codec).cloned()
    }

    fn shared(&self, codec: &str) -> Result<&Rc<dyn Arm>, CellError> {
        match self.arms.iter().find(|(name, _)| *name == codec) {
            Some((_, Ok(arm))) => Ok(arm),
            Some((_, Err(refusal))) => Err(CellError::Refused(refusal.stage, refusal.reason)),
            None => Err(CellError::NoCodec(
                self.declared.name.to_owned(),
                codec.to_owned(),
            )),
        }
    }
}
