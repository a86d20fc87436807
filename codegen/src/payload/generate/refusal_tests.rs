//! Rules that do not fit, and sizes that cannot be reached: what is said of them.

use super::generate;
use super::rule_tests::{SOURCE, how, parse};

fn refusal(rules: &str) -> String {
    generate(&parse(SOURCE), &how(rules))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_rule_that_does_not_fit_says_so() {
    let rule = |rule: &str| refusal(&format!("[case.generate.fields]\n{rule}"));
    for (given, expected) in [
        (
            "x = { count = 1 }",
            "`x`: t.M has no field `x`; it has i, s, b, list",
        ),
        (
            "wrods = { count = 1 }",
            "`wrods`: t.M has no field `wrods`; did you mean `words`",
        ),
        (
            "'sub.nmae' = { length = 1 }",
            "`sub.nmae`: t.Sub has no field `nmae`; did you mean `name`?",
        ),
        (
            "'i.x' = { length = 1 }",
            "`i.x`: nothing lies below `i`; shorten the path",
        ),
        (
            "i = { length = 1 }",
            "`i` has type int32, which takes no `length`, `chars` or `content`",
        ),
        (
            "i = { count = 1 }",
            "`i` has type int32, which takes no `count`",
        ),
        (
            "s = { range = [1, 2] }",
            "`s` has type string, which takes no `range`",
        ),
        (
            "s = { content = 'random' }",
            "`s` is a string, which random bytes are not; take `ascii`",
        ),
        (
            "s = { content = 'uuid', length = 3 }",
            "`s`: a UUID has its own length",
        ),
        (
            "s = { chars = 3 }",
            "`s`: `chars` is for content = \"json\"",
        ),
        (
            "s = { value = 'x', length = 3 }",
            "`s`: `value` and `skip` leave nothing",
        ),
        (
            "s = { length = [3, 2] }",
            "`length` = [3, 2] is empty; put the least first",
        ),
        (
            "s = { value = 3 }",
            "`s`: type string cannot hold this integer; give a string",
        ),
        (
            "e = { value = 'ON' }",
            "`e`: t.E has no value `ON`; did you mean `ONE`?",
        ),
        (
            "sub = { value = { nn = 1 } }",
            "`sub`: t.Sub has no field `nn`; did you mean `n`?",
        ),
        (
            "sub = { value = 1 }",
            "`sub`: type t.Sub cannot hold this integer; give a table",
        ),
        (
            "list = { value = 1 }",
            "`list`: type repeated uint64 cannot hold this integer; give an array",
        ),
        (
            "map = { value = 1 }",
            "`map`: type map cannot hold this integer; give a table of keys",
        ),
        (
            "flags = { value = { on = 1 } }",
            "`flags`: `on` is no key of type bool",
        ),
        (
            "d = { value = nan }",
            "`d`: type double cannot hold this float",
        ),
        (
            "i = { range = [0, 3000000000] }",
            "`i`: the range does not fit type int32",
        ),
        (
            "u = { range = [-1, 1] }",
            "`u`: the range does not fit type uint64",
        ),
        (
            "i = { range = [0.5, 1.5] }",
            "`i`: the range does not fit type int32",
        ),
        (
            "i = { range = [2, 1] }",
            "`i`: the range is empty; put the least first",
        ),
        (
            "flags = { count = 3 }",
            "`flags`: only 2 different keys for 3 entries",
        ),
    ] {
        let got = rule(given);
        assert!(got.starts_with(expected), "{given}: {got}");
        assert!(!got.contains('\n'));
    }
    let error = generate(
        &parse(SOURCE),
        &how("[case.generate.fields]\ns = { value = 3 }"),
    )
    .unwrap_err();
    assert_eq!(error.at.map(|at| (at.line, at.column)), Some((9, 1)));
    assert!(refusal("only = ['sub.nn']").contains("did you mean `n`?"));
    assert!(refusal("grow = 's'").contains("`grow` without `size`"));
    assert!(refusal("size = 99\ngrow = 'i'").contains("`i` has type int32, which cannot grow"));
    let both = "size = 99\ngrow = 's'\n[case.generate.fields]\ns = { length = 4 }";
    assert!(refusal(both).contains("the rule of `s` fixes what is to grow"));
    assert!(refusal("size = 0").contains("a size of 0"));
    assert!(refusal("size = 1000000000000").contains("more than"));
    assert!(
        refusal("size = 20\n[case.generate.fields]\ns = { length = 500 }").contains("take 503")
    );
    assert!(refusal("count = 1000000").contains("grows past"));
}

#[test]
fn a_name_that_two_fields_have_is_refused() {
    let source = "syntax = \"proto3\"; package t; message M { a.Sub a = 1; b.Sub b = 2; message X { message Sub { int32 n = 1; } }
        X.Sub c = 3; message Sub { int32 n = 1; } Sub d = 4; }"
        .replace("a.Sub a = 1; b.Sub b = 2;", "");
    let error = generate(
        &parse(&source),
        &how("[case.generate.fields]\n'Sub.n' = { range = [1, 2] }"),
    );
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("write more of the name")
    );
}

#[test]
fn absurd_counts_and_lengths_are_refused_before_anything_is_made() {
    for rule in [
        "selves = { count = 4000000000 }",
        "'M.selves' = { count = 4000000000 }",
        "list = { count = 4000000000 }",
        "words = { count = 9223372036854775807 }",
        "map = { count = 4000000000 }",
        "'M.map' = { count = 2000000 }",
        "s = { length = 9223372036854775807 }",
        "s = { content = 'json', chars = 9223372036854775807 }",
    ] {
        let got = refusal(&format!("[case.generate.fields]\n{rule}"));
        assert!(got.contains("grows past"), "{rule}: {got}");
    }
    assert!(refusal("count = 4000000000").contains("grows past"));
    assert!(refusal("depth = 4000000000\ncount = 2").contains("nested more than"));
    let few = refusal("[case.generate.fields]\nflags = { count = 4000000000 }");
    assert!(few.contains("only 2 different keys"), "{few}");
}
