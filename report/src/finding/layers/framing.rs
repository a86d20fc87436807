//! Claims about framing, and the suites of the report that they come from: grpc-js change 2733, a decoder of the stream before and after.

use super::{Asked, Question, Theirs, Wanted};

const LAYER: &str = "framing";

pub(super) fn questions() -> Vec<Question> {
    let deframe = |task: &str, slower: &str, faster: &str, wanted| -> Asked {
        let id = |way: &str| format!("{task}/deframe/{way}");
        (id(slower), id(faster), wanted, None)
    };
    let suite = |suite, before, after, (slower, faster, wanted, _): Asked| -> Asked {
        let theirs = Theirs {
            suite,
            before,
            after,
        };
        (slower, faster, wanted, Some(theirs))
    };
    let (naive, zero, assembled) = ("naive-vec/fresh", "zero-copy/fresh", "bytes-mut/fresh");
    let (twice, gains, same) = (Wanted::Above(2.0), Wanted::Above(1.0), Wanted::Below(1.25));
    let (zero_reused, assembled_reused) = ("zero-copy/reused", "bytes-mut/reused");
    // One pair throughout, as the report had one decoder before and one after: that which always copies once, and that which does so
    // where it must. `cached` is one decoder for all messages: here for both of the pair, while the report reused the new one alone.
    let large = deframe("large", assembled, zero, twice);
    let reused = deframe("large", assembled_reused, zero_reused, twice);
    let chunked = deframe("large-chunked", assembled, zero, same);
    let small = deframe("small", assembled, zero, gains);
    let small_reused = deframe("small", assembled_reused, zero_reused, gains);
    let small_chunked = deframe("small-chunked", assembled, zero, gains);
    let chunked_reused = deframe("large-chunked", assembled_reused, zero_reused, same);
    let small_chunked_reused = deframe("small-chunked", assembled_reused, zero_reused, gains);
    vec![
        Question::new(
            LAYER,
            "Without a copy, a large message that comes whole is taken out more than twice as fast as with copies",
            vec![
                suite("Large payload", 71_714.0, 151_911.0, large),
                suite("Large payload, cached", 71_714.0, 152_948.0, reused),
                deframe("large", naive, zero, twice),
            ],
        ),
        Question::new(
            LAYER,
            "Where a large message comes in pieces that gain vanishes: one copy has to put it together, and a decoder that copies once in any case \
             takes at most a quarter more",
            vec![
                suite("Large payload chunked", 69_420.0, 70_607.0, chunked),
                suite(
                    "Large payload chunked, cached",
                    69_420.0,
                    70_040.0,
                    chunked_reused,
                ),
                deframe("large-data-frames", assembled, zero, same),
            ],
        ),
        Question::new(
            LAYER,
            "Small messages are taken out faster without a copy too",
            vec![
                suite("Small payload", 1_795_930.0, 5_401_762.0, small),
                suite(
                    "Small payload, cached",
                    1_795_930.0,
                    6_795_307.0,
                    small_reused,
                ),
                suite(
                    "Small payload chunked",
                    1_385_919.0,
                    2_180_954.0,
                    small_chunked,
                ),
                suite(
                    "Small payload chunked, cached",
                    1_385_919.0,
                    2_376_207.0,
                    small_chunked_reused,
                ),
            ],
        ),
        Question::new(
            LAYER,
            "Many small messages that come in one chunk are taken out faster without a copy",
            vec![deframe("many-small", assembled, zero, gains)],
        ),
        Question::new(
            LAYER,
            "The decoder of tonic copies a large message that comes whole: it takes more than twice as long as one that does not",
            vec![deframe("large", "tonic/fresh", zero, twice)],
        ),
    ]
}
