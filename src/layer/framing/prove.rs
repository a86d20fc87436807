//! That a way gives what it should, before it is timed.

use std::io::Read as _;

use bytes::Bytes;

use super::deframe::Deframer;
use super::frame::{Framer, Slices as _};
use super::head::{PREFIX, Rules};
use super::scene::{Scene, frame};
use crate::measure::Place;

/// Streams of up to so many bytes are cut everywhere.
const EVERYWHERE: usize = 2_048;
/// And those of up to so many at every pair of places.
const PAIRS: usize = 40;

/// A scene's stream gives its messages: as the scene cuts it, at every place, and byte by byte; by a decoder for each, and by one
/// that goes on from stream to stream. Cut off at any of these places, it is refused.
pub(super) fn deframes<D: Deframer>(scene: &Scene) -> Result<(), String> {
    let stream = Bytes::from(scene.stream());
    let places = places(stream.len());
    let mut reused = [Messages::Held, Messages::Dropped].map(|of| (D::new(scene.rules), of));
    let mut both = |chunks: &[Bytes], how: &str| {
        for (reused, messages) in &mut reused {
            gives(&mut D::new(scene.rules), chunks, scene, (*messages, true))
                .map_err(|why| format!("{how}, {messages:?}: {why}"))?;
            gives(reused, chunks, scene, (*messages, false))
                .map_err(|why| format!("{how}, {messages:?}, reused: {why}"))?;
        }
        Ok::<(), String>(())
    };
    both(&scene.placed(Place::default()), "as it comes")?;
    for &at in &places {
        let (front, rest) = (stream.slice(..at), stream.slice(at..));
        both(
            &[front.clone(), Bytes::new(), rest],
            &format!("cut at {at}"),
        )?;
        if stream.len() <= PAIRS {
            for end in at..=stream.len() {
                let parts = [front.clone(), stream.slice(at..end), stream.slice(end..)];
                both(&parts, &format!("cut at {at} and {end}"))?;
            }
        }
        if at < stream.len() {
            cut_off::<D>(scene, front).map_err(|why| format!("cut off at {at}: {why}"))?;
        }
    }
    if stream.len() <= EVERYWHERE {
        let bytes: Vec<Bytes> = (0..stream.len()).map(|at| stream.slice(at..=at)).collect();
        both(&bytes, "byte by byte")?;
    }
    Ok(())
}

/// Where a stream of this length is cut: everywhere, or around whatever could be a bound.
fn places(length: usize) -> Vec<usize> {
    if length <= EVERYWHERE {
        return (0..=length).collect();
    }
    let near = |at: usize| at - 1..=at + 1;
    let inner = (4_096..length - 1).step_by(4_096).flat_map(near);
    let ends = (0..=PREFIX + 3).chain(length - 8..=length);
    inner.chain(ends).collect()
}

/// What becomes of messages while more come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Messages {
    /// They are there until the end, so no buffer under one may be used again.
    Held,
    /// Each is gone before the next, as where it is timed.
    Dropped,
}

/// Feeds chunks, and compares the messages with the scene's as they come, and once more at the end where they are held; `ends`: the stream
/// is over then.
fn gives<D: Deframer>(
    deframer: &mut D,
    chunks: &[Bytes],
    scene: &Scene,
    (messages, ends): (Messages, bool),
) -> Result<(), String> {
    let (mut count, mut held, mut wrong) = (0, Vec::new(), Ok(()));
    let expected = |at: usize, found: &D::Message| match scene.messages.get(at) {
        Some(expected) => {
            same(found.as_ref(), expected).map_err(|why| format!("message {at}: {why}"))
        }
        None => Ok(()),
    };
    for chunk in chunks {
        let fed = deframer.feed(chunk.clone(), |message| {
            if wrong.is_ok() {
                wrong = expected(count, &message);
            }
            count += 1;
            if messages == Messages::Held {
                held.push(message);
            }
        });
        fed.map_err(|error| error.to_string())?;
    }
    if ends {
        deframer.finish().map_err(|error| error.to_string())?;
    }
    if count != scene.messages.len() {
        return Err(format!(
            "{count} messages instead of {}",
            scene.messages.len()
        ));
    }
    wrong?;
    held.iter()
        .enumerate()
        .try_for_each(|(at, found)| expected(at, found))
}

/// A stream that ends early gives only messages that are whole, and then an error, unless it ends between two.
fn cut_off<D: Deframer>(scene: &Scene, front: Bytes) -> Result<(), String> {
    let mut deframer = D::new(scene.rules);
    let length = front.len();
    let mut found = 0;
    let fed = deframer.feed(front, |_| found += 1);
    fed.map_err(|error| error.to_string())?;
    // Scenes have one message, or many of one size.
    let one = scene.stream().len() / scene.messages.len();
    if found != length / one {
        return Err(format!("{found} messages, and {} are whole", length / one));
    }
    let ended = deframer.finish();
    let well = length.is_multiple_of(one);
    // tonic takes an end after a prefix for a good one.
    let excused = D::BY == "tonic" && length % one == PREFIX;
    if ended.is_ok() != well && !excused {
        return Err(format!("its end is {ended:?}"));
    }
    Ok(())
}

/// The frame of a message is that which is made by hand; a compressed one inflates to the message. By one encoder for several
/// messages, the frames before being there still, and by one where each is gone before the next.
pub(super) fn frames<F: Framer>(message: &Bytes, rules: Rules) -> Result<(), String> {
    let mut framer = F::new(rules);
    let mut dropping = F::new(rules);
    let messages = [
        message.clone(),
        Bytes::new(),
        Bytes::from_static(b"x"),
        message.clone(),
    ];
    let mut made = Vec::new();
    for message in &messages {
        made.push(framer.frame(message).map_err(|error| error.to_string())?);
        let alone = dropping.frame(message).map_err(|error| error.to_string())?;
        holds(&alone.slices().concat(), message, rules)?;
    }
    let mut made = messages.iter().zip(made);
    made.try_for_each(|(message, made)| holds(&made.slices().concat(), message, rules))
}

/// Whether a frame is that of a message.
fn holds(made: &[u8], message: &Bytes, rules: Rules) -> Result<(), String> {
    if !rules.gzip {
        return same(made, &frame(0, message));
    }
    let compressed = made.get(PREFIX..).ok_or("no prefix")?;
    same(made, &frame(1, compressed))?;
    let mut inflated = Vec::new();
    flate2::read::GzDecoder::new(compressed)
        .read_to_end(&mut inflated)
        .map_err(|error| error.to_string())?;
    same(&inflated, message)
}

fn same(found: &[u8], expected: &[u8]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let at = found
        .iter()
        .zip(expected)
        .position(|(found, expected)| found != expected);
    let at = at.unwrap_or(found.len().min(expected.len()));
    let (found, expected) = (found.len(), expected.len());
    Err(format!(
        "{found} bytes instead of {expected}, which differ from byte {at} on"
    ))
}
