//! The tasks of whole lists of headers.

use std::hint::black_box;

use super::calls::{ABSENT, CALLS, Call, TRANSPORT};
use super::flat::Flat;
use super::receive::{Limit, Pseudo};
use super::store::{Metadata, Room};
use super::{MetadataError, proof};
use crate::layer::{Task, Way};
use crate::measure::{Loop, timed};

use http::HeaderMap;
use tonic::metadata::MetadataMap;

const TAGS: &[&str] = &["metadata", "headers"];

const HEADER_MAP: &str = "header-map";
const METADATA_MAP: &str = "metadata-map";
const FLAT_VEC: &str = "flat-vec";

/// How a header is named when one is asked for or taken out.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    /// By a `&str`, in whatever case, which is checked or compared in lower case each time.
    Str,
    /// By a name that was checked before.
    Key,
}

impl By {
    fn how(self) -> &'static str {
        match self {
            By::Str => "by-string",
            By::Key => "by-typed-key",
        }
    }
}

/// Each holder of metadata, by string and by typed key.
macro_rules! by_each {
    ($way:ident, $call:ident) => {
        vec![
            $way::<HeaderMap>($call, HEADER_MAP, By::Str),
            $way::<HeaderMap>($call, HEADER_MAP, By::Key),
            $way::<MetadataMap>($call, METADATA_MAP, By::Str),
            $way::<MetadataMap>($call, METADATA_MAP, By::Key),
            $way::<Flat>($call, FLAT_VEC, By::Str),
            $way::<Flat>($call, FLAT_VEC, By::Key),
        ]
    };
}

/// For each call, what is done with it.
pub(super) fn tasks() -> Vec<Task> {
    let of = |call: Call| [from_raw(call), common(call), to_wire(call), get(call)];
    CALLS.into_iter().flat_map(of).collect()
}

fn task(
    call: Call,
    op: &'static str,
    what: &str,
    ways: Vec<Way>,
    free: Vec<(&'static str, &'static str)>,
) -> Task {
    Task {
        name: call.name,
        op,
        tags: TAGS,
        what: format!("{what}; {}", call.about),
        bytes: call.bytes(),
        ways,
        free,
    }
}

fn from_raw(call: Call) -> Task {
    fn way<M: Metadata>(call: Call, by: &'static str, how: &'static str, room: Room) -> Way {
        Way::new(
            by,
            how,
            move || proof::from_raw::<M>(call, room),
            move || {
                Loop::new(move |iterations, place| {
                    let pairs = call.pairs(&place);
                    let _pad = place.pad(0);
                    timed(iterations, || {
                        let received =
                            proven(M::from_raw(black_box(&pairs), Limit::default(), room));
                        black_box(&received);
                    })
                })
            },
        )
    }
    let ways = vec![
        way::<HeaderMap>(call, HEADER_MAP, "grown", Room::Grown),
        way::<HeaderMap>(call, HEADER_MAP, "reserved", Room::Reserved),
        way::<Flat>(call, FLAT_VEC, "grown", Room::Grown),
        way::<Flat>(call, FLAT_VEC, "reserved", Room::Reserved),
    ];
    let what = "check names, values and the size of raw pairs, set the pseudo headers apart and hold the others, with \
         -bin values as the text that they are, then drop all";
    let free = vec![(
        METADATA_MAP,
        "takes the header-map as it is: MetadataMap::from_headers is a move",
    )];
    task(call, "from-raw", what, ways, free)
}

fn common(call: Call) -> Task {
    fn way<M: Metadata>(call: Call, name: &'static str, by: By) -> Way {
        Way::new(
            name,
            by.how(),
            move || proof::common::<M>(call, by),
            move || {
                Loop::new(move |iterations, place| {
                    let pairs = call.pairs(&place);
                    let keys = TRANSPORT.map(M::key);
                    let _pad = place.pad(0);
                    let received = || {
                        proven(M::from_raw(
                            black_box(&pairs),
                            Limit::default(),
                            Room::Grown,
                        ))
                    };
                    match by {
                        By::Str => timed(iterations, || {
                            let (pseudo, mut metadata) = received();
                            strip_by_str(&mut metadata, black_box(&TRANSPORT));
                            black_box((&pseudo, &metadata));
                        }),
                        By::Key => timed(iterations, || {
                            let (pseudo, mut metadata) = received();
                            strip_by_key(&mut metadata, black_box(&keys));
                            black_box((&pseudo, &metadata));
                        }),
                    }
                })
            },
        )
    }
    let what = "from-raw with room made as headers come, and take out the transport's 6, be they there or not";
    task(call, "common", what, by_each!(way, call), Vec::new())
}

fn get(call: Call) -> Task {
    fn way<M: Metadata>(call: Call, name: &'static str, by: By) -> Way {
        Way::new(
            name,
            by.how(),
            move || proof::get::<M>(call, by),
            move || {
                Loop::new(move |iterations, place| {
                    // What is received before it is timed lies elsewhere in each run.
                    let _pad = place.pad(0);
                    let (_, metadata) = proven(M::from_raw(
                        &call.pairs(&place),
                        Limit::default(),
                        Room::Grown,
                    ));
                    let names = [call.wanted.0, ABSENT];
                    let keys = names.map(M::key);
                    match by {
                        By::Str => timed(iterations, || {
                            for name in black_box(&names) {
                                black_box(black_box(&metadata).get(name));
                            }
                        }),
                        By::Key => timed(iterations, || {
                            for key in black_box(&keys) {
                                black_box(black_box(&metadata).get_key(key));
                            }
                        }),
                    }
                })
            },
        )
    }
    let what = "look up a header from the middle of the list and one that is not there";
    task(call, "get", what, by_each!(way, call), Vec::new())
}

fn to_wire(call: Call) -> Task {
    fn way<M: Metadata>(call: Call, by: &'static str) -> Way {
        Way::new(
            by,
            "iter",
            move || proof::to_wire::<M>(call),
            move || {
                Loop::new(move |iterations, place| {
                    let _pad = place.pad(0);
                    let sent = proven(M::from_raw(
                        &call.pairs(&place),
                        Limit::default(),
                        Room::Grown,
                    ));
                    timed(iterations, || {
                        let (pseudo, metadata) = black_box(&sent);
                        let mut size = 0;
                        send(pseudo, metadata, |name, value| {
                            size += name.len() + value.len() + Limit::EACH;
                            black_box((name, value));
                        });
                        black_box(size);
                    })
                })
            },
        )
    }
    let ways = vec![
        way::<HeaderMap>(call, HEADER_MAP),
        way::<Flat>(call, FLAT_VEC),
    ];
    let what = "hand the pseudo headers and then the others to an encoder, each as two slices of bytes, and sum their \
         size up; -bin values are text already";
    let free = vec![(
        METADATA_MAP,
        "gives the header-map that it is: MetadataMap::into_headers is a move",
    )];
    task(call, "to-wire", what, ways, free)
}

/// Hands all headers over, the pseudo headers in front.
#[inline]
pub(super) fn send<M: Metadata>(
    pseudo: &Pseudo,
    metadata: &M,
    mut field: impl FnMut(&[u8], &[u8]),
) {
    pseudo.each(&mut field);
    metadata.each(field);
}

/// Takes out what has one of these names.
#[inline]
pub(super) fn strip_by_str<M: Metadata>(metadata: &mut M, names: &[&str]) {
    for name in names {
        metadata.remove(name);
    }
}

/// Takes out what has one of these names.
#[inline]
pub(super) fn strip_by_key<M: Metadata>(metadata: &mut M, keys: &[M::Key]) {
    for key in keys {
        metadata.remove_key(key);
    }
}

/// What the proof has shown to be there.
#[inline]
fn proven<T>(received: Result<T, MetadataError>) -> T {
    received.expect("the same headers were taken in the proof")
}
