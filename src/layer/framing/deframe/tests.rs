//! What holds for every way; how streams are cut at random is in `tests/properties`.

use std::io::Write as _;

use super::*;
use crate::layer::framing::scene::{Scene, frame, large};
use crate::layer::framing::{PREFIX, gzip, prove};

/// The messages, and then the verdict, of a stream cut at one place.
fn of<D: Deframer>(
    stream: &[u8],
    at: usize,
    rules: Rules,
) -> (Vec<Vec<u8>>, Result<(), FrameError>) {
    let mut deframer = D::new(rules);
    let mut messages = Vec::new();
    let mut fed = Ok(());
    for part in [&stream[..at], &stream[at..]] {
        fed = deframer.feed(Bytes::copy_from_slice(part), |message| {
            messages.push(message.as_ref().to_vec());
        });
    }
    if let Err(error) = fed {
        let after = deframer.feed(Bytes::from_static(&[0; PREFIX]), |_| panic!("it is over"));
        assert_eq!(after, Err(error), "{}", D::BY);
    }
    let ended = deframer.finish();
    assert!(fed.is_ok() || ended == fed, "{}", D::BY);
    (messages, ended)
}

/// Cut anywhere, a good message and what follows it give the message, and this error.
fn refused_by<D: Deframer>(after: &[u8], rules: Rules, error: FrameError) {
    let stream = [frame(0, b"good"), after.to_vec()].concat();
    let expected = match D::BY {
        "tonic" => error.in_tonic().map(FrameError::Status),
        _ => Some(error),
    };
    for at in 0..=stream.len() {
        let (messages, verdict) = of::<D>(&stream, at, rules);
        assert_eq!(messages, [b"good"], "{} cut at {at}", D::BY);
        assert_eq!(verdict.err(), expected, "{} cut at {at}", D::BY);
    }
}

fn refused(after: &[u8], rules: Rules, error: FrameError) {
    refused_by::<NaiveVec>(after, rules, error);
    refused_by::<BytesMutDeframer>(after, rules, error);
    refused_by::<ZeroCopy>(after, rules, error);
    refused_by::<TokioUtil>(after, rules, error);
    refused_by::<Tonic>(after, rules, error);
}

const PLAIN: Rules = Rules {
    limit: 100,
    gzip: false,
};
const GZIP: Rules = Rules {
    limit: 100,
    gzip: true,
};

#[test]
fn a_length_over_the_limit_is_refused_by_its_prefix() {
    let length = u32::MAX.into();
    refused(
        &[0, 255, 255, 255, 255],
        PLAIN,
        FrameError::TooLong { length, limit: 100 },
    );
    let length = 101;
    refused(
        &frame(0, &[1; 101]),
        PLAIN,
        FrameError::TooLong { length, limit: 100 },
    );
    refused(
        &frame(1, &[1; 101]),
        GZIP,
        FrameError::TooLong { length, limit: 100 },
    );
}

#[test]
fn a_flag_that_nobody_agreed_upon_is_refused() {
    refused(&frame(1, b"abc"), PLAIN, FrameError::NoEncoding);
    for flag in [2, 3, 127, 128, 255] {
        refused(&frame(flag, b"abc"), PLAIN, FrameError::UnknownFlag(flag));
        refused(&frame(flag, b"abc"), GZIP, FrameError::UnknownFlag(flag));
        // The flag first.
        refused(
            &[flag, 255, 255, 255, 255],
            PLAIN,
            FrameError::UnknownFlag(flag),
        );
    }
}

#[test]
fn an_end_inside_a_frame_is_noticed_wherever_it_is() {
    let whole = frame(0, b"abcdef");
    for end in 1..whole.len() {
        let error = match end {
            1..PREFIX => FrameError::EndsInPrefix { got: end as u8 },
            _ => FrameError::EndsInMessage {
                got: (end - PREFIX) as u32,
                of: 6,
            },
        };
        refused(&whole[..end], PLAIN, error);
    }
}

#[test]
fn a_compressed_message_is_held_to_the_limit_when_inflated() {
    let bomb = gzip(&[0; 101]);
    refused(
        &frame(1, &bomb),
        GZIP,
        FrameError::InflatesTooLong {
            size: 101,
            limit: 100,
        },
    );
    refused(&frame(1, b"none"), GZIP, FrameError::Gzip);
    refused(&frame(1, b""), GZIP, FrameError::Gzip);
    let (messages, verdict) = of::<Tonic>(&frame(1, &gzip(&[0; 100])), 0, GZIP);
    assert_eq!((messages, verdict), (vec![vec![0; 100]], Ok(())));
}

/// As said of [`Tonic`].
#[test]
fn tonic_passes_over_a_second_member() {
    let twice = [gzip(b"one"), gzip(b"two")].concat();
    let (messages, verdict) = of::<Tonic>(&frame(1, &twice), 0, GZIP);
    assert_eq!((messages, verdict), (vec![b"one".to_vec()], Ok(())));
    refused_by::<ZeroCopy>(&frame(1, &twice), GZIP, FrameError::Gzip);
}

/// Memory for what a chunk does not complete: none for what was refused, and no more than was announced for what was accepted.
#[test]
fn a_prefix_alone_reserves_nothing_that_was_not_accepted() {
    fn held<D: Deframer>(stream: &[u8], rules: Rules) -> usize {
        let mut deframer = D::new(rules);
        // tokio-util's buffer has its first 8 KiB without being asked.
        let before = deframer.held().expect("it says");
        let _ = deframer.feed(Bytes::copy_from_slice(stream), |_| ());
        deframer.held().expect("it says").saturating_sub(before)
    }
    let limit = 1 << 20;
    let rules = Rules { limit, ..PLAIN };
    let most = limit as usize + 64;
    for held in [
        held::<NaiveVec>,
        held::<BytesMutDeframer>,
        held::<ZeroCopy>,
        held::<TokioUtil>,
    ] {
        assert!(held(&[0, 0, 0x10, 0, 1], rules) <= 64, "over the limit");
        assert!(
            held(&[0, 0, 0x10, 0, 0, b'x'], rules) <= most,
            "at the limit"
        );
    }
    assert_eq!(held::<ZeroCopy>(&[0, 0, 0x10, 0, 0], rules), 0);
    assert_eq!(held::<ZeroCopy>(&[0, 0, 0x10, 0, 0, b'x'], rules), 1 << 20);
}

/// Who copies what.
#[test]
fn a_message_that_lies_whole_in_a_chunk_is_sliced_out_of_it() {
    let stream = Bytes::from(frame(0, &large()));
    let inside = |part: &[u8]| stream.as_ptr_range().contains(&part.as_ptr());
    let whole = [stream.clone()];
    let prefix_before = [
        stream.slice(..2),
        stream.slice(2..PREFIX),
        stream.slice(PREFIX..),
    ];
    let cut = [stream.slice(..4_096), stream.slice(4_096..)];
    fn last<D: Deframer>(chunks: &[Bytes]) -> D::Message {
        let mut last = None;
        let mut deframer = D::new(Rules::default());
        for chunk in chunks {
            let fed = deframer.feed(chunk.clone(), |message| last = Some(message));
            fed.expect("it is good");
        }
        last.expect("a message")
    }
    assert!(inside(&last::<ZeroCopy>(&whole)));
    assert!(inside(&last::<ZeroCopy>(&prefix_before)));
    assert!(!inside(&last::<ZeroCopy>(&cut)));
    assert!(!inside(&last::<NaiveVec>(&whole)));
    assert!(!inside(&last::<BytesMutDeframer>(&whole)));
    assert!(!inside(&last::<TokioUtil>(&whole)));
    assert!(!inside(&last::<Tonic>(&whole)));
}

/// Decoders that are wrong in some way.
#[derive(Debug)]
struct Broken<const HOW: u8>(ZeroCopy, usize);

impl<const HOW: u8> Deframer for Broken<HOW> {
    type Message = Bytes;

    const BY: &'static str = "broken";

    fn new(rules: Rules) -> Self {
        Broken(ZeroCopy::new(rules), 0)
    }

    fn advance(&mut self, chunk: Bytes, mut each: impl FnMut(Bytes)) -> Result<(), FrameError> {
        self.1 += 1;
        let chunk = match HOW {
            // Takes an end of a chunk inside a prefix for padding.
            0 if chunk.len() == 4 => return Ok(()),
            _ => chunk,
        };
        let mut seen = 0;
        let chunks = self.1;
        self.0.advance(chunk, |message| {
            seen += 1;
            match HOW {
                1 => each(message.slice(..message.len() - 1)),
                2 if seen == 100 => (),
                // State that a second op finds.
                3 if chunks > 3 => each(Bytes::new()),
                4 => {
                    let mut changed = message.to_vec();
                    changed[13] ^= 1;
                    each(changed.into());
                }
                _ => each(message),
            }
        })
    }

    fn end(&mut self) -> Result<(), FrameError> {
        match HOW {
            5 => Ok(()),
            _ => self.0.end(),
        }
    }

    fn held(&self) -> Option<usize> {
        None
    }

    fn failure(&mut self) -> &mut Option<FrameError> {
        self.0.failure()
    }
}

#[test]
fn the_proof_finds_what_is_broken() {
    let scenes = Scene::all();
    let found = |prove: fn(&Scene) -> Result<(), String>| {
        let proofs = scenes.iter().filter(|scene| scene.name != "large-gzip");
        let failed: Vec<_> = proofs.filter_map(|scene| prove(scene).err()).collect();
        failed
    };
    assert!(!found(prove::deframes::<Broken<0>>).is_empty());
    assert_eq!(found(prove::deframes::<Broken<1>>).len(), 6);
    assert_eq!(found(prove::deframes::<Broken<2>>).len(), 1);
    assert_eq!(found(prove::deframes::<Broken<3>>).len(), 6);
    assert_eq!(found(prove::deframes::<Broken<4>>).len(), 6);
    assert_eq!(found(prove::deframes::<Broken<5>>).len(), 6);
    assert_eq!(found(prove::deframes::<Broken<9>>), Vec::<String>::new());
}

/// A bomb that is not honest: cut to the limit it is corrupt, and tonic comes to the limit.
#[test]
fn a_bomb_that_lies_is_refused_as_well() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder
        .write_all(&vec![0; 30_000])
        .expect("memory takes it");
    let mut bomb = encoder.finish().expect("memory takes it");
    let end = bomb.len() - 4;
    bomb[end..].copy_from_slice(&90_u32.to_le_bytes());
    assert!(bomb.len() <= 100, "it would be refused by its prefix");
    refused_by::<NaiveVec>(&frame(1, &bomb), GZIP, FrameError::Gzip);
    refused_by::<BytesMutDeframer>(&frame(1, &bomb), GZIP, FrameError::Gzip);
    refused_by::<ZeroCopy>(&frame(1, &bomb), GZIP, FrameError::Gzip);
    refused_by::<TokioUtil>(&frame(1, &bomb), GZIP, FrameError::Gzip);
    let error = FrameError::InflatesTooLong {
        size: 0,
        limit: 100,
    };
    refused_by::<Tonic>(&frame(1, &bomb), GZIP, error);
}
