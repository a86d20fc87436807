//! One codec for one message type, with its types erased.

use std::rc::Rc;

use super::probe::{self, Steps, Weight};
use crate::codec::{Read, Refield};
use crate::measure::{Cell, Damaged, Failing, MakeError, Mix};
use crate::verify::probe::Found;
use crate::verify::{Evidence, Failure, Subject};
use crate::wrap::{Op, Wrap};

/// What can be asked of a codec for a message type.
pub trait Arm {
    /// The cell for a payload.
    fn cell(&self, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Cell, MakeError>;
    /// The cell for a mix, for an arm that was added with loops for it.
    fn mix(&self, _op: Op, _wrap: Wrap, _mix: &Mix) -> Result<Cell, MakeError> {
        Err(MakeError::NotMixed)
    }
    /// Decodes of a damaged input, for an arm that was added with loops for it.
    ///
    /// # Errors
    /// [`MakeError::NotFailing`] from other arms, [`MakeError::Accepted`] where the codec takes the input.
    fn failing(&self, _damaged: Damaged<'_>) -> Result<Failing, MakeError> {
        Err(MakeError::NotFailing)
    }
    /// The proof for a payload.
    fn prove(&self, subject: &Subject) -> Result<Evidence, Failure>;
    /// Decodes any bytes and encodes what they gave; each step is told as it begins.
    fn probe(&self, wire: &[u8], step: Steps<'_>) -> Found;
    /// What decoding allocates and borrows; `None` where it fails, or nothing counts allocations.
    fn weigh(&self, wire: &[u8]) -> Option<Weight>;
    /// Whether the message type reaches a bytes field, so that `base64-field` means something.
    fn has_bytes(&self) -> bool;
}

/// A codec that refused a message type when its code was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Who refused, usually a generator.
    pub stage: &'static str,
    /// Why, in a line.
    pub reason: &'static str,
}

/// A codec by name: what it can do, or why it would not.
pub(super) type Named = (&'static str, Result<Rc<dyn Arm>, Refusal>);

/// The codecs of one message type, as the glue registers them.
#[derive(Default)]
pub struct Arms(pub(super) Vec<Named>);

impl Arms {
    /// A codec for a message type without bytes fields.
    pub fn add<C: Read>(&mut self, name: &'static str, make: fn() -> C) {
        self.0.push((name, Ok(Rc::new(Plain(make, None)))));
    }

    /// A codec for a message type with bytes fields.
    pub fn add_with_bytes<C: Read + Refield>(&mut self, name: &'static str, make: fn() -> C) {
        self.0.push((name, Ok(Rc::new(WithBytes(make, None)))));
    }

    /// As [`Arms::add`], for a message type that a mix has: its loops are compiled a second time.
    pub fn add_mix<C: Read>(&mut self, name: &'static str, make: fn() -> C) {
        self.0.push((name, Ok(Rc::new(Mixed(Plain(make, None))))));
    }

    /// As [`Arms::add_with_bytes`], for a message type that a mix has.
    pub fn add_mix_with_bytes<C: Read + Refield>(&mut self, name: &'static str, make: fn() -> C) {
        self.0
            .push((name, Ok(Rc::new(Mixed(WithBytes(make, None))))));
    }

    /// As [`Arms::add`], for a message type that is decoded from damaged input too: that takes loops of its own.
    pub fn add_failing<C: Read>(&mut self, name: &'static str, make: fn() -> C) {
        let arm = Plain(make, Some(Failing::new));
        self.0.push((name, Ok(Rc::new(arm))));
    }

    /// As [`Arms::add_with_bytes`], for a message type that is decoded from damaged input too.
    pub fn add_failing_with_bytes<C: Read + Refield>(
        &mut self,
        name: &'static str,
        make: fn() -> C,
    ) {
        let arm = WithBytes(make, Some(Failing::new));
        self.0.push((name, Ok(Rc::new(arm))));
    }

    /// A codec that would not take the message type.
    pub fn refused(&mut self, name: &'static str, stage: &'static str, reason: &'static str) {
        self.0.push((name, Err(Refusal { stage, reason })));
    }
}

/// Makes the loops over decodes that fail. A pointer to it, so that only those who ask for them compile them.
type Fails<C> = fn(C, Damaged<'_>) -> Result<Failing, MakeError>;

/// How the codec is made, and how the loops of its failures are.
struct Plain<C>(fn() -> C, Option<Fails<C>>);

impl<C: Read> Arm for Plain<C> {
    fn cell(&self, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Cell, MakeError> {
        Cell::read((self.0)(), op, wrap, wire)
    }

    fn failing(&self, damaged: Damaged<'_>) -> Result<Failing, MakeError> {
        let fails = self.1.ok_or(MakeError::NotFailing)?;
        fails((self.0)(), damaged)
    }

    fn prove(&self, subject: &Subject) -> Result<Evidence, Failure> {
        let codec = (self.0)();
        let evidence = subject.prove(&codec)?;
        subject.prove_read(&codec)?;
        Ok(evidence)
    }

    fn probe(&self, wire: &[u8], step: Steps<'_>) -> Found {
        probe::run(&(self.0)(), wire, step)
    }

    fn weigh(&self, wire: &[u8]) -> Option<Weight> {
        probe::weigh(&(self.0)(), wire, |_, _| {})
    }

    fn has_bytes(&self) -> bool {
        false
    }
}

/// The same, for a message type with bytes fields.
struct WithBytes<C>(fn() -> C, Option<Fails<C>>);

impl<C: Read + Refield> Arm for WithBytes<C> {
    fn cell(&self, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Cell, MakeError> {
        let codec = (self.0)();
        match (op, wrap) {
            (Op::Read, Wrap::Field(engine)) => Cell::read_field(codec, engine, wire),
            (_, Wrap::Field(engine)) => Cell::field(codec, op, engine, wire),
            _ => Cell::read(codec, op, wrap, wire),
        }
    }

    fn failing(&self, damaged: Damaged<'_>) -> Result<Failing, MakeError> {
        let fails = self.1.ok_or(MakeError::NotFailing)?;
        fails((self.0)(), damaged)
    }

    fn prove(&self, subject: &Subject) -> Result<Evidence, Failure> {
        let codec = (self.0)();
        let evidence = subject.prove(&codec)?;
        subject.prove_read(&codec)?;
        subject.prove_fields(&codec)?;
        Ok(evidence)
    }

    fn probe(&self, wire: &[u8], step: Steps<'_>) -> Found {
        probe::run(&(self.0)(), wire, step)
    }

    fn weigh(&self, wire: &[u8]) -> Option<Weight> {
        let codec = (self.0)();
        probe::weigh(&codec, wire, |msg, borrowed| borrowed.count(&codec, msg))
    }

    fn has_bytes(&self) -> bool {
        true
    }
}

/// An arm that also takes mixes. Apart from the others, so that only those who ask for it compile it.
struct Mixed<A>(A);

/// An arm that can be made to take mixes.
trait TakesMix: Arm {
    fn mixed(&self, op: Op, wrap: Wrap, mix: &Mix) -> Result<Cell, MakeError>;
}

impl<C: Read> TakesMix for Plain<C> {
    fn mixed(&self, op: Op, wrap: Wrap, mix: &Mix) -> Result<Cell, MakeError> {
        mix.read((self.0)(), op, wrap)
    }
}

impl<C: Read + Refield> TakesMix for WithBytes<C> {
    fn mixed(&self, op: Op, wrap: Wrap, mix: &Mix) -> Result<Cell, MakeError> {
        let codec = (self.0)();
        match (op, wrap) {
            (Op::Read, Wrap::Field(engine)) => mix.read_field(codec, engine),
            (_, Wrap::Field(engine)) => mix.field(codec, op, engine),
            _ => mix.read(codec, op, wrap),
        }
    }
}

impl<A: TakesMix> Arm for Mixed<A> {
    fn cell(&self, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Cell, MakeError> {
        self.0.cell(op, wrap, wire)
    }

    fn mix(&self, op: Op, wrap: Wrap, mix: &Mix) -> Result<Cell, MakeError> {
        self.0.mixed(op, wrap, mix)
    }

    fn prove(&self, subject: &Subject) -> Result<Evidence, Failure> {
        self.0.prove(subject)
    }

    fn probe(&self, wire: &[u8], step: Steps<'_>) -> Found {
        self.0.probe(wire, step)
    }

    fn weigh(&self, wire: &[u8]) -> Option<Weight> {
        self.0.weigh(wire)
    }

    fn has_bytes(&self) -> bool {
        self.0.has_bytes()
    }
}
