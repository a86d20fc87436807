//! Claims about headers: the suites of grpc-js change 2733, and base64's other hiding place.

use super::{Asked, Question, Wanted};

const LAYER: &str = "metadata";
/// Lengths of values.
const SIZES: [u32; 4] = [16, 128, 1_024, 8_192];

pub(super) fn questions() -> Vec<Question> {
    // Ops per second of the report, after over before.
    let (received, removed, sent) = (
        2_600_138.0 / 1_588_332.0,
        1_912_055.0 / 1_382_671.0,
        13_824_638.0 / 11_711_356.0,
    );
    let ask = |op: &str, slower: &str, faster: &str, theirs: f64| -> Vec<Asked> {
        let lists = ["headers-5", "headers-6", "headers-20"];
        let each = lists.into_iter().map(|list| {
            let id = |way: &str| format!("{list}/{op}/{way}");
            let theirs = (list == "headers-5").then_some(theirs);
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
    vec![
        Question {
            layer: LAYER,
            says: "a flat list of headers is filled faster than a hash map",
            rows: ask("from-raw", "header-map/grown", "flat-vec/grown", received),
        },
        Question {
            layer: LAYER,
            says: "and stays ahead where the six headers of the transport are removed from it",
            rows: ask(
                "common",
                "header-map/by-string",
                "flat-vec/by-string",
                removed,
            ),
        },
        Question {
            layer: LAYER,
            says: "and is written back faster",
            rows: ask("to-wire", "header-map/iter", "flat-vec/iter", sent),
        },
        Question {
            layer: LAYER,
            says: "a value of bytes takes more than twice as long to set as ASCII of the same length: it becomes base64",
            rows: value("set", "bin/tonic", "ascii/tonic", 2.0),
        },
        Question {
            layer: LAYER,
            says: "and more than twice as long to get",
            rows: value("get", "bin/tonic", "ascii/tonic", 2.0),
        },
        Question {
            layer: LAYER,
            says: "another engine alone makes setting bytes faster",
            rows: value("set", "bin/tonic", "bin-simd/base64-simd", 1.0),
        },
        Question {
            layer: LAYER,
            says: "and getting them",
            rows: value("get", "bin/tonic", "bin-simd/base64-simd", 1.0),
        },
    ]
}
