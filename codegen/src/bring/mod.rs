//! From what someone brings, a schema and captured files, to a suite in a folder.
//!
//! Nobody should have to write TOML to see their own message measured. What is written here is a suite like
//! any other: it can be kept, edited, and held in version control.
//!
//! | file | what |
//! |---|---|
//! | `roots` | finds the proto roots that nobody named |
//! | `imports` | follows imports to their roots |
//! | `message` | finds the message that nobody named |
//! | `workload` | reads the payloads, and makes one workload of several |
//! | `suite` | writes the suite |
//! | `error` | what can go wrong |

mod error;
mod imports;
mod message;
mod roots;
mod suite;
#[cfg(test)]
mod tests;
mod workload;

use std::path::PathBuf;
use std::rc::Rc;

use prost_reflect::MessageDescriptor;

pub use error::BringError;
pub use message::Offer;

use crate::generate;
use crate::limits::MAX_PAYLOAD;
use crate::nearest::did_you_mean;
use crate::payload;
use crate::payload::form::{Form, count};
use crate::read::{self, Wanted};
use crate::schema::{Schema, Schemas};

/// What someone brings.
#[derive(Clone, Debug, Default)]
pub struct Bring {
    /// A `.proto` file or a descriptor set.
    pub schema: PathBuf,
    /// Proto roots; where empty, they are looked for above the schema.
    pub include: Vec<PathBuf>,
    /// Full name of the message, or the last parts of it; where absent, it is looked for.
    pub message: Option<String>,
    /// Captured files.
    pub payloads: Vec<PathBuf>,
    /// What they hold; where absent, that is recognised.
    pub format: Option<Form>,
    /// How often each of them counts; where empty, alike.
    pub weights: Vec<u32>,
    /// Instead of payloads: make one.
    pub generate: Option<Generated>,
    /// The codecs to measure; where absent, all.
    pub codecs: Option<Vec<String>>,
}

/// A payload to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Wire bytes to aim for.
    pub size: u64,
    /// Decides everything that the schema leaves open.
    pub seed: u64,
}

/// What became of it.
#[derive(Debug)]
pub enum Brought {
    /// A suite of one case.
    Suite(Box<Suite>),
    /// Several messages are plausible, or none was asked for: someone must choose.
    Choose(Vec<Offer>),
}

/// A suite of one case, not yet written.
#[derive(Debug)]
pub struct Suite {
    schema: Rc<Schema>,
    roots: Vec<PathBuf>,
    files: Vec<PathBuf>,
    message: MessageDescriptor,
    work: Work,
    codecs: Option<Vec<String>>,
    /// For people, a line each: what was found out, and what they should know.
    pub notes: Vec<String>,
}

/// Where the wire bytes come from.
#[derive(Debug)]
enum Work {
    /// Messages with their weights.
    Messages(Vec<(Vec<u8>, u32)>),
    /// The generator.
    Generated(Generated),
}

impl Suite {
    /// Name of the case.
    #[must_use]
    pub fn case(&self) -> String {
        suite::name(self.message.name())
    }

    /// Full name of the message.
    #[must_use]
    pub fn message(&self) -> &str {
        self.message.full_name()
    }
}

/// Reads all of it and finds out what was not said.
///
/// # Errors
/// When something cannot be read, does not fit together, or is not enough.
pub fn bring(bring: &Bring) -> Result<Brought, BringError> {
    let known: Vec<&str> = generate::all().iter().map(|of| of.codec()).collect();
    for codec in bring.codecs.iter().flatten() {
        if !known.contains(&codec.as_str()) {
            return Err(BringError::NoCodec {
                codec: codec.clone(),
                remedy: did_you_mean(codec, known.iter().copied()),
            });
        }
    }
    let mut schemas = Schemas::new();
    let roots::Opened {
        schema,
        roots,
        note,
    } = roots::open(&mut schemas, &bring.schema, &bring.include)?;
    let mut notes = Vec::from_iter(note);
    let payloads = bring
        .payloads
        .iter()
        .map(|path| Ok((path.clone(), captured(path)?)))
        .collect::<Result<Vec<_>, BringError>>()?;
    let message = match &bring.message {
        Some(name) => message::named(&schema, name)?,
        None => match message::guessed(&schema, &payloads)? {
            message::Guess::Sure(offer) => {
                notes.push(format!(
                    "message: {}, the only one that the payload plausibly is; `--message` gives another",
                    offer.message
                ));
                message::named(&schema, &offer.message)?
            }
            message::Guess::Open(offers) => return Ok(Brought::Choose(offers)),
        },
    };
    message::usable(&schema, &message)?;
    let work = match (bring.generate, payloads.is_empty()) {
        (Some(_), false) => return Err(BringError::PayloadAndGenerate),
        (Some(generated), true) => {
            notes.extend(made(&message, generated));
            Work::Generated(generated)
        }
        (None, true) => return Err(BringError::NoPayload),
        (None, false) => Work::Messages(workload::read(
            &payloads,
            &message,
            bring.format,
            &bring.weights,
            &mut notes,
        )?),
    };
    Ok(Brought::Suite(Box::new(Suite {
        files: schemas.files(),
        schema,
        roots,
        message,
        work,
        codecs: bring.codecs.clone(),
        notes,
    })))
}

/// What the generator makes; where it cannot, the suite says why.
fn made(message: &MessageDescriptor, generated: Generated) -> Option<String> {
    let Generated { size, seed } = generated;
    let how = payload::Generate {
        seed,
        size: Some(size),
        ..payload::Generate::default()
    };
    let bytes = payload::generate(message, &how).ok()?;
    Some(format!(
        "a made-up payload of {}, from seed {seed}: what follows from it is about made-up data; a captured payload \
         may answer otherwise",
        count(bytes.len(), "byte")
    ))
}

/// Reads a captured file; `-` is standard input.
fn captured(path: &std::path::Path) -> Result<Vec<u8>, BringError> {
    if path.as_os_str() == "-" {
        use std::io::Read;
        let mut bytes = Vec::new();
        let read = std::io::stdin()
            .lock()
            .take(MAX_PAYLOAD + 1)
            .read_to_end(&mut bytes);
        read.map_err(BringError::Stdin)?;
        return Ok(bytes);
    }
    let wanted = Wanted {
        role: "payload",
        most: MAX_PAYLOAD,
        otherwise: "give a file that can be read",
        too_large: "give a smaller payload",
    };
    Ok(read::whole(path, &wanted)?)
}
