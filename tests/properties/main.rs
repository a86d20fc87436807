//! What must hold whatever comes over the wire: here some thousand inputs, in `fuzz/` as many as one has time for.
//!
//! A property is a file with `pub fn holds(input: &[u8])`, which panics where it does not hold, as in `codegen/tests/properties`;
//! a fuzz target takes it by its path.

#![forbid(unsafe_code)]

mod frames;

use bytes::Bytes;
use proptest::prelude::*;
use wiretax::layer::framing::deframe::{BytesMutDeframer, NaiveVec, TokioUtil, Tonic, ZeroCopy};
use wiretax::layer::framing::{Deframer, FrameError, Rules, gzip};
use wiretax::measure::{CountingAllocator, allocated};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn frames_give_their_messages_however_they_are_cut(
        input in prop::collection::vec(any::<u8>(), 0..16),
        cuts in prop::collection::vec(prop_oneof![Just(0), Just(1), 2..9_u8, any::<u8>()], 0..32),
        gzip in any::<bool>(),
    ) {
        frames::frames_hold(&input, &cuts, gzip);
    }

    #[test]
    fn changed_frames_are_judged_alike(
        compressed in any::<bool>(),
        input in prop::collection::vec(any::<u8>(), 10..60),
    ) {
        let form = if compressed { 130 } else { 1 };
        frames::holds(&[&[form], input.as_slice()].concat());
    }

    #[test]
    fn any_bytes_are_judged_alike(
        stream in prop::collection::vec(prop_oneof![8 => Just(0), 2 => 1..9_u8, 1 => any::<u8>()], 0..120),
        cuts in prop::collection::vec(0..9_u8, 0..32),
        gzip in any::<bool>(),
    ) {
        frames::stream_holds(&stream, &cuts, gzip);
    }
}

#[test]
fn an_input_is_what_its_first_byte_says() {
    for input in [
        &[][..],
        &[0],
        &[0, 0],
        &[128, 1, 7, 9, 9, 8, 8],
        &[1, 0, 1],
        &[130; 40],
        &[2, 0, 0, 0, 0, 0, 1, 7],
    ] {
        frames::holds(input);
    }
}

/// Bytes that are allocated where this chunk comes first.
fn bytes<D: Deframer>(stream: &[u8], rules: Rules) -> (Result<(), FrameError>, u64) {
    let mut deframer = D::new(rules);
    let chunk = Bytes::copy_from_slice(stream);
    let (fed, allocations) = allocated(|| deframer.feed(chunk, |_| ()));
    (fed, allocations.expect("it counts").bytes)
}

#[test]
fn what_is_announced_and_refused_is_not_reserved() {
    let rules = Rules::default();
    let stream = [0, 255, 255, 255, 255, 1, 2, 3];
    let few = |(fed, bytes): (Result<(), FrameError>, u64), by: &str| {
        assert!(fed.is_err(), "{by}");
        assert!(bytes <= 1_024, "{by} allocates {bytes} bytes");
    };
    few(bytes::<NaiveVec>(&stream, rules), NaiveVec::BY);
    few(
        bytes::<BytesMutDeframer>(&stream, rules),
        BytesMutDeframer::BY,
    );
    few(bytes::<ZeroCopy>(&stream, rules), ZeroCopy::BY);
    few(bytes::<TokioUtil>(&stream, rules), TokioUtil::BY);
    few(bytes::<Tonic>(&stream, rules), Tonic::BY);
}

/// 16 MiB in some KiB, at a limit of 64 KiB: honest, and with another size at its end.
#[test]
fn a_bomb_costs_no_more_than_the_limit() {
    let rules = Rules {
        limit: 1 << 16,
        gzip: true,
    };
    let mut bomb = gzip(&vec![0; 1 << 24]);
    let framed = |message: &[u8]| {
        let length = (message.len() as u32).to_be_bytes();
        [&[1][..], &length, message].concat()
    };
    let honest = framed(&bomb);
    let end = bomb.len() - 4;
    bomb[end..].copy_from_slice(&60_000_u32.to_le_bytes());
    for (stream, message) in [(honest, 0), (framed(&bomb), 60_000)] {
        // Beside the message, which is asked for only when its size is accepted: the frame, twice or in a buffer that grew, and a decoder.
        let most = message + 3 * stream.len() as u64 + (96 << 10);
        let few = |(fed, bytes): (Result<(), FrameError>, u64), by: &str| {
            assert!(fed.is_err(), "{by}");
            assert!(bytes <= most, "{by} allocates {bytes} bytes");
        };
        few(bytes::<NaiveVec>(&stream, rules), NaiveVec::BY);
        few(
            bytes::<BytesMutDeframer>(&stream, rules),
            BytesMutDeframer::BY,
        );
        few(bytes::<ZeroCopy>(&stream, rules), ZeroCopy::BY);
        few(bytes::<TokioUtil>(&stream, rules), TokioUtil::BY);
    }
}
