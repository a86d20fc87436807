//! What generated code weighs: its lines, and what it adds to a program that does nothing but decode and encode.
//!
//! Each codec gets a program of its own that reads a message, decodes it, encodes it and writes it, with the profile
//! that the benches are built with; another one only reads and writes. The difference is the codec's: generated code
//! and what it needs of its runtime, as the linker leaves it.

use std::collections::BTreeMap;
use std::path::Path;

use object::{Object, ObjectSection, SectionFlags};
use wiretax_codegen::contents::{self, Code, Message};

use super::package::Package;
use super::{cargo, old};
use crate::error::Error;

/// What one codec weighs.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Cost {
    /// Name of the codec.
    pub codec: String,
    /// Message types that it takes.
    pub messages: usize,
    /// Lines that its generator wrote, without those that are blank or only a comment.
    pub lines: usize,
    /// Bytes that its generator wrote.
    pub source_bytes: u64,
    /// Bytes that it adds to a program, where that compiles.
    pub compiled_bytes: Option<u64>,
    /// What it would not take, and why there is no size, a line each.
    pub notes: Vec<String>,
}

/// The program without a codec.
const NOTHING: &str = "nothing";

/// Weighs every codec over the message types of the suite at an absolute path; with `case`, over that of one case.
///
/// # Errors
/// When the suite is at fault, has no such case, or nothing can be built.
pub fn weigh(suite: &Path, case: Option<&str>, profile: &str) -> Result<Vec<Cost>, Error> {
    let package = Package::for_what("cost", suite)?;
    let _alone = package.lock()?;
    old::remove(&cargo::target()?, package.folder());
    package.generate(&mut Vec::new())?;
    let mut messages =
        contents::read(&package.generated()).map_err(|error| Error::Suite(error.to_string()))?;
    if let Some(case) = case {
        let all: Vec<String> = messages.iter().flat_map(|of| of.cases.clone()).collect();
        messages.retain(|of| of.cases.iter().any(|name| name == case));
        if messages.is_empty() {
            return Err(Error::Suite(format!(
                "{}: no case `{case}`; it has {}",
                suite.display(),
                all.join(", ")
            )));
        }
    }
    let programs = programs(&messages);
    let texts: Vec<(&str, &str)> = programs
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    package.programs(&texts)?;
    let size = |program: &str| size(&package, program, profile);
    let nothing = size(NOTHING)?.map_err(Error::Suite)?;
    let mut costs = Vec::new();
    for codec in codecs(&messages) {
        let mut cost = source(&messages, codec);
        if cost.messages > 0 {
            eprintln!("wiretax: building a program with {codec}");
            match size(codec)? {
                Ok(with) => cost.compiled_bytes = Some(with.saturating_sub(nothing)),
                Err(why) => cost.notes.push(why),
            }
        }
        costs.push(cost);
    }
    Ok(costs)
}

fn codecs(messages: &[Message]) -> Vec<&str> {
    let mut list: Vec<&str> = Vec::new();
    for code in messages.iter().flat_map(|message| &message.codecs) {
        if !list.contains(&&*code.codec) {
            list.push(&code.codec);
        }
    }
    list
}

/// What the codec's generator wrote for all messages.
fn source(messages: &[Message], codec: &str) -> Cost {
    let mut cost = Cost {
        codec: codec.to_owned(),
        ..Cost::default()
    };
    for message in messages {
        for code in message.codecs.iter().filter(|code| code.codec == codec) {
            match code {
                Code {
                    made: Some((_, file)),
                    ..
                } => {
                    let text = std::fs::read_to_string(file).unwrap_or_default();
                    cost.messages += 1;
                    cost.source_bytes += text.len() as u64;
                    cost.lines += lines(&text);
                }
                Code { refused, .. } => {
                    let why = refused.as_deref().unwrap_or_default();
                    cost.notes
                        .push(format!("{} refused: {why}", message.message));
                }
            }
        }
    }
    cost
}

/// Lines with something in them other than a comment.
fn lines(text: &str) -> usize {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

/// A program for each codec, and one without.
fn programs(messages: &[Message]) -> BTreeMap<String, String> {
    let mut programs = BTreeMap::from([(NOTHING.to_owned(), program("", "out = wire.clone();\n"))]);
    for codec in codecs(messages) {
        let made = messages.iter().flat_map(|message| &message.codecs);
        let made = made.filter(|code| code.codec == codec);
        let calls: String = made
            .filter_map(|code| code.made.as_ref())
            .map(|(path, _)| format!("    carry({path}(), &wire, &mut out);\n"))
            .collect();
        programs.insert(codec.to_owned(), program(CARRY, &calls));
    }
    programs
}

const CARRY: &str = r#"
include!("generated/suite.rs");

fn carry<C: wiretax::codec::Codec>(codec: C, wire: &[u8], out: &mut Vec<u8>) {
    use wiretax::codec::Input;
    let home = C::Input::place(wire, 0);
    let mut scratch = C::Scratch::default();
    let carried = match codec.decode(C::Input::at(&home), &mut scratch) {
        Ok(message) => codec.encode(&message, out).is_ok(),
        Err(_) => false,
    };
    if !carried {
        out.clear();
    }
}
"#;

fn program(before: &str, calls: &str) -> String {
    format!(
        "//! Written by `wiretax cost`.\n#![recursion_limit = \"1024\"]\n#![allow(dead_code, unused_mut)]\n{before}\n\
         fn main() {{\n    use std::io::{{Read, Write}};\n    let mut wire = Vec::new();\n    \
         let _ = std::io::stdin().read_to_end(&mut wire);\n    let mut out = Vec::new();\n    {}\n    \
         let _ = std::io::stdout().write_all(&out);\n}}\n",
        calls.trim()
    )
}

/// Bytes of a program that are loaded to run it; the inner error says in a line why it does not compile.
fn size(package: &Package, program: &str, profile: &str) -> Result<Result<u64, String>, Error> {
    let name = package.executable(program);
    let built = cargo::build(&package.manifest(), profile, &["--bin", &*name])?;
    let Some(path) = &built.executable else {
        let said = built
            .errors
            .first()
            .and_then(|error| error["message"].as_str());
        let said = said.map_or_else(|| built.failure(program).to_string(), str::to_owned);
        return Ok(Err(format!("the program with it does not compile: {said}")));
    };
    let bytes = std::fs::read(path).map_err(|source| Error::Read {
        path: path.clone(),
        source,
    })?;
    Ok(loaded(&bytes).map_err(|error| format!("its program cannot be read: {error}")))
}

/// The sections that are loaded, but for those without content.
fn loaded(executable: &[u8]) -> Result<u64, object::Error> {
    let file = object::File::parse(executable)?;
    let is_loaded = |flags| match flags {
        SectionFlags::Elf { sh_flags } => sh_flags & u64::from(object::elf::SHF_ALLOC) != 0,
        _ => true,
    };
    let sections = file.sections().filter(|section| is_loaded(section.flags()));
    Ok(sections
        .filter_map(|section| section.file_range())
        .map(|(_, length)| length)
        .sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_weigh_nothing() {
        assert_eq!(lines("// a\n\n  //! b\nlet x = 1; // c\n}\n"), 2);
    }

    #[test]
    fn what_is_loaded_of_this_test_is_less_than_its_file() {
        let path = std::env::current_exe().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let loaded = loaded(&bytes).unwrap();
        assert!(loaded > 0 && loaded < bytes.len() as u64, "{loaded}");
        assert!(super::loaded(b"no executable").is_err());
    }
}
