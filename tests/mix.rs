//! A mix against the single message: the same work for each message, in the order that the mix says.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use prost::Message;
use wiretax::codec::{BytesFields, Codec, EachBytes, Fields, Fold, Prost, Read, Refield};
use wiretax::measure::{Cell, CountingAllocator, MakeError, Mix};
use wiretax::wrap::{Op, Wrap};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[derive(Clone, PartialEq, Message)]
struct Upload {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(bytes = "vec", tag = "2")]
    content: Vec<u8>,
}

impl BytesFields for Upload {
    fn each_bytes<V: EachBytes>(&mut self, each: &mut V) -> Result<(), V::Error> {
        each.field(&mut self.content)
    }
}

impl Fields for Upload {
    fn fold(&self, fold: &mut Fold) {
        fold.value(1, &self.name);
        fold.value(2, &self.content);
    }
}

/// The wire bytes of an upload of this many bytes: each message is told by its length.
fn wire(length: usize) -> Vec<u8> {
    let upload = Upload {
        name: "report.pdf".to_owned(),
        content: vec![7; length],
    };
    upload.encode_to_vec()
}

/// What a codec was asked to do, in order.
#[derive(Debug, Default)]
struct Seen {
    /// Length and address of each input.
    decoded: Vec<(usize, usize)>,
    /// Bytes of each output.
    encoded: Vec<usize>,
}

/// A codec that takes down what it is asked.
#[derive(Clone)]
struct Spy(Rc<Prost<Upload>>, Rc<RefCell<Seen>>);

impl Codec for Spy {
    type Input = [u8];
    type Scratch = ();
    type Error = prost::DecodeError;
    type Msg<'a> = Upload;

    fn decode<'a>(&'a self, input: &'a [u8], scratch: &'a mut ()) -> Result<Upload, Self::Error> {
        let place = (input.len(), input.as_ptr().addr());
        self.1.borrow_mut().decoded.push(place);
        self.0.decode(input, scratch)
    }

    fn encode(&self, msg: &Upload, out: &mut Vec<u8>) -> Result<(), Self::Error> {
        assert!(out.is_empty(), "a message behind another one");
        self.0.encode(msg, out)?;
        self.1.borrow_mut().encoded.push(out.len());
        Ok(())
    }
}

impl Read for Spy {
    fn fold(&self, msg: &Upload, fold: &mut Fold) {
        self.0.fold(msg, fold);
    }
}

impl Refield for Spy {
    fn each_bytes<V: EachBytes>(&self, msg: &mut Upload, each: &mut V) -> Result<(), V::Error> {
        self.0.each_bytes(msg, each)
    }
}

fn spy() -> (Spy, Rc<RefCell<Seen>>) {
    let seen = Rc::default();
    (Spy(Rc::new(Prost::new()), Rc::clone(&seen)), seen)
}

fn single<C: Read + Refield>(codec: C, op: Op, wrap: Wrap, wire: &[u8]) -> Result<Cell, MakeError> {
    match (op, wrap) {
        (Op::Read, Wrap::Field(engine)) => Cell::read_field(codec, engine, wire),
        (_, Wrap::Field(engine)) => Cell::field(codec, op, engine, wire),
        _ => Cell::read(codec, op, wrap, wire),
    }
}

fn mixed<C: Read + Refield>(codec: C, op: Op, wrap: Wrap, mix: &Mix) -> Result<Cell, MakeError> {
    match (op, wrap) {
        (Op::Read, Wrap::Field(engine)) => mix.read_field(codec, engine),
        (_, Wrap::Field(engine)) => mix.field(codec, op, engine),
        _ => mix.read(codec, op, wrap),
    }
}

fn every() -> impl Iterator<Item = (Op, Wrap)> {
    let wraps = |op| Wrap::all().into_iter().map(move |wrap| (op, wrap));
    Op::ALL.into_iter().flat_map(wraps)
}

/// Allocations and their bytes of one op, without those that come before it.
fn per_op(mut cell: Cell) -> (u64, u64) {
    let per_op = cell.allocations().expect("the allocator counts");
    (per_op.count as u64, per_op.bytes as u64)
}

#[test]
fn a_mix_of_one_message_allocates_and_encodes_as_the_single_does() {
    let wire = wire(300);
    let mix = Mix::new(&[(&wire, 1)]).expect("a pass");
    for (op, wrap) in every() {
        let name = format!("{op}/{wrap}");
        let alone = single(Prost::<Upload>::new(), op, wrap, &wire).expect(&name);
        let among = mixed(Prost::<Upload>::new(), op, wrap, &mix).expect(&name);
        assert_eq!((among.op(), among.wrap()), (op, wrap));
        assert_eq!(per_op(alone).0, per_op(among).0, "{name}");

        let ((left, alone), (right, among)) = (spy(), spy());
        single(left, op, wrap, &wire).expect(&name).run(3);
        mixed(right, op, wrap, &mix).expect(&name).run(3);
        let lengths = |seen: &RefCell<Seen>| {
            let seen = seen.borrow();
            let decoded: Vec<usize> = seen.decoded.iter().map(|(length, _)| *length).collect();
            (decoded, seen.encoded.clone())
        };
        assert_eq!(lengths(&alone), lengths(&among), "{name}");
    }
}

#[test]
fn a_pass_allocates_what_its_messages_allocate_one_by_one() {
    let (small, large) = (wire(30), wire(3_000));
    let mix = Mix::new(&[(&small, 3), (&large, 2)]).expect("a pass");
    for (op, wrap) in every() {
        let of = |wire: &[u8]| per_op(single(Prost::<Upload>::new(), op, wrap, wire).unwrap()).0;
        let pass = per_op(mixed(Prost::<Upload>::new(), op, wrap, &mix).unwrap()).0;
        assert_eq!(pass, 3 * of(&small) + 2 * of(&large), "{op}/{wrap}");
    }
}

#[test]
fn every_op_goes_through_the_messages_in_the_order_of_the_mix() {
    let wires = [wire(30), wire(3_000), wire(400)];
    let mix = Mix::new(&[(&wires[0], 5), (&wires[1], 2), (&wires[2], 4)]).expect("a pass");
    let pass: Vec<usize> = mix
        .order()
        .iter()
        .map(|&at| wires[at as usize].len())
        .collect();
    let twice = [pass.clone(), pass].concat();
    for (op, wrap) in every() {
        let (codec, seen) = spy();
        let mut cell = mixed(codec, op, wrap, &mix).expect("a cell");
        cell.run(2);
        let seen = seen.borrow();
        let decoded: Vec<usize> = seen.decoded.iter().map(|(length, _)| *length).collect();
        let done = if op == Op::Encode {
            &seen.encoded
        } else {
            &decoded
        };
        assert!(done.ends_with(&twice), "{op}/{wrap}: {done:?}");
        if op == Op::Encode {
            // Once to see that it works, once before the loop.
            assert_eq!(decoded.len(), 2 * wires.len(), "{op}/{wrap}");
        }
    }
}

#[test]
fn every_sample_places_every_message_anew() {
    let wires = [wire(30), wire(3_000)];
    let mix = Mix::new(&[(&wires[0], 1), (&wires[1], 1)]).expect("a pass");
    let (codec, seen) = spy();
    let mut cell = mix.cell(codec, Op::Decode, Wrap::Raw).expect("a cell");
    for _ in 0..32 {
        cell.run(1);
    }
    for wire in &wires {
        let seen = seen.borrow();
        let of = seen
            .decoded
            .iter()
            .filter(|(length, _)| *length == wire.len());
        let offsets: BTreeSet<usize> = of.map(|(_, address)| address % 4_096).collect();
        assert!(offsets.len() > 16, "{} of 32 offsets", offsets.len());
    }
}

#[test]
fn a_payload_that_does_not_decode_is_named() {
    let wire = wire(30);
    let mix = Mix::new(&[(&wire, 1), (b"\x0a\x05x", 1)]).expect("a pass");
    let error = mix
        .cell(Prost::<Upload>::new(), Op::Decode, Wrap::Raw)
        .expect_err("the second is cut off");
    assert!(
        error
            .to_string()
            .starts_with("payload 2 of the mix does not decode: "),
        "{error}"
    );
}
