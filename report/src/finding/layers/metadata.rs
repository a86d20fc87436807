//! Claims about headers: the suites of grpc-js change 2733, and base64's other hiding place.

use super::{Asked, Question, Theirs, Wanted};

const LAYER: &str = "metadata";
/// Lengths of values.
const SIZES: [u32; 4] = [16, 128, 1_024, 8_192];

pub(super) fn questions() -> Vec<Question> {
    let ask = |op: &str, slower: &str, faster: &str, suite, before, after| -> Vec<Asked> {
        let lists = ["headers-5", "headers-6", "headers-20"];
        let each = lists.into_iter().map(|list| {
            let id = |way: &str| format!("{list}/{op}/{way}");
            let theirs = (list == "headers-5").then_some(Theirs {
                suite,
                before,
                after,
            });
            (id(slower), id(faster), Wanted::Above(1.0), theirs)
        });
        each.collect()
    };
    let value = |op: &str, slower: &str, faster: &str, above: f64| -> Vec<Asked> {
        let each = SIZES.into_iter().map(|size| {
            let id = |way: &str| format!("value-{size}/{op}/{way}");
            (id(slower), id(faster), Wanted::Above(above), None)
        });
        each.collect()
    };
    let (grown, by_string, iter) = (
        ["header-map/grown", "flat-vec/grown"],
        ["header-map/by-string", "flat-vec/by-string"],
        ["header-map/iter", "flat-vec/iter"],
    );
    let received = ask(
        "from-raw",
        grown[0],
        grown[1],
        "fromHttp2Headers",
        1_588_332.0,
        2_600_138.0,
    );
    let removed = ask(
        "common",
        by_string[0],
        by_string[1],
        "fromHttp2Headers + common operations",
        1_382_671.0,
        1_912_055.0,
    );
    let sent = ask(
        "to-wire",
        iter[0],
        iter[1],
        "toHttp2Headers",
        11_711_356.0,
        13_824_638.0,
    );
    let (scalar, simd, turbo) = (
        "bin-base64/direct",
        "bin-base64-simd/direct",
        "bin-base64-turbo/direct",
    );
    let claims = [
        (
            "A flat list of handles is filled faster than a hash map as an HTTP/2 stack fills it, which copies values",
            received,
        ),
        (
            "A flat list stays ahead where the six headers of the transport are removed",
            removed,
        ),
        (
            "A flat list hands its headers to what encodes them faster than a hash map",
            sent,
        ),
        (
            "A `-bin` value takes more than twice as long to set as ASCII of the same length: it becomes base64",
            value("set", "bin/tonic", "ascii/tonic", 2.0),
        ),
        (
            "A `-bin` value takes more than twice as long to get as ASCII of the same length",
            value("get", "bin/tonic", "ascii/tonic", 2.0),
        ),
        (
            "A `-bin` value is set faster where base64-simd takes the place of base64",
            value("set", scalar, simd, 1.0),
        ),
        (
            "A `-bin` value is got faster where base64-simd takes the place of base64",
            value("get", scalar, simd, 1.0),
        ),
        (
            "A `-bin` value is set faster where base64-turbo takes the place of base64",
            value("set", scalar, turbo, 1.0),
        ),
        (
            "A `-bin` value is got faster where base64-turbo takes the place of base64",
            value("get", scalar, turbo, 1.0),
        ),
    ];
    let questions = claims.into_iter();
    questions
        .map(|(says, rows)| Question::new(LAYER, says, rows))
        .collect()
}
