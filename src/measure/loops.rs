//! The timed loops.

use std::hint::black_box;

use super::looped::Timed;
use super::turn::Turn;
use super::{MakeError, alloc, clock, marks};
use crate::codec::{Codec, Fold, Input, Read, Refield};
use crate::wrap::{Engine, FromText, Standard, Texts, ToText};

/// Everything that a loop starts from.
pub(super) struct Subject<C, T> {
    codec: C,
    turn: T,
}

impl<C: Codec, T: Turn> Subject<C, T> {
    /// Checks once that every payload decodes and encodes, so that the loops need not. `turn` holds what
    /// stays, and was allocated before: behind it the heap is as clean as in a program that does nothing
    /// else, and no hole left here makes the allocator's path in the loop longer.
    pub(super) fn new(codec: C, turn: T) -> Result<Self, MakeError> {
        let mut failed = None;
        let subject = Subject { codec, turn };
        subject.turn.make(|at, wire| {
            if failed.is_none() {
                failed = subject.tried(wire).err().map(|error| (at, error));
            }
        });
        match failed {
            None => Ok(subject),
            Some((at, error)) => Err(T::failure(at, error)),
        }
    }

    fn tried(&self, wire: &[u8]) -> Result<(), String> {
        let home = C::Input::place(wire, 0);
        let mut scratch = C::Scratch::default();
        let tried = self
            .codec
            .decode(C::Input::at(&home), &mut scratch)
            .and_then(|msg| self.codec.encode(&msg, &mut Vec::new()))
            .map_err(|error| error.to_string());
        drop(scratch);
        tried
    }
}

/// Runs a step so many times; the nanoseconds that this took, by [`clock::now`], and nothing else in them. The allocations of
/// a [`Loop`](super::Loop) are counted here too.
#[inline(always)]
pub fn timed(iterations: u64, mut step: impl FnMut()) -> u64 {
    let counting = alloc::in_loop();
    marks::timed_loop_begins();
    let start = clock::now();
    for _ in 0..iterations {
        step();
    }
    let nanos = clock::now().saturating_sub(start);
    marks::timed_loop_ends();
    drop(counting);
    nanos
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
/// already has its final capacity. `$shared` is for all messages, `$own` is made for each.
macro_rules! encode_loop {
    (
        $subject:ident, |$codec:ident, $msg:ident, $out:ident| $shared:ident = $new:expr,
        $own:ident = $prepare:expr, $step:expr
    ) => {
        Box::new(move |iterations, place| {
            let (turn, $codec) = (&$subject.turn, &$subject.codec);
            let mut held = turn.make(|at, wire| {
                let home = <C::Input as Input>::place(wire, place.offset(at));
                (home, C::Scratch::default())
            });
            let _pad = place.pad(0);
            // All of them beforehand: what is timed encodes and nothing else.
            let mut msgs = T::map(&mut held, |(home, scratch)| {
                proven($codec.decode(C::Input::at(home), scratch))
            });
            let mut most = 0;
            T::map(&mut msgs, |msg| {
                let mut once = Vec::new();
                proven($codec.encode(msg, &mut once));
                most = most.max(once.len());
            });
            let (mut $out, _pads) = place.buffer(most);
            #[allow(unused_mut)]
            let mut $shared = $new;
            let owns = T::map(&mut msgs, |$msg| {
                $out.clear();
                proven($codec.encode($msg, &mut $out));
                $prepare
            });
            let mut items = T::zip(msgs, owns);
            timed(iterations, || {
                turn.each(&mut items, |($msg, $own)| $step);
            })
        })
    };
}

pub(super) fn encode<C: Codec, T: Turn>(subject: Subject<C, T>) -> Timed {
    encode_loop!(subject, |codec, msg, out| _shared = (), _own = (), {
        out.clear();
        proven(codec.encode(black_box(&*msg), &mut out));
        black_box(out.as_slice());
    })
}

pub(super) fn encode_text<C: Codec, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
    encode_loop!(
        subject,
        |codec, msg, out| text = Vec::new(),
        _own = {
            // A reused buffer has its size already.
            E::encode(&out, &mut text);
        },
        {
            out.clear();
            proven(codec.encode(black_box(&*msg), &mut out));
            let length = E::encode(black_box(&out), &mut text);
            black_box(&text[..length]);
        }
    )
}

pub(super) fn encode_field<C: Refield, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
    encode_loop!(
        subject,
        |codec, msg, out| _shared = (),
        texts = {
            let mut texts = Texts::default();
            proven(codec.each_bytes(msg, &mut texts));
            texts
        },
        {
            out.clear();
            let mut decoder: FromText<'_, E> = texts.decoder();
            proven(codec.each_bytes(black_box(&mut *msg), &mut decoder));
            proven(codec.encode(black_box(&*msg), &mut out));
            black_box(out.as_slice());
        }
    )
}

/// Expands to a loop over decodes of raw wire bytes; `$step` sees the codec and each message.
macro_rules! decode_loop {
    ($subject:ident, |$codec:ident, $msg:ident| $step:expr) => {
        Box::new(move |iterations, place| {
            let (turn, $codec) = (&$subject.turn, &$subject.codec);
            let mut homes =
                turn.make(|at, wire| <C::Input as Input>::place(wire, place.offset(at)));
            let mut inputs = T::map(&mut homes, |home| C::Input::at(home));
            let mut scratch = C::Scratch::default();
            let _pad = place.pad(0);
            timed(iterations, || {
                turn.each(&mut inputs, |input| {
                    #[allow(unused_mut)]
                    let mut $msg = proven($codec.decode(black_box(*input), &mut scratch));
                    $step
                })
            })
        })
    };
}

pub(super) fn decode<C: Codec, T: Turn>(subject: Subject<C, T>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        black_box(&msg);
    })
}

pub(super) fn read<C: Read, T: Turn>(subject: Subject<C, T>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        black_box(folded(codec, black_box(&msg)));
    })
}

pub(super) fn decode_field<C: Refield, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        let Ok(()) = codec.each_bytes(&mut msg, &mut ToText::<E>::new());
        black_box(&msg);
    })
}

pub(super) fn read_field<C: Read + Refield, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
    decode_loop!(subject, |codec, msg| {
        let Ok(()) = codec.each_bytes(&mut msg, &mut ToText::<E>::new());
        black_box(folded(codec, black_box(&msg)));
    })
}

/// Expands to a loop over decodes of base64 text.
macro_rules! text_loop {
    ($subject:ident, |$codec:ident, $msg:ident| $step:expr) => {
        Box::new(move |iterations, place| {
            let (turn, $codec) = (&$subject.turn, &$subject.codec);
            // Each text stays beside its copy: given back, it would leave a hole in the heap.
            let mut homes = turn.make(|at, wire| {
                let text = Standard::encode_fresh(wire);
                let home = <[u8] as Input>::place(text.as_bytes(), place.offset(at));
                (text, home)
            });
            let mut texts = T::map(&mut homes, |(_, home)| <[u8] as Input>::at(home));
            let mut scratch = C::Scratch::default();
            let _pad = place.pad(0);
            let mut buffer = <C::Input as Input>::Decoded::default();
            // A reused buffer has its size already.
            T::map(&mut texts, |text| {
                proven(C::Input::decoded(
                    &mut buffer,
                    |bytes| E::decode(text, bytes),
                    || E::decode_fresh(text),
                ));
            });
            timed(iterations, || {
                turn.each(&mut texts, |text| {
                    let text = black_box(*text);
                    let input = proven(C::Input::decoded(
                        &mut buffer,
                        |bytes| E::decode(text, bytes),
                        || E::decode_fresh(text),
                    ));
                    let $msg = proven($codec.decode(black_box(input), &mut scratch));
                    $step
                })
            })
        })
    };
}

pub(super) fn decode_text<C: Codec, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
    text_loop!(subject, |codec, msg| {
        black_box(&msg);
    })
}

pub(super) fn read_text<C: Read, E: Engine, T: Turn>(subject: Subject<C, T>) -> Timed {
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
