//! Claims about framing, and the suites of the report that they come from: grpc-js change 2733, a decoder of the stream before and after.

use super::{Asked, Question, Wanted};

const LAYER: &str = "framing";

/// Ops per second of the report, before and after: how many times faster it became.
const fn gained(before: f64, after: f64) -> Option<f64> {
    Some(after / before)
}

pub(super) fn questions() -> Vec<Question> {
    let deframe = |task: &str, slower: &str, faster: &str, wanted, theirs| -> Asked {
        let id = |way: &str| format!("{task}/deframe/{way}");
        (id(slower), id(faster), wanted, theirs)
    };
    let small = gained(1_795_930.0, 5_401_762.0);
    let small_reused = gained(1_795_930.0, 6_795_307.0);
    let small_chunked = gained(1_385_919.0, 2_180_954.0);
    let large = gained(71_714.0, 151_911.0);
    let large_chunked = gained(69_420.0, 70_607.0);
    let (naive, zero, assembled) = ("naive-vec/fresh", "zero-copy/fresh", "bytes-mut/fresh");
    vec![
        Question {
            layer: LAYER,
            says: "a large message that comes whole is taken out more than twice as fast without a copy as with copies",
            rows: vec![
                deframe("large", naive, zero, Wanted::Above(2.0), large),
                deframe(
                    "large",
                    naive,
                    "zero-copy/reused",
                    Wanted::Above(2.0),
                    large,
                ),
                deframe("large", assembled, zero, Wanted::Above(2.0), None),
            ],
        },
        Question {
            layer: LAYER,
            says: "that gain vanishes where the message comes in pieces: the copy that puts them together is left, and by less than half as much again \
                   does a decoder that always copies once take longer",
            rows: vec![
                deframe(
                    "large-chunked",
                    assembled,
                    zero,
                    Wanted::Below(1.5),
                    large_chunked,
                ),
                deframe(
                    "large-data-frames",
                    assembled,
                    zero,
                    Wanted::Below(1.5),
                    None,
                ),
            ],
        },
        Question {
            layer: LAYER,
            says: "small messages gain too, whole and in pieces",
            rows: vec![
                deframe("small", naive, zero, Wanted::Above(1.0), small),
                deframe(
                    "small",
                    naive,
                    "zero-copy/reused",
                    Wanted::Above(1.0),
                    small_reused,
                ),
                deframe(
                    "small-chunked",
                    naive,
                    zero,
                    Wanted::Above(1.0),
                    small_chunked,
                ),
                deframe("many-small", naive, zero, Wanted::Above(1.0), None),
            ],
        },
        Question {
            layer: LAYER,
            says: "tonic's own decoder copies a large message that comes whole: it takes more than twice as long as one that does not",
            rows: vec![deframe(
                "large",
                "tonic/fresh",
                zero,
                Wanted::Above(2.0),
                None,
            )],
        },
    ]
}
