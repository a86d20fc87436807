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
    let mut reused = D::new(scene.rules);
    let mut both = |chunks: &[Bytes], how: &str| {
        gives(&mut D::new(scene.rules), chunks, scene, true)
            .map_err(|why| format!("{how}: {why}"))?;
        gives(&mut reused, chunks, scene, false).map_err(|why| format!("{how}, reused: {why}"))
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

/// Feeds chunks, and compares the messages with the scene's.
fn gives<D: Deframer>(
    deframer: &mut D,
    chunks: &[Bytes],
    scene: &Scene,
    ends: bool,
) -> Result<(), String> {
    let mut found = Vec::new();
    for chunk in chunks {
        let fed = deframer.feed(chunk.clone(), |message| found.push(message));
        fed.map_err(|error| error.to_string())?;
    }
    if ends {
        deframer.finish().map_err(|error| error.to_string())?;
    }
    if found.len() != scene.messages.len() {
        return Err(format!(
            "{} messages instead of {}",
            found.len(),
            scene.messages.len()
        ));
    }
    for (at, (found, expected)) in found.iter().zip(&scene.messages).enumerate() {
        same(found.as_ref(), expected).map_err(|why| format!("message {at}: {why}"))?;
    }
    Ok(())
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
/// messages, the frames before being there still.
pub(super) fn frames<F: Framer>(message: &Bytes, rules: Rules) -> Result<(), String> {
    let mut framer = F::new(rules);
    let messages = [
        message.clone(),
        Bytes::new(),
        Bytes::from_static(b"x"),
        message.clone(),
    ];
    let mut made = Vec::new();
    for message in &messages {
        made.push(framer.frame(message).map_err(|error| error.to_string())?);
    }
    for (message, made) in messages.iter().zip(made) {
        let made = made.slices().concat();
        if !rules.gzip {
            same(&made, &frame(0, message))?;
            continue;
        }
        let compressed = made.get(PREFIX..).ok_or("no prefix")?;
        same(&made, &frame(1, compressed))?;
        let mut inflated = Vec::new();
        flate2::read::GzDecoder::new(compressed)
            .read_to_end(&mut inflated)
            .map_err(|error| error.to_string())?;
        same(&inflated, message)?;
    }
    Ok(())
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
