//! What filters match, and what they say of words that cannot.

use super::*;

const IDS: [&str; 7] = [
    "append/encode/prost/raw",
    "append/encode/prost/base64",
    "append/encode/prost/base64@base64-simd",
    "append/decode/prost-bytes/raw",
    "append-16/encode/prost/base64-field",
    "append-4Ki/decode/quick-protobuf/raw",
    "tree/read/protobuf/raw",
];

fn ids() -> Vec<CellId> {
    IDS.iter().map(|id| id.parse().unwrap()).collect()
}

/// The tags of a case: `append` and its sizes have bytes, and all but the plain one are of a sweep.
fn tags(case: &str) -> Vec<String> {
    let mut tags = Vec::new();
    if case.starts_with("append") {
        tags.push("bytes".to_owned());
    }
    if case.starts_with("append-") {
        tags.push("sweep".to_owned());
    }
    tags
}

fn kept(filter: &str) -> Vec<usize> {
    let filter = Filter::parse(filter).unwrap();
    let ids = ids();
    let kept = ids.iter().enumerate();
    kept.filter(|(_, id)| filter.keeps(id, &tags(&id.case)))
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn a_bare_word_is_a_regular_expression_on_the_id() {
    assert_eq!(kept(""), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(kept("append"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(kept("^append/"), [0, 1, 2, 3]);
    assert_eq!(kept("^append-(16|4Ki)/(?:de|en)code/"), [4, 5]);
    assert_eq!(kept("/raw$"), [0, 3, 5, 6]);
    assert_eq!(kept("^append/encode/prost/raw$"), [0]);
}

#[test]
fn a_part_is_compared_as_a_whole() {
    assert_eq!(kept("case:append"), [0, 1, 2, 3]);
    assert_eq!(kept("case:append-*"), [4, 5]);
    assert_eq!(kept("case:a*-*6,tree"), [4, 6]);
    assert_eq!(kept("case:*"), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(kept("op:read,decode"), [3, 5, 6]);
    assert_eq!(kept("codec:prost"), [0, 1, 2, 4]);
    assert_eq!(kept("codec:*prost*"), [0, 1, 2, 3, 4]);
    assert_eq!(kept("codec:*quick*protobuf*"), [5]);
    assert_eq!(kept("wrap:base64"), [1, 2]);
    assert_eq!(kept("wrap:base64*"), [1, 2, 4]);
    assert_eq!(kept("engine:base64"), [1, 4]);
    assert_eq!(kept("engine:*"), [1, 2, 4]);
    assert_eq!(kept("tag:sweep"), [4, 5]);
    assert_eq!(kept("tag:s*p,none"), [4, 5]);
}

#[test]
fn the_way_of_a_task_has_no_engine() {
    let keeps = |filter: &str, id: &str| {
        Filter::parse(filter)
            .unwrap()
            .keeps(&id.parse().unwrap(), &[])
    };
    assert!(!keeps("engine:*", "large/deframe/zero-copy/reused"));
    assert!(!keeps("engine:base64", "value-16/set/bin-base64/direct"));
    assert!(keeps("engine:base64", "intact/decode/prost/base64"));
}

#[test]
fn all_words_must_match_and_a_mark_negates() {
    assert_eq!(kept("case:append op:encode wrap:raw"), [0]);
    assert_eq!(kept("  append \t !decode\n!engine:base64-simd "), [0, 1, 4]);
    assert_eq!(kept("!tag:bytes"), [6]);
    assert_eq!(kept("!engine:*"), [0, 3, 5, 6]);
    assert_eq!(kept("case:append !case:append"), [0; 0]);
}

#[test]
fn wildcards_do_not_overlap() {
    assert_eq!(kept("case:tre*ee"), [0; 0]);
    assert_eq!(kept("case:tr*e*e"), [6]);
    assert_eq!(kept("case:t**e"), [6]);
    assert_eq!(kept("op:decod*e"), [3, 5]);
}

#[test]
fn paths_and_groups_are_no_keys() {
    for word in ["codec::prost::tests", "(?:a)", "(?i:TREE)", "::"] {
        assert!(Filter::parse(word).is_ok(), "{word}");
    }
    assert_eq!(kept("(?i:TREE)"), [6]);
}

#[test]
fn the_race_is_kept_unless_single_cells_are_asked_for() {
    let kept = |filter: &str| {
        let filter = Filter::parse(filter).unwrap();
        filter.keeps_across("append", "encode", "race", &tags("append"))
    };
    for filter in [
        "",
        "append",
        "race",
        "encode",
        "case:append op:encode",
        "tag:bytes !tree",
    ] {
        assert!(kept(filter), "{filter}");
    }
    for filter in [
        "decode",
        "/raw$",
        "codec:prost",
        "!wrap:raw",
        "tag:sweep",
        "engine:*",
    ] {
        assert!(!kept(filter), "{filter}");
    }
}

#[track_caller]
fn refused(filter: &str, word: &str, remedy: &str) {
    let said = Filter::parse(filter).unwrap_err().to_string();
    assert!(
        said.starts_with(&format!("filter word `{word}`: ")),
        "{said}"
    );
    assert!(said.contains(remedy), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_word_that_cannot_match_is_named_with_the_remedy() {
    refused("append cse:x", "cse:x", "did you mean `case:`?");
    refused(
        "zzz:x",
        "zzz:x",
        "the keys are case, op, codec, wrap, engine, tag",
    );
    refused("case:", "case:", "an alternative is empty");
    refused("case:a,,b", "case:a,,b", "an alternative is empty");
    refused("a !codec:x,", "!codec:x,", "an alternative is empty");
    refused("op:(en|de)code", "op:(en|de)code", "no name has a `(`");
    refused(
        "wrap:base64@base64-simd",
        "wrap:base64@base64-simd",
        "`wrap:base64 engine:base64-simd`",
    );
    refused("raw (append", "(append", "unclosed group");
    refused("![", "![", "no regular expression");
    refused("append !", "!", "it negates nothing");
}

#[test]
fn the_nearest_are_offered() {
    let nothing = |filter: &str| {
        let filter = Filter::parse(filter).unwrap();
        assert!(!ids().iter().any(|id| filter.keeps(id, &[])), "{filter}");
        filter
            .nothing("the record", &ids(), "cargo wiretax list")
            .to_string()
    };
    let said = nothing("case:apend op:encode codec:prost wrap:rav");
    assert!(
        said.contains("the nearest: `append/encode/prost/raw`, "),
        "{said}"
    );
    assert!(said.contains("`cargo wiretax list` shows all"), "{said}");
    let said = nothing("tre/read");
    assert!(
        said.contains("the nearest: `tree/read/protobuf/raw`, "),
        "{said}"
    );
    let none = Filter::parse("x")
        .unwrap()
        .nothing("it", [], "list")
        .to_string();
    assert!(none.contains("there is none"), "{none}");
}

/// The document's examples: lines of a filter, ` # `, and how many of the ids above it keeps.
#[test]
fn the_documents_examples_are_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/FILTER.md");
    let text = std::fs::read_to_string(path).unwrap();
    let examples: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.split_once("  # "))
        .map(|(filter, says)| (filter.trim(), says.trim()))
        .collect();
    assert!(examples.len() >= 8, "{examples:?}");
    for (filter, says) in examples {
        let kept = kept(filter);
        let count = says.split(' ').next().unwrap().parse::<usize>();
        assert_eq!(count, Ok(kept.len()), "{filter}: {kept:?}");
    }
    for id in IDS {
        assert!(text.contains(id), "{id}");
    }
}
