//! One file a codec: how its own generator is run, and how its output is named.
//!
//! A generator that refuses, fails or panics gives a [`Refusal`], which every report shows; the other
//! codecs go on. To add a codec, write its file here, list it in [`all`], and give `wiretax::codec` the
//! adapter that [`Generator::adapter`] names.

mod prost;
mod protobuf;
mod quick_protobuf;

use std::path::{Path, PathBuf};

use crate::flat::{Dialect, Flat};
use crate::payload::check::PackedFixed;

/// What a codec would not take, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Who refused: a generator's crate name, or `suite` where the suite asked for it.
    pub stage: String,
    /// In a line.
    pub reason: String,
}

impl Refusal {
    /// A refusal with the reason squeezed into one line.
    pub fn new(stage: &str, reason: impl std::fmt::Display) -> Self {
        let reason = reason.to_string();
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        Refusal {
            stage: stage.to_owned(),
            reason,
        }
    }
}

/// Where a generator finds its input and puts its output.
#[derive(Debug)]
pub struct Job<'a> {
    /// The schema, fitted to the generator's dialect.
    pub flat: &'a Flat,
    /// The same as a file.
    pub proto: &'a Path,
    /// An empty folder of its own.
    pub out: &'a Path,
}

/// What came out.
#[derive(Debug)]
pub struct Generated {
    /// A Rust module file.
    pub file: PathBuf,
    /// Per message: whether its type borrows from the input and so takes a lifetime.
    pub borrows: Vec<bool>,
}

/// A codec's generator and its naming habits.
pub trait Generator {
    /// Name of the codec in suites, ids and reports.
    fn codec(&self) -> &'static str;

    /// The syntax that it reads best.
    fn dialect(&self, flat: &Flat) -> Dialect {
        Dialect::natural(flat)
    }

    /// Runs the generator.
    fn generate(&self, job: &Job<'_>) -> Result<Generated, Refusal>;

    /// The expression that makes the codec's adapter for the message type at `root`, a path.
    fn adapter(&self, root: &str) -> String;

    /// Items that the adapter needs beside the generated code, if any.
    fn support(&self, _flat: &Flat, _generated: &Generated) -> String {
        String::new()
    }

    /// The schema with the labels that the generated types really have.
    fn as_fields(&self, flat: &Flat) -> Flat {
        flat.clone()
    }

    /// Path of a message's type below the generated module.
    fn message(&self, flat: &Flat, message: usize) -> String {
        snake_modules(flat, message, &flat.short_name(message))
    }

    /// Path of a oneof's enum below the generated module.
    fn oneof(&self, flat: &Flat, message: usize, oneof: usize) -> String {
        let owner = snake_modules(flat, message, &flat.short_name(message).to_lowercase());
        format!("{owner}::O{oneof}")
    }

    /// Name of a oneof's variant.
    fn variant(&self, field: &str) -> String {
        let mut letters = field.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect()
    }

    /// Whether a field of a oneof is an `Option` of its enum; otherwise the enum has a variant `None`.
    fn oneof_is_option(&self) -> bool {
        true
    }

    /// Whether enum fields have a Rust enum type, for which the glue must say how it becomes a number.
    fn enums_are_types(&self) -> bool {
        false
    }

    /// Why decoding such data is undefined behaviour in the codec's own code, if it is.
    /// `packed_fixed`: the packed fixed-width data that the payload holds, if it does.
    fn unsound(&self, _packed_fixed: Option<&PackedFixed>) -> Option<String> {
        None
    }
}

/// Every codec, in the order of the reports.
pub fn all() -> Vec<Box<dyn Generator>> {
    vec![
        Box::new(prost::Prost { bytes: false }),
        Box::new(prost::Prost { bytes: true }),
        Box::new(protobuf::Protobuf),
        Box::new(quick_protobuf::QuickProtobuf),
    ]
}

/// `msg0::g5::` and so on for the enclosing messages, then `name`.
fn snake_modules(flat: &Flat, message: usize, name: &str) -> String {
    let nesting = flat.nesting(message);
    let mut path = String::new();
    for &outer in &nesting[..nesting.len() - 1] {
        path.push_str(&flat.short_name(outer).to_lowercase());
        path.push_str("::");
    }
    path + name
}
