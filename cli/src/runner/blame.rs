//! Whose fault a compiler error is: generated code lies in one folder a message and codec, and the glue has
//! one module for each.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use wiretax_codegen::build::{Denied, GLUE};
use wiretax_codegen::generate::Refusal;

/// The codecs whose generated code these errors are in, each with its first error; none where an error
/// cannot be laid to any.
pub fn codecs(errors: &[Value], generated: &Path) -> Vec<Denied> {
    let glue = std::fs::read_to_string(generated.join(GLUE)).unwrap_or_default();
    let mut found = BTreeMap::new();
    for error in errors {
        let spans = error["spans"].as_array().map_or(&[][..], Vec::as_slice);
        // The last words, that so many errors were found, have no place.
        if spans.is_empty() {
            continue;
        }
        let Some(owner) = spans.iter().find_map(|span| owner(span, generated, &glue)) else {
            return Vec::new();
        };
        let text = error["message"].as_str().unwrap_or("no reason given");
        found.entry(owner).or_insert_with(|| text.to_owned());
    }
    let denied = |((module, codec), text): ((String, String), String)| Denied {
        module,
        codec,
        refusal: Refusal::new(
            "rustc",
            format!("its generated code does not compile: {text}"),
        ),
    };
    found.into_iter().map(denied).collect()
}

/// Module and codec of a place in the generated code.
fn owner(span: &Value, generated: &Path, glue: &str) -> Option<(String, String)> {
    let file = Path::new(span["file_name"].as_str()?);
    let below = file.strip_prefix(generated).ok().or_else(|| {
        // The compiler may name files from the package's folder on.
        file.strip_prefix(generated.file_name()?).ok()
    })?;
    let mut parts = below.iter().filter_map(|part| part.to_str());
    let (first, second) = (parts.next()?, parts.next());
    match second {
        Some(codec) => Some((first.to_owned(), codec.to_owned())),
        None if first == GLUE => {
            let line = usize::try_from(span["line_start"].as_u64()?).ok()?;
            module(glue, line)
        }
        None => None,
    }
}

/// The innermost message and codec module that a line of the glue is in.
fn module(glue: &str, line: usize) -> Option<(String, String)> {
    let names = glue.lines().take(line).filter_map(|line| {
        line.strip_prefix("pub mod ")
            .and_then(|rest| rest.strip_suffix(" {"))
    });
    let (mut message, mut codec) = (None, None);
    for name in names {
        if name.starts_with('m') && name[1..].chars().all(|c| c.is_ascii_digit()) {
            (message, codec) = (Some(name), None);
        } else {
            codec = Some(name);
        }
    }
    Some((message?.to_owned(), codec?.replace('_', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(file: &str, line: u64) -> Value {
        serde_json::json!({
            "message": "cannot find type `X`",
            "spans": [{ "file_name": file, "line_start": line }],
        })
    }

    #[test]
    fn errors_are_laid_to_the_codec_whose_code_they_are_in() {
        let folder = tempfile::tempdir().unwrap();
        let glue = "// head\npub mod m0 {\npub mod prost {\n}\npub mod prost_bytes {\nbad\n}\n}\n";
        std::fs::write(folder.path().join(GLUE), glue).unwrap();
        let in_folder = |file: &str| folder.path().join(file).display().to_string();
        let errors = [
            error(&in_folder("m3/quick-protobuf/flat.rs"), 7),
            error(&in_folder(GLUE), 6),
            serde_json::json!({ "message": "aborting", "spans": [] }),
        ];
        let found = codecs(&errors, folder.path());
        let pairs: Vec<_> = found.iter().map(|of| (&*of.module, &*of.codec)).collect();
        assert_eq!(pairs, [("m0", "prost-bytes"), ("m3", "quick-protobuf")]);
        assert!(found[0].refusal.reason.ends_with("cannot find type `X`"));
        let foreign = [error("/elsewhere/lib.rs", 1)];
        assert!(codecs(&foreign, folder.path()).is_empty());
    }
}
