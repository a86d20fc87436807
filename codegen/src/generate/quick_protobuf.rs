//! `quick-protobuf`: pb-rs, whose types borrow strings, bytes and packed fixed-width data.

use std::fmt::Write;
use std::path::Path;

use super::{Generated, Generator, Job, Refusal};
use crate::flat::{Dialect, Flat};
use crate::payload::check::PackedFixed;
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

    fn unsound(&self, packed_fixed: Option<&PackedFixed>) -> Option<String> {
        let packed = packed_fixed?;
        let here = match packed.is_aligned() {
            false => "not aligned in a buffer that is aligned, as allocators give it",
            true => "aligned in a buffer that is aligned, as allocators give it, and in no other",
        };
        Some(format!(
            "read_packed_fixed makes a slice at whatever address the payload's bytes have; where that is not aligned, it is \
             undefined behaviour. Here `{}`, of {}-byte values, begins at byte {}: {here}. Measured raw, it lies at another \
             address in each sample, most of them not aligned. This follows from the payload and was not seen: only debug builds \
             look, and abort",
            packed.path, packed.width, packed.offset
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_whether_this_payload_is_aligned() {
        let at = |offset| {
            let path = "prices[0]".to_owned();
            let width = 8;
            QuickProtobuf
                .unsound(Some(&PackedFixed {
                    path,
                    offset,
                    width,
                }))
                .unwrap()
        };
        assert!(at(11).contains(
            "`prices[0]`, of 8-byte values, begins at byte 11: not aligned in a buffer that is"
        ));
        assert!(at(16).contains("begins at byte 16: aligned in a buffer that is"));
        assert!(
            at(16).contains(
                "most of them not aligned. This follows from the payload and was not seen"
            )
        );
        assert_eq!(QuickProtobuf.unsound(None), None);
    }
}
