//! `quick-protobuf`: pb-rs, whose types borrow strings, bytes and packed fixed-width data.

use std::fmt::Write;
use std::path::Path;

use super::{Generated, Generator, Job, Refusal};
use crate::flat::{Dialect, Flat};
use crate::schema::guard::quietly;

/// pb-rs 0.10.
pub struct QuickProtobuf;

const STAGE: &str = "pb-rs";

impl Generator for QuickProtobuf {
    fn codec(&self) -> &'static str {
        "quick-protobuf"
    }

    fn dialect(&self, _flat: &Flat) -> Dialect {
        Dialect::Proto2Defaults
    }

    fn generate(&self, job: &Job<'_>) -> Result<Generated, Refusal> {
        if let Some(group) = job
            .flat
            .messages
            .iter()
            .find(|message| message.group.is_some())
        {
            let reason = format!(
                "{} is a group, which is not in its grammar (wire types 3 and 4)",
                group.origin
            );
            return Err(Refusal::new(STAGE, reason));
        }
        let folder = job.proto.parent().unwrap_or(Path::new("."));
        let run = || {
            let config = pb_rs::ConfigBuilder::new(&[job.proto], None, Some(&job.out), &[folder])?;
            pb_rs::types::FileDescriptor::run(&config.single_module(true).build())
        };
        quietly(run)
            .map_err(|panic| Refusal::new(STAGE, panic))?
            .map_err(|error| Refusal::new(STAGE, error))?;
        let file = job.out.join("flat.rs");
        let text = std::fs::read_to_string(&file).map_err(|error| {
            Refusal::new(STAGE, format!("wrote no {}: {error}", file.display()))
        })?;
        let borrows = (0..job.flat.messages.len())
            .map(|index| {
                // The parser stops without an error at what it does not know, so look for each type.
                let (borrowing, owned) = (
                    format!("pub struct Msg{index}<'a>"),
                    format!("pub struct Msg{index} "),
                );
                if text.contains(&borrowing) {
                    Ok(true)
                } else if text.contains(&owned) {
                    Ok(false)
                } else {
                    let origin = &job.flat.messages[index].origin;
                    Err(Refusal::new(
                        STAGE,
                        format!("stopped before {origin} and gave no type for it"),
                    ))
                }
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Generated { file, borrows })
    }

    fn adapter(&self, _root: &str) -> String {
        "::wiretax::codec::QuickProtobuf::<Borrowing>::new()".to_owned()
    }

    fn support(&self, _flat: &Flat, generated: &Generated) -> String {
        let lifetime = if generated.borrows[0] { "<'a>" } else { "" };
        let mut text = String::new();
        let _ = writeln!(text, "/// Stands for the root type at every lifetime.");
        let _ = writeln!(text, "pub struct Borrowing;");
        let _ = writeln!(text, "impl ::wiretax::codec::Family for Borrowing {{");
        let _ = writeln!(text, "    type Msg<'a> = generated::Msg0{lifetime};");
        let _ = writeln!(text, "}}");
        text
    }

    fn oneof(&self, _flat: &Flat, message: usize, oneof: usize) -> String {
        format!("mod_Msg{message}::OneOfo{oneof}")
    }

    fn variant(&self, field: &str) -> String {
        field.to_owned()
    }

    fn oneof_is_option(&self) -> bool {
        false
    }

    fn enums_are_types(&self) -> bool {
        true
    }

    fn unsound(&self, packed_fixed: bool) -> Option<&'static str> {
        packed_fixed.then_some(
            "read_packed_fixed makes a slice of 4 or 8 byte elements at any address; where the payload does \
             not happen to be aligned that is undefined behaviour (debug builds abort)",
        )
    }
}
