//! Messages that are mostly bytes or strings: what does a decode copy, what does it borrow?

use super::{Input, Topic, Wire, Work};

const KIB: usize = 1024;

pub fn inputs() -> Vec<Input> {
    let mut all = Topic::new("borrowing");
    let w = Wire::new;
    let raw = |length: usize| vec![0xa5_u8; length];
    let text = |length: usize| "t".repeat(length);
    let mut elements = w();
    for _ in 0..16 {
        elements = elements.len(5, raw(KIB));
    }
    all.same(
        "borrow-bytes",
        "64 KiB in one bytes field",
        w().len(4, raw(64 * KIB)),
    );
    all.same(
        "borrow-bytes-list",
        "16 elements of 1 KiB in a repeated bytes field",
        elements,
    );
    all.same(
        "borrow-bytes-in-subs",
        "two sub-messages with 8 KiB of bytes each",
        w().message(19, w().len(6, raw(8 * KIB)))
            .message(19, w().len(6, raw(8 * KIB))),
    );
    all.same(
        "borrow-text",
        "64 KiB in one string",
        w().len(1, text(64 * KIB)),
    );
    let mut texts = w();
    for _ in 0..16 {
        texts = texts.len(2, text(KIB));
    }
    all.same("borrow-text-list", "16 strings of 1 KiB", texts);
    all.same(
        "borrow-map",
        "two map entries with values of 8 KiB",
        w().message(3, w().len(1, "a").len(2, text(8 * KIB)))
            .message(3, w().len(1, "b").len(2, text(8 * KIB))),
    );
    for input in &mut all.list {
        input.work = Work::Weigh;
    }
    all.list
}
