//! One codec, one input: what it does, in steps that are told as they begin, so that whoever asked knows
//! where the process died.

use std::convert::Infallible;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use prost_reflect::MessageDescriptor;
use serde::{Deserialize, Serialize};

use super::arm::Arm;
use crate::codec::{BytesField, Codec, EachBytes, Input as _, Refield};
use crate::measure::allocated;
use crate::verify::probe::{
    Expect, Found, Input, Judged, Stated, Verdict, Work, judge, judge_text, reference,
};
use crate::wrap::{Engine, EngineName, Simd, Standard, StandardSimd, Turbo};

/// A codec or an engine on an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The input's id.
    pub input: String,
    /// Name of the codec or the engine.
    pub codec: String,
    /// What came of it.
    pub verdict: Verdict,
    /// What the verdict rests on, in a line.
    pub detail: String,
    /// What the reference says of the input, where its expectation is not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Ruling>,
    /// What a decode costs, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
}

/// What the reference says of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// In a word.
    pub says: Stated,
    /// Why, where it does not simply accept.
    pub why: String,
}

/// What one decode takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// Bytes of the input.
    pub bytes_in: u64,
    /// Bytes allocated, of a reallocation the whole new size.
    pub allocated_bytes: u64,
    /// Calls that allocated.
    pub allocations: u64,
    /// Bytes in bytes fields.
    pub field_bytes: u64,
    /// How many of them lie in the input's own memory.
    pub borrowed_bytes: u64,
}

/// Told the name of each step as it begins.
pub type Steps<'a> = &'a mut dyn FnMut(&'static str);

/// Decodes and encodes again.
pub(super) fn run<C: Codec>(codec: &C, wire: &[u8], step: Steps<'_>) -> Found {
    let home = C::Input::place(wire, 0);
    let mut scratch = C::Scratch::default();
    step("decode");
    let found = match codec.decode(C::Input::at(&home), &mut scratch) {
        Err(error) => Found::Rejected(error.to_string()),
        Ok(msg) => {
            let mut out = Vec::new();
            step("encode");
            let done = codec.encode(&msg, &mut out);
            step("drop");
            drop(msg);
            match done {
                Ok(()) => Found::Accepted(out),
                Err(error) => Found::Unencodable(error.to_string()),
            }
        }
    };
    drop(scratch);
    found
}

/// Counts what a decode allocates; `None` where nothing counts, or nothing decodes.
pub(super) fn weigh<C: Codec>(
    codec: &C,
    wire: &[u8],
    visit: impl FnOnce(&mut C::Msg<'_>, &mut Borrowed),
) -> Option<Weight> {
    let home = C::Input::place(wire, 0);
    let input = C::Input::at(&home);
    let mut scratch = C::Scratch::default();
    let (msg, allocations) = allocated(|| codec.decode(input, &mut scratch));
    let weight = msg.ok().zip(allocations).map(|(mut msg, allocations)| {
        let mut borrowed = Borrowed::within(C::Input::addresses(&home));
        visit(&mut msg, &mut borrowed);
        Weight {
            bytes_in: wire.len() as u64,
            allocated_bytes: allocations.bytes,
            allocations: allocations.count,
            field_bytes: borrowed.all,
            borrowed_bytes: borrowed.inside,
        }
    });
    drop(scratch);
    weight
}

/// Visits bytes fields and counts what lies in a range of addresses.
#[derive(Debug)]
pub(super) struct Borrowed {
    range: Range<usize>,
    all: u64,
    inside: u64,
}

impl Borrowed {
    fn within(range: Range<usize>) -> Self {
        Borrowed {
            range,
            all: 0,
            inside: 0,
        }
    }

    pub fn count<C: Refield>(&mut self, codec: &C, msg: &mut C::Msg<'_>) {
        let Ok(()) = codec.each_bytes(msg, self);
    }
}

impl EachBytes for Borrowed {
    type Error = Infallible;

    fn field<F: BytesField>(&mut self, field: &mut F) -> Result<(), Infallible> {
        let bytes = field.get();
        self.all += bytes.len() as u64;
        if self.range.contains(&bytes.as_ptr().addr()) {
            self.inside += bytes.len() as u64;
        }
        Ok(())
    }
}

/// An input with what must come of it, looked up once for all codecs.
pub(super) struct Subject<'a> {
    pub input: &'a Input,
    message: Option<MessageDescriptor>,
    expect: Expect,
    ruling: Option<Ruling>,
}

impl<'a> Subject<'a> {
    /// `message` is the input's message, where it is not a text.
    pub fn new(input: &'a Input, message: Option<MessageDescriptor>) -> Self {
        let (expect, ruling) = match (&input.expect, &message) {
            (Expect::Reference(stated), Some(message)) => {
                let (found, ruling) = rule(message, &input.bytes);
                let expect = match stated {
                    None => found,
                    Some(stated) => reconciled(*stated, found),
                };
                (expect, Some(ruling))
            }
            (expect, _) => (expect.clone(), None),
        };
        Subject {
            input,
            message,
            expect,
            ruling,
        }
    }

    /// The answer of a codec.
    pub fn codec(&self, name: &str, arm: &dyn Arm, step: Steps<'_>) -> Probe {
        let Some(message) = &self.message else {
            return self.answer(name, Judged::new(Verdict::Wrong, "it has no message"));
        };
        let bytes = &self.input.bytes;
        let judged = match self.input.work {
            Work::Cuts => cuts(message, bytes, arm, step),
            Work::Once | Work::Weigh => match caught(|| arm.probe(bytes, step)) {
                Ok(found) => judge(message, &self.expect, &found),
                Err(panic) => panic,
            },
        };
        let mut probe = self.answer(name, judged);
        if self.input.work == Work::Weigh {
            probe.weight = caught(|| arm.weigh(bytes)).ok().flatten();
        }
        probe
    }

    /// The answer of a base64 engine.
    pub fn engine(&self, engine: EngineName, step: Steps<'_>) -> Probe {
        step("decode");
        let decoded = caught(|| match engine {
            EngineName::Base64 => text::<Standard>(&self.input.bytes),
            EngineName::Base64SimdEngine => text::<StandardSimd>(&self.input.bytes),
            EngineName::Base64Simd => text::<Simd>(&self.input.bytes),
            EngineName::Base64Turbo => text::<Turbo>(&self.input.bytes),
        });
        let judged = match decoded {
            Ok(found) => judge_text(&self.expect, &found),
            Err(panic) => panic,
        };
        self.answer(engine.name(), judged)
    }

    /// The answer of a codec that would not take the schema.
    pub fn refused(&self, codec: &str, stage: &str, reason: &str) -> Probe {
        let detail = format!("by {stage}: {reason}");
        self.answer(codec, Judged::new(Verdict::Refused, detail))
    }

    fn answer(&self, codec: &str, judged: Judged) -> Probe {
        Probe {
            input: self.input.id.clone(),
            codec: codec.to_owned(),
            verdict: judged.verdict,
            detail: in_a_line(&judged.detail),
            reference: self.ruling.clone(),
            weight: None,
        }
    }
}

/// Decodes a text in both ways that an engine has, which must not differ.
fn text<E: Engine>(text: &[u8]) -> Found {
    let mut buffer = Vec::new();
    let fresh = E::decode_fresh(text);
    match (E::decode(text, &mut buffer), fresh) {
        (Err(error), Err(_)) => Found::Rejected(error.0),
        (Ok(length), Ok(fresh)) if buffer[..length] == fresh => Found::Accepted(fresh),
        _ => Found::Unencodable("into a fresh vector and into a reused one differ".to_owned()),
    }
}

/// What the reference expects of an input, and in words.
fn rule(message: &MessageDescriptor, bytes: &[u8]) -> (Expect, Ruling) {
    let ruling = |says, why: &str| Ruling {
        says,
        why: why.to_owned(),
    };
    match reference::read(message, bytes) {
        Err(rejected) => {
            let why = rejected.to_string();
            (Expect::Reject, ruling(Stated::Reject, &why))
        }
        Ok(meaning) => match (meaning.doubt, meaning.value) {
            (None, Some(value)) => (Expect::Value(value), ruling(Stated::Accept, "")),
            (doubt, value) => {
                let why = doubt.unwrap_or("it lies too deep");
                (Expect::Either(value), ruling(Stated::Either, why))
            }
        },
    }
}

/// What somebody states decides between accepting and rejecting, the reference knows the value.
fn reconciled(stated: Stated, found: Expect) -> Expect {
    let value = match found {
        Expect::Value(value) => Some(value),
        Expect::Either(value) => value,
        _ => None,
    };
    match (stated, value) {
        (Stated::Reject, _) => Expect::Reject,
        (Stated::Accept, Some(value)) => Expect::Value(value),
        (Stated::Either | Stated::Accept, value) => Expect::Either(value),
    }
}

/// Every proper prefix of a message, and one verdict for all.
fn cuts(message: &MessageDescriptor, bytes: &[u8], arm: &dyn Arm, step: Steps<'_>) -> Judged {
    let mut worst = Judged::new(Verdict::Spec, "");
    let (mut accepted, mut off) = (0, 0);
    for at in 0..bytes.len() {
        let (expect, _) = rule(message, &bytes[..at]);
        let judged = match caught(|| arm.probe(&bytes[..at], &mut *step)) {
            Ok(found) => {
                accepted += usize::from(!matches!(found, Found::Rejected(_)));
                judge(message, &expect, &found)
            }
            Err(panic) => panic,
        };
        // Losing unknown fields is the matter of other probes.
        if matches!(judged.verdict, Verdict::Spec | Verdict::Lossy) {
            continue;
        }
        off += 1;
        if judged.verdict > worst.verdict || worst.verdict == Verdict::Spec {
            let detail = format!("first cut behind byte {at}: {}", judged.detail);
            worst = Judged::new(judged.verdict, detail);
        }
    }
    let many = bytes.len();
    worst.detail = match off {
        0 => format!("{accepted} of {many} cuts accepted, all between two fields"),
        _ => format!("{off} of {many} cuts not as specified; {}", worst.detail),
    };
    worst
}

/// Errors may have many lines, and may name every level of a deep message: the ends say enough.
fn in_a_line(detail: &str) -> String {
    const MOST: usize = 160;
    let words: Vec<&str> = detail.split_whitespace().collect();
    let line = words.join(" ");
    let many = line.chars().count();
    if many <= MOST {
        return line;
    }
    let head: String = line.chars().take(MOST / 2).collect();
    let tail: String = line.chars().skip(many - MOST / 2).collect();
    format!("{} ... {}", head.trim_end(), tail.trim_start())
}

/// A panic of the codec is its answer.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Judged> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("without a message");
        let line = text.lines().next().unwrap_or_default();
        Judged::new(Verdict::Abort, format!("it panicked: {line}"))
    })
}
