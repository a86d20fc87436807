//! `protobuf`: rust-protobuf 3 with its pure-Rust parser.

use std::path::Path;

use super::{Generated, Generator, Job, Refusal};
use crate::flat::{Flat, Label};
use crate::schema::guard::quietly;

/// protobuf-codegen 3.7.
pub struct Protobuf;

const STAGE: &str = "protobuf-codegen";

impl Generator for Protobuf {
    fn codec(&self) -> &'static str {
        "protobuf"
    }

    fn generate(&self, job: &Job<'_>) -> Result<Generated, Refusal> {
        let folder = job.proto.parent().unwrap_or(Path::new("."));
        let run = || {
            protobuf_codegen::Codegen::new()
                .pure()
                .out_dir(job.out)
                .include(folder)
                .input(job.proto)
                .run()
        };
        quietly(run)
            .map_err(|panic| Refusal::new(STAGE, panic))?
            .map_err(|error| Refusal::new(STAGE, format!("{error:#}")))?;
        let file = job.out.join("flat.rs");
        let text = std::fs::read_to_string(&file).map_err(|error| {
            Refusal::new(STAGE, format!("wrote no {}: {error}", file.display()))
        })?;
        if let Some(lost) = lost_group(job.flat, &text) {
            return Err(Refusal::new(
                STAGE,
                format!("leaves out {lost}: it knows groups and writes no field for one"),
            ));
        }
        Ok(Generated {
            file,
            borrows: vec![false; job.flat.messages.len()],
        })
    }

    fn as_fields(&self, flat: &Flat) -> Flat {
        let mut flat = flat.clone();
        for field in flat
            .messages
            .iter_mut()
            .flat_map(|message| &mut message.fields)
        {
            // Required is checked at the end of a parse, but held as an `Option` all the same.
            if field.label == Label::Required {
                field.label = Label::Explicit;
            }
        }
        flat
    }

    fn adapter(&self, root: &str) -> String {
        format!("::wiretax::codec::Protobuf::<{root}>::new()")
    }
}

/// The origin of a group field in whose place the generator put only a comment.
fn lost_group<'a>(flat: &'a Flat, text: &str) -> Option<&'a str> {
    flat.messages
        .iter()
        .filter_map(|message| Some((message, message.group?)))
        .find(|(_, home)| text.contains(&format!("// g{}: <group>", home.number)))
        .map(|(message, _)| message.origin.as_str())
}
