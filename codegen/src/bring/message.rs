//! The message: by its name, or as what a payload plausibly is.

use std::collections::BTreeSet;
use std::path::PathBuf;

use prost_reflect::MessageDescriptor;

use super::BringError;
use crate::payload::form::{Candidate, Form, candidates, contained, recognise};
use crate::schema::{Schema, reach};

/// A message that someone may have meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its full name.
    pub message: String,
    /// In a line: how the payload would read as it.
    pub how: String,
    /// How plausible that is, from 0 to about 1; 0 where there is no payload.
    pub score: f64,
}

/// Whether there is something to choose.
pub(super) enum Guess {
    /// There is not.
    Sure(Offer),
    /// There is.
    Open(Vec<Offer>),
}

/// A message this far behind the first is not worth a question.
const CLEAR: f64 = 0.5;
/// A message must explain this much of a payload to be named where another was asked for, and as many are named.
const GOOD: f64 = 0.6;
const INSTEAD: usize = 3;
/// How many are offered.
const OFFERS: usize = 8;

/// The message of that name; the last parts of it will do where they mean one message only.
pub(super) fn named(schema: &Schema, name: &str) -> Result<MessageDescriptor, BringError> {
    let near = match schema.find(name) {
        Ok(message) => return Ok(message),
        Err(near) => near,
    };
    let end = format!(".{}", name.trim_start_matches('.'));
    let names = schema.names();
    let mut ending = names.iter().filter(|full| full.ends_with(&end));
    if let (Some(only), None) = (ending.next(), ending.next())
        && let Ok(message) = schema.find(only)
    {
        return Ok(message);
    }
    Err(BringError::NoMessage {
        schema: schema.path.clone(),
        name: name.to_owned(),
        remedy: schema.offer(&near),
    })
}

/// Whether it can be measured at all.
pub(super) fn usable(schema: &Schema, message: &MessageDescriptor) -> Result<(), BringError> {
    reach::check(message).map_err(|refused| BringError::Unusable {
        schema: schema.path.clone(),
        name: message.full_name().to_owned(),
        what: refused.what,
        remedy: refused.remedy,
    })
}

/// The messages that all payloads plausibly are; without a payload, all of the schema's own.
pub(super) fn guessed(
    schema: &Schema,
    payloads: &[(PathBuf, Vec<u8>)],
) -> Result<Guess, BringError> {
    let Some(((path, bytes), others)) = payloads.split_first() else {
        return Ok(Guess::Open(every(schema)));
    };
    let found = candidates(bytes, &schema.pool);
    let fits = |candidate: &Candidate| {
        others
            .iter()
            .all(|(_, bytes)| recognise(bytes, &candidate.message).is_ok())
    };
    let mut offers: Vec<Offer> = found.iter().filter(|of| fits(of)).map(offer).collect();
    offers.truncate(OFFERS);
    let Some(first) = offers.first() else {
        return Err(BringError::NonePlausible {
            path: path.clone(),
            schema: schema.path.clone(),
        });
    };
    let clear = first.score * CLEAR;
    if offers.iter().skip(1).all(|offer| offer.score < clear) {
        return Ok(Guess::Sure(offers.swap_remove(0)));
    }
    Ok(Guess::Open(offers))
}

/// The other messages that a payload plausibly is which cannot be read as the one that was named.
pub(super) fn instead(
    bytes: &[u8],
    named: &MessageDescriptor,
    format: Option<Form>,
) -> Vec<String> {
    let mut found = candidates(bytes, named.parent_pool());
    found.retain(|candidate| {
        candidate.message != *named && format.is_none_or(|form| form == candidate.form)
    });
    let best = found.first().map_or(0.0, |candidate| candidate.score);
    let clear = GOOD.max(best * CLEAR);
    found
        .iter()
        .filter(|candidate| candidate.score >= clear)
        .take(INSTEAD)
        .map(|candidate| candidate.message.full_name().to_owned())
        .collect()
}

fn offer(candidate: &Candidate) -> Offer {
    let mut how = format!(
        "{}; {} of its fields seen",
        candidate.how, candidate.known_fields
    );
    if candidate.unknown_fields > 0 {
        how += &format!(", {} fields not known to it", candidate.unknown_fields);
    }
    Offer {
        message: candidate.message.full_name().to_owned(),
        how,
        score: candidate.score,
    }
}

/// Every message of the schema: those of its own file before those of its imports, and of either first those that
/// no other contains, which are the likelier ones to be sent.
fn every(schema: &Schema) -> Vec<Offer> {
    let imported = imported(schema);
    let contained = contained(&schema.pool);
    let well_known = |message: &MessageDescriptor| message.package_name() == "google.protobuf";
    let mut all: Vec<MessageDescriptor> = schema
        .pool
        .all_messages()
        .filter(|message| !message.is_map_entry())
        .collect();
    if !all.iter().all(well_known) {
        all.retain(|message| !well_known(message));
    }
    all.sort_by_key(|message| {
        (
            imported.contains(message.parent_file().name()),
            contained.contains(message.full_name()),
        )
    });
    let offer = |message: MessageDescriptor| Offer {
        message: message.full_name().to_owned(),
        how: String::new(),
        score: 0.0,
    };
    all.into_iter().map(offer).collect()
}

/// The files of a schema that it only imports: all but the one that was named, or, in a descriptor set, all that
/// another of them imports.
fn imported(schema: &Schema) -> BTreeSet<String> {
    let files = || schema.pool.files();
    let named = files()
        .filter(|file| schema.path.ends_with(file.name()))
        .max_by_key(|file| file.name().len());
    match named {
        Some(named) => files()
            .filter(|file| *file != named)
            .map(|file| file.name().to_owned())
            .collect(),
        None => files()
            .flat_map(|file| file.dependencies().collect::<Vec<_>>())
            .map(|file| file.name().to_owned())
            .collect(),
    }
}
