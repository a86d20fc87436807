//! Suites that are wrong: each with one message that names the place and the remedy.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::Suite;
use super::tests::{Folder, case};
use crate::limits::{MAX_CASES, MAX_RULES, MAX_SUITE};

#[test]
fn bad_suites_are_refused_with_place_and_remedy() {
    let folder = Folder::new();
    let refused = |keys: &[(&str, &str)]| folder.refusal(&case(keys));
    let generated = |keys: &[(&str, &str)]| {
        refused(&[&[("payload", ""), ("generate", "{ seed = 1 }")], keys].concat())
    };
    let mut wrong = Vec::new();
    let known_engines = "(known: base64, base64-simd-engine, base64-simd, base64-turbo)";
    for (got, expected) in [
        // Unknown keys and words.
        (
            refused(&[("mesage", "\"p.User\"")]),
            "suite.toml:2:1: unknown key `mesage`; did you mean `message`?".to_owned(),
        ),
        (
            refused(&[("generate", "{ seed = 1, sise = 3 }")]),
            "suite.toml:2:24: unknown key `sise`; did you mean `size`?".to_owned(),
        ),
        (
            folder.refusal(&format!("[default]\nops = []\n{}", case(&[]))),
            "suite.toml:1:2: unknown key `default`; did you mean `defaults`?".to_owned(),
        ),
        (
            refused(&[("ops", "[\"encode\", \"decde\"]")]),
            "suite.toml:4:18: unknown op `decde`; did you mean `decode`? (known: encode, decode, read)"
                .to_owned(),
        ),
        (
            refused(&[("wraps", "[\"gzip\"]")]),
            "suite.toml:7:10: unknown wrap `gzip`; known: raw, base64, base64-field".to_owned(),
        ),
        (
            refused(&[("engines", "[\"base64-trubo\"]")]),
            format!("suite.toml:2:12: unknown engine `base64-trubo`; did you mean `base64-turbo`? {known_engines}"),
        ),
        (
            refused(&[("measure", "{ raed = [\"raw\"] }")]),
            "suite.toml:2:13: unknown op `raed`; did you mean `read`? (known: encode, decode, read)".to_owned(),
        ),
        (
            refused(&[("measure", "{ read = [\"raw\"] }")]),
            "suite.toml:2:13: `measure` has `read`, which is not in `ops`; add \"read\" to `ops`".to_owned(),
        ),
        (
            refused(&[("measure", "{ encode = [\"raw@base64\"] }")]),
            "suite.toml:2:23: `raw@base64`: raw bytes take no engine; write `raw`".to_owned(),
        ),
        (
            refused(&[("ops", "[\"read\", \"read\"]")]),
            "suite.toml:4:16: `read` is listed twice; remove one of them".to_owned(),
        ),
        (
            refused(&[("ops", "[]")]),
            "suite.toml:4:7: case `one`: `ops` is empty; list at least one".to_owned(),
        ),
        // Lists that would measure nothing, or less than they seem to.
        (
            refused(&[("measure", "{ encode = [] }")]),
            "suite.toml:2:13: `measure` lists nothing for `encode`; list a wrap, or remove \"encode\" here"
                .to_owned(),
        ),
        (
            refused(&[("engines", "[]")]),
            "suite.toml:2:11: case `one`: `engines` is empty; list at least one, or remove `engines`".to_owned(),
        ),
        (
            refused(&[("wraps", "[]")]),
            "suite.toml:7:9: case `one`: `wraps` is empty; list at least one, or remove `wraps`".to_owned(),
        ),
        (
            folder.refusal(&format!("[defaults]\nengines = []\n{}", case(&[]))),
            "suite.toml:2:11: case `one`: `engines` is empty; list at least one".to_owned(),
        ),
        (
            refused(&[("include", "[]")]),
            "suite.toml:2:11: case `one`: `include` is empty; remove the key".to_owned(),
        ),
        (
            generated(&[("generate", "{ seed = 1, fields = { name = { content = \"wrod\" } } }")]),
            "suite.toml:2:54: unknown word `wrod`; did you mean `word`? (known: word, words, ascii".to_owned(),
        ),
        // TOML itself, and values of wrong types.
        (folder.refusal("[[case]]\nname = \n"), "suite.toml:2:8: ".to_owned()),
        (folder.refusal("[[case]]\nname = 3\n"), "suite.toml:2:8: invalid type: integer `3`".to_owned()),
        (
            folder.refusal("[[case]]\nname = \"x\"\n"),
            "suite.toml:1:1: missing field `schema`".to_owned(),
        ),
        (folder.refusal(""), "suite.toml:1:1: the suite has no case; add a [[case]]".to_owned()),
        (generated(&[("generate", "{ seed = -1 }")]), "suite.toml:2:21: ".to_owned()),
        (
            generated(&[("generate", "{ seed = 1, count = \"x\" }")]),
            "suite.toml:2:32: expected a number that is not negative, or [least, most]".to_owned(),
        ),
        // Missing files.
        (
            refused(&[("payload", "\"no.bin\"")]),
            "suite.toml:4:11: case `one`: payload no.bin does not exist; give a path".to_owned(),
        ),
        (
            refused(&[("schema", "\"no.proto\"")]),
            "suite.toml:5:10: case `one`: schema no.proto does not exist; give a path".to_owned(),
        ),
        (
            refused(&[("include", "[\"nowhere\"]")]),
            "suite.toml:2:12: case `one`: include nowhere does not exist; give a folder".to_owned(),
        ),
        (
            refused(&[("schema", "\"sub\"")]),
            "suite.toml:5:10: case `one`: schema sub is a folder; give a path".to_owned(),
        ),
        (
            refused(&[("include", "[\"sub\", \"a.proto\"]")]),
            "suite.toml:2:19: case `one`: include a.proto is no folder; give a folder relative".to_owned(),
        ),
        // Messages.
        (
            refused(&[("message", "\"p.Usr\"")]),
            "suite.toml:2:11: case `one`: message `p.Usr` is not in a.proto; did you mean `p.User`?".to_owned(),
        ),
        (
            refused(&[("message", "\"Order\"")]),
            "suite.toml:2:11: case `one`: message `Order` is not in a.proto; it has `p.User`".to_owned(),
        ),
        (refused(&[("message", "\"\"")]), "suite.toml:2:11: case `one`: `message` is empty".to_owned()),
        // Payloads.
        (
            refused(&[("payload", "\"cut.bin\"")]),
            "cut.bin: case `one`: not a valid `p.User`: at offset 1, field `name`: a length of 5 where 1 bytes \
             are left; give the wire bytes"
                .to_owned(),
        ),
        (
            refused(&[("payload", "\"empty.bin\"")]),
            "empty.bin: case `one`: empty payload: nothing to measure; give a payload".to_owned(),
        ),
        (
            generated(&[("generate", "{ seed = 1, fields = { name = { value = \"\" } } }")]),
            "suite.toml: case `one`: empty payload: nothing to measure; give a `size`".to_owned(),
        ),
        (
            generated(&[("generate", "{ seed = 1, fields = { nme = { skip = true } } }")]),
            "suite.toml:2:35: case `one`: cannot generate `p.User`: `nme`: p.User has no field `nme`; did you \
             mean `name`?"
                .to_owned(),
        ),
        (
            refused(&[("payload", "")]),
            "suite.toml:3:8: case `one` has neither `payload` nor `generate`; add payload".to_owned(),
        ),
        (
            refused(&[("generate", "{ seed = 1 }")]),
            "suite.toml:5:11: case `one` has both `payload` and `generate`; keep one of them".to_owned(),
        ),
        // Names.
        (
            folder.refusal(&format!("{}{}", case(&[]), case(&[]))),
            "suite.toml:9:8: case `one` is named twice, first on line 3; rename one".to_owned(),
        ),
        (refused(&[("name", "\"a/b\"")]), "suite.toml:3:8: `a/b` cannot be the name of a case".to_owned()),
        (refused(&[("name", "\"One\"")]), "suite.toml:3:8: `One` cannot be the name of a case".to_owned()),
        (refused(&[("name", "\"\"")]), "suite.toml:3:8: `` cannot be the name of a case".to_owned()),
        (
            refused(&[("name", "\"a23456789012345678901234567890123\"")]),
            "suite.toml:3:8: the name `a23456789012345678901234567890123` has 33 characters".to_owned(),
        ),
        (
            refused(&[("tags", "[\"bytes\", \"Two words\"]")]),
            "suite.toml:7:18: case `one`: tag \"Two words\" is no word of its own; give each tag once, of lower-case \
             letters, digits, `-`, `_` and `.`"
                .to_owned(),
        ),
        (
            refused(&[("tags", "[\"a\", \"a\"]")]),
            "suite.toml:7:14: case `one`: tag \"a\" is no word of its own; give each tag once, of lower-case letters, \
             digits, `-`, `_` and `.`"
                .to_owned(),
        ),
        (
            refused(&[("stresses", "\" \"")]),
            "suite.toml:6:12: case `one`: `stresses` must be one line that is not empty".to_owned(),
        ),
        (refused(&[("codecs", "[]")]), "suite.toml:4:8: case `one`: `codecs` is empty; remove the key".to_owned()),
        // Sweeps.
        (
            refused(&[("sweep", "{ field = \"name\", bytes = [1] }")]),
            "suite.toml:7:9: case `one`: a sweep needs `generate`".to_owned(),
        ),
        (
            generated(&[("sweep", "{ field = \"name\", bytes = [] }")]),
            "suite.toml:7:9: case `one`: the sweep has no sizes".to_owned(),
        ),
        (
            generated(&[("sweep", "{ field = \"nme\", bytes = [1] }")]),
            "suite.toml:7:35: case `one-1`: cannot generate `p.User`: `nme`: p.User has no field `nme`".to_owned(),
        ),
        (
            generated(&[("sweep", "{ field = \"name\", bytes = [1, 1] }")]),
            "suite.toml:7:39: case `one-1` is named twice".to_owned(),
        ),
        (
            generated(&[("generate", "{ seed = 1, size = 9 }"), ("sweep", "{ field = \"name\", bytes = [1] }")]),
            "suite.toml:7:9: case `one`: `sweep` and `size` contradict each other".to_owned(),
        ),
    ] {
        if !got.starts_with(&expected) {
            wrong.push(format!(" got {got}\nwant {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_suite_above_the_limits_is_refused() {
    let folder = Folder::new();
    let sweep = |sizes: usize| {
        let sizes: Vec<String> = (1..=sizes).map(|size| size.to_string()).collect();
        let sweep = format!("{{ field = \"name\", bytes = [{}] }}", sizes.join(", "));
        case(&[
            ("payload", ""),
            ("generate", "{ seed = 1 }"),
            ("sweep", &sweep),
        ])
    };
    assert_eq!(folder.load(&sweep(MAX_CASES)).cases.len(), MAX_CASES);
    let line = folder.refusal(&sweep(MAX_CASES + 1));
    assert!(
        line.starts_with("suite.toml:7:9: case `one`: the sweep has more than 256 sizes; remove"),
        "{line}"
    );
    let line = folder.refusal(&(sweep(MAX_CASES) + &case(&[])));
    assert!(
        line.contains(": the suite has more than 256 cases, sweeps included; split it"),
        "{line}"
    );

    let rules: Vec<String> = (0..=MAX_RULES).map(|n| format!("a{n} = {{}}")).collect();
    let generate = format!("{{ seed = 1, fields = {{ {} }} }}", rules.join(", "));
    let line = folder.refusal(&case(&[("payload", ""), ("generate", &generate)]));
    assert!(
        line.starts_with("suite.toml:2:12: case `one` has 1001 rules, more than 1000; write"),
        "{line}"
    );

    let path = folder.path("suite.toml");
    std::fs::write(&path, "#".repeat(MAX_SUITE as usize + 1)).unwrap();
    let line = Suite::load(&path).unwrap_err().to_string();
    assert!(
        line.ends_with("cannot read this suite file: more than 262144 bytes; split it"),
        "{line}"
    );
}

#[test]
fn toml_nested_without_end_is_refused() {
    let folder = Folder::new();
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    for text in [
        format!("a = {}", deep("[", "]")),
        format!("a = {}", deep("{a=", "}")),
        format!("a = {}", "[".repeat(200_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]", "a.".repeat(100_000)),
    ] {
        assert!(folder.refusal(&text).starts_with("suite.toml:1:"));
    }
    let rule = format!(
        "{{ seed = 1, fields = {{ '{}name' = {{}} }} }}",
        "name.".repeat(20_000)
    );
    let line = folder.refusal(&case(&[("payload", ""), ("generate", &rule)]));
    assert!(
        line.contains("a path of 20001 parts, more than 100; write the rule by"),
        "{line}"
    );
}

#[test]
fn a_suite_that_is_not_there_is_named() {
    let error = Suite::load(&PathBuf::from("no/such/suite.toml"))
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("no/such/suite.toml: cannot read this suite file: "),
        "{error}"
    );
}

#[test]
fn a_codec_that_is_not_there_is_named() {
    let suite = Folder::new().load(&case(&[("codecs", "[\"prost\", \"protbuf\"]")]));
    assert!(suite.check_codecs(&["prost", "protbuf"]).is_ok());
    let error = suite
        .check_codecs(&["prost", "protobuf"])
        .unwrap_err()
        .to_string();
    let expected = "suite.toml:2:20: unknown codec `protbuf`; did you mean `protobuf`? (known: prost, protobuf)";
    assert!(error.ends_with(expected), "{error}");
}

proptest! {
    /// Whatever a suite file holds, reading it ends in a suite or in a line that says why not.
    #[test]
    fn damaged_suites_do_not_panic(
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[ -~é\n]{0,4}"), 1..5,
        ),
    ) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proto/suite.toml");
        let mut text = include_str!("../../../proto/suite.toml").to_owned();
        for (from, length, new) in changes {
            let from = from.index(text.len());
            let end = (from + length.index(8)).min(text.len());
            if text.is_char_boundary(from) && text.is_char_boundary(end) {
                text.replace_range(from..end, &new);
            }
        }
        if let Err(error) = Suite::parse(&path, &text) {
            prop_assert!(!error.to_string().contains('\n'), "{}", error);
        }
    }
}
