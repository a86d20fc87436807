//! Every codec on damaged input: what it takes to find out, and what it allocated until then.
//!
//! Beside each damage stands the same codec on the intact message, the task `intact`. A codec that takes a damaged input has no
//! failure to time; the task says so in [`Task::free`].

mod damage;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use prost_reflect::MessageDescriptor;

use self::damage::Damage;
use super::{Arm, Case, Suite};
use crate::layer::{Task, Way};
use crate::measure::{Damaged, Failing, Loop, MakeError, Stage};
use crate::verify::Subject;
use crate::wrap::{Engine, EngineName, Op, Standard, Wrap};

/// Ways for an input to travel, by the names that ids have for them.
const RAW: &str = "raw";
const BASE64: &str = "base64";

const OP: &str = "decode";
const TAGS: &[&str] = &["failure", "codec"];
const DAMAGED: &[&str] = &["failure", "codec", "damaged"];
/// The codecs of `proto/failure.toml`, and the names of the tasks on it, in order.
const CODECS: [&str; 4] = ["prost", "prost-bytes", "protobuf", "quick-protobuf"];
const INTACT: &str = "intact";
const NAMES: [&str; 8] = [
    "bad-tag",
    "zero-tag",
    "bad-utf8-early",
    "bad-utf8-late",
    "truncated",
    "bad-base64-first",
    "bad-base64-late",
    "bad-base64-length",
];
const REFUSED: &str = "its generator refused the message type";

/// The tasks of the first case of a suite that was generated with loops over failures, as `proto/failure.toml` is for
/// `wiretax::runner!("failure")`: the intact message, and one task a damage.
///
/// # Panics
/// Where the case has no message that could be damaged: it needs a single payload with a string at its beginning and another
/// at its end.
pub fn tasks(suite: &Suite) -> Vec<Task> {
    let Some(case) = suite.cases().first() else {
        return Vec::new();
    };
    let name = case.declared().name;
    let message = Message::of(case).unwrap_or_else(|why| panic!("case `{name}`: {why}"));
    let damages = Damage::all(&message.kind, message.wire);
    let damages = damages.unwrap_or_else(|why| panic!("case `{name}`: {why}"));
    let mut tasks = vec![intact(case, &message)];
    tasks.extend(
        damages
            .into_iter()
            .map(|damage| damaged(case, &message, damage)),
    );
    tasks
}

/// What the tasks of `proto/failure.toml` may measure, an id and its tags each, for whoever has not its generated types.
pub fn ids() -> Vec<(String, &'static [&'static str])> {
    let mut ids = Vec::new();
    for name in [INTACT].into_iter().chain(NAMES) {
        let tags = if name == INTACT { TAGS } else { DAMAGED };
        for codec in CODECS {
            ids.extend([RAW, BASE64].map(|how| (format!("{name}/{OP}/{codec}/{how}"), tags)));
        }
    }
    ids
}

/// The message before it is damaged.
struct Message {
    kind: MessageDescriptor,
    wire: &'static [u8],
    subject: Subject,
}

impl Message {
    fn of(case: &Case) -> Result<Self, String> {
        let &[(wire, 1)] = case.declared().wires else {
            return Err("it is a mix, of which no single message can be damaged".to_owned());
        };
        let subject = case.subjects()?.pop().ok_or("it has no payload")?;
        Ok(Message {
            kind: case.message()?,
            wire,
            subject,
        })
    }
}

fn intact(case: &Case, message: &Message) -> Task {
    let mut task = Task {
        name: INTACT,
        op: OP,
        tags: TAGS,
        what: "decode of the intact message, dropping it included".to_owned(),
        bytes: message.wire.len() as u64,
        ways: Vec::new(),
        free: Vec::new(),
    };
    for codec in case.codecs() {
        let Ok(arm) = case.arm_of(codec) else {
            task.free.push((codec, REFUSED));
            continue;
        };
        for (how, wrap) in [(RAW, Wrap::Raw), (BASE64, Wrap::Base64(EngineName::Base64))] {
            let (subject, wire) = (message.subject.clone(), message.wire);
            let (prover, maker) = (arm.clone(), arm.clone());
            task.ways.push(Way::new(
                codec,
                how,
                // By value, against a dynamic message; through base64 as well.
                move || {
                    let proof = prover.prove(&subject);
                    proof.map(drop).map_err(|failure| failure.to_string())
                },
                move || match maker.cell(Op::Decode, wrap, wire) {
                    Ok(cell) => Loop::from(cell),
                    Err(error) => unreachable!("it was proven, and now: {error}"),
                },
            ));
        }
    }
    task
}

fn damaged(case: &Case, message: &Message, damage: Damage) -> Task {
    let mut task = Task {
        name: damage.name,
        op: OP,
        tags: DAMAGED,
        what: format!(
            "decode that fails, dropping the error included: {}",
            damage.what
        ),
        // Of the message, as for `intact`, however it travels and however far a decoder comes.
        bytes: message.wire.len() as u64,
        ways: Vec::new(),
        free: Vec::new(),
    };
    for codec in case.codecs() {
        let Ok(arm) = case.arm_of(codec) else {
            task.free.push((codec, REFUSED));
            continue;
        };
        for given in Given::all(&damage) {
            match given.tried(arm.as_ref()) {
                Ok(_) => {
                    let (kind, damage) = (message.kind.clone(), damage.clone());
                    task.ways.push(given.way(codec, arm.clone(), kind, damage));
                }
                Err(why) => task.free.push((codec, why)),
            }
        }
    }
    task
}

/// A damaged input as a decoder gets it.
#[derive(Clone)]
struct Given {
    how: &'static str,
    bytes: Rc<[u8]>,
}

impl Given {
    /// Damaged wire bytes travel both ways; what is damaged in the text does not travel raw.
    fn all(damage: &Damage) -> Vec<Given> {
        let given = |how, bytes: &[u8]| Given {
            how,
            bytes: Rc::from(bytes),
        };
        let text = || Standard::encode_fresh(&damage.bytes);
        match damage.stage {
            Stage::Wire => vec![given(RAW, &damage.bytes), given(BASE64, text().as_bytes())],
            Stage::Text => vec![given(BASE64, &damage.bytes)],
        }
    }

    fn damaged(&self) -> Damaged<'_> {
        match self.how {
            RAW => Damaged::Wire(&self.bytes),
            _ => Damaged::Text(&self.bytes),
        }
    }

    /// Its loop, or why there is none.
    fn tried(&self, arm: &dyn Arm) -> Result<Failing, &'static str> {
        let made = catch_unwind(AssertUnwindSafe(|| arm.failing(self.damaged())));
        match (made, self.how) {
            (Ok(Ok(failing)), _) => Ok(failing),
            (Ok(Err(MakeError::Accepted)), RAW) => Err("takes the damaged message: nothing fails"),
            (Ok(Err(MakeError::Accepted)), _) => {
                Err("takes the damaged message from base64 text: nothing fails")
            }
            (Ok(Err(_)), _) => Err("was registered without loops over failures"),
            (Err(_), _) => Err("panics"),
        }
    }

    fn way(
        self,
        codec: &'static str,
        arm: Rc<dyn Arm>,
        kind: MessageDescriptor,
        damage: Damage,
    ) -> Way {
        let (given, prover) = (self.clone(), arm.clone());
        let prove = move || {
            damage.check(&kind)?;
            let failing = given.tried(prover.as_ref())?;
            if failing.stage != damage.stage {
                let (found, expected) = (failing.stage, damage.stage);
                return Err(format!(
                    "{expected:?} should fail, and {found:?} did: {}",
                    failing.error
                ));
            }
            match failing.error.to_lowercase().contains(&damage.says) {
                true => Ok(()),
                false => Err(format!(
                    "the error should say `{}`: {}",
                    damage.says, failing.error
                )),
            }
        };
        let how = self.how;
        Way::new(codec, how, prove, move || match self.tried(arm.as_ref()) {
            Ok(failing) => failing.looped,
            Err(why) => unreachable!("it was proven, and now: {why}"),
        })
    }
}
