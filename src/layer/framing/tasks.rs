//! The tasks of this layer, and what is timed of them.

use std::hint::black_box;
use std::rc::Rc;

use bytes::Bytes;

use super::deframe::{BytesMutDeframer, Deframer, NaiveVec, TokioUtil, Tonic, ZeroCopy};
use super::frame::{
    BytesMutFramer, Framer, NaiveVecFramer, Slices, TokioUtilFramer, TonicFramer, TwoBuffers,
};
use super::head::Rules;
use super::scene::{Scene, large, small};
use super::{FrameError, prove};
use crate::codec::Input as _;
use crate::layer::{Task, Way};
use crate::measure::{Loop, timed};

/// The tasks of this layer: `deframe` for each scene, and `frame` for the messages in them.
pub fn tasks() -> Vec<Task> {
    let mut tasks: Vec<Task> = Scene::all().into_iter().map(deframe).collect();
    let plain = Rules::default();
    let gzip = Rules {
        gzip: true,
        ..plain
    };
    tasks.push(frame("small", "a message of 14 bytes", small(), plain));
    tasks.push(frame("large", "a message of 65,540 bytes", large(), plain));
    tasks.push(frame(
        "large-gzip",
        "a message of 65,540 bytes, compressed with gzip",
        large(),
        gzip,
    ));
    tasks
}

fn deframe(scene: Scene) -> Task {
    let scene = Rc::new(scene);
    let mut ways = Vec::new();
    ways.extend(deframe_ways::<NaiveVec>(&scene));
    ways.extend(deframe_ways::<BytesMutDeframer>(&scene));
    ways.extend(deframe_ways::<ZeroCopy>(&scene));
    ways.extend(deframe_ways::<TokioUtil>(&scene));
    ways.extend(deframe_ways::<Tonic>(&scene));
    Task {
        name: scene.name,
        op: "deframe",
        tags: &["framing"],
        what: format!(
            "{}: cut from its frame, its length and its first and last byte read, and dropped",
            scene.what
        ),
        bytes: scene.stream().len() as u64,
        ways,
        free: Vec::new(),
    }
}

/// `fresh` makes a decoder for each op, `reused` has one for all, to which the ops are one long stream. The end of a stream
/// is in neither.
fn deframe_ways<D: Deframer + 'static>(scene: &Rc<Scene>) -> [Way; 2] {
    let way = |how, looped: fn(Rc<Scene>) -> Loop| {
        let (proven, timed) = (scene.clone(), scene.clone());
        Way::new(
            D::BY,
            how,
            move || prove::deframes::<D>(&proven),
            move || looped(timed.clone()),
        )
    };
    [
        way("fresh", deframe_fresh::<D>),
        way("reused", deframe_reused::<D>),
    ]
}

fn deframe_fresh<D: Deframer>(scene: Rc<Scene>) -> Loop {
    Loop::new(move |iterations, place| {
        let chunks = scene.placed(place);
        let _pad = place.pad(0);
        timed(iterations, || {
            let mut deframer = D::new(black_box(scene.rules));
            feed_all(&mut deframer, &chunks);
        })
    })
}

fn deframe_reused<D: Deframer>(scene: Rc<Scene>) -> Loop {
    Loop::new(move |iterations, place| {
        let chunks = scene.placed(place);
        let _pad = place.pad(0);
        let mut deframer = D::new(scene.rules);
        // A reused buffer has its size already.
        feed_all(&mut deframer, &chunks);
        timed(iterations, || feed_all(&mut deframer, &chunks))
    })
}

/// Every way gets a handle to each chunk, as from a connection, and gives its messages one by one.
#[inline(always)]
fn feed_all<D: Deframer>(deframer: &mut D, chunks: &[Bytes]) {
    for chunk in chunks {
        let fed = deframer.feed(black_box(chunk).clone(), |message| {
            seen(&[message.as_ref()]);
        });
        proven(fed);
    }
}

fn frame(name: &'static str, what: &str, message: Vec<u8>, rules: Rules) -> Task {
    let bytes = message.len() as u64;
    let message = Bytes::from(message);
    let ways = vec![
        frame_way::<NaiveVecFramer>("fresh", frame_fresh::<NaiveVecFramer>, &message, rules),
        frame_way::<BytesMutFramer>("fresh", frame_fresh::<BytesMutFramer>, &message, rules),
        frame_way::<BytesMutFramer>("reused", frame_reused::<BytesMutFramer>, &message, rules),
        // It has nothing that could be reused.
        frame_way::<TwoBuffers>("fresh", frame_fresh::<TwoBuffers>, &message, rules),
        frame_way::<TokioUtilFramer>("fresh", frame_fresh::<TokioUtilFramer>, &message, rules),
        frame_way::<TokioUtilFramer>("reused", frame_reused::<TokioUtilFramer>, &message, rules),
        frame_way::<TonicFramer>("fresh", frame_fresh::<TonicFramer>, &message, rules),
        frame_way::<TonicFramer>("reused", frame_reused::<TonicFramer>, &message, rules),
    ];
    Task {
        name,
        op: "frame",
        tags: &["framing"],
        what: format!(
            "{what}: put into a frame, whose length and first and last byte are read, and dropped"
        ),
        bytes,
        ways,
        free: Vec::new(),
    }
}

fn frame_way<F: Framer>(
    how: &'static str,
    looped: fn(Bytes, Rules) -> Loop,
    message: &Bytes,
    rules: Rules,
) -> Way {
    let (proven, timed) = (message.clone(), message.clone());
    Way::new(
        F::BY,
        how,
        move || prove::frames::<F>(&proven, rules),
        move || looped(timed.clone(), rules),
    )
}

fn frame_fresh<F: Framer>(message: Bytes, rules: Rules) -> Loop {
    Loop::new(move |iterations, place| {
        let message = Bytes::place(&message, place.offset(0));
        let _pad = place.pad(0);
        timed(iterations, || {
            let mut framer = F::new(black_box(rules));
            frame_one(&mut framer, &message);
        })
    })
}

fn frame_reused<F: Framer>(message: Bytes, rules: Rules) -> Loop {
    Loop::new(move |iterations, place| {
        let message = Bytes::place(&message, place.offset(0));
        let _pad = place.pad(0);
        let mut framer = F::new(rules);
        frame_one(&mut framer, &message);
        timed(iterations, || frame_one(&mut framer, &message))
    })
}

#[inline(always)]
fn frame_one<F: Framer>(framer: &mut F, message: &Bytes) {
    seen(&proven(framer.frame(black_box(message))).slices());
}

/// What is read of every result: its length, and its first and last byte.
#[inline(always)]
fn seen(slices: &[&[u8]]) {
    let length: usize = slices.iter().map(|slice| slice.len()).sum();
    let first = slices.iter().find_map(|slice| slice.first());
    let last = slices.iter().rev().find_map(|slice| slice.last());
    black_box((length, first.copied(), last.copied()));
}

/// The value of a call that the proof has shown to succeed.
#[inline(always)]
fn proven<T>(result: Result<T, FrameError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the proof has done the same: {error}"),
    }
}
