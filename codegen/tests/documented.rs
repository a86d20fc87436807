//! Every TOML block of docs/SUITE.md is a suite, or a part of a case, that can be used; and every limit of the
//! code stands in its table.

#![forbid(unsafe_code)]

use std::path::Path;

use tempfile::TempDir;
use wiretax_codegen::payload::{Generate, generate};
use wiretax_codegen::schema::Schemas;
use wiretax_codegen::suite::Suite;
use wiretax_codegen::{limits, load};

const DOCUMENT: &str = include_str!("../../docs/SUITE.md");

/// The code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let rest = DOCUMENT.split(fence.as_str()).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap_or_default())
        .collect()
}

/// A block as a suite: a part of a case gets the rest of one.
fn whole(block: &str) -> String {
    if block.contains("[[case]]") {
        return block.to_owned();
    }
    let mut suite =
        "[[case]]\nname = \"part\"\nschema = \"orders.proto\"\nmessage = \"shop.Orders\"\n\
        stresses = \"a part\"\n"
            .to_owned();
    if !block.contains("generate") && !block.contains("payloads") {
        suite.push_str("payload = \"orders.bin\"\n");
    }
    suite + block
}

/// A folder with the files that the document speaks of.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let schema = folder.path().join("orders.proto");
    std::fs::write(&schema, blocks("proto")[0]).expect("the folder can be written");
    let include = [folder.path().to_owned()];
    let schema = Schemas::new().open(&schema, &include).expect("a schema");
    let message = schema.find("shop.Orders").expect("the message is there");
    let payload = generate(&message, &Generate::default()).expect("it can be filled");
    for file in ["orders.bin", "small.bin", "large.bin", "return.bin"] {
        std::fs::write(folder.path().join(file), &payload).expect("the folder can be written");
    }
    folder
}

fn assert_usable(folder: &Path, text: &str) -> usize {
    let suite = Suite::parse(&folder.join("suite.toml"), text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut schemas = Schemas::new();
    for case in &suite.cases {
        schemas
            .load(case)
            .and_then(|schema| schema.message(case))
            .and_then(|message| load::payloads(case, &message))
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    suite.cases.len()
}

#[test]
fn every_block_can_be_used() {
    let folder = folder();
    let cases: Vec<usize> = blocks("toml")
        .into_iter()
        .map(|block| assert_usable(folder.path(), &whole(block)))
        .collect();
    assert_eq!(cases, [1, 2, 1, 1, 1, 1, 3]);
}

#[test]
fn every_limit_is_listed() {
    for (limit, listed) in [
        (limits::MAX_SUITE, "256 KiB"),
        (limits::MAX_CASES as u64, "sweep counted | 256 |"),
        (
            limits::MAX_RULES as u64,
            "rules of one `generate` | 1,000 |",
        ),
        (limits::MAX_PATH as u64, "path in a rule | 100 |"),
        (limits::MAX_SCHEMA, "16 MiB"),
        (limits::MAX_FILES as u64, "files of a schema | 1,000 |"),
        (
            limits::MAX_IMPORT_DEPTH as u64,
            "follow one another | 100 |",
        ),
        (limits::MAX_DECLARATIONS as u64, "500,000 |"),
        (limits::MAX_NAMES, "128 MiB"),
        (limits::MAX_TYPE_NESTING as u64, "| 64; in a"),
        (limits::MAX_MESSAGES as u64, "4,096 |"),
        (limits::MAX_MEMBERS as u64, "65,536 |"),
        (
            limits::MAX_PAYLOADS as u64,
            "payload files of a mix | 1,000 |",
        ),
        (
            limits::MAX_PASS as u64,
            "sum of its reduced weights | 10,000 |",
        ),
        (limits::MAX_PASS_BYTES, "of a pass together | 4096 MiB |"),
        (limits::MAX_PAYLOAD, "mix together | 256 MiB |"),
        (limits::MAX_ELEMENTS, "1,000,000 |"),
    ] {
        assert!(DOCUMENT.contains(listed), "{listed}");
        let digits: String = listed.chars().filter(char::is_ascii_digit).collect();
        let number: u64 = digits.parse().expect("a number");
        let unit = match listed {
            listed if listed.contains("MiB") => 1 << 20,
            listed if listed.contains("KiB") => 1 << 10,
            _ => 1,
        };
        assert_eq!(number * unit, limit, "{listed}");
    }
}
