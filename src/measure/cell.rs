//! A cell: one number to measure.
//!
//! It is erased as one closure that holds the *whole* loop: inside it everything is known at compile
//! time and nothing but the codec's and the engine's own calls is executed. The loops are in `loops`.

use super::Mix;
use super::alloc::PerOp;
use super::looped::{Loop, Timed};
use super::loops::{self, Subject};
use super::turn::{Single, Turn};
use crate::codec::{Codec, Read, Refield};
use crate::wrap::{EngineName, Op, Simd, Standard, StandardSimd, Turbo, Wrap};

/// One number to measure: a payload, or a mix of several, in one codec, wrap and op.
pub struct Cell {
    op: Op,
    wrap: Wrap,
    looped: Loop,
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cell({}/{})", self.op, self.wrap)
    }
}

/// Why there is no such cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MakeError {
    /// The op or wrap needs a visit of the fields, which this constructor was not given.
    #[error("{0}/{1} needs a codec whose fields can be visited: use `Cell::read` or `Cell::field`")]
    NeedsFields(Op, Wrap),
    /// The codec does not take the payload.
    #[error("the payload does not decode: {0}")]
    Decode(String),
    /// The codec does not take a payload of a mix, counted from 1.
    #[error("payload {0} of the mix does not decode: {1}")]
    DecodeOf(usize, String),
    /// A pass over a mix has no message or too many.
    #[error("a pass over a mix has between 1 and {most} messages, not {0}: change the weights", most = Mix::MOST)]
    Pass(u64),
    /// The codec was registered for single payloads only.
    #[error("the codec was registered without loops over mixes: use `Arms::add_mix`")]
    NotMixed,
    /// The codec was registered without loops over decodes that fail.
    #[error("the codec was registered without loops over failures: use `Arms::add_failing`")]
    NotFailing,
    /// The codec takes a damaged input.
    #[error("it takes the damaged input: there is no failure to time")]
    Accepted,
}

/// Calls `$make::<C, E, T>($subject)` with the engine type behind a name.
macro_rules! with_engine {
    ($engine:expr, $make:ident, $subject:expr) => {
        match $engine {
            EngineName::Base64 => loops::$make::<_, Standard, _>($subject),
            EngineName::Base64SimdEngine => loops::$make::<_, StandardSimd, _>($subject),
            EngineName::Base64Simd => loops::$make::<_, Simd, _>($subject),
            EngineName::Base64Turbo => loops::$make::<_, Turbo, _>($subject),
        }
    };
}

impl From<Cell> for Loop {
    fn from(cell: Cell) -> Self {
        cell.looped
    }
}

impl Cell {
    /// Ops `encode` and `decode`, wraps `raw` and `base64`: what every codec can do.
    pub fn new<C: Codec>(codec: C, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Self, MakeError> {
        Cell::of(codec, op, wrap, Single(wire.to_vec()))
    }

    /// The same and op `read`, for a codec whose messages can be read field by field.
    pub fn read<C: Read>(codec: C, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Self, MakeError> {
        Cell::read_of(codec, op, wrap, Single(wire.to_vec()))
    }

    /// `base64-field` with ops `encode` and `decode`.
    pub fn field<C: Refield>(
        codec: C,
        op: Op,
        engine: EngineName,
        wire: &[u8],
    ) -> Result<Self, MakeError> {
        Cell::field_of(codec, op, engine, Single(wire.to_vec()))
    }

    /// `base64-field` with op `read`.
    pub fn read_field<C: Read + Refield>(
        codec: C,
        engine: EngineName,
        wire: &[u8],
    ) -> Result<Self, MakeError> {
        Cell::read_field_of(codec, engine, Single(wire.to_vec()))
    }

    pub(super) fn of<C: Codec, T: Turn>(
        codec: C,
        op: Op,
        wrap: Wrap,
        turn: T,
    ) -> Result<Self, MakeError> {
        let subject = Subject::new(codec, turn)?;
        let timed = match (op, wrap) {
            (Op::Encode, Wrap::Raw) => loops::encode(subject),
            (Op::Decode, Wrap::Raw) => loops::decode(subject),
            (Op::Encode, Wrap::Base64(engine)) => with_engine!(engine, encode_text, subject),
            (Op::Decode, Wrap::Base64(engine)) => with_engine!(engine, decode_text, subject),
            (Op::Read, _) | (_, Wrap::Field(_)) => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell::holding(op, wrap, timed))
    }

    pub(super) fn read_of<C: Read, T: Turn>(
        codec: C,
        op: Op,
        wrap: Wrap,
        turn: T,
    ) -> Result<Self, MakeError> {
        if op != Op::Read {
            return Cell::of(codec, op, wrap, turn);
        }
        let subject = Subject::new(codec, turn)?;
        let timed = match wrap {
            Wrap::Raw => loops::read(subject),
            Wrap::Base64(engine) => with_engine!(engine, read_text, subject),
            Wrap::Field(_) => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell::holding(op, wrap, timed))
    }

    pub(super) fn field_of<C: Refield, T: Turn>(
        codec: C,
        op: Op,
        engine: EngineName,
        turn: T,
    ) -> Result<Self, MakeError> {
        let wrap = Wrap::Field(engine);
        let subject = Subject::new(codec, turn)?;
        let timed = match op {
            Op::Encode => with_engine!(engine, encode_field, subject),
            Op::Decode => with_engine!(engine, decode_field, subject),
            Op::Read => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell::holding(op, wrap, timed))
    }

    pub(super) fn read_field_of<C: Read + Refield, T: Turn>(
        codec: C,
        engine: EngineName,
        turn: T,
    ) -> Result<Self, MakeError> {
        let subject = Subject::new(codec, turn)?;
        let timed = with_engine!(engine, read_field, subject);
        Ok(Cell::holding(Op::Read, Wrap::Field(engine), timed))
    }

    fn holding(op: Op, wrap: Wrap, timed: Timed) -> Self {
        Cell {
            op,
            wrap,
            looped: Loop::of(timed),
        }
    }

    /// What is timed.
    pub fn op(&self) -> Op {
        self.op
    }

    /// How the wire bytes travel.
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Runs the op `iterations` times on freshly placed buffers; the nanoseconds that it took, by
    /// [`clock::now`](super::clock::now), placing and warming the buffers excluded. One op of a mix is a
    /// whole pass.
    pub fn run(&mut self, iterations: u64) -> u64 {
        self.looped.run(iterations)
    }

    /// Has the buffers of the next run placed as if so many had gone before. They lie elsewhere from run to
    /// run; whoever makes a cell anew for each would have them at one place.
    pub fn place_after(&mut self, runs: usize) {
        self.looped.place_after(runs);
    }

    /// What one op allocates, placing the buffers excluded; `None` where the executable's allocator does not
    /// count.
    pub fn allocations(&mut self) -> Option<PerOp> {
        self.looped.allocations()
    }
}
