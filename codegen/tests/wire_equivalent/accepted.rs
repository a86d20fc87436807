//! Which schemas each generator takes, and that it says why where it does not.

use std::path::Path;

use prost_reflect::MessageDescriptor;
use wiretax_codegen::error::Error;
use wiretax_codegen::flat;
use wiretax_codegen::generate::{self, Generator, Job, Refusal};

use crate::schemas::{self, Sample};

/// Runs a generator on the flat form of a message, as a build does.
fn run(generator: &dyn Generator, message: &MessageDescriptor) -> Result<(), Refusal> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flat = flat::plan(message);
    let dialect = generator.dialect(&flat);
    let flat = dialect.fit(&flat);
    let proto = folder.path().join("flat.proto");
    std::fs::write(&proto, flat::print(&flat, dialect)).expect("the folder can be written");
    let job = Job {
        flat: &flat,
        proto: &proto,
        out: folder.path(),
    };
    let generated = generator.generate(&job)?;
    assert_generated(&generated.file, message);
    assert_eq!(generated.borrows.len(), flat.messages.len());
    Ok(())
}

fn assert_generated(file: &Path, message: &MessageDescriptor) {
    let length = file.metadata().map_or(0, |file| file.len());
    assert!(length > 0, "{}: an empty file", message.full_name());
}

/// The first refusal among the messages of a schema.
fn refusal(generator: &dyn Generator, sample: &Sample) -> Option<Refusal> {
    if let Err(error) = &sample.schema {
        return Some(Refusal::new("schema", error));
    }
    sample
        .messages()
        .iter()
        .find_map(|message| run(generator, message).err())
}

/// Editions nobody here can read; groups are more than two of the generators know.
fn is_known(codec: &str, sample: &Sample) -> bool {
    let has_groups = |message: &MessageDescriptor| flat::plan(message).has_groups();
    match &sample.schema {
        Err(error) => matches!(error, Error::Editions { .. }),
        Ok(_) => !codec.starts_with("prost") && sample.messages().iter().any(has_groups),
    }
}

/// Runs every generator over a folder of `../shared` and prints what came of it.
fn assert_only_known_refusals(folder: &str) {
    let Some(samples) = schemas::shared(folder) else {
        return;
    };
    for generator in generate::all() {
        let codec = generator.codec();
        let mut refused = 0;
        for sample in &samples {
            let Some(Refusal { stage, reason }) = refusal(generator.as_ref(), sample) else {
                continue;
            };
            println!("{codec:14}  {:24}  {stage}: {reason}", sample.name);
            assert!(!stage.is_empty() && !reason.is_empty(), "{}", sample.name);
            assert!(!reason.contains('\n'), "{}: {reason}", sample.name);
            assert!(
                is_known(codec, sample),
                "{}: {stage}: {reason}",
                sample.name
            );
            refused += 1;
        }
        let taken = samples.len() - refused;
        println!(
            "{codec:14}  takes {taken} of {} schemas of {folder}",
            samples.len()
        );
    }
}

#[test]
fn of_the_torture_schemas_only_groups_and_editions_are_refused() {
    assert_only_known_refusals("torture");
}

#[test]
fn of_the_corpus_only_groups_are_refused() {
    assert_only_known_refusals("corpus");
}
