//! The timed loops.
//!
//! A cell is erased as one closure that holds the *whole* loop: inside it everything is known at compile
//! time and nothing but the codec's and the engine's own calls is executed.

use std::hint::black_box;

use super::{clock, place::Places};
use crate::codec::{Codec, Fold, Input, Read, Refield};
use crate::wrap::{
    Engine, EngineName, FromText, Op, Simd, Standard, StandardSimd, Texts, ToText, Turbo, Wrap,
};

/// One number to measure: a payload in one codec, wrap and op.
pub struct Cell {
    op: Op,
    wrap: Wrap,
    timed: Box<dyn FnMut(u64) -> u64>,
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
}

/// Everything that a loop starts from.
struct Subject<C> {
    codec: C,
    wire: Vec<u8>,
    places: Places,
}

/// Calls `$make::<C, E>($subject)` with the engine type behind a name.
macro_rules! with_engine {
    ($engine:expr, $make:ident, $subject:expr) => {
        match $engine {
            EngineName::Base64 => $make::<_, Standard>($subject),
            EngineName::Base64SimdEngine => $make::<_, StandardSimd>($subject),
            EngineName::Base64Simd => $make::<_, Simd>($subject),
            EngineName::Base64Turbo => $make::<_, Turbo>($subject),
        }
    };
}

type Timed = Box<dyn FnMut(u64) -> u64>;

impl Cell {
    /// Ops `encode` and `decode`, wraps `raw` and `base64`: what every codec can do.
    pub fn new<C: Codec>(codec: C, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Self, MakeError> {
        let subject = Subject::new(codec, wire)?;
        let timed = match (op, wrap) {
            (Op::Encode, Wrap::Raw) => encode(subject),
            (Op::Decode, Wrap::Raw) => decode(subject),
            (Op::Encode, Wrap::Base64(engine)) => with_engine!(engine, encode_text, subject),
            (Op::Decode, Wrap::Base64(engine)) => with_engine!(engine, decode_text, subject),
            (Op::Read, _) | (_, Wrap::Field(_)) => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell { op, wrap, timed })
    }

    /// The same and op `read`, for a codec whose messages can be read field by field.
    pub fn read<C: Read>(codec: C, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Self, MakeError> {
        if op != Op::Read {
            return Cell::new(codec, op, wrap, wire);
        }
        let subject = Subject::new(codec, wire)?;
        let timed = match wrap {
            Wrap::Raw => read(subject),
            Wrap::Base64(engine) => with_engine!(engine, read_text, subject),
            Wrap::Field(_) => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell { op, wrap, timed })
    }

    /// `base64-field` with ops `encode` and `decode`.
    pub fn field<C: Refield>(
        codec: C,
        op: Op,
        engine: EngineName,
        wire: &[u8],
    ) -> Result<Self, MakeError> {
        let wrap = Wrap::Field(engine);
        let subject = Subject::new(codec, wire)?;
        let timed = match op {
            Op::Encode => with_engine!(engine, encode_field, subject),
            Op::Decode => with_engine!(engine, decode_field, subject),
            Op::Read => return Err(MakeError::NeedsFields(op, wrap)),
        };
        Ok(Cell { op, wrap, timed })
    }

    /// `base64-field` with op `read`.
    pub fn read_field<C: Read + Refield>(
        codec: C,
        engine: EngineName,
        wire: &[u8],
    ) -> Result<Self, MakeError> {
        let subject = Subject::new(codec, wire)?;
        let timed = with_engine!(engine, read_field, subject);
        Ok(Cell {
            op: Op::Read,
            wrap: Wrap::Field(engine),
            timed,
        })
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
    /// [`clock::now`], placing and warming the buffers excluded.
    pub fn run(&mut self, iterations: u64) -> u64 {
        (self.timed)(iterations)
    }
}

impl<C: Codec> Subject<C> {
    /// Checks once that the payload decodes and encodes, so that the loops need not.
    fn new(codec: C, wire: &[u8]) -> Result<Self, MakeError> {
        // What stays is allocated first: behind it the heap is as clean as in a program that does nothing
        // else, and no hole left here makes the allocator's path in the loop longer.
        let subject = Subject {
            codec,
            wire: wire.to_vec(),
            places: Places::default(),
        };
        let home = C::Input::place(wire, 0);
        let mut scratch = C::Scratch::default();
        subject
            .codec
            .decode(C::Input::at(&home), &mut scratch)
            .and_then(|msg| subject.codec.encode(&msg, &mut Vec::new()))
            .map_err(|error| MakeError::Decode(error.to_string()))?;
        drop(scratch);
        Ok(subject)
    }
}

/// The loop itself.
#[inline(always)]
fn time(iterations: u64, mut step: impl FnMut()) -> u64 {
    let start = clock::now();
    for _ in 0..iterations {
        step();
    }
    clock::now().saturating_sub(start)
}

/// The value of a call that has been shown to succeed on this very input.
#[inline(always)]
fn proven<T, E>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(_) => unreachable!("the same call on the same input succeeded before"),
    }
}

/// Expands to a loop over encodes: `$step` sees the codec, a decoded message and an output vector that
/// already has its final capacity.
macro_rules! encode_loop {
    ($subject:ident, |$codec:ident, $msg:ident, $out:ident| $prepare:expr, |$prepared:ident| $step:expr) => {
        Box::new(move |iterations| {
            $subject.places.next();
            let home = <C::Input as Input>::place(&$subject.wire, $subject.places.offset());
            let mut scratch = C::Scratch::default();
            let _pad = $subject.places.pad(0);
            let $codec = &$subject.codec;
            #[allow(unused_mut)]
            let mut $msg = proven($codec.decode(C::Input::at(&home), &mut scratch));
            let _pad = $subject.places.pad(1);
            let mut $out = Vec::new();
            proven($codec.encode(&$msg, &mut $out));
            #[allow(unused_mut)]
            let mut $prepared = $prepare;
            time(iterations, || $step)
        })
    };
}

fn encode<C: Codec>(mut subject: Subject<C>) -> Timed {
    encode_loop!(subject, |codec, msg, out| (), |_prepared| {
        out.clear();
        proven(codec.encode(black_box(&msg), &mut out));
        black_box(out.as_slice());
    })
}

fn encode_text<C: Codec, E: Engine>(mut subject: Subject<C>) -> Timed {
    encode_loop!(
        subject,
        |codec, msg, out| {
            // A reused buffer has its size already.
            let mut text = Vec::new();
            E::encode(&out, &mut text);
            text
        },
        |text| {
            out.clear();
            proven(codec.encode(black_box(&msg), &mut out));
            let length = E::encode(black_box(&out), &mut text);
            black_box(&text[..length]);
        }
    )
}

fn encode_field<C: Refield, E: Engine>(mut subject: Subject<C>) -> Timed {
    encode_loop!(
        subject,
        |codec, msg, out| {
            let mut texts = Texts::default();
            proven(codec.each_bytes(&mut msg, &mut texts));
            texts
        },
        |texts| {
            out.clear();
            let mut decoder: FromText<'_, E> = texts.decoder();
            proven(codec.each_bytes(black_box(&mut msg), &mut decoder));
            proven(codec.encode(black_box(&msg), &mut out));
            black_box(out.as_slice());
        }
    )
}

/// Expands to a loop over decodes of raw wire bytes; `$step` sees the codec and each message.
macro_rules! decode_loop {
    ($subject:ident, |$codec:ident, $msg:ident| $step:expr) => {
        Box::new(move |iterations| {
            $subject.places.next();
            let home = <C::Input as Input>::place(&$subject.wire, $subject.places.offset());
            let input = C::Input::at(&home);
            let mut scratch = C::Scratch::default();
            let _pad = $subject.places.pad(0);
            let $codec = &$subject.codec;
            time(iterations, || {
                #[allow(unused_mut)]
                let mut $msg = proven($codec.decode(black_box(input), &mut scratch));
                $step
            })
        })
    };
}

fn decode<C: Codec>(mut subject: Subject<C>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        black_box(&msg);
    })
}

fn read<C: Read>(mut subject: Subject<C>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        black_box(folded(codec, black_box(&msg)));
    })
}

fn decode_field<C: Refield, E: Engine>(mut subject: Subject<C>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        let Ok(()) = codec.each_bytes(&mut msg, &mut ToText::<E>::new());
        black_box(&msg);
    })
}

fn read_field<C: Read + Refield, E: Engine>(mut subject: Subject<C>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        let Ok(()) = codec.each_bytes(&mut msg, &mut ToText::<E>::new());
        black_box(folded(codec, black_box(&msg)));
    })
}

/// Expands to a loop over decodes of base64 text.
macro_rules! text_loop {
    ($subject:ident, |$codec:ident, $msg:ident| $step:expr) => {
        Box::new(move |iterations| {
            $subject.places.next();
            let text = Standard::encode_fresh(&$subject.wire);
            let home = <[u8] as Input>::place(text.as_bytes(), $subject.places.offset());
            let text = <[u8] as Input>::at(&home);
            let mut scratch = C::Scratch::default();
            let _pad = $subject.places.pad(0);
            let mut buffer = <C::Input as Input>::Decoded::default();
            // A reused buffer has its size already.
            proven(C::Input::decoded(
                &mut buffer,
                |bytes| E::decode(text, bytes),
                || E::decode_fresh(text),
            ));
            let $codec = &$subject.codec;
            time(iterations, || {
                let text = black_box(text);
                let input = proven(C::Input::decoded(
                    &mut buffer,
                    |bytes| E::decode(text, bytes),
                    || E::decode_fresh(text),
                ));
                let $msg = proven($codec.decode(black_box(input), &mut scratch));
                $step
            })
        })
    };
}

fn decode_text<C: Codec, E: Engine>(mut subject: Subject<C>) -> Timed {
    text_loop!(subject, |codec, msg| {
        black_box(&msg);
    })
}

fn read_text<C: Read, E: Engine>(mut subject: Subject<C>) -> Timed {
    text_loop!(subject, |codec, msg| {
        black_box(folded(codec, black_box(&msg)));
    })
}

#[inline(always)]
fn folded<C: Read>(codec: &C, msg: &C::Msg<'_>) -> u64 {
    let mut fold = Fold::default();
    codec.fold(msg, &mut fold);
    fold.finish()
}
