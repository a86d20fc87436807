//! The built-in suite from end to end: what it plans exists, is proven, and runs.

#![forbid(unsafe_code)]
// Nested message types cost rustc up to five steps of recursion a level.
#![recursion_limit = "1024"]

wiretax::runner!();

use std::collections::BTreeMap;

use wiretax::codec::{Codec, Fields, Fold, Input, Prost, ProstBytes, Protobuf, QuickProtobuf};
use wiretax::runner::{Arms, Case, CellError, Declared, Outcome, Suite};
use wiretax::wrap::{Engine, Op, Simd, Standard, StandardSimd, TextError, Turbo, Wrap};

const CODECS: [&str; 4] = ["prost", "prost-bytes", "protobuf", "quick-protobuf"];

/// Pairs that can be executed in this build. A debug build aborts on undefined behaviour, which is what a
/// pair that is marked unsound has.
fn executable(suite: &Suite) -> Vec<(&Case, &'static str)> {
    let skipped = |case: &Case, codec: &str| {
        let skip = cfg!(debug_assertions) && case.unsound(codec).is_some();
        if skip {
            let name = case.declared().name;
            println!("skipped: {name} with {codec} is unsound and aborts in a debug build");
        }
        skip
    };
    suite
        .pairs()
        .filter(|(case, codec)| !skipped(case, codec))
        .collect()
}

#[test]
fn every_case_has_every_codec_and_each_is_proven_or_unsound() {
    let suite = suite();
    assert_eq!(suite.name(), "built-in");
    assert_eq!(suite.cases().len(), 17);
    for case in suite.cases() {
        assert!(case.codecs().eq(CODECS), "{}", case.declared().name);
    }
    for (case, codec) in executable(&suite) {
        let proof = case.prove(codec);
        let marked = case.unsound(codec).is_some();
        match &proof.outcome {
            Outcome::Proven { .. } if !marked => {}
            Outcome::Unsound { why, .. } if marked => assert!(!why.is_empty(), "{proof:?}"),
            _ => panic!("{proof:?}"),
        }
    }
}

#[test]
fn only_the_packed_doubles_of_quick_protobuf_are_marked() {
    let suite = suite();
    let marked: Vec<_> = suite
        .pairs()
        .filter(|(case, codec)| case.unsound(codec).is_some())
        .map(|(case, codec)| (case.declared().name, codec))
        .collect();
    assert_eq!(marked, [("packed-doubles", "quick-protobuf")]);
}

#[test]
fn the_default_run_has_380_cells_and_each_of_them_runs() {
    let suite = suite();
    let planned: usize = suite.pairs().map(|(case, _)| case.plan(false).len()).sum();
    assert_eq!(planned, 400);
    for (case, codec) in executable(&suite) {
        for (op, wrap) in case.plan(false) {
            let cell = case.cell(codec, op, wrap);
            let name = case.declared().name;
            let mut cell = cell.unwrap_or_else(|e| panic!("{name}/{op}/{codec}/{wrap}: {e}"));
            assert_eq!((cell.op(), cell.wrap()), (op, wrap));
            cell.run(1);
        }
    }
}

#[test]
fn the_default_run_is_a_part_of_the_whole_and_always_has_the_raw_twin() {
    for case in suite().cases() {
        let name = case.declared().name;
        let (default, all) = (case.plan(false), case.plan(true));
        assert!(default.iter().all(|cell| all.contains(cell)), "{name}");
        for (op, _) in &default {
            assert!(default.contains(&(*op, Wrap::Raw)), "{name}/{op}");
        }
        let field = all.iter().any(|(_, wrap)| matches!(wrap, Wrap::Field(_)));
        assert_eq!(field, case.declared().field_bytes > 0, "{name}");
    }
}

/// What `read` makes of a payload.
fn checksum<C: Codec>(codec: C, wire: &[u8], fold: impl Fn(&C::Msg<'_>, &mut Fold)) -> u64 {
    let home = C::Input::place(wire, 0);
    let mut scratch = C::Scratch::default();
    let message = codec
        .decode(C::Input::at(&home), &mut scratch)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut folded = Fold::default();
    fold(&message, &mut folded);
    folded.finish()
}

macro_rules! checksums {
    ($module:ident, $wire:expr) => {
        [
            checksum(
                Prost::<$module::prost::generated::Msg0>::new(),
                $wire,
                Fields::fold,
            ),
            checksum(
                ProstBytes::<$module::prost_bytes::generated::Msg0>::new(),
                $wire,
                Fields::fold,
            ),
            checksum(
                Protobuf::<$module::protobuf::generated::Msg0>::new(),
                $wire,
                Fields::fold,
            ),
            checksum(
                QuickProtobuf::<$module::quick_protobuf::Borrowing>::new(),
                $wire,
                |message, fold| message.fold(fold),
            ),
        ]
    };
}

/// Each proof holds a codec's checksum against that of a dynamic message; here they meet without a judge.
#[test]
fn the_checksums_of_read_agree_between_codecs_and_differ_between_payloads() {
    let mut seen = BTreeMap::new();
    let suite = suite();
    for case in suite.cases() {
        let Declared {
            name,
            message,
            wires,
            ..
        } = *case.declared();
        let [(wire, 1)] = *wires else {
            panic!("{name} has one payload");
        };
        let sums = match message {
            "wiretax.append.ProposedMessage" => checksums!(m0, wire),
            "wiretax.scalars.Reading" => checksums!(m1, wire),
            "wiretax.strings.Contact" => checksums!(m2, wire),
            _ => continue,
        };
        assert_eq!(sums, [sums[0]; 4], "{name}");
        let other = seen.insert(sums[0], name);
        assert_eq!(other, None, "{name} has the same checksum");
    }
    assert_eq!(seen.len(), 10);
}

fn refuses<E: Engine, I: Input + ?Sized>(text: &[u8]) {
    let mut buffer = I::Decoded::default();
    let decoded = I::decoded(
        &mut buffer,
        |bytes| E::decode(text, bytes),
        || E::decode_fresh(text),
    );
    let TextError(reason) = decoded.err().unwrap_or_else(|| panic!("took {text:?}"));
    assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
}

#[test]
fn text_that_is_no_base64_is_an_error_in_every_engine_and_input() {
    let long = [b"QUJD".repeat(40_000).as_slice(), b"QU*D"].concat();
    let texts: [&[u8]; 9] = [
        b"A",
        b"AAA",
        b"=AAA",
        b"QQ=Q",
        b"QUJD=",
        b"QU D",
        b"QUJD\n",
        b"\xff\xfe\x00\x01",
        &long,
    ];
    for text in texts {
        refuses::<Standard, [u8]>(text);
        refuses::<StandardSimd, [u8]>(text);
        refuses::<Simd, [u8]>(text);
        refuses::<Turbo, [u8]>(text);
        refuses::<Standard, bytes::Bytes>(text);
        refuses::<StandardSimd, bytes::Bytes>(text);
        refuses::<Simd, bytes::Bytes>(text);
        refuses::<Turbo, bytes::Bytes>(text);
    }
}

#[test]
fn a_refused_codec_is_a_result_and_the_others_go_on() {
    fn arms(arms: &mut Arms) {
        arms.refused("picky", "picky-build", "no maps");
        m0::arms(arms);
    }
    let built_in = suite();
    let mut suite = Suite::new("with a refusal");
    suite.case(built_in.cases()[0].declared().clone(), arms);
    let case = &suite.cases()[0];
    let outcomes: Vec<Outcome> = case
        .codecs()
        .map(|codec| case.prove(codec).outcome)
        .collect();
    assert_eq!(
        outcomes[0],
        Outcome::Refused {
            stage: "picky-build".to_owned(),
            reason: "no maps".to_owned(),
        }
    );
    assert!(!outcomes[0].is_timed());
    assert_eq!(outcomes.len(), 5);
    assert!(outcomes[1..].iter().all(Outcome::is_timed), "{outcomes:?}");
    assert_eq!(
        case.cell("picky", Op::Encode, Wrap::Raw).err(),
        Some(CellError::Refused("picky-build", "no maps"))
    );
}

/// The append case as a mix of these payloads, with the codecs that `arms` registers.
fn mixed(wires: Vec<(&'static [u8], u32)>, arms: fn(&mut Arms)) -> Suite {
    let mut declared = suite().cases()[0].declared().clone();
    declared.wires = wires.leak();
    let mut suite = Suite::new("a mix");
    suite.case(declared, arms);
    suite
}

#[test]
fn a_mix_is_proven_and_measured_in_every_codec_as_a_whole_pass() {
    fn arms(arms: &mut Arms) {
        arms.add_mix_with_bytes("prost", Prost::<m0::prost::generated::Msg0>::new);
        arms.add_mix_with_bytes(
            "prost-bytes",
            ProstBytes::<m0::prost_bytes::generated::Msg0>::new,
        );
        arms.add_mix_with_bytes("protobuf", Protobuf::<m0::protobuf::generated::Msg0>::new);
        arms.add_mix_with_bytes(
            "quick-protobuf",
            QuickProtobuf::<m0::quick_protobuf::Borrowing>::new,
        );
    }
    let built_in = suite();
    let same = |case: &&Case| case.declared().message == built_in.cases()[0].declared().message;
    let wires: Vec<(&[u8], u32)> = (built_in.cases().iter().filter(same).take(3))
        .zip(1..)
        .map(|(case, weight)| (case.declared().wires[0].0, weight))
        .collect();
    let bytes = |length: fn(usize) -> usize| -> u64 {
        let of = |&(wire, weight): &(&[u8], u32)| (length(wire.len()) * weight as usize) as u64;
        wires.iter().map(of).sum()
    };
    let suite = mixed(wires.clone(), arms);
    let case = &suite.cases()[0];
    let listed = &wiretax::runner::Listed::of(&suite).cases[0];
    assert_eq!(listed.messages, 6);
    assert_eq!(listed.wire_bytes, bytes(|length| length));
    assert_eq!(listed.base64_bytes, bytes(wiretax::wrap::text_len));
    for codec in CODECS {
        match case.prove(codec).outcome {
            Outcome::Proven { wire_bytes, .. } => assert_eq!(wire_bytes, listed.wire_bytes),
            other => panic!("{codec}: {other:?}"),
        }
        for (op, wrap) in case.plan(true) {
            let cell = case.cell(codec, op, wrap);
            let mut cell = cell.unwrap_or_else(|e| panic!("{op}/{codec}/{wrap}: {e}"));
            cell.run(2);
        }
    }
}

#[test]
fn a_mix_that_cannot_be_measured_says_why() {
    let wire = suite().cases()[0].declared().wires[0].0;
    let single_only = mixed(vec![(wire, 1), (wire, 2)], m0::arms);
    let error = single_only.cases()[0].cell("prost", Op::Encode, Wrap::Raw);
    let error = error.expect_err("the glue registered no mix");
    assert!(error.to_string().contains("use `Arms::add_mix`"), "{error}");

    let cut = mixed(vec![(wire, 1), (&wire[..wire.len() - 1], 1)], m0::arms);
    match cut.cases()[0].prove("prost").outcome {
        Outcome::Wrong { detail, .. } => assert!(detail.starts_with("payload 2: "), "{detail}"),
        other => panic!("{other:?}"),
    }
}
