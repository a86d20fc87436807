//! A proof is worth what it catches: each codec's adapter is broken on purpose, field by field, and every
//! break must be found.

#![forbid(unsafe_code)]
// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

wiretax::runner!();

use wiretax::codec::{
    Codec, EachBytes, Fold, Prost, ProstBytes, Protobuf, QuickProtobuf, Read, Refield,
};
use wiretax::runner::{Outcome, Suite};
use wiretax::verify::Subject;

/// What is done to the bytes that a sound codec encoded.
type Mutation = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// A codec that is sound but for its encode.
struct Mutant<C> {
    codec: C,
    mutate: Mutation,
}

impl<C: Codec> Codec for Mutant<C> {
    type Input = C::Input;
    type Scratch = C::Scratch;
    type Error = C::Error;
    type Msg<'a> = C::Msg<'a>;

    fn decode<'a>(
        &'a self,
        input: &'a C::Input,
        scratch: &'a mut C::Scratch,
    ) -> Result<C::Msg<'a>, C::Error> {
        self.codec.decode(input, scratch)
    }

    fn encode(&self, msg: &C::Msg<'_>, out: &mut Vec<u8>) -> Result<(), C::Error> {
        let mut wire = Vec::new();
        self.codec.encode(msg, &mut wire)?;
        out.extend((self.mutate)(&wire));
        Ok(())
    }
}

impl<C: Read> Read for Mutant<C> {
    fn fold(&self, msg: &C::Msg<'_>, fold: &mut Fold) {
        self.codec.fold(msg, fold);
    }
}

/// A codec whose visits of fields are broken.
struct Blind<C>(C);

impl<C: Codec> Codec for Blind<C> {
    type Input = C::Input;
    type Scratch = C::Scratch;
    type Error = C::Error;
    type Msg<'a> = C::Msg<'a>;

    fn decode<'a>(
        &'a self,
        input: &'a C::Input,
        scratch: &'a mut C::Scratch,
    ) -> Result<C::Msg<'a>, C::Error> {
        self.0.decode(input, scratch)
    }

    fn encode(&self, msg: &C::Msg<'_>, out: &mut Vec<u8>) -> Result<(), C::Error> {
        self.0.encode(msg, out)
    }
}

impl<C: Read> Read for Blind<C> {
    fn fold(&self, msg: &C::Msg<'_>, fold: &mut Fold) {
        // As a glue that visits one field twice would.
        self.0.fold(msg, fold);
        fold.element(1, &1_u32);
    }
}

impl<C: Refield> Refield for Blind<C> {
    fn each_bytes<V: EachBytes>(&self, msg: &mut C::Msg<'_>, each: &mut V) -> Result<(), V::Error> {
        // The visitor leaves a message that decodes to other bytes than it held.
        self.0.each_bytes(msg, each)?;
        self.0.each_bytes(msg, each)
    }
}

/// One top-level record of a message: its tag and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    tag: Vec<u8>,
    value: Vec<u8>,
    length: Vec<u8>,
}

fn records(mut wire: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !wire.is_empty() {
        let (tag, rest) = varint(wire);
        let (length, size) = match tag[0] & 7 {
            0 => (Vec::new(), varint(rest).0.len()),
            1 => (Vec::new(), 8),
            5 => (Vec::new(), 4),
            2 => {
                let (length, _) = varint(rest);
                let size = length
                    .iter()
                    .rev()
                    .fold(0_usize, |size, byte| size << 7 | usize::from(byte & 0x7f));
                (length.to_vec(), size)
            }
            other => panic!("wire type {other}"),
        };
        let rest = &rest[length.len()..];
        records.push(Record {
            tag: tag.to_vec(),
            value: rest[..size].to_vec(),
            length,
        });
        wire = &rest[size..];
    }
    records
}

fn varint(wire: &[u8]) -> (&[u8], &[u8]) {
    let end = wire
        .iter()
        .position(|byte| byte & 0x80 == 0)
        .expect("a varint ends");
    wire.split_at(end + 1)
}

fn join(records: &[Record]) -> Vec<u8> {
    records
        .iter()
        .flat_map(|record| [&record.tag, &record.length, &record.value])
        .flatten()
        .copied()
        .collect()
}

fn dropped(at: usize) -> impl Fn(&[u8]) -> Vec<u8> {
    move |wire| {
        let mut records = records(wire);
        records.remove(at);
        join(&records)
    }
}

/// Flips the lowest bit of a record's last byte: the value stays of the same length and type.
fn flipped(at: usize) -> impl Fn(&[u8]) -> Vec<u8> {
    move |wire| {
        let mut records = records(wire);
        *records[at].value.last_mut().expect("a value has bytes") ^= 1;
        join(&records)
    }
}

/// Gives two records each other's tag.
fn swapped(one: usize, other: usize) -> impl Fn(&[u8]) -> Vec<u8> {
    move |wire| {
        let mut records = records(wire);
        let tag = records[one].tag.clone();
        records[one].tag = std::mem::replace(&mut records[other].tag, tag);
        join(&records)
    }
}

fn subject(case: &str, message: &str) -> Subject {
    let suite = suite();
    let case = suite
        .cases()
        .iter()
        .find(|known| known.declared().name == case)
        .expect("the case is there");
    assert_eq!(
        case.declared().message,
        message,
        "the modules below are numbered by the suite"
    );
    let mut subjects = case.subjects().expect("a built-in case has a value");
    assert_eq!(subjects.len(), 1, "a built-in case has one payload");
    subjects.remove(0)
}

/// Breaks the codec in every way; how many breaks there were.
fn hunt<C: Codec>(name: &str, subject: &Subject, make: impl Fn() -> C) -> usize {
    subject
        .prove(&make())
        .unwrap_or_else(|failure| panic!("{name} is sound, yet: {failure}"));
    let all = records(subject.wire());
    let mut mutations: Vec<(String, Mutation)> = Vec::new();
    for at in 0..all.len() {
        mutations.push((format!("drop record {at}"), Box::new(dropped(at))));
        mutations.push((format!("flip a bit of record {at}"), Box::new(flipped(at))));
        for other in at + 1..all.len() {
            let (left, right) = (&all[at], &all[other]);
            if left.tag[0] & 7 == right.tag[0] & 7
                && left.tag != right.tag
                && left.value != right.value
            {
                mutations.push((
                    format!("swap {at} and {other}"),
                    Box::new(swapped(at, other)),
                ));
            }
        }
    }
    let count = mutations.len();
    for (what, mutate) in mutations {
        let failure = subject
            .prove(&Mutant {
                codec: make(),
                mutate,
            })
            .expect_err(&format!("{name}: {what}"));
        assert!(!failure.path.is_empty(), "{name}: {what}: {failure}");
    }
    count
}

fn hunt_visits<C: Read + Refield>(name: &str, subject: &Subject, make: impl Fn() -> C) {
    subject
        .prove_read(&make())
        .unwrap_or_else(|failure| panic!("{name} reads well, yet: {failure}"));
    subject
        .prove_fields(&make())
        .unwrap_or_else(|failure| panic!("{name} is sound, yet: {failure}"));
    assert!(
        subject.prove_read(&Blind(make())).is_err(),
        "{name}: a field read twice"
    );
    assert!(
        subject.prove_fields(&Blind(make())).is_err(),
        "{name}: a field set twice"
    );
}

macro_rules! every_codec {
    ($($test:ident: $adapter:ident, $module:ident, $($root:ident)::*;)*) => {$(
        #[test]
        fn $test() {
            let name = stringify!($test);
            let event = subject("append", "wiretax.append.ProposedMessage");
            let texts = subject("strings", "wiretax.strings.Contact");
            let found = hunt(name, &event, $adapter::<m0::$module::$($root)::*>::new)
                + hunt(name, &texts, $adapter::<m2::$module::$($root)::*>::new);
            assert!(found > 40, "only {found} mutants were made");
            hunt_visits(name, &event, $adapter::<m0::$module::$($root)::*>::new);
        }
    )*};
}

every_codec! {
    prost: Prost, prost, generated::Msg0;
    prost_bytes: ProstBytes, prost_bytes, generated::Msg0;
    protobuf: Protobuf, protobuf, generated::Msg0;
    quick_protobuf: QuickProtobuf, quick_protobuf, Borrowing;
}

/// The path in a report is the schema's own, not that of the flat schema.
#[test]
fn a_lost_field_is_named_as_the_schema_names_it() {
    let event = subject("append", "wiretax.append.ProposedMessage");
    let mutant = Mutant {
        codec: Prost::<m0::prost::generated::Msg0>::new(),
        mutate: Box::new(dropped(0)),
    };
    assert_eq!(
        event.prove(&mutant).expect_err("a field is gone").path,
        "id"
    );
}

/// A codec that loses a field of long messages alone.
fn forgetful() -> Mutant<Prost<m0::prost::generated::Msg0>> {
    Mutant {
        codec: Prost::new(),
        mutate: Box::new(|wire| match wire.len() {
            0..1_000 => wire.to_vec(),
            _ => dropped(0)(wire),
        }),
    }
}

/// Every payload of a mix is proven, not only the first, and the failure says which it was.
#[test]
fn a_failure_in_a_mix_names_the_payload() {
    let built_in = suite();
    let wire = |name: &str| {
        let of = |case: &&wiretax::runner::Case| case.declared().name == name;
        let case = built_in.cases().iter().find(of).expect("the case is there");
        case.declared().wires[0].0
    };
    let (small, large) = (wire("append-16"), wire("append-4Ki"));
    let outcome = |wires: Vec<(&'static [u8], u32)>| {
        let mut declared = built_in.cases()[0].declared().clone();
        declared.wires = wires.leak();
        let mut mixed = Suite::new("mixed");
        mixed.case(declared, |arms| arms.add_mix("forgetful", forgetful));
        mixed.cases()[0].prove("forgetful").outcome
    };
    let wrong = outcome(vec![(small, 2), (large, 1)]);
    assert!(
        matches!(&wrong, Outcome::Wrong { path, .. } if path == "payload 2: id"),
        "{wrong:?}"
    );
    assert!(outcome(vec![(small, 2), (small, 3)]).is_timed());
}
