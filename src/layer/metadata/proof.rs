//! Proof of the ways with lists of headers: against the lists as they are written down, from which the raw pairs are made.

use std::fmt::Debug;

use super::calls::{ABSENT, Call, TRANSPORT};
use super::headers::{By, send, strip_by_key, strip_by_str};
use super::store::{Metadata, Room};
use super::{Limit, Pair, Pseudo};
use crate::measure::Place;

type Fields = Vec<(Vec<u8>, Vec<u8>)>;

/// Beside what the transport takes out: names that only look like that, and one that is there twice.
const BESIDE: [(&str, &str); 8] = [
    ("tes", "trailers"),
    ("xte", "trailers"),
    ("grpc-timeout-x", "1S"),
    ("x-content-type", "a"),
    ("encoding", "gzip"),
    ("x-accept-encoding", "gzip"),
    ("x-twice", "first"),
    ("x-twice", "second"),
];

/// The pairs give the headers of the call and its pseudo headers.
pub(super) fn from_raw<M: Metadata>(call: Call, room: Room) -> Result<(), String> {
    let (pseudo, metadata) = received::<M>(&call.pairs(&Place::default()), room)?;
    same(
        "pseudo headers",
        pseudo_fields(&pseudo),
        expected(call.pseudo),
    )?;
    same("headers", fields(&metadata), expected(call.ordinary))
}

/// All six and nothing else are taken out, of the call and of a list of what only looks like them; each of the six
/// alone is, too.
pub(super) fn common<M: Metadata>(call: Call, by: By) -> Result<(), String> {
    let strip = |pairs: &[Pair], names: &[&'static str]| {
        let (_, mut metadata) = received::<M>(pairs, Room::Grown)?;
        match by {
            By::Str => strip_by_str(&mut metadata, names),
            By::Key => {
                let keys: Vec<M::Key> = names.iter().copied().map(M::key).collect();
                strip_by_key(&mut metadata, &keys);
            }
        }
        Ok::<_, String>(fields(&metadata))
    };
    let kept = |list: &[(&'static str, &'static str)], names: &[&str]| {
        let kept = list.iter().filter(|(name, _)| !names.contains(name));
        expected(&kept.copied().collect::<Vec<_>>())
    };
    let pairs = call.pairs(&Place::default());
    same(
        "headers that are kept",
        strip(&pairs, &TRANSPORT)?,
        kept(call.ordinary, &TRANSPORT),
    )?;

    // Each of the six, then what is like them, then each of the six again.
    let six = TRANSPORT.map(|name| (name, "v"));
    let list: Vec<_> = six.iter().chain(&BESIDE).chain(&six).copied().collect();
    let pseudo = call.pseudo.iter().chain(&list);
    let pairs: Vec<Pair> = pseudo
        .map(|&(name, value)| (name.into(), value.into()))
        .collect();
    same(
        "what only looks like them",
        strip(&pairs, &TRANSPORT)?,
        kept(&list, &TRANSPORT),
    )?;
    for name in TRANSPORT {
        same(name, strip(&pairs, &[name])?, kept(&list, &[name]))?;
    }
    Ok(())
}

/// What is handed over are the call's headers, the pseudo headers in front; and they can be received again.
pub(super) fn to_wire<M: Metadata>(call: Call) -> Result<(), String> {
    let (pseudo, metadata) = received::<M>(&call.pairs(&Place::default()), Room::Grown)?;
    let mut sent = Fields::new();
    send(&pseudo, &metadata, |name, value| {
        sent.push((name.to_vec(), value.to_vec()))
    });
    let again: Vec<Pair> = sent
        .iter()
        .map(|(name, value)| (name.clone().into(), value.clone().into()))
        .collect();
    let ordinary = sent.split_off(call.pseudo.len());
    same("pseudo headers sent", sorted(sent), expected(call.pseudo))?;
    same("headers sent", sorted(ordinary), expected(call.ordinary))?;
    let (_, metadata) = received::<M>(&again, Room::Grown)?;
    same(
        "headers sent and received again",
        fields(&metadata),
        expected(call.ordinary),
    )
}

/// Each header of the call is found, by the first of its values, and what is not there is not.
pub(super) fn get<M: Metadata>(call: Call, by: By) -> Result<(), String> {
    let (_, metadata) = received::<M>(&call.pairs(&Place::default()), Room::Grown)?;
    let find = |name: &'static str| match by {
        By::Str => metadata.get(name).map(<[u8]>::to_vec),
        By::Key => metadata.get_key(&M::key(name)).map(<[u8]>::to_vec),
    };
    // tonic has other calls for -bin.
    for (name, _) in call
        .ordinary
        .iter()
        .filter(|(name, _)| !name.ends_with("-bin"))
    {
        let first = call.ordinary.iter().find(|(there, _)| there == name);
        same(
            name,
            find(name),
            first.map(|(_, value)| value.as_bytes().to_vec()),
        )?;
    }
    same(
        "the header asked for",
        find(call.wanted.0),
        Some(call.wanted.1.as_bytes().to_vec()),
    )?;
    same("a header that is not there", find(ABSENT), None)
}

fn received<M: Metadata>(pairs: &[Pair], room: Room) -> Result<(Pseudo, M), String> {
    M::from_raw(pairs, Limit::default(), room).map_err(|error| error.to_string())
}

/// By name; those of a name stay in their order, and an order across names is promised by nobody (gRPC, Custom-Metadata).
pub(super) fn sorted(mut fields: Fields) -> Fields {
    fields.sort_by(|left, right| left.0.cmp(&right.0));
    fields
}

pub(super) fn fields<M: Metadata>(metadata: &M) -> Fields {
    let mut fields = Fields::new();
    metadata.each(|name, value| fields.push((name.to_vec(), value.to_vec())));
    sorted(fields)
}

fn pseudo_fields(pseudo: &Pseudo) -> Fields {
    let mut fields = Fields::new();
    pseudo.each(|name, value| fields.push((name.to_vec(), value.to_vec())));
    sorted(fields)
}

fn expected(list: &[(&str, &str)]) -> Fields {
    let fields = list
        .iter()
        .map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()));
    sorted(fields.collect())
}

/// Whether two are the same, or else what they are.
pub(super) fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, should be {expected:?}"))
}
